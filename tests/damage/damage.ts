import { changedFacts, changedTimes, heardBlocks, payloadHash, sameTexts, seenPictures } from "./difference.ts";
import type { GoodEncode } from "./encodes/encode.ts";
import { knownTimes } from "./facts.ts";
import type { Making } from "./remake.ts";

/** Kinds of damage, and the evidence that a file is really damaged. */

export const DAMAGE_CLASSES = ["pictures", "sound", "subtitles", "time", "colour", "structure", "bytes"] as const;
export type DamageClass = (typeof DAMAGE_CLASSES)[number];

/** Name of an encode, or one of its streams. `stream` is the index among the streams of the damaged kind. */
export type Target = string | { encode: string; stream: number };

export const encodeOf = (target: Target): string => typeof target === "string" ? target : target.encode;
export const streamOf = (target: Target): number => typeof target === "string" ? 0 : target.stream;

export interface Damage {
  name: string;
  class: DamageClass;
  /** Encodes to damage, the most relevant first. */
  on: readonly Target[];
  make: (making: Making, stream: number) => Promise<void>;
  /** Evidence that the damage must produce. The default is the evidence of its class. */
  shows?: Evidence;
}

/**
 * Effect of one kind of damage. `file` stands for bytes outside the media data on which players depend. `seen`, `heard`
 * and `texts` also require that the file's metadata is unchanged.
 */
export type Evidence = "seen" | "heard" | "texts" | "times" | "facts" | "content" | "samples" | "file";

const CLASS_EVIDENCE: Record<DamageClass, Evidence> = {
  pictures: "seen",
  sound: "heard",
  subtitles: "texts",
  time: "times",
  colour: "facts",
  structure: "facts",
  bytes: "content",
};

/** Minimum number of frames that must differ visibly. For a movie of one second, half of this number. */
const MIN_PICTURES = 6;
/** Minimum number of audio blocks that must differ audibly. */
const MIN_BLOCKS = 2;
/** Minimum time in milliseconds by which at least one packet must have moved. */
const MIN_MOVE_MS = 40;

/** Returns the reason why the file does not show its kind of damage. Undefined if it does. */
export async function unfairness(damage: Damage, good: GoodEncode, path: string): Promise<string | undefined> {
  const evidence = damage.shows ?? CLASS_EVIDENCE[damage.class];
  if (evidence === "file") return undefined;
  if (evidence === "content") {
    return await isSameContent(good, path) ? "decodes to the same pictures, sound and texts as before" : undefined;
  }
  if (evidence === "times") {
    const moved = await changedTimes(good.path, path);
    return moved < MIN_MOVE_MS ? `no packet moved by more than ${moved} ms` : undefined;
  }
  const changed = await changedFacts(good.path, path);
  if (evidence === "facts") return changed.length === 0 ? "says the same of itself as before" : undefined;
  if (changed.length > 0) return `also changed what the file says of itself: ${changed.join(" ")}`;
  if (evidence === "seen") {
    const seen = await seenPictures(good.path, path);
    return seen < MIN_PICTURES ? `only ${seen} pictures differ visibly` : undefined;
  }
  if (evidence === "texts") {
    return await sameTexts(good.path, path) ? "has the same texts at the same times as before" : undefined;
  }
  if (evidence === "samples") {
    return await payloadHash(good.path, "a", true) === await payloadHash(path, "a", true)
      ? "has the same samples"
      : undefined;
  }
  const heard = await loudestChange(good, path);
  return heard < MIN_BLOCKS ? `only ${heard} blocks of sound differ audibly` : undefined;
}

async function loudestChange(good: GoodEncode, path: string): Promise<number> {
  let heard = 0;
  for (const [i, { channels }] of good.plan.audio.entries()) {
    heard = Math.max(heard, await heardBlocks(good.path, path, i, channels));
  }
  return heard;
}

async function isSameContent(good: GoodEncode, path: string): Promise<boolean> {
  for (const kind of ["v", "a", "s"] as const) {
    const decode = kind !== "s";
    if (await payloadHash(good.path, kind, decode) !== await payloadHash(path, kind, decode)) return false;
  }
  return await changedTimes(good.path, path).catch(() => Infinity) < MIN_MOVE_MS;
}

/** Video properties on which damages are based. */
export interface PictureFacts {
  width: number;
  height: number;
  /** Frames per second. */
  rate: number;
  seconds: number;
  /** Time of the first frame in seconds, relative to the start of the file. */
  start: number;
  frames: number;
  pixelFormat: string;
  /** Filters that restore the format, pixel aspect ratio and range of modified frames. */
  finish: string;
}

/** Returns the video properties of a good encode. Throws if it has no video. */
export async function pictureOf({ result, path }: GoodEncode): Promise<PictureFacts> {
  const picture = result.streams.find((stream) => stream.kind === "video");
  if (picture?.kind !== "video") throw new Error(`${path} has no video.`);
  const { width, height, pixelFormat, index } = picture;
  const frames = (await knownTimes(path)).get(index)?.length ?? 0;
  const [numerator, denominator] = picture.frameRate;
  const [across, down] = picture.sampleAspect;
  const finish = `format=${pixelFormat},setsar=${across}/${down},setparams=range=${picture.colorRange ?? "unknown"}`;
  return {
    finish,
    ...{ width, height, pixelFormat, frames, rate: numerator / denominator, seconds: result.durationSeconds },
    start: (picture.startSeconds ?? 0) - result.startSeconds,
  };
}

/** Converts `{ name: row }` to a list of pairs. */
export const named = <T>(rows: Readonly<Record<string, T>>): [name: string, row: T][] => Object.entries(rows);

/**
 * Returns `count` names from `pool`, starting at a different name for each `turn`, so that all names are used equally.
 */
export const spread = <T>(pool: readonly T[], turn: number, count: number): T[] =>
  Array.from(
    { length: Math.min(count, pool.length) },
    (_, i) => pool[(turn + i * Math.ceil(pool.length / count)) % pool.length],
  )
    .filter((name) => name !== undefined);
