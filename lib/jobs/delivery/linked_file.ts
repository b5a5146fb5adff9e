import { lstat, readlink, symlink } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

/**
 * Symbolic links as entries of their own. A library may consist of links to files that belong to others (seeds, mounts of
 * remote storage): such a link is moved, kept and put back, and the file that it leads to is never touched.
 */

/** Whether the entry itself is a symbolic link. */
export const isLink = async (path: string): Promise<boolean> =>
  await lstat(path).then((entry) => entry.isSymbolicLink(), () => false);

/**
 * The text of a link from the folder `from` that leads to the same place from the folder `to`. Taken there and back it is
 * the text that it was, letter by letter. Pure.
 */
export function retargeted(text: string, from: string, to: string): string {
  if (isAbsolute(text) || from === to) return text;
  // No part is resolved against another: each may be a link, and `..` behind a link leads elsewhere.
  const prefix = relative(from, to) + sep;
  return text.startsWith(prefix) && text.length > prefix.length
    ? text.slice(prefix.length)
    : relative(to, from) + sep + text;
}

/** Whether `to` is the link `from` for its own folder: either may be removed without losing where it leads. */
export async function isSameLink(from: string, to: string): Promise<boolean> {
  const [text, other] = await Promise.all([from, to].map((path) => readlink(path).catch(() => undefined)));
  return text !== undefined && other !== undefined && from !== to && other === textFor(text, from, to);
}

/** Makes the link `from` a second time, as `to`. Throws `EEXIST` when anything else has that name. */
export async function linkAgain(from: string, to: string): Promise<void> {
  if (await isSameLink(from, to)) return;
  await symlink(textFor(await readlink(from), from, to), to);
}

/** Puts the link `from` in the place of the entry `to`, in one step. */
export async function moveLinkOver(from: string, to: string): Promise<void> {
  const { ino } = await lstat(from);
  // Beside the link, in a bin: the library sees no name that is not its own.
  const ready = join(dirname(from), `.${ino}.link`);
  await Deno.remove(ready).catch(() => {});
  await symlink(textFor(await readlink(from), from, to), ready);
  await Deno.rename(ready, to);
  await Deno.remove(from);
}

const textFor = (text: string, from: string, to: string): string => retargeted(text, dirname(from), dirname(to));
