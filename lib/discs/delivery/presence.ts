import { lstat, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { systemErrorCode } from "../../jobs/delivery/file_moves.ts";

/** Whether a file is at its place; `unknown` where its folder cannot be seen, as on a share that dropped. */
export type Presence = "here" | "gone" | "unknown";

/** Where a file has to be looked for. */
export interface Place {
  path: string;
  /** The rip folder above it: managers remove the folder of a file that they took. */
  root: string;
  /** The device that it was seen on: an empty folder stays where a share was mounted. */
  device?: number | undefined;
}

/** Why nobody can tell what became of a file. */
export const unseen = (app: string): string =>
  `Whether ${app} took the file is not known: its folder cannot be seen. Check that its disk or share is connected.`;

/** The device that a file lies on; undefined when the file cannot be seen. */
export const deviceOf = (path: string): Promise<number | undefined> =>
  stat(path).then(({ dev }) => dev, () => undefined);

/** Only a file that is missing from a folder that can still be seen is gone. Any other failure says nothing of the file. */
export async function presenceOf({ path, root, device }: Place): Promise<Presence> {
  const top = resolve(root);
  try {
    await lstat(path);
    return "here";
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") return "unknown";
  }
  for (let folder = dirname(resolve(path)); folder.length >= top.length; folder = dirname(folder)) {
    try {
      const found = await stat(folder);
      return found.isDirectory() && found.dev === (device ?? found.dev) ? "gone" : "unknown";
    } catch (error) {
      if (systemErrorCode(error) !== "ENOENT" || folder === dirname(folder)) return "unknown";
    }
  }
  return "unknown";
}
