import * as z from "zod";
import type { Release } from "../search_model.ts";

/** Filters and sorts the releases that were found. Pure. */

/** Type filters of releases. `best` means remuxes and discs. */
export const RELEASE_TYPES = ["best", "remux", "disc", "all"] as const;
/** Sort orders of releases. For `age`, the newest is first, for all others the largest value. */
export const RELEASE_SORTS = ["score", "size", "seeders", "age"] as const;

/** The user's filters. Invalid values are ignored. */
export const ReleaseView = z.object({
  type: z.enum(RELEASE_TYPES).optional().catch(undefined),
  resolution: z.string().max(20).catch("").default(""),
  text: z.string().max(200).catch("").default(""),
  sort: z.enum(RELEASE_SORTS).catch("score").default("score"),
});
/** Parsed from the query string of the page. `type` is undefined if none was selected, see `defaultType`. */
export type ReleaseView = z.infer<typeof ReleaseView>;

/** The matching releases in the selected order. */
export interface Shown {
  releases: Release[];
  /** True if there was no remux or disc, so that all releases are shown instead. */
  fellBack: boolean;
}

/** Returns the type that is shown by default. */
export const defaultType = (
  { remuxOnly, searchDiscReleases }: { remuxOnly: boolean; searchDiscReleases: boolean },
): typeof RELEASE_TYPES[number] => remuxOnly ? searchDiscReleases ? "best" : "remux" : "all";

const OF_TYPE: Record<typeof RELEASE_TYPES[number], (release: Release) => boolean> = {
  best: ({ isRemux, isDisc }) => isRemux || isDisc === true,
  remux: ({ isRemux }) => isRemux,
  disc: ({ isDisc }) => isDisc === true,
  all: () => true,
};

const BY: Record<typeof RELEASE_SORTS[number], (a: Release, b: Release) => number> = {
  // The releases are already sorted by score.
  score: () => 0,
  size: (a, b) => b.size - a.size,
  seeders: (a, b) => (b.seeders ?? -1) - (a.seeders ?? -1),
  age: (a, b) => a.ageDays - b.ageDays,
};

/** Filters and sorts releases. `found` must be sorted by score. Equal entries keep that order. */
export function shownOf(found: readonly Release[], { type = "best", resolution, text, sort }: ReleaseView): Shown {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const wanted = found.filter((release) =>
    (resolution === "" || release.resolution === resolution) &&
    words.every((word) => `${release.title} ${release.indexer} ${release.tags.join(" ")}`.toLowerCase().includes(word))
  );
  const ofType = wanted.filter(OF_TYPE[type]);
  const fellBack = type === "best" && ofType.length === 0 && wanted.length > 0;
  return { releases: (fellBack ? wanted : ofType).toSorted(BY[sort]), fellBack };
}
