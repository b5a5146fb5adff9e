import { lines } from "../../kit/process/lines.ts";
import { startProcess } from "../../kit/process/process.ts";
import { qualityOfCrf, videoEncoder } from "../profiles/encoders.ts";
import type { VideoEncoder } from "../profiles/schema.ts";
import { encodersOf } from "./choose.ts";
import { type Method, METHOD_FACTS } from "../profiles/encoders/methods.ts";

/** Method, device and ffmpeg for one trial encode. */
export interface TestRequest {
  ffmpegPath: string;
  method: Method;
  /** Render node or GPU index. If empty, the first device. */
  device: string;
  hardwareDecoding: boolean;
  /** Encoders available in this ffmpeg. */
  videoEncoders: string[];
  signal?: AbortSignal;
}

/** Result of a trial encode. */
export interface TestResult {
  ok: boolean;
  method: Method;
  encoder?: string;
  fps?: number;
  durationMs: number;
  /** ffmpeg command, formatted as a user would type it. */
  command: string;
  error?: string;
  note?: string;
  log: string[];
}

const WALL_MS = 30_000;
const SECONDS = 3;

/**
 * Encodes three seconds of a 1080p test pattern with the given method. If the encoder rejects quality mode, retries
 * with a bitrate and adds a note. A failed encode is returned as the result, not thrown.
 */
export async function testEncode(request: TestRequest): Promise<TestResult> {
  const { method, videoEncoders } = request;
  const names = method === "none" ? ["libx264" as const] : encodersOf(method);
  const encoder = names.find((name) => videoEncoders.includes(name));
  if (!encoder) {
    const error = `This ffmpeg has no ${method} encoder (${names.join(", ")}).`;
    return { ok: false, method, durationMs: 0, command: "", error, log: [] };
  }
  const first = await attempt(request, encoder, 0);
  if (first.ok || !/quality|qp|rc[_ ]mode|rate control|cqp|global_quality/i.test(first.log.join("\n"))) return first;
  const second = await attempt(request, encoder, KBPS);
  return second.ok ? { ...second, note: "This device supports bit rate mode only; quality mode was rejected." } : first;
}

/** Bitrate for encoders without a quality mode, in kbit/s. */
const KBPS = 6000;
const CRF = 23;

/** Returns the options of the encoder as in real encodes. A `kbps` of 0 selects quality mode. */
function encoderArgs(encoder: VideoEncoder, kbps: number): string[] {
  const { args, codec, hardware, quality } = videoEncoder(encoder);
  return args({
    ...{ codec, quality: qualityOfCrf(encoder, CRF), bitrate: quality ? kbps : KBPS },
    // Hardware encoders have a default preset. The default of x264 is too slow on a small machine.
    preset: hardware ? "" : "veryfast",
    ...{ tune: "none", bitDepth: 8, width: 1920, height: 1080, frameRate: [30, 1] },
    ...{ fieldHandling: "none", hdr: "sdr", color: {}, extraArgs: [] },
  }, {});
}

async function attempt(request: TestRequest, encoder: VideoEncoder, kbps: number): Promise<TestResult> {
  const { ffmpegPath, method, hardwareDecoding, signal } = request;
  const device = request.device || undefined;
  const row = videoEncoder(encoder);
  const hardware = METHOD_FACTS[row.method];
  const args = [
    ...["-hide_banner", "-nostdin", "-nostats", "-v", "warning", "-stats_period", "0.5", "-progress", "pipe:1"],
    ...(hardware.trialArgs?.(device, hardwareDecoding) ?? hardware.deviceArgs?.(device) ?? []),
    ...["-f", "lavfi", "-i", `testsrc2=s=1920x1080:r=30:d=${SECONDS}`],
    ...["-filter:v:0", [`format=${row.pixelFormats[8]}`, ...hardware.uploadFilters ?? []].join(",")],
    ...["-c:v:0", encoder, ...encoderArgs(encoder, kbps), ...(hardware.encoderArgs?.(device) ?? [])],
    ...["-f", "null", "-"],
  ];
  const started = performance.now();
  const child = startProcess({ path: ffmpegPath, args });
  const kill = () => child.signal("SIGKILL");
  const timer = setTimeout(kill, WALL_MS);
  signal?.addEventListener("abort", kill, { once: true });
  const log: string[] = [];
  let frames = 0;
  const watch = async () => {
    for await (const line of lines(child.stdout)) frames = Number(/^frame=(\d+)/.exec(line)?.[1] ?? frames);
  };
  const listen = async () => {
    for await (const line of lines(child.stderr)) if (log.length < 200) log.push(line.replace(/ @ 0x[0-9a-f]+/g, ""));
  };
  try {
    const [status] = await Promise.all([child.status, watch(), listen()]);
    signal?.throwIfAborted();
    const durationMs = Math.round(performance.now() - started);
    const base = { method, encoder, durationMs, command: ["ffmpeg", ...args].join(" "), log };
    if (status.success && frames > 0) {
      return { ok: true, ...base, fps: Math.round((frames / durationMs) * 10_000) / 10 };
    }
    const late = durationMs >= WALL_MS;
    return {
      ok: false,
      ...base,
      error: late ? "The encoder needed more than 30 seconds for three seconds of video." : firstCause(log),
    };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", kill);
  }
}

/** Log lines that only report that an earlier step failed. */
const GENERIC =
  /^(?:Error (?:initializing|while|opening|reinitializing|sending|submitting)|Conversion failed|Could not (?:open|write)|Device creation failed|Failed to set value|Nothing was written|Task finished|Error splitting|\[[^\]]*\] (?:Error |Task finished))/;

/** Returns the first line that contains the cause. Pure. */
export function firstCause(log: string[]): string {
  const lines = log.map((line) => line.trim()).filter((line) => line !== "");
  const cause = lines.find((line) => !GENERIC.test(line)) ?? lines[0];
  return cause ? cause.replace(/^\[[^\]]*\]\s*/, "") : "ffmpeg printed no error.";
}
