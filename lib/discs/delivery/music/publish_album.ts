import { Buffer } from "node:buffer";
import { basename, dirname, join, relative } from "node:path";
import { identityOf, removeOwnFile } from "../../../jobs/delivery/file_moves.ts";
import { writeFileAtomic } from "../../../kit/atomic_file.ts";
import { isDiskFull } from "../../../kit/disk/disk_full.ts";
import type { RippedFile, StoredRip } from "../../rip_schema.ts";
import { RipProblem } from "../../ripper_model.ts";
import { partialOf } from "../copy_beside.ts";
import type { DeliverOptions } from "../model.ts";
import { withDeliveredNames } from "../../cd/files/delivered_names.ts";
import { deliveryFolder, moveToFreeName, type PublishDeps, publishFiles } from "../publish.ts";

const FILE_MODE = 0o644;

/** Publishes the tracks of a CD to the rip folder, with the rip log and the sheets that list the tracks. */
export async function publishAlbum(deps: PublishDeps, rip: StoredRip, options: DeliverOptions): Promise<RippedFile[]> {
  const files = await publishFiles(deps, rip, options);
  const folder = deliveryFolder(deps, rip);
  try {
    for (const path of textsOf(rip)) {
      const bytes = await Deno.readFile(path).catch(() => undefined);
      if (bytes === undefined) continue;
      const text = withDeliveredNames(new TextDecoder().decode(bytes), deliveredNames(files, folder));
      await placeText(join(folder, basename(path)), new TextEncoder().encode(text), rip.id);
    }
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new RipProblem("disk_full", `The disk that contains ${folder} is full; the copies are kept.`, {
      cause: error,
    });
  }
  return files;
}

/**
 * The new text file gets the standard name. A number is appended to the name of a text file from an earlier delivery of
 * this rip.
 */
async function placeText(to: string, bytes: Uint8Array, ripId: string): Promise<void> {
  const partial = partialOf(dirname(to), ripId, "text");
  await removeOwnFile(partial);
  const there = await identityOf(to);
  if (there !== undefined) {
    if (there.sizeBytes === bytes.length && Buffer.from(await Deno.readFile(to)).equals(bytes)) return;
    await moveToFreeName(to, to, there, 2);
  }
  try {
    await writeFileAtomic(partial, bytes, { mode: FILE_MODE });
    const written = await identityOf(partial);
    if (written !== undefined) await moveToFreeName(partial, to, written);
  } finally {
    await Deno.remove(partial).catch(() => {});
  }
}

/** Maps the original file names of tracks to the delivered names, if they differ. */
function deliveredNames(files: readonly RippedFile[], folder: string): Map<string, string> {
  return new Map(files.flatMap(({ path, finalPath }) => {
    const [before, after] = [basename(path), finalPath === undefined ? "" : relative(folder, finalPath)];
    return after === "" || after === before ? [] : [[before, after] as const];
  }));
}

/**
 * The sheets contain the original file names of the tracks, so they are omitted if tracks were encoded to other names.
 */
function textsOf({ cd, files }: StoredRip): string[] {
  if (cd?.album === undefined) return [];
  const { cue, playlist, log } = cd.album;
  return files.some(({ encodedPath, path }) => encodedPath !== undefined && encodedPath !== path)
    ? [log]
    : [cue, playlist, log];
}
