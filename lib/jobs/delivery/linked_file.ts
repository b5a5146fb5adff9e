import { lstat, readlink, symlink } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

/**
 * Moves symbolic links themselves instead of their targets. A library may consist of links to files of other programs
 * (torrents that are seeded, mounts of remote storage). The link is moved, kept and restored. Its target is never
 * modified.
 */

/** True if the entry itself is a symbolic link. */
export const isLink = async (path: string): Promise<boolean> =>
  await lstat(path).then((entry) => entry.isSymbolicLink(), () => false);

/**
 * Converts the text of a link in the folder `from` so that it has the same target when the link is in the folder `to`.
 * Converting it back results in exactly the original text. Pure.
 */
export function retargeted(text: string, from: string, to: string): string {
  if (isAbsolute(text) || from === to) return text;
  // Path segments are not resolved, because each of them may be a link, and `..` after a link leads to a different
  // folder.
  const prefix = relative(from, to) + sep;
  return text.startsWith(prefix) && text.length > prefix.length
    ? text.slice(prefix.length)
    : relative(to, from) + sep + text;
}

/**
 * True if the links `from` and `to` have the same target when their text is converted between their folders. Either
 * link can be removed without losing the target.
 */
export async function isSameLink(from: string, to: string): Promise<boolean> {
  const [text, other] = await Promise.all([from, to].map((path) => readlink(path).catch(() => undefined)));
  return text !== undefined && other !== undefined && from !== to && other === textFor(text, from, to);
}

/** Copies the link `from` to `to`. Throws `EEXIST` if another file has that name. */
export async function linkAgain(from: string, to: string): Promise<void> {
  if (await isSameLink(from, to)) return;
  await symlink(textFor(await readlink(from), from, to), to);
}

/** Atomically replaces the entry `to` with the link `from`. */
export async function moveLinkOver(from: string, to: string): Promise<void> {
  const { ino } = await lstat(from);
  // The temporary link is created next to `from` in a recycle bin, so that no temporary name appears in the library.
  const ready = join(dirname(from), `.${ino}.link`);
  await Deno.remove(ready).catch(() => {});
  await symlink(textFor(await readlink(from), from, to), ready);
  await Deno.rename(ready, to);
  await Deno.remove(from);
}

const textFor = (text: string, from: string, to: string): string => retargeted(text, dirname(from), dirname(to));
