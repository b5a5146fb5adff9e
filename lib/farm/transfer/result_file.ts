import { createHash, type Hash } from "node:crypto";
import { createMutex } from "../../kit/async.ts";
import { writeAll } from "../../kit/atomic_file.ts";
import { Fault } from "../../kit/fault.ts";
import { MAX_PIECE_BYTES } from "../protocol.ts";

/** A chunk of a result, uploaded by an agent. */
export interface ResultPiece {
  offset: number;
  sha256: string;
  bytes: Uint8Array;
}

/** The file to which the result of a part is written in chunks. */
export interface ResultFile {
  /** Number of bytes received. */
  sizeBytes(): number;
  /**
   * Writes the next chunk. A chunk with offset 0 starts from the beginning. Throws `Fault` with code `conflict` if the
   * chunk is not the next one, `invalid` for a wrong hash, `too_large`.
   */
  write(piece: ResultPiece): Promise<void>;
  /**
   * Resolves when the complete file is on disk. Throws `Fault` with code `invalid` if it differs from the file on the
   * agent.
   */
  finish(whole: { sizeBytes: number; sha256: string }): Promise<void>;
  /** Closes the file. Removes it if it is not complete. */
  close(): Promise<void>;
}

/**
 * Creates a result file. Nothing is written until the first chunk arrives. An existing file at `path` from an earlier
 * attempt is replaced.
 */
export function resultFile({ path, maxBytes }: { path: string; maxBytes: number }): ResultFile {
  const inTurn = createMutex();
  let file: Deno.FsFile | undefined;
  let hash: Hash = createHash("sha256");
  let size = 0;
  let state: "open" | "finished" | "closed" = "open";
  const restart = async () => {
    file ??= await Deno.open(path, { write: true, create: true, truncate: true, mode: 0o600 });
    await file.truncate(0);
    hash = createHash("sha256");
    size = 0;
  };
  const requireOpen = () => {
    if (state !== "open") throw new Fault("gone", "The result of this segment is no longer needed.");
  };
  return {
    sizeBytes: () => size,
    write: ({ offset, sha256, bytes }) =>
      inTurn(async () => {
        requireOpen();
        if (bytes.length === 0 || bytes.length > MAX_PIECE_BYTES) {
          throw new Fault("too_large", `A chunk must be 1 to ${MAX_PIECE_BYTES} bytes long.`);
        }
        if (offset !== 0 && offset !== size) {
          throw new Fault("conflict", `The next chunk starts at ${size}, not at ${offset}.`);
        }
        if (offset + bytes.length > maxBytes) throw new Fault("too_large", "The result is too large for its segment.");
        if (createHash("sha256").update(bytes).digest("hex") !== sha256) {
          throw new Fault("invalid", "The chunk does not match its hash.");
        }
        if (offset === 0) await restart();
        if (file) await writeAt(file, size, bytes);
        hash.update(bytes);
        size += bytes.length;
      }),
    finish: (whole) =>
      inTurn(async () => {
        requireOpen();
        if (whole.sizeBytes !== size || hash.copy().digest("hex") !== whole.sha256 || size === 0) {
          throw new Fault("invalid", "The received data does not match the hash of the machine's result.");
        }
        await file?.sync();
        state = "finished";
      }),
    close: () =>
      inTurn(async () => {
        file?.close();
        if (file && state !== "finished") await Deno.remove(path).catch(() => {});
        file = undefined;
        state = "closed";
      }),
  };
}

/**
 * Appends bytes to the file. If this fails, the file is truncated to its previous size, because part of the chunk may
 * have been written to a full disk.
 */
async function writeAt(file: Deno.FsFile, end: number, bytes: Uint8Array): Promise<void> {
  await file.seek(end, Deno.SeekMode.Start);
  try {
    await writeAll(file, bytes);
  } catch (error) {
    await file.truncate(end).catch(() => {});
    throw error;
  }
}
