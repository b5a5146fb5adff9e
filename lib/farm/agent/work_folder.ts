import { createHash } from "node:crypto";
import { join } from "node:path";

/** The files of one part in the work folder. Only these files are written or removed there. */
export interface PartFiles {
  partial: string;
  path: string;
  remove(): Promise<void>;
}

const OWN_NAME = /^lathe-part-[A-Za-z0-9_-]{1,64}\.mp4(?:\.partial)?$/;

/** Folder for the files of running parts. */
export interface WorkFolder {
  filesOf(partId: string): PartFiles;
}

/** Creates the folder and removes files from an earlier run. */
export async function openWorkFolder(folder: string): Promise<WorkFolder> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (isFile && OWN_NAME.test(name)) await Deno.remove(join(folder, name)).catch(() => {});
  }
  return {
    filesOf(partId) {
      const path = join(folder, `lathe-part-${partId}.mp4`);
      const partial = `${path}.partial`;
      const remove = async () => {
        for (const file of [partial, path]) await Deno.remove(file).catch(() => {});
      };
      return { path, partial, remove };
    },
  };
}

/** Provides a finished part for the upload. */
export interface ResultReader {
  sizeBytes: number;
  sha256: string;
  piece(offset: number, length: number): Promise<Uint8Array>;
}

const HASHED_BYTES = 1 << 20;

/** Opens a finished part, and closes it after `work`. */
export async function withResult<T>(path: string, work: (result: ResultReader) => Promise<T>): Promise<T> {
  using file = await Deno.open(path, { read: true });
  const { size } = await file.stat();
  const piece = async (offset: number, length: number) => {
    const bytes = new Uint8Array(Math.min(length, size - offset));
    await file.seek(offset, Deno.SeekMode.Start);
    for (let at = 0; at < bytes.length;) {
      const count = await file.read(bytes.subarray(at));
      if (count === null) throw new Error("The result was truncated while it was being read.");
      at += count;
    }
    return bytes;
  };
  const hash = createHash("sha256");
  for (let at = 0; at < size;) {
    const bytes = await piece(at, HASHED_BYTES);
    hash.update(bytes);
    at += bytes.length;
  }
  return await work({ sizeBytes: size, sha256: hash.digest("hex"), piece });
}
