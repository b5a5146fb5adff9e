import { MAX_BULK_ITEMS } from "../../lib/jobs/request_schema.ts";
import type { SelectedFile } from "../../lib/jobs/intake/selections.ts";
import { Fault } from "../../lib/kit/fault.ts";
import { count } from "../../lib/kit/format.ts";
import { mediaBelow } from "../../lib/platform/storage/media_below.ts";
import type { Services } from "../services/services.ts";

/**
 * Limits of the search for media files. One call can queue no more than this number of files. A tree with more or
 * deeper folders is probably not a library.
 */
const LIMITS = { files: MAX_BULK_ITEMS, folders: 20_000, depth: 32 };

/**
 * Stores a selection of all media files below a folder. Throws `invalid` if there are none, and the errors of
 * `mediaBelow`.
 */
export async function folderSelection(
  { selections, settings, disks }: Pick<Services, "selections" | "settings" | "disks">,
  folder: string,
  signal: AbortSignal,
): Promise<{ id: string; count: number; bytes: number; note?: string }> {
  const { mediaRoots: roots } = settings.current().general.security;
  const { files, truncated, unread } = await mediaBelow(folder, { roots, disks, limits: LIMITS, signal });
  if (files.length === 0) throw new Fault("invalid", `There are no media files in ${folder} or its subfolders.`);
  const notes = [
    ...(truncated ? [`Only the first ${files.length} files are included; choose a subfolder to include others.`] : []),
    ...(unread > 0
      ? [`${count(unread, "folder")} could not be read and ${unread === 1 ? "was" : "were"} skipped.`]
      : []),
  ];
  const note = notes.length > 0 ? notes.join(" ") : undefined;
  return { id: selections.keep(files, note), ...totalOf(files), ...(note === undefined ? {} : { note }) };
}

/** Returns the number of files and their total size. */
export const totalOf = (files: readonly SelectedFile[]): { count: number; bytes: number } => ({
  count: files.length,
  bytes: files.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0),
});
