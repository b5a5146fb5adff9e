import { basename, join } from "node:path";
import { writeFileAtomic } from "../../../kit/atomic_file.ts";
import { isDiskFull } from "../../../kit/disk/disk_full.ts";
import type { RippedFile, StoredRip } from "../../rip_schema.ts";
import { RipProblem } from "../../rippers/model.ts";
import type { DeliveryDeps } from "../deps.ts";
import type { DeliverOptions } from "../model.ts";
import { deliveryFolder, publishFiles } from "../publish.ts";

const FILE_MODE = 0o644;

/** Gives the tracks of a CD their place in the rip folder, with the log of the copy, and the sheets that name the tracks. */
export async function publishAlbum(deps: DeliveryDeps, rip: StoredRip, options: DeliverOptions): Promise<RippedFile[]> {
  const files = await publishFiles(deps, rip, options);
  const folder = deliveryFolder(deps, rip);
  try {
    for (const path of textsOf(rip)) {
      const bytes = await Deno.readFile(path).catch(() => undefined);
      if (bytes !== undefined) await writeFileAtomic(join(folder, basename(path)), bytes, { mode: FILE_MODE });
    }
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new RipProblem("disk_full", `The disk of ${folder} is full; the copies are kept.`, { cause: error });
  }
  return files;
}

/** Sheets name the tracks as they were copied: encoded ones are called otherwise. */
function textsOf({ cd, files }: StoredRip): string[] {
  if (cd?.album === undefined) return [];
  const { cue, playlist, log } = cd.album;
  return files.some(({ encodedPath, path }) => encodedPath !== undefined && encodedPath !== path)
    ? [log]
    : [cue, playlist, log];
}
