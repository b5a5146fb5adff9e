import { blurayContentHash } from "../bluray/read_bluray.ts";
import { dvdContentHash } from "../dvd/read_dvd.ts";
import type { DiscFiles } from "../files/model.ts";

/** What a disc may be known by, from the sizes of its files alone: read in a moment, where reading all of it takes long. */
export async function contentHashes(files: DiscFiles): Promise<string[]> {
  const found = [await blurayContentHash(files), await dvdContentHash(files)];
  return found.filter((hash) => hash !== undefined);
}
