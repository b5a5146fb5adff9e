import { lstat, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { systemErrorCode } from "../../jobs/delivery/file_moves.ts";

/** Presence of a file. `unknown` means that its folder is not accessible, for example on a disconnected share. */
export type Presence = "here" | "gone" | "unknown";

/** Location of a file. */
export interface Place {
  path: string;
  /**
   * The rip folder that contains the file. It still exists after managers have removed the folder of an imported file.
   */
  root: string;
  /** The device on which the file was before. It detects a disconnected share, which leaves an empty mount point. */
  device?: number | undefined;
}

/** Returns the error text for a file whose import result is unknown. */
export const unseen = (app: string): string =>
  `Whether ${app} imported the file is unknown, because its folder is not accessible. Check that its disk or share is connected.`;

/** Returns the device of a file. Undefined if the file is not accessible. */
export const deviceOf = (path: string): Promise<number | undefined> =>
  stat(path).then(({ dev }) => dev, () => undefined);

/**
 * Determines whether a file exists. It is `gone` only if it is missing from an accessible folder. After any other
 * error, the result is `unknown`.
 */
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
