import { fold } from "../../kit/fold.ts";
import type { Release, SearchQuery } from "../search_model.ts";
import type { Category, UnscoredRelease } from "./release_facts.ts";

/** Scores releases for a query and returns the reasons. Pure. */

/** The query that releases are scored against. */
export interface Wanted {
  wants: SearchQuery["wants"];
  seasonNumber?: number | undefined;
  anime?: boolean | undefined;
  /** Words of the artist and album that were sent to the peers. */
  albumWords?: string | undefined;
}

/** Difference between two types of copy. All other bonuses together are less than this. */
const STEP = 1_000;
const SOURCE: Record<Category, [label: string, steps: number]> = {
  remux: ["Remux", 6],
  disc: ["Full disc", 5],
  bluray: ["Blu-ray encode", 4],
  web: ["WEB", 3],
  hdtv: ["HDTV", 2],
  dvd: ["DVD", 2],
  other: ["Unknown source", 0],
  hires: ["Better than CD", 4],
  cd: ["CD quality", 3],
  mqa: ["MQA", 2],
  lossy: ["Lossy", 1],
};
/** Bonus for the resolution. Most other bonuses are smaller than the differences between these. */
const RESOLUTION: Record<string, number> = {
  "2160p": 400,
  "1440p": 325,
  "1080p": 300,
  "1080i": 245,
  "720p": 180,
  "576p": 110,
};
const SMALL = 50;
const AS_ASKED = 600;

type Reason = [text: string, points: number] | undefined;

/** Scores a release. Each reason contains its points, for example `2160p, as requested: +400`. */
export function scored(release: UnscoredRelease, wanted: Wanted): Release {
  const reasons = [
    ...source(release, wanted),
    ...asked(release, wanted),
    ...quality(release),
    swarm(release),
    peer(release),
    ...albumTitle(release, wanted),
    languages(release, wanted),
    ...against(release, wanted),
  ].filter((reason) => reason !== undefined && reason[1] !== 0) as [string, number][];
  return {
    ...release,
    score: reasons.reduce((sum, [, points]) => sum + points, 0),
    scoreReasons: reasons.map(([text, points]) => `${text}: ${points > 0 ? "+" : "−"}${Math.abs(points)}`),
  };
}

/**
 * Sorts the best release first. Releases with equal scores have a fixed order, so that two searches show the same list.
 */
export function byScore(a: Release, b: Release): number {
  return b.score - a.score || (b.seeders ?? -1) - (a.seeders ?? -1) || a.ageDays - b.ageDays || b.size - a.size ||
    compare(a.title, b.title) || compare(keyOf(a), keyOf(b));
}

/** Unique key of a release across all sources. */
export const keyOf = ({ source, indexerId, guid }: UnscoredRelease): string => `${source}\n${indexerId}\n${guid}`;

const compare = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0;

function source({ category, resolution }: UnscoredRelease, { wants }: Wanted): Reason[] {
  const [label, steps] = SOURCE[category];
  if (wants.resolution !== undefined && resolution === wants.resolution) {
    return [[label, steps * STEP], [`${resolution}, as requested`, AS_ASKED]];
  }
  const points = resolution === "" ? 0 : RESOLUTION[resolution] ?? SMALL;
  // A resolution that was not requested gets half the points.
  return [[label, steps * STEP], [resolution, wants.resolution === undefined ? points : points / 2]];
}

function asked({ category, tags }: UnscoredRelease, { wants }: Wanted): Reason[] {
  const has = (...any: string[]) => any.some((tag) => tags.includes(tag));
  return [
    wants.category === category ? ["The requested type", 12] : undefined,
    wants.dolbyVision && has("DV") ? ["Dolby Vision, as requested", 4] : undefined,
    wants.hdr && has("HDR", "HDR10+") ? ["HDR, as requested", 4] : undefined,
    wants.atmos && has("Atmos") ? ["Atmos, as requested", 4] : undefined,
    wants.codec === "hevc" && has("HEVC") ? ["HEVC, as requested", 4] : undefined,
    wants.codec === "avc" && has("AVC") ? ["AVC, as requested", 4] : undefined,
    wants.dualAudio && has("Dual audio") ? ["Dual audio, as requested", 4] : undefined,
  ];
}

