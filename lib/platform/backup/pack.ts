import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { ZipWriter } from "@zip.js/zip.js";
import { syncFolder, writeAll } from "../../kit/atomic_file.ts";
import { Fault } from "../../kit/fault.ts";
import { type FileName, isTooDense, LIMITS, type Manifest, MANIFEST_NAME } from "./manifest.ts";
import { openArchive } from "./unpack.ts";

/** `target` is the absolute path of the archive. `files` are read from `path` and stored as `name`. */
export interface PackOptions {
  target: string;
  manifest: Omit<Manifest, "entries">;
  files: { name: FileName; path: string }[];
}

/** Compression levels to try. A file whose ratio would exceed `LIMITS.ratio` is stored uncompressed. */
const LEVELS = [6, 0];

/**
 * Writes a backup. The archive is renamed to its final name only after it has been read back and verified. After a
 * failure, no files remain.
 */
export async function packArchive(options: PackOptions): Promise<Manifest> {
  const { target } = options;
  const partial = `${target}.partial`;
  for (const level of LEVELS) {
    const file = await Deno.open(partial, { write: true, createNew: true, mode: 0o600 });
    try {
      const restorable = await write(file, options, level).finally(() => file.close());
      if (restorable) {
        const manifest = await verified(partial);
        await Deno.rename(partial, target);
        await syncFolder(dirname(target));
        return manifest;
      }
      await Deno.remove(partial);
    } catch (error) {
      await Deno.remove(partial).catch(() => {});
      throw error;
    }
  }
  throw new Error("Stored files are never too dense.");
}

/** Returns false if the compression ratio of a file is too high for a restore to accept it. */
async function write(file: Deno.FsFile, { manifest, files }: PackOptions, level: number): Promise<boolean> {
  // The original error is kept, because an aborted stream may fail with an error of the zip library instead.
  let failed: { error: unknown } | undefined;
  const keep = (error: unknown): never => {
    failed ??= { error };
    throw error;
  };
  const writer = new ZipWriter(
    new WritableStream<Uint8Array>({ write: (bytes) => writeAll(file, bytes).catch(keep) }),
    { level, useWebWorkers: false, zip64: false, extendedTimestamp: false, lastModDate: new Date(manifest.createdAt) },
  );
  const entries: Manifest["entries"] = [];
  let isRestorable = true;
  let leftBytes: number = LIMITS.unpackedBytes - LIMITS.manifestBytes;
  try {
    for (const { name, path } of files) {
      const source = { hash: createHash("sha256"), sizeBytes: 0 };
      const content = ReadableStream.from(pieces(path, (bytes) => {
        source.hash.update(bytes);
        source.sizeBytes += bytes.length;
        leftBytes -= bytes.length;
        if (leftBytes < 0) keep(new Fault("invalid", "A backup larger than 2 GB could not be restored."));
      }));
      if (isTooDense(await writer.add(name, content))) isRestorable = false;
      entries.push({ name, sizeBytes: source.sizeBytes, sha256: source.hash.digest("hex") });
    }
    await writer.add(MANIFEST_NAME, new Blob([JSON.stringify({ ...manifest, entries }, null, 2)]).stream());
    await writer.close();
    await file.sync();
    return isRestorable;
  } catch (error) {
    throw failed === undefined ? error : failed.error;
  }
}

async function* pieces(path: string, seen: (bytes: Uint8Array) => void): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  using file = await Deno.open(path, { read: true });
  for (;;) {
    const buffer = new Uint8Array(256 * 1024);
    const count = await file.read(buffer);
    if (count === null) return;
    seen(buffer.subarray(0, count));
    yield buffer.subarray(0, count);
  }
}

/** Verifies all files in an archive and returns its manifest. */
async function verified(path: string): Promise<Manifest> {
  const archive = await openArchive(path);
  try {
    await archive.verify();
    return archive.manifest;
  } finally {
    await archive.close();
  }
}
