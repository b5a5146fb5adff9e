import { sep } from "node:path";
import { isWithin } from "./reading/mounts.ts";
import type { RootKind } from "./recognition/model.ts";
import type { Settings } from "../../platform/settings/schema.ts";

/** A folder that local media are looked for in. */
export interface LocalRoot {
  path: string;
  kind: RootKind;
  /** It is the local side of a path mapping, not a folder of the local media settings. */
  fromMapping: boolean;
}

/** Every folder the settings name, each once; what is said of its kind wins over the mapping that names it too. */
export function localRoots({ localMedia, pathMappings }: Pick<Settings, "localMedia" | "pathMappings">): LocalRoot[] {
  if (!localMedia.enabled) return [];
  const roots = new Map<string, LocalRoot>();
  for (const { local } of localMedia.usePathMappings ? pathMappings : []) {
    const path = plain(local);
    if (path !== "") roots.set(path, { path, kind: "auto", fromMapping: true });
  }
  for (const folder of localMedia.folders) {
    const path = plain(folder.path);
    const known = roots.get(path);
    roots.set(path, { path, kind: folder.kind, fromMapping: known?.fromMapping ?? false });
  }
  return [...roots.values()];
}

/**
 * The folders to walk. One inside another is left to it, so that the names on the way down tell what it holds, unless
 * the settings say that it holds something of its own.
 */
export const rootsToScan = (roots: readonly LocalRoot[]): LocalRoot[] =>
  roots.filter(({ path, kind }) => {
    const around = roots.filter((other) => other.path !== path && isWithin(path, other.path, sep))
      .toSorted((a, b) => b.path.length - a.path.length)[0];
    return around === undefined || (kind !== "auto" && kind !== around.kind);
  });

const plain = (path: string): string => path.length > 1 ? path.replace(/(?<=.)[/\\]+$/, "") : path;
