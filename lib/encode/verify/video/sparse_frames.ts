import { startProcess } from "../../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../../media/probe/input_args.ts";
import { readBlocks } from "../packets/matroska_stream.ts";
import type { PacketTrack } from "../packets/packets.ts";
import { type FrameSize, meanDifference, type MeasuredFrame, measureFrame } from "./frame_features.ts";
import { frameOutput } from "./samples.ts";

/**
 * Reads two downscaled frames per second of a stream in which nearly all frames are keyframes (ProRes, FFV1, MJPEG).
 * Decoders cannot skip keyframes, so one ffmpeg process copies the packets to decode and another one decodes them.
 */

/** Time between two frames that are read, in seconds. */
const SPACING_SECONDS = 0.5;
/** Offset in seconds that keeps timestamps in both pipes positive, regardless of the clock of the file. */
const OFFSET_SECONDS = 60;

/** Of each `packets` packets, one keyframe is read. It is among the first `keyPackets` packets. */
export interface SparseStep {
  packets: number;
  keyPackets: number;
}

export interface SparseRequest {
  ffmpegPath: string;
  path: string;
  /** Options before the input, the same as for the encode. */
  inputOptions: string[];
  index: number;
  /** Step between the packets to read. */
  every: SparseStep;
  filters: string[];
  size: FrameSize;
  /** Start of the result on the clock of this file. */
  zeroSeconds: number;
  signal?: AbortSignal;
}

/**
 * Returns the step between frames if two frames per second are read. Packets are counted, because the time base that
 * ffmpeg 5 passes to bitstream filters is not that of the timestamps.
 */
export function sparseStep({ keys, count, start, end }: PacketTrack): SparseStep {
  const keyPackets = Math.max(1, Math.round(count / Math.max(1, keys.length)));
  const packets = Math.round(count / Math.max(1, end - start) * SPACING_SECONDS);
  return { packets: Math.max(keyPackets, packets), keyPackets };
}

/**
 * Reads the frames in time order, from the start of the result. Decoder errors are handled by the comparison of
 * sections. Throws only when aborted.
 */
export async function readSparseFrames(request: SparseRequest): Promise<MeasuredFrame[]> {
  const { ffmpegPath, signal, size } = request;
  signal?.throwIfAborted();
  const copying = startProcess({ path: ffmpegPath, args: copyArgs(request) });
  const decoding = startProcess({ path: ffmpegPath, args: decodeArgs(request), stdin: "piped" });
  const both = [copying, decoding];
  const kill = () => both.forEach((child) => child.signal("SIGKILL"));
  signal?.addEventListener("abort", kill, { once: true });
  // A decoder that exits early closes the pipe.
  const piped = copying.stdout.pipeTo(decoding.stdin).catch(() => {});
  const logs = both.map((child) => child.stderr.pipeTo(new WritableStream()).catch(() => {}));
  const found: MeasuredFrame[] = [];
  try {
    for await (const { timeMs, data } of readBlocks(decoding.stdout)) {
      const at = timeMs / 1000 - 2 * OFFSET_SECONDS - request.zeroSeconds;
      // Only the cell means are compared.
      found.push({ ...measureFrame(data, at, size), data: new Uint8Array() });
    }
    signal?.throwIfAborted();
    return found;
  } finally {
    kill();
    signal?.removeEventListener("abort", kill);
    await Promise.all([piped, ...logs, ...both.map((child) => child.status)]);
  }
}

const copyArgs = ({ path, inputOptions, index, every: { packets, keyPackets } }: SparseRequest): string[] => [
  ...["-hide_banner", "-nostdin", "-v", "error", "-copyts", ...inputOptions, ...INPUT_GUARDS],
  ...["-i", fileOperand(path), "-map", `0:${index}`, "-c", "copy"],
  ...["-bsf:v", `noise=drop='not(key*lt(mod(n,${packets}),${keyPackets}))'`],
  ...["-output_ts_offset", String(OFFSET_SECONDS), "-f", "matroska", "-allow_raw_vfw", "1", "pipe:1"],
];

const decodeArgs = ({ filters, size }: SparseRequest): string[] => [
  ...["-hide_banner", "-v", "error", "-copyts", "-protocol_whitelist", "pipe", "-format_whitelist", "matroska"],
  ...["-i", "pipe:0", ...frameOutput("0:0", { filters, ...size })],
  ...["-output_ts_offset", String(OFFSET_SECONDS), "-f", "matroska", "-allow_raw_vfw", "1", "pipe:1"],
];

/** Number of bytes for one level of mean difference between two frames. */
const BYTES_PER_LEVEL = 1000;

/**
 * Returns a track whose packet sizes show how much the content of `pictures` changes, as for other codecs. Its times
 * are on the clock of the file. `isCut` detects changes of scene, which are omitted like keyframes.
 */
export function activityTrack(
  track: PacketTrack,
  frames: MeasuredFrame[],
  zeroSeconds: number,
  isCut: (before: MeasuredFrame, after: MeasuredFrame) => boolean = () => false,
): PacketTrack {
  const pairs = frames.slice(1).map((after, i) => ({ before: frames[i] ?? after, after }));
  const bytesOf = ({ before, after }: typeof pairs[number]) =>
    BYTES_PER_LEVEL * meanDifference(before.cells[0], after.cells[0]);
  const first = pairs.find(({ before, after }) => !isCut(before, after));
  let usual = first === undefined ? 0 : bytesOf(first);
  const changes = pairs.map((pair) => {
    if (!isCut(pair.before, pair.after)) usual = bytesOf(pair);
    return { at: pair.before.atSeconds + zeroSeconds, bytes: usual };
  });
  // The change is at an unknown time between the two frames.
  const halves = changes.flatMap(({ at, bytes }) => [{ at, bytes }, { at: at + SPACING_SECONDS / 2, bytes }]);
  return { ...track, keys: [], times: halves.map(({ at }) => at), sizes: halves.map(({ bytes }) => bytes) };
}
