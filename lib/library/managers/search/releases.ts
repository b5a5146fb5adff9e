import * as z from "zod";
import type { LibraryKind } from "../../../platform/managers/kinds.ts";
import type { ManagerClient } from "../client.ts";
import type { Limits } from "../request.ts";
import { ReleaseRow } from "../wire/release.ts";

/** What a manager is asked releases for. Less than this would answer the newest releases of everything. */
export type ReleaseTarget =
  | { kind: "movie"; movieId: number }
  | { kind: "series"; episodeId: number }
  | { kind: "series"; seriesId: number; seasonNumber: number }
  | { kind: "music"; albumId: number; artistId?: number };

/** Every indexer is asked while we wait. */
const SEARCH_MS = 100_000;
const MAX_RESULTS = 200;
/** Where Prowlarr's indexers file films, series and music. */
const CATEGORIES: Record<LibraryKind, number> = { movie: 2000, series: 5000, music: 3000 };

/** Has Radarr, Sonarr or Lidarr search its indexers for one title. Throws `ManagerProblem`. */
export function searchReleases(
  manager: ManagerClient<LibraryKind>,
  { kind: _, ...query }: ReleaseTarget,
  options: Limits = {},
): Promise<ReleaseRow[]> {
  return manager.get("/release", Rows, { query, totalMs: SEARCH_MS, ...options });
}

/** Has Prowlarr search all its indexers for words. Throws `ManagerProblem`. */
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

/** A row that makes no sense is passed by rather than spoiling the rest. */
const Rows = z.array(z.unknown()).transform((rows) => rows.flatMap((row) => ReleaseRow.safeParse(row).data ?? []));

const Album = z.object({ title: z.string(), artist: z.object({ artistName: z.string() }).nullish() });

/** An album of Lidarr in the words one searches for: artist and title. Throws `ManagerProblem`. */
export async function albumWords(
  lidarr: ManagerClient<"music">,
  albumId: number,
  options: Limits = {},
): Promise<string> {
  const { title, artist } = await lidarr.get(`/album/${albumId}`, Album, options);
  return artist ? `${artist.artistName} ${title}` : title;
}
