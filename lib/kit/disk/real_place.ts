import { readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, normalize, resolve } from "node:path";

/** So many links the kernel follows before it calls them a circle. */
const LINKS_MAX = 40;

/**
 * Where a path leads once every link is followed, whether or not something is there: of a missing one the deepest folder
 * that exists decides. Whoever judges this place tells nobody what exists behind a link.
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
 * The entry that a path names, below the real path of its folder. A link itself is not followed: what is written beside it
 * or in its place has to be found where the link was.
 */
export async function entryPlace(path: string): Promise<string> {
  const plain = normalize(path).replace(/(?<=[^/\\:])[/\\]+$/, "");
  return join(await realPlace(dirname(plain)), basename(plain));
}
