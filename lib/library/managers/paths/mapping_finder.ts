import type { LibraryKind } from "../../../platform/managers/kinds.ts";
import { type PathMapping, toLocal } from "./path_mapping.ts";

/** A manager's file, and a local file with the same name and size. */
export interface PathMatch {
  app: LibraryKind;
  remote: string;
  local: string;
}

/** A path mapping from paths in the manager to files on this machine. */
export interface MappingProposal {
  app: LibraryKind;
  remote: string;
  local: string;
  /** Local paths of files for which the mapping is valid. */
  proof: string[];
  /**
   * Confidence from 0 to 100. It increases with each file, and is halved if the same files also support a different
   * folder.
   */
  confidence: number;
}

/** Constraints for suggestions: the current mappings, and the files for which they are valid. */
export interface FinderFacts {
  mappings: readonly PathMapping[];
  /** Files that can be opened with the current mappings. A suggestion must not change their local path. */
  seen: { app: LibraryKind; remote: string; local: string }[];
}

type Pair = Pick<PathMatch, "app" | "remote" | "local">;

/**
 * Suggests mappings that explain as many files as possible with the fewest, highest-level folders, best first. Each file is explained once. If two mappings are equally good, both are returned. Pure.
 */
export function proposeMappings(matches: readonly PathMatch[], facts: FinderFacts): MappingProposal[] {
  const pairs = new Map<string, Pair>();
  for (const match of matches) {
    for (const pair of pairsOf(match)) pairs.set(JSON.stringify([pair.app, pair.remote, pair.local]), pair);
  }
  const fitting = [...pairs.values()].filter((pair) => harmsNothing(pair, facts))
    .map((pair) => ({ pair, explains: matches.filter((one) => isExplained(one, pair, facts.mappings)) }))
    .filter(({ explains }) => explains.length > 0);
  const proposals: MappingProposal[] = [];
  const open = new Set(matches.map(({ app, remote }) => `${app} ${remote}`));
  for (;;) {
    const left = fitting.map(({ pair, explains }) => ({
      pair,
      files: explains.filter(({ app, remote }) => open.has(`${app} ${remote}`)),
    })).sort((a, b) =>
      b.files.length - a.files.length || a.pair.remote.length - b.pair.remote.length ||
      a.pair.local.length - b.pair.local.length
    );
    const [best] = left;
    if (best === undefined || best.files.length === 0) return proposals;
    const rival = left.find(({ files }) =>
      best.files.every(({ remote }) => files.some((one) => one.remote === remote)) &&
      files.every((one) => !best.files.includes(one))
    );
    for (const { pair, files } of rival === undefined ? [best] : [best, rival]) {
      proposals.push({
        ...pair,
        proof: files.map(({ local }) => local),
        confidence: Math.round(100 * (1 - 0.5 ** files.length) / (rival === undefined ? 1 : 2)),
      });
    }
    for (const { app, remote } of best.files) open.delete(`${app} ${remote}`);
  }
}

/** Returns all pairs of folders that one file supports, by removing more and more of the common end of its paths. */
function pairsOf({ app, remote, local }: PathMatch): Pair[] {
  const [there, here] = [parted(remote), parted(local)];
  const pairs: Pair[] = [];
  for (let taken = 1; taken <= Math.min(there.parts.length, here.parts.length); taken++) {
    const [a = "", b = ""] = [there.parts.at(-taken), here.parts.at(-taken)];
    if (there.windows ? a.toLowerCase() !== b.toLowerCase() : a !== b) break;
    const [kept, left] = [there.parts.slice(0, -taken), here.parts.slice(0, -taken)];
    // A whole file system is not a valid mapping, but a drive or a share is.
    if (kept.length === 0 && !/^[A-Za-z]:$/.test(there.root) || left.length === 0) break;
    pairs.push({ app, remote: joined(there, kept), local: joined(here, left) });
  }
  return pairs;
}

interface Parted {
  windows: boolean;
  /** Drive or share of a Windows path, such as `D:` or `\\nas\share`. Empty for other paths. */
  root: string;
  parts: string[];
}

function parted(path: string): Parted {
  const drive = /^[A-Za-z]:/.exec(path)?.[0];
  const share = /^\\\\[^\\/]+[\\/][^\\/]+/.exec(path)?.[0];
  const root = drive ?? share ?? "";
  const windows = root !== "";
  const parts = path.slice(root.length).split(windows ? /[\\/]/ : "/").filter((part) => part !== "");
  return { windows, root, parts };
}

const joined = ({ windows, root }: Parted, parts: string[]): string =>
  windows ? [root, ...parts].join("\\") : `/${parts.join("/")}`;

/** True if the file is found at its path with the current mapping. */
const isExplained = ({ app, remote, local }: Pair, pair: Pair, mappings: readonly PathMapping[]): boolean =>
  app === pair.app && toLocal(remote, app, withMapping(mappings, pair)) === local;

const harmsNothing = (pair: Pair, { mappings, seen }: FinderFacts): boolean =>
  seen.every((one) => one.app !== pair.app || isExplained(one, pair, mappings));

/** Adds a mapping. It replaces a mapping for the same folder of the same application. */
export function withMapping(mappings: readonly PathMapping[], { app, remote, local }: Pair): PathMapping[] {
  return [{ app, remote, local }, ...mappings.filter((one) => one.app !== app || one.remote !== remote)];
}
