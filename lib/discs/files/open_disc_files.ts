import { stat } from "node:fs/promises";
import { openFolderFiles } from "./folder.ts";
import { openIso9660 } from "./iso9660.ts";
import { DiscFault, type DiscFiles, type RandomAccess } from "./model.ts";
import { openRandomAccess } from "./random_access.ts";
import { sameName } from "./tree.ts";
import { openUdf } from "./udf/open_udf.ts";

/**
 * Opens the files of a disc without mounting it. The disc may be a folder (or the `BDMV` or `VIDEO_TS` in it), an image
 * file, or a drive. The signal also aborts later reads. Throws `DiscFault`: `no_disc`, `malformed` or `unreadable`.
 */
export async function openDiscFiles(path: string, signal?: AbortSignal): Promise<DiscFiles> {
  signal?.throwIfAborted();
  if (await stat(path).then((found) => found.isDirectory(), () => false)) return await openFolderFiles(path, signal);
  const source = await openRandomAccess(path, signal);
  try {
    return await openImageFiles(source, path);
  } catch (error) {
    await source.close();
    throw error;
  }
}

/**
 * Opens the file system of an image. `name` is used in errors. Discs may have two file systems for the same files. UDF
 * is preferred, because ISO 9660 can contain wrong sizes above 4 GB. ISO 9660 is used if UDF is damaged. Closing the
 * files closes the source. If this throws, the source stays open.
 */
export async function openImageFiles(source: RandomAccess, name: string): Promise<DiscFiles> {
  if (source.size === 0) throw new DiscFault("no_disc", `${name} is empty.`);
  let fault: DiscFault | undefined;
  for (const open of [openUdf, openIso9660]) {
    try {
      const files = await open(source);
      if (!files) continue;
      const hasVideo = await readVideoFolders(files);
      // If UDF is damaged, an ISO 9660 file system without video contains only a notice that the disc needs UDF.
      if (hasVideo || !fault) return files;
    } catch (error) {
      if (!(error instanceof DiscFault)) throw error;
      fault ??= error;
    }
  }
  if (fault) throw new DiscFault(fault.code, `${name} cannot be opened. ${fault.message}`, { cause: fault });
  throw new DiscFault("malformed", `${name} is not a disc image: it contains neither UDF nor ISO 9660.`);
}

/** Reads the folders that a video disc requires, so that damage is detected early. Returns true if there is video. */
async function readVideoFolders(files: DiscFiles): Promise<boolean> {
  const root = await files.list("");
  const folders = ["BDMV", "VIDEO_TS"].flatMap((name) => sameName(root, name)?.name ?? []);
  for (const folder of folders) await files.list(folder);
  return folders.length > 0;
}
