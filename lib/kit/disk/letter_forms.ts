import { join, parse, sep } from "node:path";

/**
 * Compares two spellings of a name: composed and decomposed letters (NFC and NFD) and, on many disks, uppercase and
 * lowercase.
 */

/** Returns a key that is equal for different spellings of a path. */
export const pathKey = (path: string): string => path.normalize("NFC").toLowerCase();

/** Maximum number of entries in a folder. Larger folders are not compared name by name. */
const MAX_ENTRIES = 20_000;

/**
 * Finds a path whose names differ from `path` only in normalization form or case. Undefined if `path` itself exists, or
 * if there is no match or several.
 */
export async function similarPath(path: string): Promise<string | undefined> {
  const { root } = parse(path);
  let found = root;
  for (const name of path.slice(root.length).split(sep).filter((part) => part !== "")) {
    const entry = await exists(join(found, name)) ? name : await similarEntry(found, name);
    if (entry === undefined) return undefined;
    found = join(found, entry);
  }
  return found === join(path) ? undefined : found;
}

const exists = (path: string): Promise<boolean> => Deno.lstat(path).then(() => true, () => false);

async function similarEntry(folder: string, name: string): Promise<string | undefined> {
  const wanted = pathKey(name);
  const found: string[] = [];
  let entries = 0;
  try {
    for await (const entry of Deno.readDir(folder)) {
      if (++entries > MAX_ENTRIES) return undefined;
      if (pathKey(entry.name) === wanted) found.push(entry.name);
    }
  } catch {
    // The folder is missing or cannot be accessed.
  }
  return found.length === 1 ? found[0] : undefined;
}
