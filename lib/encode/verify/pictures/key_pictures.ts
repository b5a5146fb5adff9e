import { timestamps } from "../../args/args.ts";
import type { Evidence } from "../model.ts";
import { atMost, type Suspicion } from "../packets/places.ts";
import { comparePair, type MeasuredPicture, measurePicture, type PictureSize } from "./picture_features.ts";
import { readSamples } from "./samples.ts";

/** Small forms of all key pictures of both files: a hundredth of their pictures, decoded in one pass. */

export interface KeyPictures {
  /** In order of time; `atSeconds` from the start of the result. */
  source: MeasuredPicture[];
  result: MeasuredPicture[];
}

/** The longer side in pixels: enough to tell scenes apart, and a film of key pictures stays small in memory. */
const LONGER_SIDE = 64;
/** Beyond so many key pictures per second nearly every picture is one. */
const MAX_RATE = 2.5;
/** Key pictures this far apart say nothing of what is between them. */
const NEAR_SECONDS = 6;
/** Correlation below which two pictures show different scenes, and levels by which they differ then. */
const SCENE_LIKENESS = 0.8;
const SAME_LIKENESS = 0.85;
const LEVELS = 2.5;
const SAME_TIME_SCORE = 100;
const NEIGHBOUR_SCORE = 4;
/** What begins with a key picture is looked at behind it. */
const AFTER_SECONDS = 0.5;

interface Request {
  evidence: Evidence;
  side: "source" | "result";
  index: number;
  filters: string[];
  size: PictureSize;
  /** Clock of the file at the start of the result. */
  zero: number;
}

/** Decodes them. A side whose pictures are all key pictures is left empty. Throws only when it was aborted. */
export async function readKeyPictures(requests: Request[]): Promise<KeyPictures> {
  const found: KeyPictures = { source: [], result: [] };
  await Promise.all(requests.map(async (request) => found[request.side] = await readSide(request)));
  return found;
}

/** The size of small key pictures that keeps the shape of `size`. */
export function keyPictureSize({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, LONGER_SIDE / Math.max(width, height));
  const whole = (pixels: number) => Math.max(4, Math.round(pixels * scale / 4) * 4);
  return { width: whole(width), height: whole(height) };
}

async function readSide({ evidence, side, index, filters, size, zero }: Request): Promise<MeasuredPicture[]> {
  const { ffmpegPath, probe, path, packets, signal } = evidence;
  const track = packets?.[side].tracks.get(index);
  if (!track || track.keys.length > MAX_RATE * Math.max(1, track.end - track.start)) return [];
  const reader = readSamples({
    ffmpegPath,
    path: side === "source" ? probe.path : path,
    inputOptions: [...(side === "source" ? timestamps(probe) : []), "-skip_frame", "nokey"],
    picture: { index, filters, ...size },
    signal,
  });
  const pictures: MeasuredPicture[] = [];
  for await (const sample of reader.samples) {
    if (sample.kind !== "picture") continue;
    const measured = measurePicture(sample.data, sample.atSeconds - zero, size);
    // The cells are all that is compared.
    pictures.push({ ...measured, data: new Uint8Array() });
  }
  return pictures.toSorted((a, b) => a.atSeconds - b.atSeconds);
}

/**
 * Key pictures of the result that do not show what the source shows: other than the one at the same time, or than both of
 * those before and after it. Pure.
 */
export function unlikeKeys({ source, result }: KeyPictures, step: number): Suspicion[] {
  const times = source.map(({ atSeconds }) => atSeconds);
  return result.flatMap((made): Suspicion[] => {
    const at = atMost(times, made.atSeconds + step * 0.5);
    const [before, after] = [source[at], source[at + 1]];
    if (before && Math.abs(before.atSeconds - made.atSeconds) <= step * 0.5 + 0.002) {
      return areAlike(before, made, SAME_LIKENESS) ? [] : [{ at: made.atSeconds, score: SAME_TIME_SCORE }];
    }
    const near = [before, after].flatMap((one) =>
      one && Math.abs(one.atSeconds - made.atSeconds) <= NEAR_SECONDS ? [one] : []
    );
    if (near.length < 2 || near.some((one) => areAlike(one, made, SCENE_LIKENESS))) return [];
    return [{ at: made.atSeconds + AFTER_SECONDS, score: NEIGHBOUR_SCORE }];
  });
}

/** Whether the source shows something else after a stretch than before it; undefined without key pictures near it. */
export function sceneChange({ source }: KeyPictures, fromSeconds: number, toSeconds: number): boolean | undefined {
  const times = source.map(({ atSeconds }) => atSeconds);
  const before = source[atMost(times, fromSeconds)];
  const after = source[atMost(times, toSeconds) + 1];
  if (!before || !after || after.atSeconds - before.atSeconds > NEAR_SECONDS) return undefined;
  return !areAlike(before, after, SCENE_LIKENESS);
}

function areAlike(a: MeasuredPicture, b: MeasuredPicture, least: number): boolean {
  const { likeness, lumaError } = comparePair(a, b);
  return likeness >= least || lumaError < LEVELS;
}
