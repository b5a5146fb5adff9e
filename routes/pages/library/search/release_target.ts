import { Fault } from "../../../../lib/kit/fault.ts";
import type { MusicLibrary } from "../../../../lib/library/music/music_service.ts";
import { isAnimeSeries } from "../../../../lib/library/video/anime_marks.ts";
import type { Library } from "../../../../lib/library/video/service.ts";
import { managerKind } from "../../../../lib/platform/managers/kinds.ts";
import { ReleaseQuery } from "../../../../lib/library/search_model.ts";
import type { GrabTarget } from "./release_table.tsx";

/** Target of the releases page, parsed from its URL. */
export interface ReleaseTargetPage {
  target: GrabTarget;
  lead?: string;
  /** Search parameters for the API. */
  query: Record<string, string>;
  mediaType: "movie" | "tv" | "anime" | "music";
}

const two = (value: number): string => String(value).padStart(2, "0");

/**
 * Parses the target. Throws `invalid` and `not_found`. The URL may specify an episode by its number in the season or by
 * its absolute number.
 */
export async function releaseTarget(
  { library, music }: {
    library: Pick<Library, "movie" | "oneSeries" | "episodes">;
    music: Pick<MusicLibrary, "album">;
  },
  asked: Record<string, string>,
): Promise<ReleaseTargetPage> {
  const known = Object.keys(ReleaseQuery.shape);
  const query = Object.fromEntries(
    Object.entries(asked).filter(([name, value]) => value !== "" && known.includes(name)),
  );
  const read = ReleaseQuery.safeParse(query);
  if (!read.success) throw new Fault("invalid", "This address is not valid.");
  const { arrId, albumId, q = "" } = read.data;
  const kind = managerKind(read.data.arr ?? "");
  if (kind === "movie" && arrId !== undefined) {
    const { title, year, poster, anime } = await library.movie(arrId);
    const named = year === undefined ? title : `${title} (${year})`;
    return { target: { title: named, poster, arrId }, query, mediaType: anime ? "anime" : "movie" };
  }
  if (kind === "series" && arrId !== undefined) return await ofSeries(library, arrId, read.data, query, asked);
  if (kind === "music" && albumId !== undefined) {
    const { album: { title, artist, artistId, cover } } = await music.album(albumId);
    return { target: { title, poster: cover, arrId: artistId, albumId }, lead: artist, query, mediaType: "music" };
  }
  const mediaType = kind === "music" || read.data.soulseek ? "music" : kind === "series" ? "tv" : "movie";
  return { target: { title: q || "music", arrId, albumId }, query, mediaType };
}

async function ofSeries(
  library: Pick<Library, "oneSeries" | "episodes">,
  arrId: number,
  { seasonNumber, episodeId }: ReleaseQuery,
  query: Record<string, string>,
  asked: Record<string, string>,
): Promise<ReleaseTargetPage> {
  const series = await library.oneSeries(arrId);
  const { title, poster } = series;
  const episodes = await library.episodes(arrId, seasonNumber);
  const wanted = episodes.find((episode) =>
    episode.id === episodeId ||
    (asked.episode !== undefined && seasonNumber !== undefined && episode.episodeNumber === Number(asked.episode)) ||
    (asked.absolute !== undefined && episode.absoluteNumber === Number(asked.absolute))
  );
  const season = wanted?.seasonNumber ?? seasonNumber;
  if (season === undefined) throw new Fault("invalid", `Open ${title} and choose a season to search for releases.`);
  const number = wanted && `S${two(season)}E${two(wanted.episodeNumber)}`;
  return {
    target: { title, poster, arrId, seasonNumber: season, ...(wanted ? { episodeIds: [wanted.id] } : {}) },
    lead: wanted ? `${number} ${wanted.title}` : season === 0 ? "Specials" : `Season ${season}`,
    query: { ...query, seasonNumber: String(season), ...(wanted ? { episodeId: String(wanted.id) } : {}) },
    mediaType: isAnimeSeries(series) ? "anime" : "tv",
  };
}
