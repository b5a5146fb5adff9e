import { sep } from "node:path";
import { isWithin } from "./reading/mounts.ts";
import type { RootKind } from "../local_title_model.ts";
import type { Settings } from "../../platform/settings/schema.ts";

/** A folder in which local media is searched. */
export interface LocalRoot {
  path: string;
  kind: RootKind;
  /** True for the local folder of a path mapping, false for a folder in the local media settings. */
  fromMapping: boolean;
}

/**
 * Returns all folders in the settings without duplicates. A kind that is set takes precedence over a path mapping with
 * the same folder.
 */
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
 * Returns the folders to scan. A folder inside another one is scanned as part of it, so that the names in the path can
 * be used for recognition, unless it has its own kind of content in the settings.
 */
export const rootsToScan = (roots: readonly LocalRoot[]): LocalRoot[] =>
  roots.filter(({ path, kind }) => {
    const around = roots.filter((other) => other.path !== path && isWithin(path, other.path, sep))
      .toSorted((a, b) => b.path.length - a.path.length)[0];
    return around === undefined || (kind !== "auto" && kind !== around.kind);
  });

const plain = (path: string): string => path.length > 1 ? path.replace(/(?<=.)[/\\]+$/, "") : path;
