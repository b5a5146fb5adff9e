import { createHash } from "node:crypto";
import { link, lstat, readdir, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { syncFolder } from "../../kit/atomic_file.ts";
import { JobFailure } from "../../kit/fault.ts";
import { type SourceIdentity } from "../../media/probe/source.ts";
import { isSameName, partialSuffix } from "./file_names.ts";
import { isLink, isSameLink, linkAgain, moveLinkOver } from "./linked_file.ts";

/**
 * Moves of media files that never overwrite a file that is not ours, and at no moment leave neither old nor new
 * (safety.md, S-FILE-4, S-FILE-5).
 * Every function may be repeated after a crash.
 */

/** The identity of a file of any kind; undefined when there is none. */
export async function identityOf(path: string): Promise<SourceIdentity | undefined> {
  return await identify(path, stat).catch(() => undefined);
}

/** The identity of the entry itself: of a symbolic link, not of what it leads to; undefined when there is none. */
export async function entryIdentity(path: string): Promise<SourceIdentity | undefined> {
  return await identify(path, lstat).catch(() => undefined);
}

/** The identity of what a path leads to (`stat`), or of the entry itself, a symbolic link included (`lstat`). */
async function identify(path: string, look: typeof stat): Promise<SourceIdentity> {
  const { size, mtimeNs, ino, dev } = await look(path, { bigint: true });
  return { sizeBytes: Number(size), mtimeNs: String(mtimeNs), inode: String(ino), device: String(dev) };
}

/** The same bytes in the same place on the disk, under whatever name. */
export const isSameFile = (a: SourceIdentity | undefined, b: SourceIdentity | undefined): boolean =>
  a !== undefined && b !== undefined && a.inode === b.inode && a.device === b.device;

/** The same file, not written to since. */
export const isUnchanged = (now: SourceIdentity | undefined, then: SourceIdentity): boolean =>
  now !== undefined && isSameFile(now, then) && now.sizeBytes === then.sizeBytes && now.mtimeNs === then.mtimeNs;

/** How many names a file has. */
export const linkCount = async (path: string): Promise<number> => (await stat(path)).nlink;

/**
 * Gives the file `from` (which is `identity`) the name `to`, on one file system, only if that name is free. Throws
 * `output_exists` when another file has it. A file that has the name already keeps it, by whatever path it is named. Of a
 * symbolic link the entry is moved, and leads where it led. `linked` is called while both names exist.
 */
export async function moveWithoutOverwriting(
  from: string,
  to: string,
  identity: SourceIdentity,
  linked: () => void = () => {},
): Promise<void> {
  if (await isLink(from) && !await isOneEntry(from, to)) return await moveLink(from, to, identity, linked);
  if (!isSameFile(await identityOf(to), identity)) {
    if (!isUnchanged(await identityOf(from), identity)) {
      throw new JobFailure("publish_failed", `${from} is gone or was changed before it could become ${to}.`);
    }
    await refuseExisting(to);
    try {
      await link(from, to);
    } catch (error) {
      if (systemErrorCode(error) === "EEXIST") throw taken(to);
      if (!LINKS_UNSUPPORTED.has(systemErrorCode(error))) throw error;
      // No hard links on this file system (exFAT, some shares): check, then rename.
      await refuseExisting(to);
      await Deno.rename(from, to);
    }
  }
  linked();
  if (isSameFile(await identityOf(from), identity)) await leaveName(from, to);
  await syncFolder(dirname(to));
  if (dirname(from) !== dirname(to)) await syncFolder(dirname(from));
}

/** Moves a symbolic link whose file is `identity` to a free name; carries on where both names are there already. */
async function moveLink(from: string, to: string, identity: SourceIdentity, linked: () => void): Promise<void> {
  if (!isUnchanged(await identityOf(from), identity)) {
    throw new JobFailure("publish_failed", `${from} is gone or was changed before it could become ${to}.`);
  }
  if (!await isSameLink(from, to)) {
    await refuseExisting(to);
    await linkAgain(from, to).catch((error) => {
      throw systemErrorCode(error) === "EEXIST" ? taken(to) : error;
    });
  }
  linked();
  if (!isSameFile(await identityOf(to), identity)) {
    await removeOwnFile(to);
    throw new JobFailure("publish_failed", `The link ${from} would not lead to its file from ${dirname(to)}.`);
  }
  await Deno.remove(from);
  await syncFolder(dirname(to));
  if (dirname(from) !== dirname(to)) await syncFolder(dirname(from));
}

/** Puts the kept entry `from` in the place of `to`, in one step. */
export async function moveOver(from: string, to: string): Promise<void> {
  if (await isLink(from)) await moveLinkOver(from, to);
  else await Deno.rename(from, to);
}

const isOneEntry = async (from: string, to: string): Promise<boolean> =>
  isSameFile(await entryIdentity(from), await entryIdentity(to));

/** Takes the name `from` off a file that is found as `to` too; its only entry is never removed. */
async function leaveName(from: string, to: string): Promise<void> {
  const entries = await entriesOf(from, to);
  if (entries === "pointer") throw taken(to);
  if (entries === "two") await Deno.remove(from);
  if (entries === "spelling") await Deno.rename(from, to);
}

/**
 * What two paths of one file are: two entries (hard links), one entry by two paths to its folder, one entry that has to be
 * spelled otherwise to be found as `to` everywhere, or a symbolic link and where it points.
 */
export type FileEntries = "two" | "one" | "spelling" | "pointer";

/** What the paths `from` and `to` are, which both lead to the same file. */
async function entriesOf(from: string, to: string): Promise<FileEntries> {
  if (!isSameFile(await identify(from, lstat), await identify(to, lstat))) return "pointer";
  // By device and inode: links and bind mounts show one folder under several paths.
  if (!isSameFile(await identify(dirname(from), stat), await identify(dirname(to), stat))) return "two";
  return entriesInFolder(await readdir(dirname(to)), basename(from), basename(to));
}

/** The same for two names of one file in one folder, whose names are `listed`: it may ignore case or composition. */
export function entriesInFolder(listed: string[], from: string, to: string): FileEntries {
  if (from === to) return "one";
  const composed = (name: string) => name.normalize("NFC");
  // Some file systems list every name in a composition of their own (HFS+).
  const spelled = composed(from) === composed(to) ? (name: string) => name : composed;
  const isListed = (name: string) => listed.some((one) => spelled(one) === spelled(name));
  if (!isListed(to)) return "spelling";
  return isListed(from) ? "two" : "one";
}

/** Gives a file, or a symbolic link, a second name. False when this file system has no hard links. */
export async function linkFile(from: string, to: string): Promise<boolean> {
  try {
    if (await isLink(from)) await linkAgain(from, to);
    else await link(from, to);
    await syncFolder(dirname(to));
    return true;
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST" && await isSecondEntry(from, to)) return true;
    if (LINKS_UNSUPPORTED.has(systemErrorCode(error))) return false;
    throw error;
  }
}

/** Whether two paths are two entries of one file, or two links of one text: either may be removed without losing it. */
export const isSecondEntry = async (from: string, to: string): Promise<boolean> =>
  isSameFile(await identityOf(from), await identityOf(to)) &&
  (await entriesOf(from, to) === "two" || await isSameLink(from, to));

/** Gives a file of ours another name, replacing what is left there by an earlier try. False across file systems and mounts. */
export async function linkOrRename(from: string, to: string): Promise<boolean> {
  const entries = isSameFile(await identityOf(from), await identityOf(to)) ? await entriesOf(from, to) : "two";
  if (entries === "spelling") await Deno.rename(from, to);
  if (entries === "spelling" || entries === "one") return true;
  await removeOwnFile(to);
  try {
    if (!await linkFile(from, to)) await Deno.rename(from, to);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === "EXDEV") return false;
    throw error;
  }
}

