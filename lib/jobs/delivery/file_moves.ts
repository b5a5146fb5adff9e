import { createHash } from "node:crypto";
import { link, lstat, readdir, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { syncFolder } from "../../kit/atomic_file.ts";
import { JobFailure } from "../../kit/fault.ts";
import { type SourceIdentity } from "../../media/probe/source.ts";
import { isSameName, partialSuffix } from "./file_names.ts";
import { isLink, isSameLink, linkAgain, moveLinkOver } from "./linked_file.ts";

/**
 * Moves media files without overwriting other files. At any time, either the old or the new file is in place
 * (safety.md, S-FILE-4, S-FILE-5). All functions may be repeated after a crash.
 */

/** Returns the identity of a file of any kind, or undefined if it does not exist. */
export async function identityOf(path: string): Promise<SourceIdentity | undefined> {
  return await identify(path, stat).catch(() => undefined);
}

/** Returns the identity of a directory entry without following a symbolic link, or undefined if it does not exist. */
export async function entryIdentity(path: string): Promise<SourceIdentity | undefined> {
  return await identify(path, lstat).catch(() => undefined);
}

/** Returns the identity of a path's target (`stat`), or of the entry itself even if it is a symbolic link (`lstat`). */
async function identify(path: string, readStat: typeof stat): Promise<SourceIdentity> {
  const { size, mtimeNs, ino, dev } = await readStat(path, { bigint: true });
  return { sizeBytes: Number(size), mtimeNs: String(mtimeNs), inode: String(ino), device: String(dev) };
}

/** True for the same file on disk, regardless of its name. */
export const isSameFile = (a: SourceIdentity | undefined, b: SourceIdentity | undefined): boolean =>
  a !== undefined && b !== undefined && a.inode === b.inode && a.device === b.device;

/** True if both identities belong to the same file and it was not modified. */
export const isUnchanged = (now: SourceIdentity | undefined, then: SourceIdentity): boolean =>
  now !== undefined && isSameFile(now, then) && now.sizeBytes === then.sizeBytes && now.mtimeNs === then.mtimeNs;

/** Returns the number of hard links of a file. */
export const linkCount = async (path: string): Promise<number> => (await stat(path)).nlink;

/**
 * Renames `from` (with identity `identity`) to `to` within one file system, only if that name is not in use. Throws
 * `output_exists` if another file has it. Does nothing if the file already has that name, through any path. For a
 * symbolic link, the link itself is moved and keeps its target. `linked` is called while both names exist.
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
      throw new JobFailure(
        "publish_failed",
        `${from} no longer exists or was changed before it could be moved to ${to}.`,
      );
    }
    await refuseExisting(to);
    try {
      await link(from, to);
    } catch (error) {
      if (systemErrorCode(error) === "EEXIST") throw occupied(to);
      if (!LINKS_UNSUPPORTED.has(systemErrorCode(error))) throw error;
      // The file system has no hard links (exFAT, some shares), so the name is checked before the rename.
      await refuseExisting(to);
      await Deno.rename(from, to);
    }
  }
  linked();
  if (isSameFile(await identityOf(from), identity)) await leaveName(from, to);
  await syncFolder(dirname(to));
  if (dirname(from) !== dirname(to)) await syncFolder(dirname(from));
}

/**
 * Moves a symbolic link whose target is `identity` to a name that is not in use. Continues if both names already exist.
 */
async function moveLink(from: string, to: string, identity: SourceIdentity, linked: () => void): Promise<void> {
  if (!isUnchanged(await identityOf(from), identity)) {
    throw new JobFailure(
      "publish_failed",
      `${from} no longer exists or was changed before it could be moved to ${to}.`,
    );
  }
  if (!await isSameLink(from, to)) {
    await refuseExisting(to);
    await linkAgain(from, to).catch((error) => {
      throw systemErrorCode(error) === "EEXIST" ? occupied(to) : error;
    });
  }
  linked();
  if (!isSameFile(await identityOf(to), identity)) {
    await removeOwnFile(to);
    throw new JobFailure(
      "publish_failed",
      `The link ${from} would lose its target if it were moved to ${dirname(to)}.`,
    );
  }
  await Deno.remove(from);
  await syncFolder(dirname(to));
  if (dirname(from) !== dirname(to)) await syncFolder(dirname(from));
}

/** Atomically replaces `to` with the entry `from`. */
export async function moveOver(from: string, to: string): Promise<void> {
  if (await isLink(from)) await moveLinkOver(from, to);
  else await Deno.rename(from, to);
}

const isOneEntry = async (from: string, to: string): Promise<boolean> =>
  isSameFile(await entryIdentity(from), await entryIdentity(to));

/**
 * Removes the hard link `from` of a file that also exists as `to`. Never removes the last directory entry of the file.
 */
async function leaveName(from: string, to: string): Promise<void> {
  const entries = await entriesOf(from, to);
  if (entries === "pointer") throw occupied(to);
  if (entries === "two") await Deno.remove(from);
  if (entries === "spelling") await Deno.rename(from, to);
}

/**
 * Ways in which two paths can refer to the same file. `two`: hard links. `one`: one entry that is reached through two
 * folder paths. `spelling`: one entry whose name must be changed to be found as `to` everywhere. `pointer`: a symbolic
 * link and its target.
 */
export type FileEntries = "two" | "one" | "spelling" | "pointer";

/** Returns how the paths `from` and `to` refer to the same file. */
async function entriesOf(from: string, to: string): Promise<FileEntries> {
  if (!isSameFile(await identify(from, lstat), await identify(to, lstat))) return "pointer";
  // Compares device and inode, because through links and bind mounts, one folder may have several paths.
  if (!isSameFile(await identify(dirname(from), stat), await identify(dirname(to), stat))) return "two";
  return entriesInFolder(await readdir(dirname(to)), basename(from), basename(to));
}

/**
 * Same as `entriesOf`, for two names in one folder that contains the names `listed`. The file system may ignore case or
 * Unicode composition.
 */
export function entriesInFolder(listed: string[], from: string, to: string): FileEntries {
  if (from === to) return "one";
  const composed = (name: string) => name.normalize("NFC");
  // Some file systems (HFS+) list names in normalised form.
  const spelled = composed(from) === composed(to) ? (name: string) => name : composed;
  const isListed = (name: string) => listed.some((one) => spelled(one) === spelled(name));
  if (!isListed(to)) return "spelling";
  return isListed(from) ? "two" : "one";
}

/** Creates a hard link to a file or symbolic link. Returns false if the file system does not support hard links. */
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

/**
 * True if two paths are two entries of one file, or two links with the same text. Either can be removed without losing
 * the file.
 */
export const isSecondEntry = async (from: string, to: string): Promise<boolean> =>
  isSameFile(await identityOf(from), await identityOf(to)) &&
  (await entriesOf(from, to) === "two" || await isSameLink(from, to));

/** Renames a file of Lathe, replacing files of an earlier attempt. Returns false across file systems and mounts. */
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

/**
 * Copies across file systems and verifies the copy: both files are read and hashed, and the copy is read from the disk.
 * Returns the identity of the copy.
 */
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
      `The copy of ${basename(from)} in ${dirname(to)} differs from the original.`,
    );
  }
  return identity;
}

