import { join } from "node:path";

/**
 * Exact names of files that remain after an interrupted backup or restore: uploaded archives, and copies that contain
 * all secrets in clear text.
 */
const LEFTOVERS = {
  programData: [
    /^upload-[0-9a-z]{16}\.zip$/,
    /^backup-[0-9a-z]{16}$/,
    /^settings\.json(?:\.copy)?\.[0-9a-z]{16}\.tmp$/,
  ],
  backups: [
    /^service_[0-9A-Za-z._-]+\.zip\.partial$/,
    /^before-migration-[0-9TZ-]+\.db\.partial(?:-journal|-wal|-shm)?$/,
  ],
} as const;

/**
 * Removes files that remain after interrupted backups and restores. Returns the paths that could not be removed. This
 * does not prevent the start.
 */
export async function removeBackupLeftovers(
  folders: { programData: string; backups: string },
): Promise<{ problems: string[] }> {
  const problems: string[] = [];
  for (const place of ["programData", "backups"] as const) {
    for (const name of await namesIn(folders[place])) {
      if (!LEFTOVERS[place].some((pattern) => pattern.test(name))) continue;
      const path = join(folders[place], name);
      await Deno.remove(path, { recursive: true }).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) problems.push(`${path}: ${error.message}`);
      });
    }
  }
  return { problems };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
