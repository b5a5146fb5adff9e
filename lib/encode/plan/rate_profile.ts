import { runProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../media/probe/input_args.ts";
import type { Probe } from "../../media/probe/model.ts";

/** Section of the source, with its video bitrate. */
export interface RateWindow {
  /** Seconds from the start of the video. */
  atSeconds: number;
  bytesPerSecond: number;
}

/** Stream to measure, and length of a window in seconds. */
export interface RateProfileRequest {
  ffprobePath: string;
  probe: Probe;
  /** Index of the video stream. */
  streamIndex: number;
  durationSeconds: number;
  windowSeconds: number;
  signal?: AbortSignal;
}

/**
 * Maximum size in bytes of a file that is read completely. Larger files are only sampled, because reading the packets
 * of 60 GB from a disk takes minutes.
 */
const WHOLE_FILE_BYTES = 1.5e9;
const PARTS = 80;
const TIMEOUT_MS = 120_000;
const MAX_LISTING_BYTES = 64 * 1024 * 1024;

/**
 * Measures the video bitrate over time from packet sizes, without decoding. Empty if this is not possible. Throws only
 * if `signal` is aborted.
 */
export async function readRateProfile(request: RateProfileRequest): Promise<RateWindow[]> {
  const { ffprobePath, probe, streamIndex, durationSeconds, windowSeconds, signal } = request;
  const count = Math.floor(durationSeconds / windowSeconds);
  if (count < 2) return [];
  const every = probe.sizeBytes <= WHOLE_FILE_BYTES ? 1 : Math.max(1, count / PARTS);
  const starts = Array.from({ length: Math.floor(count / every) }, (_, i) => Math.floor(i * every) * windowSeconds);
  const intervals = starts.map((at) => {
    const from = at + probe.startSeconds;
    return `${from.toFixed(3)}%${(from + windowSeconds).toFixed(3)}`;
  });
  const { code, stdout } = await runProcess({
    path: ffprobePath,
    args: [
      ...["-v", "error", ...INPUT_GUARDS, "-select_streams", String(streamIndex)],
      ...(every === 1 ? [] : ["-read_intervals", intervals.join(",")]),
      ...["-show_entries", "packet=pts_time,dts_time,size", "-of", "csv=p=0", fileOperand(probe.path)],
    ],
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_LISTING_BYTES,
    signal,
  });
  if (code !== 0) return [];
  const packets = packetsOf(new TextDecoder().decode(stdout), probe.startSeconds);
  return windowsOf(packets, starts, windowSeconds);
}

interface Packet {
  atSeconds: number;
  bytes: number;
}

/** Parses lines of `pts,dts,size`. Packets without a timestamp are ignored. Pure. */
export function packetsOf(listing: string, startSeconds: number): Packet[] {
  return listing.split("\n").flatMap((line) => {
    const [pts = "", dts = "", size = ""] = line.split(",");
    const time = Number.isFinite(parseFloat(pts)) ? parseFloat(pts) : parseFloat(dts);
    const bytes = parseInt(size, 10);
    return Number.isFinite(time) && Number.isFinite(bytes) ? [{ atSeconds: time - startSeconds, bytes }] : [];
  });
}

/** Returns the bitrate of each window that contains packets. Pure. */
export function windowsOf(packets: Packet[], starts: number[], windowSeconds: number): RateWindow[] {
  const bytes = new Map<number, number>();
  for (const packet of packets) {
    const window = Math.floor(packet.atSeconds / windowSeconds + 1e-6);
    bytes.set(window, (bytes.get(window) ?? 0) + packet.bytes);
  }
  return starts.flatMap((atSeconds) => {
    const own = bytes.get(Math.round(atSeconds / windowSeconds));
    return own === undefined ? [] : [{ atSeconds, bytesPerSecond: own / windowSeconds }];
  });
}
