import { lines } from "../../kit/process/lines.ts";
import { startProcess } from "../../kit/process/process.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import type { VideoEncoder } from "../profiles/schema.ts";
import { encodersOf, type Method } from "./choose.ts";

/** One trial: which method on which device, by which ffmpeg. */
export interface TestRequest {
  ffmpegPath: string;
  method: Method;
  /** Render node or GPU index; empty = the first. */
  device: string;
  hardwareDecoding: boolean;
  /** Encoders of this ffmpeg. */
  videoEncoders: string[];
  signal?: AbortSignal;
}

/** How a short encode went. */
export interface TestResult {
  ok: boolean;
  method: Method;
  encoder?: string;
  fps?: number;
  durationMs: number;
  /** As a person would type it. */
  command: string;
  error?: string;
  note?: string;
  log: string[];
}

const WALL_MS = 30_000;
const SECONDS = 3;

/**
 * Encodes three seconds of a 1080p pattern with the method as entered. When the encoder refuses its quality mode, once more
 * by bitrate, with a note. Never throws for a failed encode: that is the answer.
 */
export async function testEncode(request: TestRequest): Promise<TestResult> {
  const { method, videoEncoders } = request;
  const names = method === "none" ? ["libx264" as const] : encodersOf(method);
  const encoder = names.find((name) => videoEncoders.includes(name));
  if (!encoder) {
    const error = `This ffmpeg has no encoder of ${method} (${names.join(", ")}).`;
    return { ok: false, method, durationMs: 0, command: "", error, log: [] };
  }
  const first = await attempt(request, encoder, qualityArgs(encoder));
  if (first.ok || !/quality|qp|rc[_ ]mode|rate control|cqp|global_quality/i.test(first.log.join("\n"))) return first;
  const second = await attempt(request, encoder, ["-b:v", "6M"]);
  return second.ok
    ? { ...second, note: "Only bitrate mode works with this device; the quality mode was refused." }
    : first;
}

function qualityArgs(encoder: VideoEncoder): string[] {
  switch (videoEncoder(encoder).family) {
    case "nvenc":
      return ["-rc", "vbr", "-cq", "24", "-b:v", "0"];
    case "qsv":
      return ["-global_quality", "24"];
    case "vaapi":
      return ["-rc_mode", "CQP", "-qp", "24"];
    case "amf":
      return ["-rc", "cqp", "-qp_i", "24", "-qp_p", "24"];
    case "videotoolbox":
      return ["-q:v", "60"];
    case "rkmpp":
      return ["-rc_mode", "CQP", "-qp_init", "24"];
    case "v4l2m2m":
      return ["-b:v", "6M"];
    default:
      return ["-crf", "23", "-preset", "veryfast"];
  }
}

async function attempt(request: TestRequest, encoder: VideoEncoder, quality: string[]): Promise<TestResult> {
  const { ffmpegPath, method, device, hardwareDecoding, signal } = request;
  const { family } = videoEncoder(encoder);
  const vaapi = family === "vaapi";
  const args = [
    ...["-hide_banner", "-nostdin", "-nostats", "-v", "warning", "-stats_period", "0.5", "-progress", "pipe:1"],
    ...(vaapi ? ["-vaapi_device", device || "/dev/dri/renderD128"] : []),
    ...(family === "qsv" ? ["-init_hw_device", device ? `qsv=hw,child_device=${device}` : "qsv=hw"] : []),
    // The pattern needs no decoder; asking for the device shows whether one could be had.
    ...(hardwareDecoding && family === "nvenc" ? ["-init_hw_device", device ? `cuda=hw:${device}` : "cuda=hw"] : []),
    ...["-f", "lavfi", "-i", `testsrc2=s=1920x1080:r=30:d=${SECONDS}`],
    ...[
      "-vf",
      vaapi ? "format=nv12,hwupload" : family === "v4l2m2m" || method === "none" ? "format=yuv420p" : "format=nv12",
    ],
    ...["-c:v", encoder, ...quality],
    ...(family === "nvenc" && /^\d+$/.test(device) ? ["-gpu", device] : []),
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
      error: late ? "The encoder did not finish three seconds within half a minute." : telling(log),
    };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", kill);
  }
}

/** Lines that only say that something went wrong before. */
const GENERIC =
  /^(?:Error (?:initializing|while|opening|reinitializing|sending|submitting)|Conversion failed|Could not (?:open|write)|Device creation failed|Failed to set value|Nothing was written|Task finished|Error splitting|\[[^\]]*\] (?:Error |Task finished))/;

/** The first line that names the cause. Pure. */
export function telling(log: string[]): string {
  const said = log.map((line) => line.trim()).filter((line) => line !== "");
  const cause = said.find((line) => !GENERIC.test(line)) ?? said[0];
  return cause ? cause.replace(/^\[[^\]]*\]\s*/, "") : "ffmpeg said nothing.";
}
