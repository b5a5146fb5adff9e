import { isAbsolute, join, resolve } from "node:path";
import type { Settings } from "../settings/schema.ts";
import type { Backup } from "../model.ts";
import { parseBackupName } from "./names.ts";

/** Returns the backup folder. In the settings it may be any folder, relative to the config folder or absolute. */
export function backupFolder(
  { general }: Pick<Settings, "general">,
  storage: { configDir: string; folders: { backups: string } },
): string {
  const { folder } = general.backups;
  return folder === "" ? storage.folders.backups : isAbsolute(folder) ? folder : resolve(storage.configDir, folder);
}

/** Lists the backups in a folder by file name, newest first. Empty if the folder does not exist. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const found: Backup[] = [];
  try {
    for await (const { name, isFile } of Deno.readDir(folder)) {
      const named = isFile ? parseBackupName(name) : undefined;
      if (named === undefined) continue;
      const { size } = await Deno.stat(join(folder, name));
      found.push({
        name,
        sizeBytes: size,
        createdAt: named.createdAt.toISOString(),
        type: named.type,
        version: named.version,
      });
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return found.sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.name.localeCompare(a.name));
}
