import type { BinnedFile } from "../../../db/jobs/bins.ts";
import type { BinRow, JobRow } from "../../../db/schema/jobs.ts";
import { mapConcurrent } from "../../kit/async.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import { type BinHold, hasSuccessor, heldBecause } from "../delivery/bins.ts";
import { entryIdentity } from "../delivery/file_moves.ts";
import { baseName, binnedFrom } from "../delivery/file_names.ts";
import type { BinEntry, BinPage, BinQuery } from "../bin_schema.ts";
import type { JobStore } from "../job_store.ts";
import { createDiskView } from "./disk_view.ts";
import { undoVerdict } from "./undo_plan.ts";
import { localDay } from "./undo_scope.ts";

/** Services for listing the recycle bins. */
export interface BinListDeps {
  jobStore: Pick<JobStore, "jobs" | "journals">;
  disks: Pick<DiskReads, "read">;
  now: Date;
  maxBytes: number;
}

/** Number of entries whose files are checked concurrently. */
const CONCURRENT_CHECKS = 8;
/** Maximum number of days and of bulk requests that are listed. */
const MAX_GROUPS = 30;
/** Maximum number of entries that are checked to find the one that is deleted next. */
const MAX_NEXT = 20;
/** Maximum time in milliseconds to wait for the disk of an entry. */
const PATIENCE_MS = 2_000;

/** Returns one page of entries, with the totals of all. */
export async function listBin(query: BinQuery, deps: BinListDeps): Promise<BinPage> {
  const { journals } = deps.jobStore;
  const { kind, sort, order, page, limit } = query;
  const [files, kinds, originals, bulks, toRestore] = await Promise.all([
    journals.binPage({ kind, sort, order, limit, offset: (page - 1) * limit }),
    journals.binSums(),
    journals.keptOriginals(),
    journals.bulksInBin(MAX_GROUPS),
    journals.jobsToRestore(),
  ]);
  const sizeBytes = kinds.reduce((sum, { bytes }) => sum + bytes, 0);
  const of = (wanted: BinRow["kind"]) => kinds.find((one) => one.kind === wanted)?.files ?? 0;
  const expiries = kinds.flatMap(({ nextExpiry }) => nextExpiry ?? []);
  const next = await nextDeleted(sizeBytes > deps.maxBytes && deps.maxBytes > 0, deps, toRestore);
  return {
    items: await mapConcurrent(files, CONCURRENT_CHECKS, (file) => entryOf(file, deps, toRestore, next)),
    total: kind === undefined ? of("original") + of("encode") : of(kind),
    page,
    limit,
    sums: {
      originals: of("original"),
      encodes: of("encode"),
      sizeBytes,
      maxBytes: deps.maxBytes,
      ...(expiries.length === 0 ? {} : { nextExpiry: iso(Math.min(...expiries)) }),
    },
    days: daysOf(originals).slice(0, MAX_GROUPS),
    bulks: bulks.map((bulk) => ({ ...bulk, retiredAt: iso(bulk.retiredAt) })),
  };
}

/** Returns the entries of jobs. */
export async function entriesOfJobs(ids: readonly string[], deps: BinListDeps): Promise<BinEntry[]> {
  const { journals } = deps.jobStore;
  const [files, toRestore] = await Promise.all([journals.binnedOfJobs(ids), journals.jobsToRestore()]);
  return await mapConcurrent(files, CONCURRENT_CHECKS, (file) => entryOf(file, deps, toRestore, undefined));
}

/** Returns the path of the entry that is deleted next: the oldest above the budget, otherwise the first to expire. */
async function nextDeleted(
  isOverBudget: boolean,
  { jobStore: { journals } }: BinListDeps,
  toRestore: ReadonlySet<string>,
): Promise<string | undefined> {
  const candidates = isOverBudget
    ? (await journals.oldestBinEntries(MAX_NEXT))
    : (await journals.binPage({ sort: "expiresAt", order: "asc", limit: MAX_NEXT, offset: 0 })).map(({ entry }) =>
      entry
    );
  for (const entry of candidates) {
    if (await heldBecause(entry, journals, toRestore) === undefined) return entry.path;
  }
}

/** Reasons for which a file stays, as sentences. */
export const HOLD_TEXTS: Record<BinHold | "successor", string> = {
  restoring: "It is about to be restored.",
  unfinished: "Its job has not finished.",
  review: "The encode is still under review.",
  successor: "The file that replaced it no longer exists or was changed.",
};

const ENCODE_TEXT = "Encodes are not restored. Encode the original again instead.";
const AWAY_TEXT = "Its disk does not respond. Is it connected?";

async function entryOf(
  { entry, job }: BinnedFile,
  deps: BinListDeps,
  toRestore: ReadonlySet<string>,
  next: string | undefined,
): Promise<BinEntry> {
  const facts = await deps.disks.read(entry.path, () => stateOf(entry, job, deps, toRestore), PATIENCE_MS);
  const { reason, kept } = facts ?? { reason: AWAY_TEXT, kept: AWAY_TEXT };
  return {
    jobId: entry.jobId,
    kind: entry.kind,
    title: job?.title ?? baseName(restoresTo(entry)),
    path: entry.path,
    restoresTo: restoresTo(entry),
    sizeBytes: entry.sizeBytes,
    retiredAt: iso(entry.retiredAt),
    expiresAt: iso(entry.deleteAfter),
    restorable: reason === undefined,
    ...(reason === undefined ? {} : { reason }),
    ...(kept === undefined ? {} : { keptBecause: kept }),
    next: entry.path === next,
  };
}

/** Returns why a file cannot be restored, and why it is not deleted. */
async function stateOf(
  entry: BinRow,
  job: JobRow | null,
  deps: BinListDeps,
  toRestore: ReadonlySet<string>,
): Promise<{ reason?: string; kept?: string }> {
  const { journals } = deps.jobStore;
  if (await entryIdentity(entry.path) === undefined) return { reason: "The file is no longer in the recycle bin." };
  const hold = await heldBecause(entry, journals, toRestore) ??
    (await hasSuccessor(entry, journals) ? undefined : "successor");
  const kept = hold && HOLD_TEXTS[hold];
  if (entry.kind === "encode") return { reason: ENCODE_TEXT, kept };
  if (toRestore.has(entry.jobId)) return { reason: HOLD_TEXTS.restoring, kept };
  if (job === null) {
    return { reason: `Its job is no longer in the history. Move ${entry.path} back manually.`, kept };
  }
  if (job.originalKeptAt !== entry.path) return { reason: "Its job does not refer to this file.", kept };
  const outcome = await undoVerdict(job, createDiskView(), deps);
  return { kept, ...(outcome.verdict === "refused" ? { reason: outcome.reason } : {}) };
}

/** Path that a binned file had before. Entries of earlier versions may lack it, so the folder is used. */
const restoresTo = ({ fromPath, path }: BinRow): string => fromPath || binnedFrom(path);

const iso = (at: number): string => new Date(at).toISOString();

/** Returns the local dates on which originals were replaced, newest first. */
function daysOf(originals: readonly Pick<BinRow, "retiredAt" | "sizeBytes">[]): BinPage["days"] {
  const days = Map.groupBy(originals, ({ retiredAt }) => localDay(retiredAt));
  return [...days].sort(([a], [b]) => a < b ? 1 : -1).map(([day, own]) => ({
    day,
    originals: own.length,
    sizeBytes: own.reduce((sum, one) => sum + one.sizeBytes, 0),
  }));
}
