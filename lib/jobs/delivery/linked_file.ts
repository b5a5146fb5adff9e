import { lstat, readlink, symlink } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

/**
 * Symbolic links treated as entries. A library may consist of links to files owned by others (seeds, mounts of remote
 * storage). The link is moved, kept and restored; its target is never modified.
 */

/** True if the entry itself is a symbolic link. */
export const isLink = async (path: string): Promise<boolean> =>
  await lstat(path).then((entry) => entry.isSymbolicLink(), () => false);

/**
 * Converts the text of a link in the folder `from` so that it has the same target from the folder `to`. Converting it
 * back restores exactly the original text. Pure.
 */
export function retargeted(text: string, from: string, to: string): string {
  if (isAbsolute(text) || from === to) return text;
  // Path segments are not resolved against each other, because each may be a link and `..` after a link leads
  // elsewhere.
  const prefix = relative(from, to) + sep;
  return text.startsWith(prefix) && text.length > prefix.length
    ? text.slice(prefix.length)
    : relative(to, from) + sep + text;
}

/** True if `to` is the link `from` adjusted to its own folder. Either may be removed without losing the target. */
export async function isSameLink(from: string, to: string): Promise<boolean> {
  const [text, other] = await Promise.all([from, to].map((path) => readlink(path).catch(() => undefined)));
  return text !== undefined && other !== undefined && from !== to && other === textFor(text, from, to);
}

/** Copies the link `from` to `to`. Throws `EEXIST` if something else has that name. */
export async function linkAgain(from: string, to: string): Promise<void> {
  if (await isSameLink(from, to)) return;
  await symlink(textFor(await readlink(from), from, to), to);
}

/** Atomically replaces the entry `to` with the link `from`. */
export async function moveLinkOver(from: string, to: string): Promise<void> {
  const { ino } = await lstat(from);
  // Created beside the link in a bin, so that no foreign name appears in the library.
  const ready = join(dirname(from), `.${ino}.link`);
  await Deno.remove(ready).catch(() => {});
  await symlink(textFor(await readlink(from), from, to), ready);
  await Deno.rename(ready, to);
  await Deno.remove(from);
}

const textFor = (text: string, from: string, to: string): string => retargeted(text, dirname(from), dirname(to));
