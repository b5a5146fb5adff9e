import { join, parse, sep } from "node:path";

/** Two forms of one name: composed and decomposed letters (NFC and NFD) and, on many disks, capital and small ones. */

/** What two spellings of a path share. */
export const pathKey = (path: string): string => path.normalize("NFC").toLowerCase();

/** A folder with more entries is not compared name by name. */
const MAX_ENTRIES = 20_000;

/**
 * The path on disk whose names differ from those of `path` only by the form or case of their letters; undefined when
 * `path` itself is there, or nothing like it, or several are.
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
    // Not there, or not ours to read.
  }
  return found.length === 1 ? found[0] : undefined;
}
