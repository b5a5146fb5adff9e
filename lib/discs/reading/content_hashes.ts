import { blurayContentHash } from "../bluray/read_bluray.ts";
import { dvdContentHash } from "../dvd/read_dvd.ts";
import type { DiscFiles } from "../files/model.ts";

/** Hashes that may identify a disc, computed only from file sizes: this is fast, unlike reading the whole disc. */
export async function contentHashes(files: DiscFiles): Promise<string[]> {
  const found = [await blurayContentHash(files), await dvdContentHash(files)];
  return found.filter((hash) => hash !== undefined);
}
