import { basename, dirname, extname, join } from "node:path";
import { isDiscFolder } from "../../local/recognition/names.ts";

/** A disc in a download: an image, or the folder that contains `BDMV` or `VIDEO_TS`. */
export interface DiscFile {
  path: string;
  kind: "image" | "folder";
}

const DEPTH = 3;
const IMAGE = /^\.(?:iso|img)$/i;
const SAMPLE = /(?:^|[^a-z])sample(?:$|[^a-z])/i;

/** True if a file is a disc image. */
export const isDiscImage = (path: string): boolean => IMAGE.test(extname(path));

/**
 * Finds the discs in a downloaded folder, at most three levels deep and without samples. The path itself may be an
 * image.
 */
export async function findDiscs(path: string, depth = 0): Promise<DiscFile[]> {
  const info = await Deno.stat(path).catch(() => undefined);
  if (info?.isFile) return isDiscImage(path) ? [{ path, kind: "image" }] : [];
  if (!info?.isDirectory) return [];
  if (isDiscFolder(basename(path))) return [{ path: dirname(path), kind: "folder" }];
  const entries: Deno.DirEntry[] = [];
  for await (const entry of Deno.readDir(path)) if (!SAMPLE.test(entry.name)) entries.push(entry);
  const disc = entries.find(({ name, isDirectory }) => isDirectory && isDiscFolder(name));
  if (disc !== undefined) return [{ path, kind: "folder" }];
  const found: DiscFile[] = [];
  for (const { name, isFile, isDirectory } of entries.sort((a, b) => a.name < b.name ? -1 : 1)) {
    if (isFile && isDiscImage(name)) found.push({ path: join(path, name), kind: "image" });
    else if (isDirectory && depth + 1 < DEPTH) found.push(...await findDiscs(join(path, name), depth + 1));
  }
  return found;
}
