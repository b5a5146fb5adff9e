import { dirname } from "node:path";
import { isDiskFull } from "../../kit/disk/disk_full.ts";
import { diskOf } from "./space.ts";

/** Disk space that is reserved for the database and logs (safety.md, S-FILE-7). */
export interface ReserveFile {
  /** Allocates the reserve. Returns false if the disk has too little space. */
  fill(): Promise<boolean>;
  /** Frees the reserve. Returns false if it was already free. */
  release(): Promise<boolean>;
}

/**
 * Space that must stay free when the reserve is allocated, as a fraction of the reserve. Without this margin, the
 * reserve would use the space that was just freed for the database.
 */
const SPARE_SHARE = 0.25;

/**
 * Creates a reserve file of `bytes` allocated bytes at `path`. It is deleted when the database cannot be written
 * because the disk is full, and created again when there is space.
 */
export function reserveFile(path: string, { bytes = 16 * 1024 * 1024 }: { bytes?: number } = {}): ReserveFile {
  /**
   * Allocation in progress, which concurrent calls share. They would otherwise truncate each other's file, and a call
   * that fails because the disk is full would remove the file of the other call.
   */
  let filling: Promise<boolean> | undefined;
  return {
    fill: () => filling ??= fill().finally(() => filling = undefined),
    async release() {
      // If a file is removed while it is being written, its space is not freed until it is closed.
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
      // Random bytes, because file systems with compression or sparse files use no space for zeros.
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
