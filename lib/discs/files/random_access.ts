import { type BigIntStats } from "node:fs";
import { type FileHandle, open, readFile, stat } from "node:fs/promises";
import { isSystemError } from "../../kit/fault.ts";
import { DiscFault, type RandomAccess } from "./model.ts";

/**
 * Opens a file or drive for random access. Reads may run concurrently. Every read fails with `DiscFault` if the file's
 * size or modification time has changed since it was opened, and with the signal's reason after an abort. Throws
 * `no_disc` if there is no disc, and `unreadable` if access is denied or fails.
 */
export async function openRandomAccess(path: string, signal?: AbortSignal): Promise<RandomAccess> {
  signal?.throwIfAborted();
  // The kind of file is checked before opening, because opening a named pipe without a writer would block forever.
  refuseOtherKinds(path, await stat(path, { bigint: true }).catch((error) => refuse(path, error)));
  const handle = await open(path, "r").catch((error) => refuse(path, error));
  try {
    const found = await handle.stat({ bigint: true });
    refuseOtherKinds(path, found);
    const size = found.isFile() ? Number(found.size) : await deviceSize(path, found.rdev);
    return readerOf(handle, { path, size, found, signal });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Provides bytes in memory with the interface of a file. */
export const bytesAccess = (bytes: Uint8Array<ArrayBuffer>): RandomAccess => ({
  size: bytes.length,
  read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
  close: () => Promise.resolve(),
});

interface Opened {
  path: string;
  size: number;
  found: BigIntStats;
  signal: AbortSignal | undefined;
}

function readerOf(handle: FileHandle, { path, size, found, signal }: Opened): RandomAccess {
  async function refuseChanged(): Promise<void> {
    if (!found.isFile()) return;
    const now = await handle.stat({ bigint: true });
    if (now.size !== found.size || now.mtimeNs !== found.mtimeNs) {
      throw new DiscFault("unreadable", `${path} was changed while it was being read. Try again when it is complete.`);
    }
  }

  async function fill(buffer: Uint8Array, offset: number): Promise<void> {
    for (let filled = 0; filled < buffer.length;) {
      const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, offset + filled)
        .catch((error) => {
          throw readFault(path, offset + filled, error);
        });
      if (bytesRead === 0) {
        await refuseChanged();
        throw new DiscFault(
          "unreadable",
          `${path} ends at byte ${offset + filled}, before its declared size of ${size}.`,
        );
      }
      filled += bytesRead;
    }
  }

  return {
    size,
    async read(offset, length, into) {
      signal?.throwIfAborted();
      const wanted = Math.max(0, Math.min(length, size - offset));
      const buffer = into?.subarray(0, wanted) ?? new Uint8Array(wanted);
      await fill(buffer, offset);
      await refuseChanged();
      return buffer;
    },
    close: () => handle.close(),
  };
}

/** Converts a read error: the disc was removed, or the position cannot be read. Other errors are returned unchanged. */
export function readFault(path: string, offset: number, error: unknown): unknown {
  if (!isRefusal(error)) return error;
  if (isNoMedium(error)) return new DiscFault("no_disc", `There is no longer a disc in ${path}.`, { cause: error });
  const sector = Math.floor(offset / 2048);
  const reason = `${path} cannot be read at byte ${offset} (sector ${sector}): ${reasonOf(error)}.`;
  return new DiscFault("unreadable", `${reason} If it is a disc, it may be dirty or scratched.`, { cause: error });
}

/**
 * True for an error of the operating system. Errors without a name in Node, such as ENOMEDIUM, have the code UNKNOWN.
 */
const isRefusal = (error: unknown): error is Error =>
  isSystemError(error) || error instanceof Error && "errno" in error && typeof error.errno === "number";

/** True for ENOMEDIUM in Linux. */
const isNoMedium = (error: Error): boolean => "errno" in error && error.errno === -123;

/** Returns the message of the system without the code and call: `EIO: i/o error, read` becomes `i/o error`. */
const reasonOf = (error: Error): string => {
  if ("code" in error && error.code === "UNKNOWN" && "errno" in error) return `system error ${error.errno}`;
  return /^E[A-Z0-9]+: ([^,]+)/.exec(error.message)?.[1] ?? error.message;
};

function refuse(path: string, error: unknown): never {
  if (!isRefusal(error)) throw error;
  const code = "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") {
    throw new DiscFault("no_disc", `${path} does not exist.`, { cause: error });
  }
  if (isNoMedium(error)) throw new DiscFault("no_disc", `There is no disc in ${path}.`, { cause: error });
  throw new DiscFault("unreadable", `${path} cannot be opened: ${reasonOf(error)}.`, { cause: error });
}

function refuseOtherKinds(path: string, found: BigIntStats): void {
  if (found.isFile() || found.isBlockDevice()) return;
  throw new DiscFault("no_disc", `${path} is neither a file nor a drive.`);
}

/** For a drive, `stat` returns 0. Linux and the BSDs support seeking to the end. sysfs uses units of 512 bytes. */
async function deviceSize(path: string, device: bigint): Promise<number> {
  using file = await Deno.open(path).catch((error) => refuse(path, error));
  const end = await file.seek(0, Deno.SeekMode.End).catch(() => 0);
  if (end > 0) return end;
  const units = Number(await readFile(`/sys/dev/block/${majorMinor(device)}/size`, "utf8").catch(() => "0"));
  if (units > 0) return units * 512;
  throw new DiscFault("no_disc", `There is no disc in ${path}, or it is empty.`);
}

/** Returns a device number as `major:minor`, split as in makedev(3), which is correct for the numbers of all drives. */
export const majorMinor = (device: bigint): string => `${device >> 8n & 0xfffn}:${device & 0xffn}`;
