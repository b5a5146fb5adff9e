import { dirname, join } from "node:path";
import { Fault } from "../../kit/fault.ts";
import { syncFolder } from "../../kit/atomic_file.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import { identityOf, isSameFile, isUnchanged, linkFile, moveWithoutOverwriting } from "./file_moves.ts";
import { baseName, sidecarMoves } from "./file_names.ts";
import type { Journal } from "./journal.ts";
import { createBinFolder, removeEmptyBinFolder } from "./retire.ts";

/** A retired original and where it is to be moved back. Plain data, journalled whole. */
export interface PlannedUndo {
  /** The kept original in its bin, and what it was when it was retired. */
  bin: string;
  original: SourceIdentity;
  /** Its place before. */
  source: string;
  output: string;
  outputSizeBytes: number;
  /** Where the encode goes. */
  encodeBin: string;
}

/**
 * Moves a retired original back to its place, and the encode to the bin. At every moment both files exist
 * under some name. Repeating it after a crash carries on. Throws `conflict` when someone changed either file since.
 */
export async function undoDelivery(undoing: PlannedUndo, journal: Journal): Promise<void> {
  const { bin, original, source, output, encodeBin } = undoing;
  if (source === output) await restoreBySwap(undoing, journal);
  else {
    await journal.step("undo-restored", undoing, async () => {
      if (!isUnchanged(await identityOf(source), original)) {
        if (!isUnchanged(await identityOf(bin), original)) throw changed(bin);
        await refuseOtherFile(source);
        await moveWithoutOverwriting(bin, source, original);
      }
      return { at: source };
    });
    await journal.step("undo-retired", undoing, async () => {
      const encode = await identityOf(output);
      if (encode !== undefined && !isSameFile(encode, original)) {
        await createBinFolder(encodeBin);
        await Deno.rename(output, encodeBin);
        await syncFolder(dirname(encodeBin));
      }
      return { at: encodeBin };
    });
    await moveSidecarsBack(undoing, journal);
  }
  await removeEmptyBinFolder(bin);
}

/** Throws `conflict` unless both files are still what they were when the job ended. */
export async function checkUndo({ bin, original, source, output, outputSizeBytes }: PlannedUndo): Promise<void> {
  if (!isUnchanged(await identityOf(bin), original)) throw changed(bin);
  const encode = await identityOf(output);
  if (encode === undefined || encode.sizeBytes !== outputSizeBytes) throw changed(output);
  if (source !== output) await refuseOtherFile(source);
}

/** Same name: the encode gets a second name in the bin, then the original takes the first in one step. */
async function restoreBySwap({ bin, original, source, encodeBin }: PlannedUndo, journal: Journal): Promise<void> {
  const encode = await journal.step("undo-kept", { from: source, to: encodeBin }, async ({ from, to }) => {
    const before = await identityOf(to) ?? await identityOf(from);
    if (before === undefined || isSameFile(before, original)) throw changed(from);
    await createBinFolder(to);
    // Where files have one name only, the next step moves it.
    await linkFile(from, to);
    return before;
  });
  await journal.step("undo-restored", { from: bin, to: source }, async ({ from, to }) => {
    if (!isUnchanged(await identityOf(to), original)) {
      if (!isUnchanged(await identityOf(from), original)) throw changed(from);
      if (!isSameFile(await identityOf(encodeBin), encode)) await Deno.rename(to, encodeBin);
      await Deno.rename(from, to);
    }
    await syncFolder(dirname(to));
    return { at: to };
  });
}

async function moveSidecarsBack({ source, output }: PlannedUndo, journal: Journal): Promise<void> {
  const folder = dirname(source);
  if (folder !== dirname(output)) return;
  const names = [];
  for await (const entry of Deno.readDir(folder)) if (entry.isFile) names.push(entry.name);
  await journal.step("undo-sidecars", sidecarMoves(names, baseName(output), baseName(source)), async (moves) => {
    for (const { from, to } of moves) {
      const identity = await identityOf(join(folder, from));
      if (identity) await moveWithoutOverwriting(join(folder, from), join(folder, to), identity).catch(() => {});
    }
    return { moved: moves.length };
  });
}

async function refuseOtherFile(path: string): Promise<void> {
  if (await identityOf(path) !== undefined) {
    throw new Fault("output_exists", `${path} is taken by another file; move that one away first.`);
  }
}

const changed = (path: string) =>
  new Fault("conflict", `${path} is gone or was changed since the job ended; nothing was moved.`);
