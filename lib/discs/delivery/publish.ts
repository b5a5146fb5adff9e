import { createHash } from "node:crypto";
import { basename, dirname, extname, join } from "node:path";
import { lstat, stat } from "node:fs/promises";
import {
  identityOf,
  isSameFile,
  linkFile,
  moveWithoutOverwriting,
  refuseExisting,
  removeOwnFile,
  systemErrorCode,
} from "../../jobs/delivery/file_moves.ts";
import { isDiskFull } from "../../kit/disk/disk_full.ts";
import { JobFailure } from "../../kit/fault.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import type { Space } from "../../platform/storage/space.ts";
import { isExtra, ripFolderName } from "../choose/rip_names.ts";
import type { RippedFile, StoredRip } from "../rip_schema.ts";
import { RipProblem } from "../ripper_model.ts";
import { allowReading, copyBeside, partialOf } from "./copy_beside.ts";
import { type DeliveryDeps, ripFolderOf } from "./deps.ts";
import type { DeliverOptions } from "./model.ts";

/** Services and options for publishing files. */
export type PublishDeps = Pick<DeliveryDeps, "settings" | "storage">;

/** Returns the folder of one disc in the rip folder. */
export const deliveryFolder = (deps: PublishDeps, rip: StoredRip): string =>
  rip.deliveryDir ?? join(ripFolderOf(deps), ripFolderName(rip.media, rip.label));

/** Returns the folder for the hidden track. Lidarr rejects a whole release if one of its files cannot be matched. */
export const hiddenFolder = (folder: string): string => `${folder} - Hidden Track`;

/** Returns the folder of one file. Files that managers do not support are in a separate folder. */
function folderOfFile(rip: StoredRip, { titleId }: RippedFile, folder: string): string {
  if (rip.cd !== undefined) return titleId === 0 ? hiddenFolder(folder) : folder;
  const role = rip.titleRoles[String(titleId)];
  return role !== undefined && isExtra(role) ? join(folder, "Extras") : folder;
}

/**
 * Publishes all files of a rip to the rip folder, as hard links if possible, otherwise as verified copies. The cached
 * copies are kept. Files from an earlier attempt are recognised by size or content.
 */
export async function publishFiles(
  deps: PublishDeps,
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
    throw new RipProblem("disk_full", `The disk that contains ${folder} is full; the copies are kept.`, {
      cause: error,
    });
  }
  return files;
}

async function publishOne(
  { storage }: PublishDeps,
  rip: StoredRip,
  file: RippedFile,
  folder: string,
): Promise<RippedFile> {
  // Files that a manager has already imported are not published again.
  if (file.import?.state === "imported") return file;
  const from = file.encodedPath ?? file.path;
  const place = folderOfFile(rip, file, folder);
  // The cached copies of an earlier rip may have been removed, but its published files remain.
  if (!await isThere(from) && await hasSize(file.finalPath ?? "", file.sizeBytes)) return file;
  const { size } = await stat(from);
  if (file.finalPath !== undefined && await hasSize(file.finalPath, size)) return { ...file, sizeBytes: size };
  await Deno.mkdir(place, { recursive: true });
  const partial = partialOf(place, rip.id, file.titleId);
  const finalPath = await publishUnderFreeName(storage.space, { from, partial, wanted: join(place, basename(from)) });
  return { ...file, finalPath, sizeBytes: size };
}

/**
 * Publishes a file under the wanted name, or a numbered name if it is in use, and returns the name. Only the new link
 * or copy is moved, so `from` is kept even if the move is interrupted.
 */
async function publishUnderFreeName(
  space: Space,
  { from, partial, wanted }: { from: string; partial: string; wanted: string },
): Promise<string> {
  // An interrupted attempt may have left a hard link to `from`, which must not be overwritten.
  await removeOwnFile(partial);
  const earlier = await earlierTry(wanted, from);
  if (earlier !== undefined) return earlier;
  try {
    return await moveToFreeName(partial, wanted, await linkOrCopy(space, from, partial));
  } catch (error) {
    await Deno.remove(partial).catch(() => {});
    throw error;
  }
}

async function linkOrCopy(space: Space, from: string, partial: string): Promise<SourceIdentity> {
  const linked = await linkFile(from, partial).catch((error) => {
    if (systemErrorCode(error) === "EXDEV") return false;
    throw error;
  });
  if (!linked) return await copyBeside(space, from, partial);
  await allowReading(partial);
  const identity = await identityOf(partial);
  if (identity === undefined) throw new JobFailure("publish_failed", `${partial} disappeared before it was renamed.`);
  return identity;
}

/** Moves a file to the wanted name, or a numbered name if it is in use, and returns the name. */
export async function moveToFreeName(
  from: string,
  wanted: string,
  identity: SourceIdentity,
  first = 1,
): Promise<string> {
  for (let number = first;; number++) {
    const to = numbered(wanted, number);
    try {
      await moveWithoutOverwriting(from, to, identity);
      return to;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
}

/** Returns the path to which an interrupted attempt has already published this file. */
async function earlierTry(wanted: string, from: string): Promise<string | undefined> {
  for (let number = 1;; number++) {
    const name = numbered(wanted, number);
    if (await isOurs(name, from)) return name;
    if (await isFree(name)) return undefined;
  }
}

/** Yields `Heat.mkv`, `Heat (2).mkv` and so on. */
function numbered(wanted: string, number: number): string {
  if (number === 1) return wanted;
  const end = extname(wanted);
  return `${wanted.slice(0, wanted.length - end.length)} (${number})${end}`;
}

const isTaken = (error: unknown): boolean => error instanceof JobFailure && error.code === "output_exists";

const isFree = (path: string): Promise<boolean> =>
  refuseExisting(path).then(() => true, (error) => {
    if (isTaken(error)) return false;
    throw error;
  });

const isThere = (path: string): Promise<boolean> => lstat(path).then(() => true, () => false);

/** True if a file has this size. Links are ignored, because they may lead to the cached copy. */
const hasSize = async (path: string, size: number): Promise<boolean> =>
  await lstat(path).then((found) => found.isFile() && found.size === size, () => false);

async function isOurs(name: string, from: string): Promise<boolean> {
  if (!await hasSize(name, (await stat(from)).size)) return false;
  if (isSameFile(await identityOf(name), await identityOf(from))) return true;
  // A file that cannot be read is treated as different.
  return await hasSameBytes(name, from).catch(() => false);
}

/** Compares the contents, because a copy on another disk has a different file identity. */
async function hasSameBytes(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([digestOf(a), digestOf(b)]);
  return one === other;
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  using file = await Deno.open(path, { read: true });
  const buffer = new Uint8Array(1024 * 1024);
  for (let n = await file.read(buffer); n !== null; n = await file.read(buffer)) hash.update(buffer.subarray(0, n));
  return hash.digest("hex");
}
