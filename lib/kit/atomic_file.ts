import { dirname } from "node:path";
import { newId } from "./id.ts";

/**
 * Makes a rename or removal in `folder` permanent, so that it is not lost in a power failure. Ignored if folders cannot
 * be opened (Windows).
 */
export async function syncFolder(folder: string): Promise<void> {
  if (Deno.build.os === "windows") return;
  using handle = await Deno.open(folder, { read: true });
  await handle.sync();
}

/** Flushes a file's data to disk. */
export async function syncFile(path: string): Promise<void> {
  using handle = await Deno.open(path, { read: true, write: true });
  await handle.sync();
}

/** Writes all bytes, because a single write may be incomplete. */
export async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}

/**
 * Replaces the file at `path` with `content` atomically, so that after a crash it is either the old or the new file.
 */
export async function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600 }: { mode?: number } = {},
): Promise<void> {
  const temporary = `${path}.${newId()}.tmp`;
  try {
    {
      using file = await Deno.open(temporary, { write: true, createNew: true, mode });
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      await writeAll(file, bytes);
      await file.sync();
    }
    await Deno.rename(temporary, path);
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(path));
}
