import type { ComparedPicture } from "../compared_streams.ts";
import type { ContentRequest } from "../content_request.ts";
import type { Evidence } from "../model.ts";
import type { PacketTrack } from "../packets/packets.ts";
import { atMost, type Suspicion } from "../packets/places.ts";
import { comparePair, type MeasuredPicture, type PictureSize } from "./picture_features.ts";

/** Small forms of all key pictures of both files: a hundredth of their pictures, decoded in the pass that reads the sound. */

export interface KeyPictures {
  /** In order of time; `atSeconds` from the start of the result. */
  source: MeasuredPicture[];
  result: MeasuredPicture[];
}

/** The longer side in pixels: enough to tell scenes apart, and a film of key pictures stays small in memory. */
const LONGER_SIDE = 64;
/** Key pictures per second above which nearly every picture is one. */
const MAX_RATE = 2.5;
/** Key pictures this far apart say nothing of what is between them. */
const NEAR_SECONDS = 6;
/** Correlation below which two pictures show different scenes, and levels by which they differ then. */
const SCENE_LIKENESS = 0.8;
const SAME_LIKENESS = 0.85;
const LEVELS = 2.5;
const SAME_TIME_SCORE = 100;
const NEIGHBOUR_SCORE = 4;
/** A stretch that begins with a key picture is compared this far behind it. */
const AFTER_SECONDS = 0.5;

/** The request to the decoders of both files, and the pictures that they return. */
export interface KeyPictureReading {
  request: NonNullable<ContentRequest["keyPictures"]>;
  found: KeyPictures;
}

/**
 * The reading of key pictures; undefined where they cannot be compared: filters over neighbouring pictures do not work on
 * them alone, and a film of key pictures would be decoded whole.
 */
export function keyPictureReading(
  { plan, packets }: Evidence,
  picture: ComparedPicture,
): KeyPictureReading | undefined {
  const [source, result] = [packets?.source.tracks.get(picture.source), packets?.result.tracks.get(picture.result)];
  if (!source || !result || isMostlyKeys(source) || isMostlyKeys(result)) return undefined;
  if (picture.options.loose || plan.video?.fieldHandling !== "none") return undefined;
  const found: KeyPictures = { source: [], result: [] };
  return {
    found,
    request: {
      ...{ source: picture.source, result: picture.result, filters: picture.filters },
      size: keyPictureSize(picture.size),
      add: (side, made) => void found[side].push(made),
    },
  };
}

const isMostlyKeys = ({ keys, start, end }: PacketTrack): boolean => keys.length > MAX_RATE * Math.max(1, end - start);

/** The size of small key pictures that keeps the shape of `size`. */
function keyPictureSize({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, LONGER_SIDE / Math.max(width, height));
  const whole = (pixels: number) => Math.max(4, Math.round(pixels * scale / 4) * 4);
  return { width: whole(width), height: whole(height) };
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
