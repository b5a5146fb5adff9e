import { hash } from "node:crypto";
import { searchKey } from "../../../db/library/catalogue_page.ts";
import type { CatalogueTitleRow } from "../../../db/schema/catalogue.ts";
import type { RadarrMovie } from "../managers/wire/radarr.ts";
import type { SonarrSeries } from "../managers/wire/sonarr.ts";
import { isAnimeSeries } from "./anime_marks.ts";
import type { MediaFile, Movie, Series } from "../video_model.ts";
import { codecFacet, facetText, languageFacet, RESOLUTIONS } from "../../../db/library/title_facets.ts";

/**
 * Builds the stored rows of titles, with columns for sorting, searching and filtering in addition to the record. Pure.
 */

/** Builds the row of a movie. `localPath` is its folder on this machine. The fingerprint is that of the whole row. */
export function movieRow(movie: Movie, wire: RadarrMovie, localPath: string): CatalogueTitleRow {
  const row = {
    ...titleRow("movie", movie, wire, localPath),
    sizeBytes: Math.round(wire.sizeOnDisk ?? movie.file?.size ?? 0),
    onDisk: movie.hasFile,
    missing: !movie.hasFile,
    remux: movie.file?.isRemux ?? false,
    anime: movie.anime ?? false,
    facets: facetsOf(movie.file ? [movie.file] : []),
  };
  return { ...row, fingerprint: fingerprintOf(row) };
}

/**
 * Builds the row of a series. `fingerprint` is that of the manager's record. If it changes, episodes are read again.
 */
export function seriesRow(
  series: Series,
  wire: SonarrSeries,
  { localPath, fingerprint, files }: { localPath: string; fingerprint: string; files: readonly MediaFile[] },
): CatalogueTitleRow {
  const { statistics } = series;
  return {
    ...titleRow("series", series, wire, localPath),
    sizeBytes: statistics.sizeOnDisk,
    onDisk: statistics.episodeFileCount > 0,
    missing: statistics.episodeFileCount < (wire.statistics?.episodeCount ?? 0),
    remux: statistics.remuxFileCount > 0,
    anime: isAnimeSeries(series),
    facets: facetsOf(files),
    fingerprint,
  };
}

/** Returns a hash for detecting changes since the last refresh. */
export const fingerprintOf = (value: unknown): string => hash("sha1", JSON.stringify(value), "base64url");

function titleRow(
  arr: "movie" | "series",
  record: Movie | Series,
  { sortTitle, added }: Pick<RadarrMovie, "sortTitle" | "added">,
  localPath: string,
) {
  const { id, title, year = 0, alternateTitles, titleRomaji = "", titleKanji = "" } = record;
  return {
    arr,
    id,
    title,
    sortKey: searchKey(sortTitle || title),
    searchText: searchKey([title, ...alternateTitles, titleRomaji, titleKanji, year || ""].join("\n")),
    year,
    addedAt: Date.parse(added ?? "") || 0,
    localPath,
    record,
  };
}

/** Creates search facets for the files of a title: codec, resolution, range and languages. Pure. */

/**
 * Returns the facets of all files of a title, each with a space before and after it, or an empty string if the title
 * has no files.
 */
export const facetsOf = (files: readonly FacetFields[]): string => facetText(files.flatMap(wordsOf));

/** Fields of a file from which its facets are created. */
type FacetFields = Pick<MediaFile, "videoCodec" | "resolution" | "quality" | "hdr" | "languages">;

function wordsOf({ videoCodec, resolution, quality, hdr, languages }: FacetFields): string[] {
  const codec = codecFacet(videoCodec);
  const height = resolutionOf(resolution) ?? RESOLUTIONS.find((one) => quality.includes(one));
  const range = hdr === undefined ? ["sdr"] : /\bDV\b|dolby/i.test(hdr) ? ["hdr", "dv"] : ["hdr"];
  return [...(codec ? [codec] : []), ...(height ? [height] : []), ...range, ...languages.map(languageFacet)];
}

/** Converts `1920x800` to `1080p`. */
function resolutionOf(size: string | undefined): (typeof RESOLUTIONS)[number] | undefined {
  const [width = 0, height = 0] = (size ?? "").split("x").map(Number);
  if (!(width > 0)) return undefined;
  if (width >= 2600 || height >= 1500) return "2160p";
  if (width >= 1600 || height >= 1000) return "1080p";
  return width >= 1100 || height >= 700 ? "720p" : "sd";
}
