import { isRemuxQuality } from "../managers/wire/common.ts";
import type { ReleaseRow } from "../managers/wire/release.ts";
import type { ReleaseHint, ReleaseName } from "../../media/release_names/model.ts";
import { parseReleaseName } from "../../media/release_names/parse.ts";
import type { Release } from "../search_model.ts";

/** Converts a search result of a manager to a release, with its type of copy and tags. Pure. */

/** Category of a release: one of `VIDEO_CATEGORIES` for movies and series, or of `MUSIC_CATEGORIES` for albums. */
export type Category = Release["category"];

/** A release before scoring. */
export type UnscoredRelease = Omit<Release, "score" | "scoreReasons">;

type RowSource = Exclude<Release["source"], "soulseek">;

const MAX_REJECTIONS = 50;
const MAX_CHARACTERS = { guid: 4096, title: 1000 } as const;

const HINTS: Partial<Record<RowSource, ReleaseHint>> = { movie: "movie", series: "series", music: "music" };

/**
 * Converts a search result. `hint` helps to parse the names of Prowlarr's results. For results of a manager, the kind
 * is known.
 */
export function releaseOf(row: ReleaseRow, source: RowSource, hint = HINTS[source]): UnscoredRelease {
  const name = parseReleaseName(row.title, hint);
  const isMusic = hint === "music";
  const category = isMusic ? musicCategory(qualityOf(row, name), row.title) : videoCategory(row, name);
  const season = row.mappedSeasonNumber ?? row.seasonNumber ?? name.season;
  const rejections = (row.rejections ?? []).slice(0, MAX_REJECTIONS);
  return {
    guid: row.guid.slice(0, MAX_CHARACTERS.guid),
    indexerId: row.indexerId ?? 0,
    indexer: row.indexer ?? "",
    source,
    title: row.title.slice(0, MAX_CHARACTERS.title),
    size: Math.max(0, Math.round(row.size ?? 0)),
    quality: qualityOf(row, name),
    resolution: isMusic ? "" : resolutionOf(row, name),
    category,
    isRemux: category === "remux",
    ...(category === "disc" ? { isDisc: true, discFormat: discFormat(row.title, name) } : {}),
    tags: isMusic ? [] : tagsOf(row.title, name),
    seeders: countOf(row.seeders),
    leechers: countOf(row.leechers),
    ...(row.protocol === "torrent" || row.protocol === "usenet" ? { protocol: row.protocol } : {}),
    ageDays: Math.max(0, Math.floor((row.ageHours ?? (row.age ?? 0) * 24) / 24)),
    languages: row.languages?.map((language) => language.name) ?? name.languages,
    approved: row.approved ?? rejections.length === 0,
    rejections,
    ...(row.fullSeason ?? name.fullSeason ? { fullSeason: true } : {}),
    ...(season === undefined ? {} : { seasonNumber: season }),
    ...(row.mappedEpisodeInfo?.length ? { episodeIds: row.mappedEpisodeInfo.map(({ id }) => id) } : {}),
    ...(row.albumId ? { albumIds: [row.albumId] } : {}),
    ...(/^https?:\/\//i.test(row.infoUrl ?? "") ? { infoUrl: row.infoUrl?.slice(0, MAX_CHARACTERS.guid) } : {}),
    ...(isMusic && name.audioCodec ? { music: { format: name.audioCodec } } : {}),
  };
}

const countOf = (value: number | null | undefined): number | null =>
  typeof value === "number" ? Math.round(value) : null;

const qualityOf = ({ quality }: ReleaseRow, name: ReleaseName): string => quality?.quality.name ?? name.quality;

function resolutionOf({ quality }: ReleaseRow, name: ReleaseName): string {
  if (name.resolution !== undefined) return name.resolution;
  const lines = quality?.quality.resolution ?? 0;
  return lines > 0 ? `${lines}p` : "";
}

/** Words in release names that mark a complete disc. */
const DISC =
  /(?<![\p{L}\p{N}])(?:BR-?DISK|COMPLETE[ ._-](?:UHD[ ._-])?BLU-?RAY|BD(?:25|50|66|100)|BD-?ISO|BDMV|DVD-?[59]|DVD-?R|VIDEO_TS)(?![\p{L}\p{N}])/iu;
const ENCODED = /(?<![\p{L}\p{N}])x26[45](?![\p{L}\p{N}])/iu;

function videoCategory({ title, quality }: ReleaseRow, name: ReleaseName): Category {
  if (name.remux || (quality && isRemuxQuality(quality))) return "remux";
  const declared = quality?.quality;
  const isDisc = name.disc || declared?.modifier === "brdisk" || /^(BR-DISK|DVD-R)$/i.test(declared?.name ?? "") ||
    DISC.test(title);
  if (isDisc && !ENCODED.test(title)) return "disc";
  const source = `${declared?.source ?? ""} ${declared?.name ?? ""} ${name.source ?? ""}`;
  return SOURCES.find(([words]) => words.test(source))?.[1] ?? "other";
}

/** Sources. The first match is used. The source from the manager takes precedence over the parsed name. */
const SOURCES: [RegExp, Category][] = [
  [/^bluray|\bbluray/i, "bluray"],
  [/\bweb/i, "web"],
  [/\bdvd/i, "dvd"],
  [/\b(?:tv|hdtv|sdtv|television)/i, "hdtv"],
];

function discFormat(title: string, { source, resolution }: ReleaseName): "uhd" | "bluray" | "dvd" {
  if (source === "dvd" || /(?<![\p{L}\p{N}])(?:DVD|VIDEO_TS)/iu.test(title)) return "dvd";
  return resolution === "2160p" || /(?<![\p{L}\p{N}])(?:UHD|BD66|BD100)(?![\p{L}\p{N}])/iu.test(title)
    ? "uhd"
    : "bluray";
}

const LOSSLESS = /^(?:FLAC|ALAC|WAV|APE|WavPack)/i;

/** Returns the category of a music release: better than CD, CD quality, MQA, or lossy. */
export function musicCategory(quality: string, title: string): Category {
  if (/(?<![\p{L}\p{N}])MQA(?![\p{L}\p{N}])/iu.test(title)) return "mqa";
  if (!LOSSLESS.test(quality)) return "lossy";
  return /24[ -]?bit/i.test(quality) ? "hires" : "cd";
}

const word = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "iu");

