import { changedFacts, changedTimes, heardBlocks, payloadHash, sameTexts, seenPictures } from "./difference.ts";
import type { GoodEncode } from "./encodes/encode.ts";
import { knownTimes } from "./facts.ts";
import type { Making } from "./remake.ts";

/** What a kind of damage is, and how it is shown that a damaged file really is damaged. */

export const DAMAGE_CLASSES = ["pictures", "sound", "subtitles", "time", "colour", "structure", "bytes"] as const;
export type DamageClass = (typeof DAMAGE_CLASSES)[number];

/** An encode by its name, or one of its streams: the number counts streams of the damage's kind. */
export type Target = string | { encode: string; stream: number };

export const encodeOf = (target: Target): string => typeof target === "string" ? target : target.encode;
export const streamOf = (target: Target): number => typeof target === "string" ? 0 : target.stream;

export interface Damage {
  name: string;
  class: DamageClass;
  /** What it is done to; the first ones are the most telling. */
  on: readonly Target[];
  make: (making: Making, stream: number) => Promise<void>;
  /** How it must show; what its class must show by default. */
  shows?: Evidence;
}

/** What a damage changes; `file` = bytes that players go by beside the content. `seen`, `heard` and `texts` also require that the file says the same of itself as before. */
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

/** Pictures that must differ visibly; half of them in a film of a second. */
const MIN_PICTURES = 6;
/** Blocks of sound that must differ audibly. */
const MIN_BLOCKS = 2;
/** Milliseconds by which some packet must have moved. */
const MIN_MOVE_MS = 40;

/** Why the file is no fair damage of its kind; undefined when it is one. */
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

/** Numbers of the picture that damages are written with. */
export interface PictureFacts {
  width: number;
  height: number;
  /** Pictures per second. */
  rate: number;
  seconds: number;
  /** Time of the first picture. */
  start: number;
  frames: number;
  pixelFormat: string;
  /** Filters that give changed pictures their format, pixel shape and range again. */
  finish: string;
}

/** The picture of a good encode. Throws when there is none. */
export async function pictureOf({ result, path }: GoodEncode): Promise<PictureFacts> {
  const picture = result.streams.find((stream) => stream.kind === "video");
  if (picture?.kind !== "video") throw new Error(`${path} has no picture.`);
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

/** Makes the name of each row its key: `{ name: row }` as a list. */
export const named = <T>(rows: Readonly<Record<string, T>>): [name: string, row: T][] => Object.entries(rows);

/** `count` names out of `pool`, beginning at another one for each `turn`, so that all get their share. */
export const spread = <T>(pool: readonly T[], turn: number, count: number): T[] =>
  Array.from(
    { length: Math.min(count, pool.length) },
    (_, i) => pool[(turn + i * Math.ceil(pool.length / count)) % pool.length],
  )
    .filter((name) => name !== undefined);
