import { lstat, realpath } from "node:fs/promises";
import { linksWithIdentity } from "../../../db/library/local/local_same.ts";
import type { Store } from "../../../db/store.ts";
import type { SourceFile } from "./source_file.ts";

/**
 * Returns a link in local media that would be broken if the file got another name. Returns undefined if there is none,
 * or if the file is itself a link, because replacing it does not change its target.
 */
export async function linkToSource(store: Store, { path, identity }: SourceFile): Promise<string | undefined> {
  const { inode, sizeBytes, mtimeNs } = identity;
  // Finds symbolic links in the index of local media, which stores times in milliseconds.
  const links = await linksWithIdentity(store, `${inode}:${sizeBytes}:${mtimeNs.slice(0, -6)}`);
  if (links.length === 0 || (await lstat(path)).isSymbolicLink()) return undefined;
  for (const link of links) {
    if (link !== path && await realpath(link).catch(() => undefined) === path) return link;
  }
}

/** Explains why a file is not replaced with a file of another name, and what to do. */
export const linkToSourceText = (path: string, link: string): string =>
  `${link} is a link to ${path} and would break, because the encode replaces that file under another name. ` +
  "Encode the link instead, or choose a profile that keeps the original or its extension.";
