import { withKeys } from "../../kit/async.ts";
import type { BinRow, JobRow } from "../../../db/schema/jobs.ts";
import { DAY_MS } from "../../kit/clock.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import type { Delivery } from "./delivery.ts";
import {
  identityOf,
  isSameFile,
  isSecondEntry,
  moveOver,
  moveWithoutOverwriting,
  removeOwnFile,
  removePartial,
} from "./file_moves.ts";
import { isBinPath } from "./file_names.ts";
import { type Journal, openJournal } from "./journal.ts";
import { removeEmptyBinFolder } from "./retire.ts";
import type { DeliveryDeps } from "./delivery_deps.ts";

/**
 * Removes an encode that will not be published: the file, its copy next to the target, and the changes that an
 * unfinished replacement made to the original. The original is never lost. It keeps its name, is renamed back, or stays
 * in the recycle bin. Returns remarks for the user. May be repeated after a crash.
 */
export async function discardEncode(
  row: Pick<JobRow, "id" | "tempPath">,
  { jobStore, deps, crashPoint, fileMutex }: DeliveryDeps,
): Promise<string[]> {
  const journal = await openJournal(row.id, { journals: jobStore.journals, clock: deps.clock, crashPoint });
  if (row.tempPath) await removePartial(row.tempPath, row.id);
  const copy = journal.intent<{ to: string }>("copied")?.to;
  if (copy !== undefined) await removePartial(copy, row.id);
  const remarks: string[] = [];
  // A retirement that was recorded has an entry in the recycle bin. The original is kept until it expires or is
  // restored.
  const retired = journal.result("retired") === undefined ? journal.intent<Moved>("retired") : undefined;
  for (const moved of [journal.intent<Moved>("kept"), retired]) {
    if (moved === undefined || !isBinPath(moved.to)) continue;
    const entry = await withKeys(fileMutex, [moved.from], () => restoreOriginal(moved, row.id, journal));
    if (entry === undefined) continue;
    await jobStore.journals.addBinEntry(entry);
    remarks.push(`${moved.from} was changed by another program; its previous version is kept at ${moved.to}.`);
  }
  return remarks;
}

/** Original, and its path in the recycle bin according to the journal. */
interface Moved {
  from: string;
  to: string;
}

/**
 * Removes the extra hard link of an original, or moves the original back. Returns its recycle bin entry if neither link
 * may be removed.
 */
async function restoreOriginal({ from, to }: Moved, jobId: string, journal: Journal): Promise<BinRow | undefined> {
  const [first, second] = [await identityOf(from), await identityOf(to)];
  if (second === undefined) {
    await removeEmptyBinFolder(to);
    return undefined;
  }
  const encode = journal.result<SourceIdentity>("copied") ?? journal.intent<Delivery>("verified")?.verified;
  if (await isSecondEntry(from, to)) await removeOwnFile(to);
  // The encode has already replaced the original at its path.
  else if (isSameFile(first, encode)) await moveOver(to, from);
  else if (first === undefined) await moveWithoutOverwriting(to, from, second);
  else {
    // Another file has the name, so the original stays in the recycle bin like any other replaced file.
    const { keepUntil = 0, keepDays = 0 } = journal.intent<Delivery>("verified") ?? {};
    const successor = { successorPath: from, successorSizeBytes: first.sizeBytes };
    const origin = { fromPath: from, sizeBytes: second.sizeBytes, retiredAt: keepUntil - keepDays * DAY_MS };
    return { path: to, jobId, kind: "original", ...origin, ...successor, deleteAfter: keepUntil };
  }
  await removeEmptyBinFolder(to);
  return undefined;
}
