import { bytes } from "../../../../lib/kit/format.ts";
import type { LookupResult, SearchQuery } from "../../../../lib/library/search_model.ts";

/** Display texts for queries and results. Pure. */

/** Returns labels for the parts of a query. */
export function chipsOf({ year, kind, anime, season, episode, absoluteEpisode, wants, ...ids }: SearchQuery): string[] {
  return [
    year,
    kind === "movie" ? "Movie" : kind === "series" ? "Series" : undefined,
    anime && "Anime",
    season === undefined ? undefined : `Season ${season}`,
    episode === undefined ? undefined : `Episode ${episode}`,
    absoluteEpisode === undefined ? undefined : `Absolute episode ${absoluteEpisode}`,
    ids.tmdbId && `TMDB ${ids.tmdbId}`,
    ids.tvdbId && `TVDB ${ids.tvdbId}`,
    ids.imdbId && `IMDb ${ids.imdbId}`,
    wants.resolution,
    wants.category && CATEGORY_NAMES[wants.category],
    wants.hdr && "HDR",
    wants.dolbyVision && "Dolby Vision",
    wants.atmos && "Atmos",
    wants.codec?.toUpperCase(),
    wants.dualAudio && "Dual audio",
  ].filter((chip) => chip !== undefined && chip !== false && chip !== "").map(String);
}

/** Names of release categories for video and music. Unknown categories are shown unchanged. */
export const CATEGORY_NAMES: Record<string, string> = {
  remux: "Remux",
  disc: "Full disc",
  bluray: "Blu-ray",
  web: "WEB",
  hdtv: "HDTV",
  dvd: "DVD",
  other: "Other",
  hires: "Better than CD",
  cd: "CD quality",
  mqa: "MQA",
  lossy: "Lossy",
};

/** Returns a short text about the files of a title on disk. */
export function onDiskOf({ library, local, kind }: LookupResult): string {
  if (local) {
    return [local.quality, `${local.files} ${local.files === 1 ? "file" : "files"}`, bytes(local.size)].filter(Boolean)
      .join(", ");
  }
  if (!library) return "";
  const size = library.sizeOnDisk ? bytes(library.sizeOnDisk) : undefined;
  if (kind === "movie") return library.hasFile ? [library.quality, size].filter(Boolean).join(", ") : "missing";
  const remux = library.remuxFiles ? `${library.remuxFiles} remux` : undefined;
  return [`${library.files ?? 0}/${library.episodes ?? 0}`, remux, size].filter(Boolean).join(", ");
}
