import * as z from "zod";
import type { Release } from "../search/model.ts";

/** Which of the found releases are shown, and in which order. Pure. */

/** What found releases can be limited to; `best` means remuxes and discs. */
export const RELEASE_TYPES = ["best", "remux", "disc", "all"] as const;
/** What releases can be sorted by; `age` puts the newest first, all others the largest. */
export const RELEASE_SORTS = ["score", "size", "seeders", "age"] as const;

/** What a person filters by; what makes no sense counts as not said. */
export const ReleaseView = z.object({
  type: z.enum(RELEASE_TYPES).optional().catch(undefined),
  resolution: z.string().max(20).catch("").default(""),
  text: z.string().max(200).catch("").default(""),
  sort: z.enum(RELEASE_SORTS).catch("score").default("score"),
});
/** Read from the address of the page; `type` is undefined when nobody chose one, see `defaultType`. */
export type ReleaseView = z.infer<typeof ReleaseView>;

/** The releases that fit the view, in its order. */
export interface Shown {
  releases: Release[];
  /** There was neither a remux nor a disc: everything is shown instead. */
  fellBack: boolean;
}

/** The type that is shown when nobody chose one. */
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
  // They come by score.
  score: () => 0,
  size: (a, b) => b.size - a.size,
  seeders: (a, b) => (b.seeders ?? -1) - (a.seeders ?? -1),
  age: (a, b) => a.ageDays - b.ageDays,
};

/** `found` is by score; what is equal stays so. */
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
