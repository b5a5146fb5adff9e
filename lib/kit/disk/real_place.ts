import { readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, normalize, resolve } from "node:path";

/** Maximum number of links that are followed, as in the Linux kernel. */
const LINKS_MAX = 40;

/**
 * Resolves all links in a path. If the path does not exist, resolves its deepest existing folder, so that checks of the
 * result do not reveal which files exist behind a link.
 */
export async function realPlace(path: string, links = LINKS_MAX): Promise<string> {
  const plain = normalize(path).replace(/(?<=[^/\\:])[/\\]+$/, "");
  const real = await realpath(plain).catch(() => undefined);
  if (real !== undefined) return real;
  const above = dirname(plain);
  if (above === plain) return plain;
  const place = join(await realPlace(above, links), basename(plain));
  const target = await readlink(place).catch(() => undefined);
  return target === undefined || links === 0 ? place : await realPlace(resolve(dirname(place), target), links - 1);
}

/**
 * Resolves the folder of a path, but not the entry itself. A file that replaces a link, or is written next to it, must
 * be in the same folder as the link.
 */
export async function entryPlace(path: string): Promise<string> {
  const plain = normalize(path).replace(/(?<=[^/\\:])[/\\]+$/, "");
  return join(await realPlace(dirname(plain)), basename(plain));
}