function quality({ tags }: UnscoredRelease): Reason[] {
  const lossless = tags.find((tag) => ["TrueHD", "DTS-HD MA", "DTS:X", "FLAC", "PCM"].includes(tag));
  const hdr = tags.find((tag) => ["DV", "HDR10+", "HDR"].includes(tag));
  return [
    lossless === undefined ? undefined : [`Lossless audio (${lossless})`, 4],
    hdr === undefined ? undefined : [hdr === "DV" ? "Dolby Vision" : hdr, 3],
  ];
}

function swarm({ protocol, seeders }: UnscoredRelease): Reason {
  if (protocol === "usenet") return ["Usenet", 2];
  if (seeders === null) return undefined;
  return seeders <= 0
    ? ["No seeders", -250]
    : [`${seeders} seeders`, Math.min(4, Math.ceil(Math.log2(1 + seeders) / 2))];
}

function peer({ music }: UnscoredRelease): Reason {
  if (music?.username === undefined) return undefined;
  return music.freeSlot
    ? ["Free slot", 4]
    : ["Peer has a queue", -1 - Math.min(10, Math.floor((music.queueLength ?? 0) / 5))];
}

/** Peers return every folder whose path contains the words, so the words in the folders of the album are counted. */
function albumTitle({ source, music, title }: UnscoredRelease, { albumWords }: Wanted): Reason[] {
  if (source !== "soulseek" || albumWords === undefined) return [];
  const asked = wordsOfAlbum(albumWords);
  if (asked.length === 0) return [];
  const folders = (music?.directory ?? title).split(/[\\/]/).slice(-ALBUM_FOLDERS).join(" ");
  const held = new Set(fold(folders).split(" "));
  const share = asked.filter((word) => held.has(word)).length / asked.length;
  const other = OTHER_EDITIONS.filter((word) => held.has(word) && !asked.includes(word));
  return [
    share < LEAST_SHARE
      ? ["Different title", -7 * STEP]
      : [share === 1 ? "Artist and title match" : "Title matches partly", Math.round(TITLE_POINTS * share)],
    other.length === 0 ? undefined : [`Not requested: ${other.join(", ")}`, -TITLE_POINTS],
  ];
}

/** Number of folders that belong to the album: `Artist/Album/CD 1`. */
const ALBUM_FOLDERS = 3;
const LEAST_SHARE = 0.7;
const TITLE_POINTS = 300;
const OTHER_EDITIONS = ["live", "tribute", "karaoke", "remixes", "remixed", "instrumental", "instrumentals", "covers"];
const QUALITY_WORDS =
  /^(?:flac|mp3|aac|alac|ape|wav|lossless|hi|res|hires|cd|vinyl|web|\d+bit|\d+khz|(?:19|20)\d\d|the|and|of)$/;

/** Removes words that do not help to identify an album. */
const wordsOfAlbum = (text: string): string[] => {
  const words = [...new Set(fold(text).split(" ").filter((word) => word !== ""))];
  const distinctive = words.filter((word) => !QUALITY_WORDS.test(word));
  return distinctive.length > 0 ? distinctive : words;
};

function languages({ tags, languages: spoken }: UnscoredRelease, { anime }: Wanted): Reason {
  if (!anime) return undefined;
  if (tags.includes("Dual audio")) return ["Dual audio", 6];
  return spoken.includes("Japanese") ? ["Japanese", 4] : undefined;
}

function against({ rejections, approved, seasonNumber }: UnscoredRelease, wanted: Wanted): Reason[] {
  const other = wanted.seasonNumber !== undefined && seasonNumber !== undefined &&
    seasonNumber !== wanted.seasonNumber;
  return [
    approved && rejections.length === 0
      ? undefined
      : ["The manager would reject it", -30 - 5 * Math.min(4, rejections.length)],
    other ? ["Different season", -7 * STEP] : undefined,
  ];
}
