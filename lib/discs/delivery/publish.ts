import { basename, dirname, extname, join } from "node:path";
import { stat } from "node:fs/promises";
import { copyVerified, identityOf, isSameFile, linkFile } from "../../jobs/delivery/file_moves.ts";
import { syncFolder } from "../../kit/atomic_file.ts";
import { isDiskFull } from "../../kit/disk/disk_full.ts";
import { bytes as formatBytes } from "../../kit/format.ts";
import { isExtra, ripFolderName } from "../choose/rip_names.ts";
import type { RippedFile, StoredRip } from "../rip_schema.ts";
import { RipProblem } from "../rippers/model.ts";
import { type DeliveryDeps, ripFolderOf } from "./deps.ts";
import type { DeliverOptions } from "./model.ts";

/** The folder of one disc in the rip folder. */
export const deliveryFolder = (deps: Pick<DeliveryDeps, "settings" | "storage">, rip: StoredRip): string =>
  rip.deliveryDir ?? join(ripFolderOf(deps), ripFolderName(rip.media, rip.label));

/** Files that are being written here; the sweep leaves them alone. */
const PARTIAL = ".lathe-part";

/** Whether a name in the rip folder is one of ours that is still being written. */
export const isPartial = (name: string): boolean => name.endsWith(PARTIAL);

/**
 * Gives every file of a rip its place in the rip folder: a second name where the disk allows that, else a copy that is
 * read again. The copies in the cache stay. What an earlier try brought there is found by its identity or its size.
 */
export async function publishFiles(
  deps: DeliveryDeps,
  rip: StoredRip,
  { onFile, onLog, signal }: DeliverOptions,
): Promise<RippedFile[]> {
  const folder = deliveryFolder(deps, rip);
  const files: RippedFile[] = [];
  try {
    for (const file of rip.files) {
      signal.throwIfAborted();
      const published = await publishOne(deps, rip, file, folder);
      if (published.finalPath !== file.finalPath) {
        onLog(`${basename(published.path)} is in ${dirname(published.finalPath ?? "")}`);
        await onFile(published);
      }
      files.push(published);
    }
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new RipProblem("disk_full", `The disk of ${folder} is full; the copies are kept.`, { cause: error });
  }
  return files;
}

async function publishOne(
  { storage }: DeliveryDeps,
  rip: StoredRip,
  file: RippedFile,
  folder: string,
): Promise<RippedFile> {
  // What a manager has taken is not brought back.
  if (file.import?.state === "imported") return file;
  const from = file.encodedPath ?? file.path;
  const role = rip.titleRoles[String(file.titleId)];
  const place = role !== undefined && isExtra(role) ? join(folder, "Extras") : folder;
  const { size } = await stat(from);
  if (file.finalPath !== undefined && await hasSize(file.finalPath, size)) return { ...file, sizeBytes: size };
  await Deno.mkdir(place, { recursive: true });
  const to = await freeName(join(place, basename(from)), from);
  if (!await isOurs(to, from)) await bring(storage, from, to, size);
  return { ...file, finalPath: to, sizeBytes: size };
}

async function bring({ space }: DeliveryDeps["storage"], from: string, to: string, size: number): Promise<void> {
  const partial = `${to}${PARTIAL}`;
  await Deno.remove(partial).catch(() => {});
  const linked = await linkFile(from, partial).catch((error) => {
    if (error instanceof Error && "code" in error && error.code === "EXDEV") return false;
    throw error;
  });
  if (!linked) {
    const shortage = await space.shortage([{ path: dirname(to), bytes: size }]);
    if (shortage !== undefined) {
      const free = `${formatBytes(shortage.needed)} are needed in ${shortage.path}, ${
        formatBytes(shortage.free)
      } are free.`;
      throw new RipProblem("disk_full", `There is no room in the rip folder: ${free}`);
    }
    await copyVerified(from, partial);
  }
  await Deno.rename(partial, to);
  await Deno.chmod(to, 0o644).catch(() => {});
  await syncFolder(dirname(to));
}

const hasSize = async (path: string, size: number): Promise<boolean> =>
  await stat(path).then((found) => found.isFile() && found.size === size, () => false);

/** Whether an earlier try brought this very file there. */
async function isOurs(to: string, from: string): Promise<boolean> {
  return isSameFile(await identityOf(to), await identityOf(from));
}

/** The wanted name, or one with a number where another file has it. */
async function freeName(wanted: string, from: string): Promise<string> {
  const end = extname(wanted);
  const stem = wanted.slice(0, wanted.length - end.length);
  for (let number = 1;; number++) {
    const name = number === 1 ? wanted : `${stem} (${number})${end}`;
    if (await identityOf(name) === undefined || await isOurs(name, from)) return name;
  }
}
