import { runProcess } from "../kit/process.ts";
import { fileOperand, INPUT_GUARDS } from "../media/input_args.ts";
import type { VideoStream } from "../media/model.ts";

/** Facts about a picture that only decoding shows: black borders, hidden interlacing. Samples, not the whole file. */

export interface PictureCheckOptions {
  ffmpegPath: string;
  path: string;
  video: VideoStream;
  durationSeconds: number;
  env: Record<string, string>;
  signal: AbortSignal;
}

export interface Crop {
  width: number;
  height: number;
  x: number;
  y: number;
}

const WALL_MS = 60_000;

/** The smallest rectangle that holds the picture in every sample; undefined when there are no borders worth cutting. */
export async function detectCrop(options: PictureCheckOptions): Promise<Crop | undefined> {
  const { video, durationSeconds } = options;
  const limit = video.bitDepth > 8 ? 96 : 24;
  const found: Crop[] = [];
  for (const at of [0.1, 0.25, 0.4, 0.55, 0.7, 0.85]) {
    const log = await sample(options, at * durationSeconds, 1.5, `cropdetect=limit=${limit}:round=2:reset=0`);
    const last = [...log.matchAll(/crop=(\d+):(\d+):(\d+):(\d+)/g)].at(-1);
    if (last) found.push({ width: Number(last[1]), height: Number(last[2]), x: Number(last[3]), y: Number(last[4]) });
  }
  return unionOf(found, video);
}

/** Whether a picture that calls itself progressive is interlaced: most clearly judged frames of the samples say so. */
export async function detectInterlacing(options: PictureCheckOptions): Promise<boolean> {
  let interlaced = 0;
  let progressive = 0;
  for (const at of [0.2, 0.5, 0.8]) {
    const log = await sample(options, at * options.durationSeconds, 2, "idet");
    const counts = log.match(/Multi frame detection: TFF:\s*(\d+) BFF:\s*(\d+) Progressive:\s*(\d+)/);
    if (!counts) continue;
    interlaced += Number(counts[1]) + Number(counts[2]);
    progressive += Number(counts[3]);
  }
  return interlaced > progressive * 2 && interlaced >= 20;
}

/** Broadcast and disc formats that are interlaced more often than their headers admit. */
export const mayHideInterlacing = (video: VideoStream): boolean =>
  !video.interlaced && ["mpeg2video", "h264", "vc1", "mpeg4"].includes(video.codec) &&
  [480, 576, 1080, 1088].includes(video.height) && video.frameRate[0] / video.frameRate[1] <= 31;

/** Every sample's rectangle inside one; black samples (nothing found, or almost nothing) do not count. */
export function unionOf(found: Crop[], { width, height }: Pick<VideoStream, "width" | "height">): Crop | undefined {
  const pictures = found.filter((c) => c.width >= width / 3 && c.height >= height / 3);
  if (pictures.length === 0) return undefined;
  const x = Math.min(...pictures.map((c) => c.x));
  const y = Math.min(...pictures.map((c) => c.y));
  const right = Math.max(...pictures.map((c) => c.x + c.width));
  const bottom = Math.max(...pictures.map((c) => c.y + c.height));
  const crop = { width: right - x, height: bottom - y, x, y };
  return crop.width > width - 8 && crop.height > height - 8 ? undefined : crop;
}

async function sample(options: PictureCheckOptions, at: number, seconds: number, filter: string): Promise<string> {
  const { ffmpegPath, path, video, env, signal } = options;
  const { stderr } = await runProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-nostdin", "-v", "info", "-ss", at.toFixed(2), ...INPUT_GUARDS, "-i", fileOperand(path)],
      ...["-map", `0:${video.index}`, "-t", String(seconds), "-vf", filter, "-f", "null", "-"],
    ],
    env,
    nice: 10,
    timeoutMs: WALL_MS,
    signal,
  });
  return stderr;
}
