import { and, asc, count, desc, eq, gt, inArray, isNotNull, lt, max, min, ne, or, sql, sum } from "drizzle-orm";
import { binEntries, type BinRow, type JobRow, jobs } from "../schema/jobs.ts";
import type { Store } from "../store.ts";

/** An entry of a recycle bin with its job, which may have been removed from the history. */
export interface BinnedFile {
  entry: BinRow;
  job: JobRow | null;
}

/** Selection and order of entries. */
export interface BinListing {
  kind?: BinRow["kind"] | undefined;
  sort: "expiresAt" | "size";
  order: "asc" | "desc";
  offset: number;
  limit: number;
}

/** Order of retirement. Does not depend on the clock, which may have been set back. */
const byInsertion = sql`${binEntries}.rowid`;

/** Recycle bins: files that may be restored, and that are deleted after a time or above a total size. */
export const binRepository = (store: Store) => ({
  addBinEntry: (entry: BinRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(binEntries).values(entry).onConflictDoUpdate({ target: binEntries.path, set: entry });
    }),

  binEntry: async (path: string): Promise<BinRow | undefined> =>
    (await store.db.select().from(binEntries).where(eq(binEntries.path, path)).limit(1))[0],

  expiredBinEntries: (now: number): Promise<BinRow[]> =>
    store.db.select().from(binEntries).where(lt(binEntries.deleteAfter, now)).orderBy(
      asc(binEntries.retiredAt),
      byInsertion,
    ),

  /** Returns the oldest entries, by default all. */
  oldestBinEntries: (limit = -1): Promise<BinRow[]> =>
    store.db.select().from(binEntries).orderBy(asc(binEntries.retiredAt), byInsertion).limit(limit),

  /** Returns the entries whose files had this path before. */
  binnedFromPath: (path: string): Promise<BinRow[]> =>
    store.db.select().from(binEntries).where(eq(binEntries.fromPath, path)).orderBy(desc(byInsertion)),

  /** Returns the originals that had the path `fromPath` and were retired after the entry `path`, newest first. */
  originalsBinnedLater: (path: string, fromPath: string): Promise<BinRow[]> =>
    store.db.select().from(binEntries).where(and(
      eq(binEntries.fromPath, fromPath),
      eq(binEntries.kind, "original"),
      sql`${binEntries}.rowid > (select rowid from ${binEntries} as own where own.path = ${path})`,
    )).orderBy(desc(byInsertion)),

  /**
   * Returns the ID of another job that wrote a file to `path` after a file was retired. The order of originals that are
   * still kept is known even if the clock was set back.
   */
  laterWriter: async (path: string, retired: Pick<BinRow, "path" | "jobId" | "retiredAt">) =>
    (await store.db.select({ id: jobs.id }).from(jobs).where(and(
      eq(jobs.outputPath, path),
      eq(jobs.status, "done"),
      gt(jobs.finishedAt, retired.retiredAt),
      ne(jobs.id, retired.jobId),
      sql`NOT EXISTS (SELECT 1 FROM ${binEntries} earlier WHERE earlier.job_id = ${jobs.id}
        AND earlier.kind = 'original'
        AND earlier.rowid < (SELECT own.rowid FROM ${binEntries} own WHERE own.path = ${retired.path}))`,
    )).limit(1))[0]?.id,

  removeBinEntry: (path: string): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(binEntries).where(eq(binEntries.path, path));
    }),

  /**
   * Removes the entry of a deleted file, also from its job. Entries that this file had replaced get its own successor, so that the first
   * original of a chain of encodes depends on the last encode.
   */
  forgetDeleted: ({ path, jobId, fromPath, sizeBytes, successorPath, successorSizeBytes }: BinRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(binEntries).where(eq(binEntries.path, path));
      await tx.update(jobs).set({ originalKeptAt: null, originalKeptUntil: null })
        .where(and(eq(jobs.id, jobId), eq(jobs.originalKeptAt, path)));
      if (fromPath === "") return;
      await tx.update(binEntries).set({ successorPath, successorSizeBytes }).where(and(
        eq(binEntries.successorPath, fromPath),
        eq(binEntries.successorSizeBytes, sizeBytes),
      ));
    }),

  /** Returns one page of entries with their jobs. */
  binPage: ({ kind, sort, order, offset, limit }: BinListing): Promise<BinnedFile[]> => {
    const column = sort === "size" ? binEntries.sizeBytes : binEntries.deleteAfter;
    return store.db.select({ entry: binEntries, job: jobs }).from(binEntries)
      .leftJoin(jobs, eq(jobs.id, binEntries.jobId))
      .where(kind && eq(binEntries.kind, kind))
      .orderBy(order === "asc" ? asc(column) : desc(column), byInsertion).limit(limit).offset(offset);
  },

  /** Returns the entries of jobs. */
  binnedOfJobs: (ids: readonly string[]): Promise<BinnedFile[]> =>
    store.db.select({ entry: binEntries, job: jobs }).from(binEntries).leftJoin(jobs, eq(jobs.id, binEntries.jobId))
      .where(inArray(binEntries.jobId, [...ids])).orderBy(asc(binEntries.deleteAfter), byInsertion),

  /** Returns number and total size of the entries of each kind, and the time at which the first one expires. */
  binSums: async () => {
    const rows = await store.db.select({
      kind: binEntries.kind,
      files: count(),
      bytes: sum(binEntries.sizeBytes),
      nextExpiry: min(binEntries.deleteAfter),
    }).from(binEntries).groupBy(binEntries.kind);
    return rows.map((row) => ({ ...row, bytes: Number(row.bytes ?? 0) }));
  },

  /** Returns time of retirement and size of every kept original. */
  keptOriginals: (): Promise<Pick<BinRow, "retiredAt" | "sizeBytes">[]> =>
    store.db.select({ retiredAt: binEntries.retiredAt, sizeBytes: binEntries.sizeBytes }).from(binEntries)
      .where(eq(binEntries.kind, "original")),

  /** Returns the bulk requests with kept originals, newest first. */
  bulksInBin: async (limit: number) => {
    const rows = await store.db.select({
      bulk: jobs.bulkId,
      originals: count(),
      bytes: sum(binEntries.sizeBytes),
      retiredAt: max(binEntries.retiredAt),
    }).from(binEntries).innerJoin(jobs, eq(jobs.id, binEntries.jobId))
      .where(and(eq(binEntries.kind, "original"), isNotNull(jobs.bulkId)))
      .groupBy(jobs.bulkId).orderBy(desc(max(binEntries.retiredAt))).limit(limit);
    return rows.flatMap(({ bulk, originals, bytes, retiredAt }) =>
      bulk === null || retiredAt === null ? [] : [{ bulk, originals, sizeBytes: Number(bytes ?? 0), retiredAt }]
    );
  },

  /** Returns the jobs created by a bulk request. */
  jobsOfBulk: async (bulk: string): Promise<string[]> =>
    (await store.db.select({ id: jobs.id }).from(jobs).where(eq(jobs.bulkId, bulk))).map(({ id }) => id),

  /**
   * Returns the jobs whose originals were replaced in a period: those that are kept, and finished jobs without a kept
   * original.
   */
  jobsReplacedBetween: async (from: number, before: number): Promise<string[]> => {
    const kept = await store.db.select({ id: binEntries.jobId }).from(binEntries).where(and(
      eq(binEntries.kind, "original"),
      sql`${binEntries.retiredAt} >= ${from} and ${binEntries.retiredAt} < ${before}`,
    ));
    const finished = await store.db.select({ id: jobs.id }).from(jobs).where(and(
      eq(jobs.status, "done"),
      sql`${jobs.finishedAt} >= ${from} and ${jobs.finishedAt} < ${before}`,
      sql`${jobs.originalKeptAt} is null`,
    ));
    return [...new Set([...kept, ...finished].map(({ id }) => id))];
  },

  /** Sorts jobs by the retirement of their originals, newest first. Jobs without a kept original are last. */
  newestReplacedFirst: async (ids: readonly string[]): Promise<string[]> => {
    const rows = await store.db.select({ id: binEntries.jobId }).from(binEntries)
      .where(and(eq(binEntries.kind, "original"), inArray(binEntries.jobId, [...ids]))).orderBy(desc(byInsertion));
    return [...new Set([...rows.map(({ id }) => id), ...ids])];
  },

  /** Returns the job of an entry, and a job under review that needs the file that replaced it. */
  binDependents: async ({ jobId, successorPath }: BinRow) => {
    const [job] = await store.db.select({ title: jobs.title, status: jobs.status, review: jobs.review }).from(jobs)
      .where(eq(jobs.id, jobId)).limit(1);
    const [reviewed] = await store.db.select({ title: jobs.title }).from(jobs).where(and(
      isNotNull(jobs.review),
      ne(jobs.review, "kept"),
      or(eq(jobs.sourcePath, successorPath), eq(jobs.outputPath, successorPath)),
    )).limit(1);
    return { job, reviewed };
  },
});
