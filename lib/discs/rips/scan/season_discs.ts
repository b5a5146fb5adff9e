import { episodeAfter } from "../../choose/episode_numbers.ts";
import type { RipMedia, StoredRip } from "../../rip_schema.ts";
import type { RipsState } from "../deps.ts";

/** Finds the discs of a season, and the first episode on each. */

type SeasonDeps = Pick<RipsState, "repository">;

/**
 * Returns the first episode on a disc: as specified by the user, or otherwise after the episodes of earlier discs of
 * the season.
 */
export const firstEpisode = async (deps: SeasonDeps, rip: StoredRip): Promise<number> =>
  rip.media.episodeStart ?? nextEpisode(await siblingsOf(deps, rip), rip.media);

/** Returns other discs of the same season. An earlier rip of the same disc is not included. */
export async function siblingsOf({ repository }: SeasonDeps, rip: StoredRip): Promise<StoredRip[]> {
  if (rip.media.kind !== "series") return [];
  return (await repository.list()).map(({ record }) => record).filter((record) =>
    record.id !== rip.id && record.slot?.state !== "rejected" && isSameSeason(record.media, rip.media) &&
    !isSameDisc(record, rip)
  );
}

const isSameDisc = (a: StoredRip, b: StoredRip): boolean =>
  a.media.discNumber !== undefined && a.media.discNumber === b.media.discNumber ||
  a.fingerprint.contentHash !== undefined && a.fingerprint.contentHash === b.fingerprint.contentHash;

/** Returns the number after the last episode on earlier discs of the season. 1 for the first disc. Pure. */
export function nextEpisode(siblings: readonly StoredRip[], { discNumber = 1 }: RipMedia): number {
  const earlier = siblings.filter(({ media }) => (media.discNumber ?? 1) < discNumber);
  return Math.max(1, ...earlier.map(({ episodeMap }) => episodeAfter(episodeMap) ?? 1));
}

/** True if two discs contain the same season of the same series. */
export const isSameSeason = (a: RipMedia, b: RipMedia): boolean =>
  a.kind === "series" && b.kind === "series" && a.seasonNumber === b.seasonNumber &&
  (a.externalId === undefined || b.externalId === undefined ? a.title === b.title : a.externalId === b.externalId);
