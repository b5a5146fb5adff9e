import type { FieldError } from "../../lib/kit/fault.ts";
import { type DiskReads, isFolder } from "../../lib/kit/disk/disk_reads.ts";
import { ABSOLUTE_HERE, absoluteHere } from "../../lib/platform/settings/rules/rule.ts";
import type { Settings } from "../../lib/platform/settings/schema.ts";

/**
 * Returns the settings with which `folders` are the media folders, and their titles are listed under Local. Folders of
 * Local that were never media folders stay. Pure.
 */
export function mediaFolderSettings({ general, localMedia }: Settings, folders: readonly string[]) {
  const { mediaRoots } = general.security;
  const kept = localMedia.folders.filter(({ path }) => folders.includes(path) || !mediaRoots.includes(path));
  const added = folders.filter((path) => !kept.some((folder) => folder.path === path));
  return {
    general: { security: { mediaRoots: [...folders] } },
    localMedia: { folders: [...kept, ...added.map((path) => ({ path, kind: "auto" as const }))] },
  };
}

/** Returns an error for each folder that does not exist on this server or does not respond. */
export async function folderErrors(folders: readonly string[], disks: Pick<DiskReads, "read">): Promise<FieldError[]> {
  const found = await Promise.all(folders.map(async (path, i) => {
    const message = absoluteHere(path) ? ABSOLUTE_HERE : FOLDER_ERRORS.get(await disks.read(path, isFolder));
    return message === undefined ? [] : [{ path: `folders.${i}`, message }];
  }));
  return found.flat();
}

/** Messages by the result of a read, which is undefined if the disk does not respond. */
const FOLDER_ERRORS = new Map<boolean | undefined, string>([
  [false, "There is no such folder on this server. In a container, it must be mounted."],
  [undefined, "This folder does not respond. Is its network share offline?"],
]);
