import { extname, join } from "node:path";
import { JobFailure } from "../../../kit/fault.ts";
import { runProcess } from "../../../kit/process/process.ts";
import type { Probe, VideoStream } from "../../../media/probe/model.ts";

/** Extracts closed captions from video as SubRip text, using ffmpeg's `movie` source. */

/** Creates a link with a plain name in a plain folder, which is safe in the filter syntax of `movie`. */
export async function plainLink(path: string, folder: string, name: string): Promise<string> {
  const extension = extname(path);
  const link = join(folder, `${name}${/^\.[a-z0-9]{1,5}$/i.test(extension) ? extension : ""}`);
  await Deno.remove(link).catch(() => {});
  await Deno.symlink(path, link);
  return link;
}

const isPlain = (path: string): boolean => /^[\w/.-]+$/.test(path);

/** Source, and the video stream that contains the captions. */
export interface CaptionRequest {
  ffmpegPath: string;
  probe: Probe;
  video: VideoStream;
  signal?: AbortSignal;
}

const SAMPLE_SECONDS = 20;
const SAMPLE_POSITIONS = [0.1, 0.3, 0.5, 0.7, 0.9];
const SAMPLE_TIMEOUT_MS = 120_000;
/** Timeout in milliseconds. The whole video is decoded. */
const EXTRACT_TIMEOUT_MS = 6 * 3_600_000;

/** Returns true if the captions contain text in a few minutes of video. Undefined if that cannot be determined. */
export async function seeCaptions(request: CaptionRequest): Promise<boolean | undefined> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_captions_" });
  try {
    if (!isPlain(folder)) return undefined;
    const link = await plainLink(request.probe.path, folder, "source");
    const { durationSeconds } = request.probe;
    const short = durationSeconds <= SAMPLE_SECONDS * SAMPLE_POSITIONS.length;
    for (const part of short ? [undefined] : SAMPLE_POSITIONS) {
      const at = part === undefined ? undefined : { start: part * durationSeconds, seconds: SAMPLE_SECONDS };
      if (await read(link, request, SAMPLE_TIMEOUT_MS, at) !== "") return true;
    }
    return false;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Returns all captions as SubRip, timed from the start of the file. Throws `JobFailure` `tool_failed`. */
export async function extractCaptions(request: CaptionRequest & { folder: string }): Promise<string> {
  const { probe, video, folder } = request;
  const link = await plainLink(probe.path, folder, "captions-source");
  const text = await read(link, request, EXTRACT_TIMEOUT_MS);
  // Caption times are relative to the first frame, subtitle times of an encode to the start of the file.
  return tidyCaptions(text, (video.startSeconds ?? probe.startSeconds) - probe.startSeconds);
}

async function read(
  link: string,
  { ffmpegPath, video, signal }: CaptionRequest,
  timeoutMs: number,
  at?: { start: number; seconds: number },
): Promise<string> {
  const seek = at ? `:seek_point=${at.start.toFixed(2)}` : "";
  const source = `movie=${link}${seek}:si=${video.index}[out+subcc]`;
  const result = await runProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-nostdin", "-v", "error", ...(at ? ["-t", String(at.seconds)] : [])],
      ...["-f", "lavfi", "-i", source, "-map", "0:s:0", "-c:s", "srt", "-f", "srt", "pipe:1"],
    ],
    timeoutMs,
    nice: 10,
    signal,
  });
  signal?.throwIfAborted();
  if (result.timedOut || (result.code !== 0 && !at)) {
    throw new JobFailure("tool_failed", "The closed captions could not be extracted from the video.");
  }
  return new TextDecoder().decode(result.stdout).trim();
}

/**
 * Removes the font and screen position that the decoder adds to SubRip text, and shifts the text by `seconds`. Pure.
 */
export function tidyCaptions(text: string, seconds: number): string {
  const plain = text.replace(/<\/?font[^>]*>|\{\\an\d\}|\\h/g, (tag) => tag === "\\h" ? " " : "");
  return plain.replace(/(\d+):(\d{2}):(\d{2}),(\d{3})/g, (_, h, m, s, ms) => {
    const at = Number(h) * 3_600_000 + Number(m) * 60_000 + Number(s) * 1000 + Number(ms) + Math.round(seconds * 1000);
    const digits = (value: number, length = 2) => String(Math.floor(value)).padStart(length, "0");
    const left = Math.max(0, at);
    return `${digits(left / 3_600_000)}:${digits((left / 60_000) % 60)}:${digits((left / 1000) % 60)},${
      digits(left % 1000, 3)
    }`;
  }).trimEnd() + "\n";
}
