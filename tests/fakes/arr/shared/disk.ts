import { dirname, extname, join } from "node:path";

const VIDEO = /\.(mkv|mp4|m4v|avi|ts|m2ts|webm|mov|iso)$/i;
const AUDIO = /\.(flac|mp3|m4a|ogg|opus|wav|alac|ape|wv)$/i;

export const isMedia = (path: string): boolean => VIDEO.test(path) || AUDIO.test(path);

export const extensionOf = (path: string): string => extname(path) || ".mkv";

export const sizeOf = async (path: string): Promise<number | undefined> =>
  await Deno.stat(path).then(({ isFile, size }) => isFile ? size : undefined, () => undefined);

export const isFolder = async (path: string): Promise<boolean> =>
  await Deno.stat(path).then(({ isDirectory }) => isDirectory, () => false);

/** Returns the entries of a folder by name. Empty if the folder does not exist. */
export async function entriesOf(folder: string): Promise<Deno.DirEntry[]> {
  const found: Deno.DirEntry[] = [];
  try {
    for await (const entry of Deno.readDir(folder)) found.push(entry);
  } catch {
    return [];
  }
  return found.sort((a, b) => a.name < b.name ? -1 : 1);
}

/** Returns the media files below a folder, or the file itself. */
export async function mediaBelow(path: string): Promise<string[]> {
  if (await sizeOf(path) !== undefined) return isMedia(path) ? [path] : [];
  const found: string[] = [];
  for (const { name, isDirectory, isFile } of await entriesOf(path)) {
    if (isDirectory) found.push(...await mediaBelow(join(path, name)));
    else if (isFile && isMedia(name)) found.push(join(path, name));
  }
  return found;
}

/** Places a file and creates its folders. A copy is a hard link if possible. */
export async function place(from: string, to: string, how: "move" | "copy" | "link"): Promise<void> {
  await Deno.mkdir(dirname(to), { recursive: true });
  if (how === "move") {
    try {
      return await Deno.rename(from, to);
    } catch {
      await Deno.copyFile(from, to);
      return await Deno.remove(from);
    }
  }
  if (how === "link") {
    try {
      return await Deno.link(from, to);
    } catch { /* different file system: copied below */ }
  }
  await Deno.copyFile(from, to);
}

/** Copies a folder recursively. */
export async function placeFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for (const { name, isDirectory } of await entriesOf(from)) {
    if (isDirectory) await placeFolder(join(from, name), join(to, name));
    else await Deno.copyFile(join(from, name), join(to, name));
  }
}

export const removed = async (path: string): Promise<boolean> =>
  await Deno.remove(path, { recursive: true }).then(() => true, () => false);