/** Copies the permissions, and for root the owner, from the replaced file to the published file. Never throws. */
export async function copyPermissions(path: string, like: string): Promise<void> {
  try {
    const { mode, uid, gid } = await stat(like);
    await Deno.chmod(path, mode & 0o666);
    if (Deno.build.os !== "windows" && Deno.uid() === 0) await Deno.chown(path, uid, gid);
  } catch {
    // On shares without permissions, or if the file belongs to another user, it is published unchanged.
  }
}

/** Removes a file of Lathe. A missing file is not an error. */
export async function removeOwnFile(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Removes a partial file of this job, if it exists. Returns false for any other file, which is not removed. */
export async function removePartial(path: string, jobId: string): Promise<boolean> {
  if (!basename(path).endsWith(partialSuffix(jobId))) return false;
  await removeOwnFile(path);
  return true;
}

/** Throws `output_exists` if any file exists at `path`, even with another spelling of the name. */
export async function refuseExisting(path: string): Promise<void> {
  if (await identityOf(path) !== undefined) throw occupied(path);
  for await (const { name } of Deno.readDir(dirname(path))) {
    if (isSameName(name, basename(path))) throw occupied(path);
  }
}

/** Returns the code of an operating system error (`EEXIST`), or an empty string for any other error. */
export const systemErrorCode = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

const LINKS_UNSUPPORTED = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EACCES"]);

const occupied = (path: string) =>
  new JobFailure(
    "output_exists",
    `${path} already exists; move it away or choose another suffix or folder.`,
  );

async function* blocks(file: Deno.FsFile): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(1024 * 1024);
  for (let n = await file.read(buffer); n !== null; n = await file.read(buffer)) yield buffer.subarray(0, n);
}
