import { dirname, join } from "node:path";
import { Fault, JobFailure } from "../../kit/fault.ts";
import { syncFolder } from "../../kit/atomic_file.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import {
  identityOf,
  isSameFile,
  isSecondEntry,
  isUnchanged,
  linkFile,
  moveOver,
  moveWithoutOverwriting,
  removeOwnFile,
} from "./file_moves.ts";
import { baseName, sidecarMoves } from "./file_names.ts";
import type { Journal } from "./journal.ts";
import { createBinFolder, removeEmptyBinFolder } from "./retire.ts";

/** Retired original, and the path to which it is moved back. Plain data, which is stored completely in the journal. */
export interface PlannedUndo {
  /** Path of the original in the recycle bin, and its identity when it was retired. */
  bin: string;
  original: SourceIdentity;
  /** Original path. */
  source: string;
  output: string;
  outputSizeBytes: number;
  /** Identity of the encode when the undo started. Earlier versions recorded only its size. */
  encode?: SourceIdentity;
  /** Path in the recycle bin to which the encode is moved. */
  encodeBin: string;
}

/**
 * Moves a retired original back to its path, and the encode to the recycle bin. At any time, both files exist.
 * Repeating it after a crash continues the undo. Throws `conflict` if either file was changed. If another file now has
 * the name of the encode, it is neither moved nor replaced. Returns true if the encode is in the recycle bin.
 */
export async function undoDelivery(undoing: PlannedUndo, journal: Journal): Promise<boolean> {
  const { bin, source, output, encodeBin } = undoing;
  if (source === output) await restoreBySwap(undoing, journal);
  else {
    await restoreBeside(undoing, journal);
    // If another file now has the name of the encode, subtitles and images stay with that file.
    if (await identityOf(output) === undefined) await moveSidecarsBack(undoing, journal);
  }
  await removeEmptyBinFolder(bin);
  return isEncode(await identityOf(encodeBin), undoing);
}

/**
 * Throws `conflict` if either file was changed since the end of the job. Returns the identity of the encode. `identify`
 * returns the identities of files, by default those on the disk.
 */
export async function checkUndo(
  undoing: Omit<PlannedUndo, "encode">,
  identify: (path: string) => Promise<SourceIdentity | undefined> = identityOf,
): Promise<SourceIdentity> {
  const { bin, original, source, output } = undoing;
  if (!isUnchanged(await identify(bin), original)) throw changed(bin);
  const encode = await identify(output);
  if (encode === undefined || encode.sizeBytes !== undoing.outputSizeBytes) throw changed(output);
  if (source !== output && await identify(source) !== undefined) throw occupied(source);
  return encode;
}

/**
 * Removes the encode of an aborted undo from the recycle bin. If the encode also has its own name, only the entry in
 * the recycle bin is removed. Otherwise it is renamed back. Returns true if it stays in the recycle bin.
 */
export async function leaveEncode({ output, encodeBin, ...undoing }: PlannedUndo): Promise<boolean> {
  const kept = await identityOf(encodeBin);
  if (kept === undefined) return false;
  if (await isSecondEntry(output, encodeBin)) await removeOwnFile(encodeBin);
  else {
    if (!isEncode(kept, undoing) || await identityOf(output) !== undefined) return true;
    const isBack = await moveWithoutOverwriting(encodeBin, output, kept).then(() => true, falseIfRefused);
    if (!isBack) return true;
  }
  await removeEmptyBinFolder(encodeBin);
  return false;
}

/**
 * Restores an original that has the same path as the encode. The encode is hard-linked into the recycle bin, then the
 * original replaces the encode.
 */
