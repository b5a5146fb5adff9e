import { runProcess } from "../../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../../media/probe/input_args.ts";
import type { Probe, VideoStream } from "../../../media/probe/model.ts";
import { mainVideo } from "../../../media/probe/probe.ts";
import type { KnownFacts } from "../../profiles/smart/facts.ts";
import { asksForGrain } from "../../profiles/smart/grain.ts";
import type { AnyRecipe } from "../../profiles/smart/schema.ts";
import { grainOfFrames } from "./grain_level.ts";

/** Input of `measureGrain`. Only a few frames of the main video stream are decoded, at up to five positions. */
export interface GrainOptions {
  ffmpegPath: string;
  probe: Probe;
  signal?: AbortSignal;
}

/** Positions of the samples, as fractions of the duration, outside of titles and credits. */
const PLACES = [0.15, 0.3, 0.5, 0.7, 0.85];
/**
 * Minimum length in seconds. Shorter clips are only sampled in the middle, because the positions would be too close
 * together.
 */
const SHORT_SECONDS = 3;
/** Timeout in milliseconds per position. Slower positions are skipped. */
const PLACE_MS = 30_000;
/** Frames per position. There are enough that some differ even with repeated frames in telecined or animated video. */
const FRAMES = 6;
/** Area in the centre of the frame. It is not scaled, because scaling removes grain. */
const WINDOW = { width: 960, height: 540 };

/**
 * Measures grain as the standard deviation of frame-to-frame changes in flat areas, in steps of 8-bit luma. Returns the
 * median of several positions. Undefined if there is no video or it is too dark or too slow to measure.
 */
export async function measureGrain({ ffmpegPath, probe, signal }: GrainOptions): Promise<number | undefined> {
  const video = mainVideo(probe);
  if (!video) return undefined;
  const width = Math.min(WINDOW.width, video.width) & ~1;
  const height = Math.min(WINDOW.height, video.height) & ~1;
  const levels: number[] = [];
  for (const place of probe.durationSeconds < SHORT_SECONDS ? [0.5] : PLACES) {
    const bytes = await decodePlace(
      probe,
      video,
      { at: place * probe.durationSeconds, width, height },
      ffmpegPath,
      signal,
    );
    const level = grainOfFrames(bytes, width, height);
    if (level !== undefined) levels.push(level);
  }
  levels.sort((a, b) => a - b);
  const middle = levels[Math.floor((levels.length - 1) / 2)];
  return middle === undefined ? undefined : Math.round(middle * 100) / 100;
}

/** Returns the known facts with the film grain, which is measured only if a rule of the profile requires it. */
export async function withGrain(
  recipe: AnyRecipe,
  known: KnownFacts | undefined,
  options: GrainOptions,
): Promise<KnownFacts | undefined> {
  if (!asksForGrain(recipe) || known?.grain !== undefined) return known;
  const grain = await measureGrain(options);
  return grain === undefined ? known : { ...known, grain };
}

async function decodePlace(
  probe: Probe,
  video: VideoStream,
  { at, width, height }: { at: number; width: number; height: number },
  ffmpegPath: string,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const { stdout } = await runProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-nostdin", "-v", "error", "-noautorotate", "-ss", at.toFixed(2), ...INPUT_GUARDS],
      ...["-i", fileOperand(probe.path), "-map", `0:${video.index}`, "-frames:v", String(FRAMES)],
      ...["-filter:v:0", `crop=${width}:${height},format=gray`, "-fps_mode:v:0", "passthrough", "-f", "rawvideo", "-"],
    ],
    timeoutMs: PLACE_MS,
    signal,
  });
  return stdout;
}
