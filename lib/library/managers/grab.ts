import * as z from "zod";
import type { LibraryKind } from "../../platform/managers/kinds.ts";
import type { ManagerClient } from "./client.ts";
import { ManagerProblem } from "./request.ts";

/** A release from a search, and the title to which it is assigned. */
export interface ReleaseToGrab {
  guid: string;
  indexerId: number;
  /** The manager's name for the quality, which is used if the manager cannot determine the quality. */
  quality: string;
  languages: string[];
  arrId?: number;
  seasonNumber?: number;
  episodeIds?: number[];
  albumId?: number;
}

/** Timeout in milliseconds. The manager requests the file from the indexer and passes it to its download client. */
const GRAB_MS = 100_000;

const Definition = z.object({ quality: z.object({ name: z.string() }).loose() });
const EpisodeId = z.object({ id: z.int() });
const Language = z.object({ id: z.int(), name: z.string() });

/**
 * Makes a manager download a release from a recent search. If the manager cannot determine the title of the release,
 * the title is included in the request. Throws `ManagerProblem`. `isExpired` returns true for the error if the search
 * is too old.
 */
export async function sendRelease(
  manager: ManagerClient<LibraryKind>,
  release: ReleaseToGrab,
): Promise<void> {
  const { guid, indexerId } = release;
  const { kind } = manager;
  const send = (json: Record<string, unknown>) =>
    manager.post("/release", json, z.looseObject({}), { totalMs: GRAB_MS });
  try {
    // The manager uses the title only if it cannot determine it from the release.
    await send({ guid, indexerId, ...targetOf(kind, release) });
  } catch (error) {
    const unmapped = error instanceof ManagerProblem && error.status === 404 && !isExpired(error);
    if (!unmapped || kind === "music" || release.arrId === undefined) throw error;
    await send({ guid, indexerId, shouldOverride: true, ...await overriding(manager, release) });
  }
}

/** True for the error after a search has expired. Results are valid for half an hour, or until the manager restarts. */
export const isExpired = (error: ManagerProblem): boolean => error.status === 404 && /\bcache\b/i.test(error.message);

/** Sends a release to the download client of Prowlarr. Throws `ManagerProblem`. */
export async function sendToIndexer(
  prowlarr: ManagerClient<"indexer">,
  { guid, indexerId }: Pick<ReleaseToGrab, "guid" | "indexerId">,
): Promise<void> {
  await prowlarr.post("/search", { guid, indexerId }, z.unknown(), { totalMs: GRAB_MS });
}

const targetOf = (kind: LibraryKind, { arrId, episodeIds, albumId }: ReleaseToGrab): Record<string, unknown> =>
  kind === "movie"
    ? { movieId: arrId }
    : kind === "series"
    ? { seriesId: arrId, ...(episodeIds?.length === 1 ? { episodeId: episodeIds[0] } : {}) }
    : { artistId: arrId, albumId };

/** Returns the title, with quality and languages as objects from the manager, which requires them for an override. */
async function overriding(
  manager: ManagerClient<LibraryKind>,
  { arrId, seasonNumber, episodeIds, quality, languages }: ReleaseToGrab,
): Promise<Record<string, unknown>> {
  const { kind } = manager;
  const season = { seriesId: arrId, seasonNumber };
  const whole = kind === "series" && episodeIds === undefined && seasonNumber !== undefined;
  const [episodes, definitions, known] = await Promise.all([
    whole ? manager.get("/episode", z.array(EpisodeId), { query: season }) : undefined,
    manager.get("/qualitydefinition", z.array(Definition)),
    manager.get("/language", z.array(Language)),
  ]);
  const found = definitions.find((one) => one.quality.name === quality) ??
    definitions.find((one) => one.quality.name === "Unknown");
  const spoken = known.filter(({ name }) => languages.includes(name));
  return {
    ...(kind === "movie"
      ? { movieId: arrId }
      : { seriesId: arrId, episodeIds: episodeIds ?? episodes?.map(({ id }) => id) }),
    quality: { quality: found?.quality, revision: { version: 1, real: 0, isRepack: false } },
    languages: spoken.length > 0 ? spoken : [{ id: 0, name: "Unknown" }],
  };
}
