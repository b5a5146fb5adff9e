import type { ManagerOptions } from "../managers/options.ts";

/** Where a new title goes: beside most of its kind. Pure. */

/** As the manager names them: the path of one of its root folders, the number of a quality profile. */
export interface Placement {
  rootFolderPath: string;
  qualityProfileId: number;
}

/** What the manager offers, what it holds and what the settings say; `anime` is that of the new title. */
export interface PlacementFacts extends Pick<ManagerOptions, "rootFolders" | "qualityProfiles"> {
  /** What the manager holds already. */
  titles: readonly { path: string; profileId: number | null; anime: boolean }[];
  anime: boolean;
  /** What a person set for this kind. */
  target?: { root?: string | undefined; profileId?: number | undefined } | undefined;
}

const STAGING = /(?:^|[\\/])(?:downloads?|temp|tmp|incomplete|rips?)(?=[\\/]|$)/i;
const ANIME = /anime/i;

/** A part is absent when the manager offers nothing to choose from. */
export function placementOf(facts: PlacementFacts): Partial<Placement> {
  const { qualityProfiles, target } = facts;
  const roots = facts.rootFolders.filter(({ accessible }) => accessible !== false).map(({ path }) => path);
  const likely = roots.filter((path) => !STAGING.test(path));
  const usable = likely.length > 0 ? likely : roots;
  const own = facts.titles.filter(({ anime }) => anime === facts.anime);
  const offered = new Set(qualityProfiles.map(({ id }) => id));
  const profiles = (titles: PlacementFacts["titles"]) =>
    mostOften(titles.flatMap(({ profileId }) => profileId !== null && offered.has(profileId) ? [profileId] : []));

  const rootFolderPath = roots.find((root) => isSame(root, target?.root)) ??
    mostOften(own.flatMap(({ path }) => rootOf(path, usable) ?? [])) ??
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

/** The root a title lies in; of nested ones the inner. */
const rootOf = (path: string, roots: readonly string[]): string | undefined =>
  roots.filter((root) => plain(path).startsWith(`${plain(root)}/`)).sort((a, b) => b.length - a.length)[0];

function mostOften<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
