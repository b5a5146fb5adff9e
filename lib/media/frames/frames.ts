import { Fault } from "../../kit/fault.ts";
import { runProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../probe/input_args.ts";
import type { HdrFormat } from "../probe/model.ts";
import { stillFilters } from "./frame_filters.ts";
import { sourceIdentity } from "../probe/source.ts";

/** A frame to extract from a file. `hdr` is the format to convert from, absent for SDR. */
export interface FrameRequest {
  ffmpegPath: string;
  path: string;
  /** Position in the video. For a position after the end, one of the last frames is returned. */
  atSeconds: number;
  /** Width of the JPEG in pixels. Frames are never enlarged. */
  width: number;
  hdr?: HdrFormat;
  /** Filters that are applied to the decoded frame, for example to crop black bars. */
  before?: readonly string[];
  /** JPEG quality on ffmpeg's scale: 2 is the best, 31 the worst. */
  quality?: number;
  signal?: AbortSignal;
}

const WALL_MS = 10_000;

/**
 * Extracts a frame as JPEG. Throws `Fault` `no_preview` if there is no frame at that position, `JobFailure` for a
 * source that cannot be read.
 */
export async function extractFrame(request: FrameRequest): Promise<Uint8Array<ArrayBuffer>> {
  await sourceIdentity(request.path);
  const at = Math.max(0, request.atSeconds).toFixed(3);
  const frame = await grab(request, ["-ss", at]);
  if (frame) return frame;
  const last = await grab(request, ["-sseof", "-3"]);
  if (last) return last;
  throw new Fault("no_preview", "There is no frame at this position.");
}

async function grab(request: FrameRequest, seek: string[]): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { ffmpegPath, path, width, hdr = "sdr", before, quality, signal } = request;
  const result = await runProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-nostdin", "-v", "error", ...seek, ...INPUT_GUARDS, "-i", fileOperand(path)],
      ...["-map", "0:V:0", "-frames:v", "1", ...stillArgs(hdr, width, { before, quality }), "pipe:1"],
    ],
    timeoutMs: WALL_MS,
    signal,
  });
  return isJpeg(result.stdout) ? result.stdout : undefined;
}

/** Returns output options for a JPEG on a pipe. */
export const stillArgs = (
  hdr: HdrFormat,
  width: number,
  { before = [], quality = 4 }: Pick<FrameRequest, "before" | "quality"> = {},
): string[] => [
  ...["-an", "-sn", "-dn", "-filter:v:0", [...before, ...stillFilters(hdr, width)].join(",")],
  ...["-c:v:0", "mjpeg", "-q:v:0", String(quality)],
  ...["-f", "image2pipe"],
];

/** True if the size and the first bytes are those of a JPEG. ffmpeg's output is empty if it finds no frame. */
export const isJpeg = (bytes: Uint8Array): boolean => bytes.length > 100 && bytes[0] === 0xff && bytes[1] === 0xd8;