/** Tags of a release, in the order in which they are displayed. */
const TAGS: [string, (name: ReleaseName, title: string) => boolean][] = [
  ["DV", ({ hdr }) => hdr.includes("DV")],
  ["HDR10+", ({ hdr }) => hdr.includes("HDR10+")],
  ["HDR", ({ hdr }) => hdr.some((kind) => /^(?:HDR|HDR10|HLG)$/.test(kind)) && !hdr.includes("HDR10+")],
  ["Atmos", (_, title) => word("Atmos").test(title)],
  ["TrueHD", (_, title) => word("True[-. ]?HD(?:[257][. ]?[01])?").test(title)],
  ["DTS-HD MA", ({ audioCodec }) => audioCodec === "DTS-HD MA"],
  ["DTS:X", ({ audioCodec }) => audioCodec === "DTS:X"],
  ["FLAC", (_, title) => word("FLAC(?:[257][. ]?[01])?").test(title)],
  ["PCM", (_, title) => word("L?PCM(?:[257][. ]?[01])?").test(title)],
  ["HEVC", ({ videoCodec }) => videoCodec === "h265"],
  ["AVC", ({ videoCodec }) => videoCodec === "h264"],
  ["AV1", ({ videoCodec }) => videoCodec === "av1"],
  ["10-bit", ({ bitDepth }) => bitDepth === 10],
  ["Dual audio", (_, title) => word("(?:dual|multi)[ ._-]?audio|DUAL|MULTi").test(title)],
];

const tagsOf = (title: string, name: ReleaseName): string[] =>
  TAGS.filter(([, has]) => has(name, title)).map(([tag]) => tag);