async function restoreBySwap(undoing: PlannedUndo, journal: Journal): Promise<void> {
  const { bin, original, source, encodeBin } = undoing;
  const encode = await journal.step("undo-kept", { from: source, to: encodeBin }, async ({ from, to }) => {
    const kept = await identityOf(to);
    if (isEncode(kept, undoing)) return kept;
    const found = await identityOf(from);
    if (!isEncode(found, undoing)) throw changed(from);
    if (kept !== undefined) throw occupied(to);
    await createBinFolder(to);
    // If the file system does not support hard links, the next step moves the encode instead.
    await linkFile(from, to);
    return found;
  });
  await journal.step("undo-restored", { from: bin, to: source }, async ({ from, to }) => {
    const now = await identityOf(to);
    const isBack = isUnchanged(now, original);
    if (!isBack && !isUnchanged(await identityOf(from), original)) throw changed(from);
    const isInPlace = now !== undefined && !isBack;
    if (isInPlace && !(isUnchanged(now, encode) && isEncode(now, undoing))) throw changed(to);
    if (isInPlace && isSameFile(await identityOf(encodeBin), encode)) await moveOver(from, to);
    else {
      if (isInPlace) await moveWithoutOverwriting(to, encodeBin, encode);
      await moveWithoutOverwriting(from, to, original);
    }
    await syncFolder(dirname(to));
    return { at: to };
  });
}

/**
 * Restores an original whose path differs from that of the encode. Then moves the encode, unless another file now has
 * its name.
 */
async function restoreBeside(undoing: PlannedUndo, journal: Journal): Promise<void> {
  const { bin, original, source, output, encodeBin } = undoing;
  await journal.step("undo-restored", undoing, async () => {
    if (!isUnchanged(await identityOf(source), original)) {
      if (!isUnchanged(await identityOf(bin), original)) throw changed(bin);
      await refuseOtherFile(source);
    }
    await moveWithoutOverwriting(bin, source, original);
    return { at: source };
  });
  await journal.step("undo-retired", undoing, async () => {
    // If the original is not in place, the encode is the only copy of the movie.
    if (!isUnchanged(await identityOf(source), original)) throw changed(source);
    const kept = await identityOf(encodeBin);
    const encode = isEncode(kept, undoing) ? kept : await identityOf(output);
    if (!isEncode(encode, undoing)) return { at: output };
    await createBinFolder(encodeBin);
    // A refused move of the encode is not an error, because the original has been restored as requested.
    const isMoved = await moveWithoutOverwriting(output, encodeBin, encode).then(() => true, falseIfRefused);
    return { at: isMoved ? encodeBin : output };
  });
}

/** True if the file is the encode whose delivery is undone, and not a newer file. */
const isEncode = (
  found: SourceIdentity | undefined,
  { encode, original, outputSizeBytes }: Pick<PlannedUndo, "encode" | "original" | "outputSizeBytes">,
): found is SourceIdentity =>
  found !== undefined && !isSameFile(found, original) &&
  (encode ? isUnchanged(found, encode) : found.sizeBytes === outputSizeBytes);

async function moveSidecarsBack({ source, output }: PlannedUndo, journal: Journal): Promise<void> {
  const folder = dirname(source);
  if (folder !== dirname(output)) return;
  const names = [];
  for await (const entry of Deno.readDir(folder)) if (entry.isFile || entry.isSymlink) names.push(entry.name);
  await journal.step("undo-sidecars", sidecarMoves(names, baseName(output), baseName(source)), async (moves) => {
    for (const { from, to } of moves) {
      const identity = await identityOf(join(folder, from));
      if (identity) await moveWithoutOverwriting(join(folder, from), join(folder, to), identity).catch(() => {});
    }
    return { moved: moves.length };
  });
}

/** Returns false if a move is refused because a file was changed or a file name is in use. Rethrows other errors. */
function falseIfRefused(error: unknown): false {
  if (error instanceof JobFailure) return false;
  throw error;
}

async function refuseOtherFile(path: string): Promise<void> {
  if (await identityOf(path) !== undefined) throw occupied(path);
}

const occupied = (path: string) =>
  new Fault("output_exists", `${path} is occupied by another file. Move that file away first.`);

const changed = (path: string) =>
  new Fault("conflict", `${path} no longer exists or has changed since the job ended. Nothing was moved.`);
