import { runProcess } from "../../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../../media/probe/input_args.ts";
import type { Probe, VideoStream } from "../../../media/probe/model.ts";
import { mainVideo } from "../../../media/probe/probe.ts";
import type { KnownFacts } from "../../profiles/smart/facts.ts";
import { asksForGrain } from "../../profiles/smart/grain.ts";
import type { AnyRecipe } from "../../profiles/smart/schema.ts";
import { grainOfFrames } from "./grain_level.ts";

/** Input of `measureGrain`: only the main video stream is decoded, some pictures in at most five places. */
export interface GrainOptions {
  ffmpegPath: string;
  probe: Probe;
  signal?: AbortSignal;
}

/** Parts of the film's length that are looked at; titles and credits lie outside. */
const PLACES = [0.15, 0.3, 0.5, 0.7, 0.85];
/** Of a shorter clip the middle is enough: the places would lie next to each other. */
const SHORT_SECONDS = 3;
/** A place that takes longer to decode is left out. */
const PLACE_MS = 30_000;
/** Pictures of one place: enough that repeated ones of telecine or animation do not fill them all. */
const FRAMES = 6;
/** The middle of the picture, never scaled: scaling takes grain away. */
const WINDOW = { width: 960, height: 540 };

/**
 * How grainy the picture is: the standard deviation of what changes from picture to picture in flat areas, in steps of
 * 8-bit luma; the middle of several places. Undefined without a picture, or where it is too dark or too slow to tell.
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

/** The known facts with the film grain, which is measured only when a rule of the profile asks for it. */
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
