import { concat } from "../../../../kit/bytes.ts";

/** An archive that is not structured like a MakeMKV archive. */
export class ArchiveProblem extends Error {
  override name = "ArchiveProblem";
}

/** Limit in bytes of the licence. The text of version 1.18 has less than 20 kB. */
const MAX_LICENCE = 512 << 10;
/** Limit in bytes of the unpacked archive. That of version 1.18 has less than 100 MB. */
const MAX_UNPACKED = 512 << 20;
const BLOCK = 512;

/**
 * Returns the bytes of `path` in a gzip-compressed tar archive. Nothing is written to disk, and no other entry is kept.
 * Reads the archive to its end. Throws `ArchiveProblem` if it is damaged, too large or has no such file.
 */
export async function readTarFile(
  archive: AsyncIterable<Uint8Array<ArrayBuffer>>,
  path: string,
  maxUnpacked = MAX_UNPACKED,
): Promise<Uint8Array<ArrayBuffer>> {
  const failed: { by?: unknown } = {};
  const packed = ReadableStream.from(noting(archive, failed));
  const entries = createTarScan(path, maxUnpacked);
  try {
    for await (const part of packed.pipeThrough(new DecompressionStream("gzip"))) entries.add(part);
  } catch (error) {
    if ("by" in failed) throw failed.by;
    if (error instanceof ArchiveProblem) throw error;
    throw new ArchiveProblem("it is damaged or not a gzip archive", { cause: error });
  }
  return entries.end();
}

/** Keeps the error of the source apart, because the stream behind it turns it into one of its own. */
async function* noting(
  source: AsyncIterable<Uint8Array<ArrayBuffer>>,
  failed: { by?: unknown },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    yield* source;
  } catch (error) {
    failed.by = error;
    throw error;
  }
}

/** Looks for one file in the blocks of a tar archive (POSIX ustar), whatever the sizes of the parts. */
function createTarScan(path: string, maxUnpacked: number) {
  let header = new Uint8Array(0);
  let left = 0;
  let size = 0;
  let total = 0;
  let wanted = false;
  let found: Uint8Array[] | undefined;
  const begin = (block: Uint8Array) => {
    const entry = readHeader(block);
    if (entry === undefined) return;
    wanted = found === undefined && entry.isFile && entry.name === path;
    if (wanted && entry.size > MAX_LICENCE) throw new ArchiveProblem("its licence is larger than allowed");
    if (wanted) found = [];
    size = entry.size;
    left = Math.ceil(size / BLOCK) * BLOCK;
  };
  return {
    add(part: Uint8Array) {
      total += part.length;
      if (total > maxUnpacked) throw new ArchiveProblem("it is larger than allowed");
      for (let at = 0; at < part.length;) {
        if (left > 0) {
          const piece = part.subarray(at, at + left);
          if (wanted) found?.push(piece.slice(0, size));
          size = Math.max(0, size - piece.length);
          left -= piece.length;
          at += piece.length;
          continue;
        }
        const piece = part.subarray(at, at + BLOCK - header.length);
        header = concat([header, piece]);
        at += piece.length;
        if (header.length < BLOCK) continue;
        begin(header);
        header = new Uint8Array(0);
      }
    },
    end(): Uint8Array<ArrayBuffer> {
      if (left > 0 || header.length > 0) throw new ArchiveProblem("it ends early");
      if (found === undefined) throw new ArchiveProblem("it does not contain the licence");
      return concat(found);
    },
  };
}

/** Returns name, size and kind of an entry, or undefined for an empty block. */
function readHeader(block: Uint8Array): { name: string; size: number; isFile: boolean } | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  const text = (from: number, length: number) =>
    new TextDecoder("latin1").decode(block.subarray(from, from + length)).replace(/\0.*$/s, "");
  if (text(257, 5) !== "ustar") throw new ArchiveProblem("it is not a tar archive");
  const octal = text(124, 12).trim();
  if (!/^[0-7]{1,11}$/.test(octal)) throw new ArchiveProblem("it is damaged");
  // The prefix of GNU's older form has other content.
  const prefix = text(257, 6) === "ustar" && block[262] === 0 ? text(345, 155) : "";
  const kind = text(156, 1);
  return {
    name: prefix === "" ? text(0, 100) : `${prefix}/${text(0, 100)}`,
    size: parseInt(octal, 8),
    isFile: kind === "0" || kind === "",
  };
}
