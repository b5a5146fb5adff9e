import * as z from "zod";
import { ratingOf } from "./rating.ts";
import type { ManagerClient } from "../client.ts";
import type { Limits } from "../request.ts";
import type { Image } from "../wire/common.ts";
import { LidarrLookup, RadarrLookup, SonarrLookup } from "../wire/lookup.ts";

/** Fields of all results from a manager's online lookup. */
interface LookupDetails {
  /** ID in the source database: `tmdb:949`, `tvdb:81189`, or the MusicBrainz release group of an album. */
  externalId: string;
  /** ID in the manager's library, if it contains the title. */
  id?: number;
  title: string;
  year?: number;
  overview: string;
  /** Public URL of the image. */
  poster?: string;
  genres: string[];
  /** Rating from 0 to 100. */
  rating?: number;
}

/** A movie or series from a manager's online lookup. */
export interface LookupTitle extends LookupDetails {
  kind: "movie" | "series";
  tmdbId?: number;
  tvdbId?: number;
  imdbId?: string;
  originalTitle?: string;
  backdrop?: string;
  runtimeMinutes?: number;
  seriesType?: "standard" | "anime" | "daily";
  alternateTitles: string[];
}

/** An album from Lidarr's online lookup. */
export interface LookupAlbum extends LookupDetails {
  artist: string;
  artistId?: string;
  /** Type of the album: `Album`, `EP` or `Single`. */
  type?: string;
}

// Timeout in milliseconds. The online services that managers use for lookups are slow.
const LOOKUP_MS = 45_000;

/**
 * Searches Radarr (movies) or Sonarr (series) for titles similar to `term`. `tmdb:949`, `imdb:tt0113277` and
 * `tvdb:81189` search for exactly one title. Throws `ManagerProblem`.
 */
export async function lookupTitles(
  manager: ManagerClient<"movie" | "series">,
  term: string,
  options: Limits = {},
): Promise<LookupTitle[]> {
  const { kind } = manager;
  const asked = { query: { term }, totalMs: LOOKUP_MS, ...options };
  if (kind === "movie") {
    return (await manager.get("/movie/lookup", rowsOf(RadarrLookup), asked))
      .map((movie) => ({
        ...titleOf(movie),
        kind,
        externalId: `tmdb:${movie.tmdbId}`,
        ...(movie.originalTitle ? { originalTitle: movie.originalTitle } : {}),
      }));
  }
  return (await manager.get("/series/lookup", rowsOf(SonarrLookup), asked))
    .map((series) => ({
      ...titleOf(series),
      kind,
      externalId: `tvdb:${series.tvdbId}`,
      tvdbId: series.tvdbId,
      ...(series.seriesType ? { seriesType: series.seriesType } : {}),
    }));
}

/**
 * Searches Lidarr for albums similar to `term`, preferably artist and title. `lidarr:<id>` searches for exactly one
 * album. Throws `ManagerProblem`.
 */
export async function lookupAlbums(
  lidarr: ManagerClient<"music">,
  term: string,
  options: Limits = {},
): Promise<LookupAlbum[]> {
  return (await lidarr.get("/album/lookup", rowsOf(LidarrLookup), { query: { term }, totalMs: LOOKUP_MS, ...options }))
    .map((album) => ({
      ...detailsOf(
        { ...album, remotePoster: album.remoteCover, year: Number(album.releaseDate?.slice(0, 4)) },
        "cover",
      ),
      externalId: album.foreignAlbumId,
      artist: album.artist?.artistName ?? "",
      ...(album.artist?.foreignArtistId ? { artistId: album.artist.foreignArtistId } : {}),
      ...(album.albumType ? { type: album.albumType } : {}),
    }));
}

/** A list of rows. Invalid rows are skipped, so that the others can be used. */
const rowsOf = <T extends z.ZodType>(row: T) =>
  z.array(z.unknown()).transform((rows) => rows.flatMap((one) => row.safeParse(one).data ?? []));

function titleOf(title: z.infer<typeof RadarrLookup> | z.infer<typeof SonarrLookup>) {
  const { tmdbId, imdbId, runtime, images, alternateTitles } = title;
  const backdrop = imageOfKind(images, "fanart");
  return {
    ...detailsOf(title, "poster"),
    ...(tmdbId ? { tmdbId } : {}),
    ...(imdbId ? { imdbId } : {}),
    ...(runtime ? { runtimeMinutes: runtime } : {}),
    ...(backdrop ? { backdrop } : {}),
    alternateTitles: [...new Set((alternateTitles ?? []).map(({ title }) => title))].filter((one) =>
      one !== title.title
    ),
  };
}

type WireImages = z.infer<typeof Image>[] | null | undefined;

interface WireLookup {
  id?: number | null;
  title: string;
  year?: number | null;
  overview?: string | null;
  remotePoster?: string | null;
  images?: WireImages;
  genres?: string[] | null;
  ratings?: Parameters<typeof ratingOf>[0];
}

function detailsOf(row: WireLookup, picture: "poster" | "cover"): Omit<LookupDetails, "externalId"> {
  const poster = row.remotePoster || imageOfKind(row.images, picture);
  const rating = ratingOf(row.ratings);
  return {
    ...(row.id ? { id: row.id } : {}),
    title: row.title,
    ...(row.year ? { year: row.year } : {}),
    overview: row.overview ?? "",
    ...(poster ? { poster } : {}),
    genres: row.genres ?? [],
    ...(rating === undefined ? {} : { rating }),
  };
}

const imageOfKind = (images: WireImages, kind: string): string | undefined =>
  images?.find(({ coverType }) => coverType === kind)?.remoteUrl ?? undefined;
