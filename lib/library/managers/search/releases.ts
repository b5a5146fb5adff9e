import * as z from "zod";
import type { LibraryKind } from "../../../platform/managers/kinds.ts";
import type { ManagerClient } from "../client.ts";
import type { Limits } from "../request.ts";
import { ReleaseRow } from "../wire/release.ts";

/** Target of a release search. Without it, the newest releases of all titles would be returned. */
export type ReleaseTarget =
  | { kind: "movie"; movieId: number }
  | { kind: "series"; episodeId: number }
  | { kind: "series"; seriesId: number; seasonNumber: number }
  | { kind: "music"; albumId: number; artistId?: number };

/** Timeout in milliseconds. All indexers are queried before the response is sent. */
const SEARCH_MS = 100_000;
const MAX_RESULTS = 200;
/** Categories for movies, series and music in Prowlarr. */
const CATEGORIES: Record<LibraryKind, number> = { movie: 2000, series: 5000, music: 3000 };

/** Searches the indexers of Radarr, Sonarr or Lidarr for one title. Throws `ManagerProblem`. */
export function searchReleases(
  manager: ManagerClient<LibraryKind>,
  { kind: _, ...query }: ReleaseTarget,
  options: Limits = {},
): Promise<ReleaseRow[]> {
  return manager.get("/release", Rows, { query, totalMs: SEARCH_MS, ...options });
}

/** Searches all of Prowlarr's indexers for a text. Throws `ManagerProblem`. */
export function searchIndexers(
  prowlarr: ManagerClient<"indexer">,
  words: string,
  kind: LibraryKind | undefined,
  options: Limits = {},
): Promise<ReleaseRow[]> {
  const categories = kind && CATEGORIES[kind];
  const query = { query: words, type: "search", limit: MAX_RESULTS, offset: 0, categories };
  return prowlarr.get("/search", Rows, { query, totalMs: SEARCH_MS, ...options });
}

/** Invalid rows are skipped, so that the others can be used. */
const Rows = z.array(z.unknown()).transform((rows) => rows.flatMap((row) => ReleaseRow.safeParse(row).data ?? []));

const Album = z.object({ title: z.string(), artist: z.object({ artistName: z.string() }).nullish() });

/** Returns artist and title of a Lidarr album as search words. Throws `ManagerProblem`. */
export async function albumWords(
  lidarr: ManagerClient<"music">,
  albumId: number,
  options: Limits = {},
): Promise<string> {
  const { title, artist } = await lidarr.get(`/album/${albumId}`, Album, options);
  return artist ? `${artist.artistName} ${title}` : title;
}
