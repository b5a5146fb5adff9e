import type { ManagerOptions } from "../managers/options.ts";

/** Chooses the root folder and profile of a new title, based on similar titles. Pure. */

/** Values in the manager: the path of a root folder, and the ID of a quality profile. */
export interface Placement {
  rootFolderPath: string;
  qualityProfileId: number;
}

/** Options of the manager, existing titles and settings. `anime` is true if the new title is anime. */
export interface PlacementFacts extends Pick<ManagerOptions, "rootFolders" | "qualityProfiles"> {
  /** Titles that the manager already has. */
  titles: readonly { path: string; profileId: number | null; anime: boolean }[];
  anime: boolean;
  /** The user's settings for this kind. */
  target?: { root?: string | undefined; profileId?: number | undefined } | undefined;
}

const STAGING = /(?:^|[\\/])(?:downloads?|temp|tmp|incomplete|rips?)(?=[\\/]|$)/i;
const ANIME = /anime/i;

/** Returns the placement of a title. A field is absent if the manager has no options for it. */
export function placementOf(facts: PlacementFacts): Partial<Placement> {
  const { qualityProfiles, target } = facts;
  const roots = facts.rootFolders.filter(({ accessible }) => accessible !== false).map(({ path }) => path);
  const likely = roots.filter((path) => !STAGING.test(path));
  const usable = likely.length > 0 ? likely : roots;
  const own = facts.titles.filter(({ anime }) => anime === facts.anime);
  const offered = new Set(qualityProfiles.map(({ id }) => id));
  const profiles = (titles: PlacementFacts["titles"]) =>
    mostFrequent(titles.flatMap(({ profileId }) => profileId !== null && offered.has(profileId) ? [profileId] : []));

  const rootFolderPath = roots.find((root) => isSame(root, target?.root)) ??
    mostFrequent(own.flatMap(({ path }) => rootOf(path, usable) ?? [])) ??
    usable.find((path) => ANIME.test(path) === facts.anime) ??
    usable[0];
  const qualityProfileId = [target?.profileId, profiles(own), profiles(facts.titles), qualityProfiles[0]?.id]
    .find((id) => id !== undefined && offered.has(id));
  return {
    ...(rootFolderPath === undefined ? {} : { rootFolderPath }),
    ...(qualityProfileId === undefined ? {} : { qualityProfileId }),
  };
}

const plain = (path: string): string => path.replaceAll("\\", "/").replace(/\/+$/, "").toLowerCase();
const isSame = (root: string, wanted: string | undefined): boolean => wanted ? plain(root) === plain(wanted) : false;

/** Returns the root folder of a title. If root folders are nested, the innermost one. */
const rootOf = (path: string, roots: readonly string[]): string | undefined =>
  roots.filter((root) => plain(path).startsWith(`${plain(root)}/`)).sort((a, b) => b.length - a.length)[0];

function mostFrequent<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
