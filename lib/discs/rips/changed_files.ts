import type { FilesChanged } from "../../jobs/service.ts";
import { toLocal } from "../../library/managers/paths/path_mapping.ts";
import type { LibraryKind } from "../../platform/managers/kinds.ts";
import type { Settings } from "../../platform/settings/schema.ts";
import type { RipMedia, StoredRip } from "../rip_schema.ts";

const MANAGER_OF: Record<RipMedia["kind"], LibraryKind | undefined> = {
  movie: "movie",
  series: "series",
  album: "music",
  unknown: undefined,
};

/**
 * Returns the delivered files of a rip, at their location on this server: where the manager imported them, or in the rip
 * folder. Pure.
 */
export function changedFiles(
  { media, files }: Pick<StoredRip, "media" | "files">,
  mappings: Settings["pathMappings"],
): FilesChanged[] {
  const manager = MANAGER_OF[media?.kind ?? "unknown"];
  return files.flatMap(({ finalPath, import: result }) => {
    if (result !== undefined && result.state !== "imported") return [];
    if (result?.path !== undefined && manager !== undefined) return [{ to: toLocal(result.path, manager, mappings) }];
    return finalPath === undefined ? [] : [{ to: finalPath }];
  });
}
