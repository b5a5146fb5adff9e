import { pathKey } from "../../../kit/disk/letter_forms.ts";
import type { Settings } from "../../../platform/settings/schema.ts";
import type { LibraryKind } from "../../../platform/managers/kinds.ts";

/** A path mapping from the settings. `remote` is the path in `app`, `local` is the path on this machine. */
export type PathMapping = Settings["pathMappings"][number];

/**
 * Converts a path in a manager to a local path. The longest mapping that matches whole segments is used. Windows and
 * share paths (`D:\Films`, `\\nas\films`, `//nas/films`) are compared without case and with either slash.
 */
export function toLocal(path: string, app: LibraryKind | "soulseek", mappings: readonly PathMapping[]): string {
  return translated(path, mappings.filter((one) => meant(one, app)).map(({ remote, local }) => [remote, local]));
}

/** Returns `toLocal` for many paths of one application. Without a mapping for it, paths are returned unchanged. */
export function createPathTranslation(
  app: LibraryKind,
  mappings: readonly PathMapping[],
): (path: string) => string {
  const own = mappings.filter((one) => meant(one, app));
  return own.length === 0 ? (path) => path : (path) => toLocal(path, app, own);
}

/** Converts a local path to the path in the manager. */
export function toRemote(path: string, app: LibraryKind | "soulseek", mappings: readonly PathMapping[]): string {
  return translated(path, mappings.filter((one) => meant(one, app)).map(({ remote, local }) => [local, remote]));
}

const meant = ({ app }: PathMapping, wanted: string): boolean => app === "all" || app === wanted;

function translated(path: string, pairs: [from: string, to: string][]): string {
  const best = pairs
    .map(([from, to]) => ({ to, rest: restBelow(path, from), length: from.length }))
    .filter((one) => one.rest !== undefined)
    .sort((a, b) => b.length - a.length)[0];
  if (best?.rest === undefined) return path;
  // `..` segments cannot leave the mapped folder.
  const slash = isWindows(best.to) && !best.to.startsWith("/") ? "\\" : "/";
  const root = withoutEnd(best.to);
  const segments: string[] = [];
  for (const segment of best.rest.split(isWindows(path) || isWindows(best.to) ? /[\\/]/ : "/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments.length === 0 ? best.to : [root, ...segments].join(slash);
}

/** Returns the part of `path` below `root`, or undefined if it is elsewhere. */
function restBelow(path: string, root: string): string | undefined {
  const plain = (text: string) => isWindows(root) ? text.replaceAll("\\", "/") : text;
  const folded = (text: string) => isWindows(root) ? pathKey(text) : text.normalize("NFC");
  const base = plain(withoutEnd(root));
  // Folding may change the length of a text (`İ` becomes two letters), so whole segments are compared.
  const parts = plain(path).split("/");
  const depth = base.split("/").length;
  if (folded(parts.slice(0, depth).join("/")) !== folded(base)) return undefined;
  return path.split(isWindows(root) ? /[\\/]/ : "/").slice(depth).join("/");
}

/** True for a drive, or a share with either slash. */
const isWindows = (path: string): boolean => /^([A-Za-z]:|\\\\|\/\/[^/])/.test(path);
const withoutEnd = (path: string): string => path.replace(/[\\/]+$/, "");
