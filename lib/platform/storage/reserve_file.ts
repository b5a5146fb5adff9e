import { dirname } from "node:path";
import { isDiskFull } from "../../kit/disk/disk_full.ts";
import { diskOf } from "./space.ts";

/** Room that database and logs keep for themselves (safety.md, S-FILE-7). */
export interface ReserveFile {
  /** Takes the room; false when the disk has none to give. */
  fill(): Promise<boolean>;
  /** Gives the room back; false when it was already given. */
  release(): Promise<boolean>;
}

/** Of the reserve, what has to be free beside it: else it would take back the very room that was given to the database. */
const SPARE_SHARE = 0.25;

/** A file of `bytes` real bytes at `path`: deleted when the database meets a full disk, made again when there is room. */
export function reserveFile(path: string, { bytes = 16 * 1024 * 1024 }: { bytes?: number } = {}): ReserveFile {
  /** Two at once would truncate each other's file, and the one that meets a full disk would remove what the other made. */
  let filling: Promise<boolean> | undefined;
  return {
    fill: () => filling ??= fill().finally(() => filling = undefined),
    async release() {
      // Removed while it is written to, it would keep its room until it is closed.
      const wasFilling = await filling?.then(() => true, () => true) ?? false;
      try {
        await Deno.remove(path);
        return true;
      } catch {
        return wasFilling;
      }
    },
  };

  async function fill(): Promise<boolean> {
    const taken = (await Deno.stat(path).catch(() => undefined))?.size ?? 0;
    if (taken === bytes) return true;
    if ((await diskOf(dirname(path))).freeBytes + taken < bytes * (1 + SPARE_SHARE)) return false;
    try {
      using file = await Deno.open(path, { write: true, create: true, truncate: true, mode: 0o600 });
      // Random bytes: zeros would take no room where the file system compresses or leaves holes.
      const block = crypto.getRandomValues(new Uint8Array(65_536));
      for (let at = 0; at < bytes;) at += await file.write(block.subarray(0, Math.min(block.length, bytes - at)));
      return true;
    } catch (error) {
      await Deno.remove(path).catch(() => {});
      if (isDiskFull(error)) return false;
      throw error;
    }
  }
}