/** Copies across file systems and proves it: both sides are read and hashed, the copy from the disk. Answers what the copy is. */
export async function copyVerified(from: string, to: string, onHalf: () => void = () => {}): Promise<SourceIdentity> {
  if (isSameFile(await identityOf(from), await identityOf(to))) {
    throw new JobFailure("publish_failed", `${from} and ${to} are the same file; it is not copied onto itself.`);
  }
  const { size } = await stat(from);
  const written = createHash("sha256");
  {
    using source = await Deno.open(from, { read: true });
    using target = await Deno.open(to, { write: true, create: true, truncate: true, mode: 0o600 });
    let copied = 0;
    for await (const block of blocks(source)) {
      written.update(block);
      for (let at = 0; at < block.length;) at += await target.write(block.subarray(at));
      const before = copied;
      copied += block.length;
      if (before * 2 < size && copied * 2 >= size) onHalf();
    }
    await target.sync();
  }
  const read = createHash("sha256");
  {
    using target = await Deno.open(to, { read: true });
    for await (const block of blocks(target)) read.update(block);
  }
  const identity = await identityOf(to);
  if (identity === undefined || identity.sizeBytes !== size || written.digest("hex") !== read.digest("hex")) {
    throw new JobFailure(
      "publish_failed",
      `The copy of ${basename(from)} in ${dirname(to)} differs from what was written.`,
    );
  }
  return identity;
}

/** The published file gets the permissions and, for root, the owner of the file it replaces. Best effort: never a failure. */
export async function copyPermissions(path: string, like: string): Promise<void> {
  try {
    const { mode, uid, gid } = await stat(like);
    await Deno.chmod(path, mode & 0o666);
    if (Deno.build.os !== "windows" && Deno.uid() === 0) await Deno.chown(path, uid, gid);
  } catch {
    // Shares without permissions, or files of other users: the file is published as it is.
  }
}

/** Removes a file of our own; no file is fine. */
export async function removeOwnFile(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Removes a partial file of this job, if it is still there. Anything else is left alone: false. */
export async function removePartial(path: string, jobId: string): Promise<boolean> {
  if (!basename(path).endsWith(partialSuffix(jobId))) return false;
  await removeOwnFile(path);
  return true;
}

/** Throws `output_exists` when `path` is taken by any file, also under another spelling of the name. */
export async function refuseExisting(path: string): Promise<void> {
  if (await identityOf(path) !== undefined) throw taken(path);
  for await (const { name } of Deno.readDir(dirname(path))) {
    if (isSameName(name, basename(path))) throw taken(path);
  }
}

/** The code of an error of the operating system (`EEXIST`); empty for any other error. */
export const systemErrorCode = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

const LINKS_UNSUPPORTED = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EACCES"]);

const taken = (path: string) =>
  new JobFailure(
    "output_exists",
    `${path} already exists; move it away or choose another suffix or folder.`,
  );

async function* blocks(file: Deno.FsFile): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(1024 * 1024);
  for (let n = await file.read(buffer); n !== null; n = await file.read(buffer)) yield buffer.subarray(0, n);
}
