import { dirname } from "node:path";
import { syncFile, syncFolder } from "../../kit/atomic_file.ts";
import { JobFailure } from "../../kit/fault.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import type { CrashPoint } from "./crash_points.ts";
import { binEntry, type Delivered, type Delivery } from "./delivery.ts";
import {
  copyPermissions,
  copyVerified,
  identityOf,
  isSameFile,
  isUnchanged,
  linkFile,
  linkOrRename,
  moveWithoutOverwriting,
  removeOwnFile,
} from "./file_moves.ts";
import { partialPathBeside } from "./file_names.ts";
import type { Journal } from "./journal.ts";
import { createBinFolder, deleteRetiredNow, moveSidecars, retireOriginal } from "./retire.ts";

/**
 * Publishes a verified encode and retires its original, step by step. Repeating it after a crash continues at the
 * unfinished step. Throws `JobFailure`: `output_exists`, `source_changed`, `publish_failed`. In these cases the
 * verified file still exists.
 */
export async function deliver(
  delivery: Delivery,
  journal: Journal,
  crashPoint: (point: CrashPoint) => void,
): Promise<Delivered> {
  const { source, target, bin } = delivery;
  const swaps = bin !== undefined && target === source;
  const warnings: string[] = [];
  if (bin !== undefined) warnings.push(...linkWarnings(delivery));

  const staged = await stageInTargetFolder(delivery, journal, crashPoint);
  if (swaps) await swap(delivery, bin, staged, journal, crashPoint);
  else await publish(delivery, staged, journal, crashPoint);
  if (staged.path !== delivery.partial) await removeOwnFile(delivery.partial);

  const kept = bin === undefined
    ? undefined
    : swaps
    ? bin
    : await retireOriginal(delivery, bin, staged.identity, journal, warnings);
  if (kept !== undefined) await moveSidecars(delivery, journal, warnings);
  const emptied = kept !== undefined && delivery.keepDays === 0 &&
    await deleteRetiredNow(delivery, kept, staged.identity, journal);
  return {
    outputPath: target,
    outputSizeBytes: delivery.verified.sizeBytes,
    originalStays: kept === undefined,
    ...(kept !== undefined && !emptied ? { originalKeptAt: kept, originalKeptUntil: delivery.keepUntil } : {}),
    warnings,
  };
}

/** Adds a warning if replacing an original does not free any space. */
function linkWarnings({ source, linkTarget, sourceLinks }: Delivery): string[] {
  if (linkTarget !== undefined) {
    return [`${source} is a link: the encode replaces the link, and ${linkTarget} is kept. This frees no space.`];
  }
  return sourceLinks > 1 ? ["The original has other hard links, so replacing it frees no space."] : [];
}

/** Verified file that is ready to be renamed. */
interface StagedFile {
  path: string;
  identity: SourceIdentity;
}

/**
 * Places the verified file in the folder of the target as a hidden file: the file itself, a hard link, or a verified
 * copy. Only a rename within one folder is certain to work later, because two mounts of one disk have the same device
 * number but do not support moves between them.
 */
async function stageInTargetFolder(
  { partial, verified, target, source, jobId }: Delivery,
  journal: Journal,
  crashPoint: (point: CrashPoint) => void,
): Promise<StagedFile> {
  if (await identityOf(dirname(target)) === undefined) {
    throw new JobFailure("publish_failed", `The folder ${dirname(target)} does not exist.`);
  }
  const prepare = async (path: string) => {
    // The file is synced before the permissions are copied, because it could not be opened with the permissions of a
    // read-only source.
    await syncFile(path);
    await copyPermissions(path, source);
  };
  if (dirname(partial) === dirname(target)) {
    if (isUnchanged(await identityOf(partial), verified)) await prepare(partial);
    return { path: partial, identity: verified };
  }
  const beside = partialPathBeside(target, jobId);
  const identity = await journal.step("copied", { from: partial, to: beside }, async ({ from, to }) => {
    try {
      if (isUnchanged(await identityOf(to), verified)) return verified;
      if (!isUnchanged(await identityOf(from), verified)) {
        throw new JobFailure("publish_failed", `${from} no longer exists or was changed after it was verified.`);
      }
      if (await linkOrRename(from, to)) {
        await prepare(to);
        return verified;
      }
      const made = await copyVerified(from, to, () => crashPoint("copied-half"));
      await copyPermissions(to, source);
      return made;
    } catch (error) {
      if (!isSameFile(await identityOf(from), await identityOf(to))) await removeOwnFile(to).catch(() => {});
      throw error;
    }
  });
  return { path: beside, identity };
}

/**
 * Publishes to a name that differs from that of the source. The target is complete when it appears, and existing files
 * are not replaced.
 */
async function publish(
  { target }: Delivery,
  { path, identity }: StagedFile,
  journal: Journal,
  crashPoint: (point: CrashPoint) => void,
): Promise<void> {
  await journal.step("published", { from: path, to: target }, async ({ from, to }) => {
    await moveWithoutOverwriting(from, to, identity, () => crashPoint("published-linked"));
    return { at: to };
  });
}

/**
 * Delivers the encode under the name of its source. The original is first hard-linked into the recycle bin. Then the
 * encode atomically replaces it.
 */
async function swap(
  delivery: Delivery,
  bin: string,
  { path, identity }: StagedFile,
  journal: Journal,
  crashPoint: (point: CrashPoint) => void,
): Promise<void> {
  const { target, sourceIdentity } = delivery;
  const entry = binEntry(delivery, bin);
  const { linked } = await journal.step("kept", { from: target, to: bin }, async ({ from, to }) => {
    if (isUnchanged(await identityOf(to), sourceIdentity)) return { linked: true };
    if (!isUnchanged(await identityOf(from), sourceIdentity)) throw sourceChanged(from);
    await createBinFolder(to);
    return { linked: await linkFile(from, to) };
  });
  await journal.step("published", { from: path, to: target, over: bin }, async ({ from, to }) => {
    const now = await identityOf(to);
    if (!isSameFile(now, identity)) {
      if (!isUnchanged(await identityOf(from), identity)) {
        throw new JobFailure("publish_failed", `${from} no longer exists or was changed after it was verified.`);
      }
      // Without hard links, the original is moved first. After a restart, the intent recorded above identifies both
      // files.
      if (!linked && now !== undefined) {
        if (!isUnchanged(now, sourceIdentity)) throw sourceChanged(to);
        await Deno.rename(to, bin);
        crashPoint("moved-away");
      } else if (now !== undefined && !isUnchanged(now, sourceIdentity)) throw sourceChanged(to);
      if (!isUnchanged(await identityOf(bin), sourceIdentity)) throw sourceChanged(bin);
      await Deno.rename(from, to);
    }
    await syncFolder(dirname(to));
    return { at: to };
  }, () => entry);
}

const sourceChanged = (path: string) =>
  new JobFailure("source_changed", `${path} was changed by another program; nothing was replaced.`);
