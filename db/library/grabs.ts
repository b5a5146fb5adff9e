import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, min, notInArray, sql } from "drizzle-orm";
import { jobs, recipes } from "../schema/jobs.ts";
import { type GrabRow, grabs, type RescanRow, rescans } from "../schema/library.ts";
import type { Store, Tx } from "../store.ts";

type Release = Pick<GrabRow, "source" | "indexerId" | "guid">;
/** Columns of a grab that may change. */
export type GrabPatch = Partial<Omit<GrabRow, "jobId" | "source" | "guid" | "indexerId" | "createdAt">>;

/** Releases that are being downloaded. */
export const grabRepository = (store: Store) => ({
  all: (): Promise<GrabRow[]> => store.db.select().from(grabs).orderBy(asc(grabs.createdAt)),

  of: async ({ source, indexerId, guid }: Release): Promise<GrabRow | undefined> =>
    (await store.db.select().from(grabs)
      .where(and(eq(grabs.source, source), eq(grabs.indexerId, indexerId), eq(grabs.guid, guid))).limit(1))[0],

  begin: (row: GrabRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(grabs).values(row);
    }),

  patch: (jobId: string, patch: GrabPatch): Promise<void> => store.write((tx) => patchIn(tx, jobId, patch)),

  /** Same as `patch`, within a running transaction. */
  patchIn,

  end: (jobId: string): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(grabs).where(eq(grabs.jobId, jobId));
    }),
});
/** Repository of grabs. */
export type GrabRepository = ReturnType<typeof grabRepository>;

async function patchIn(tx: Tx, jobId: string, patch: GrabPatch): Promise<void> {
  await tx.update(grabs).set(patch).where(eq(grabs.jobId, jobId));
}

/** SQL condition that is true if the profile, or the base of a smart profile, lets the manager rescan the title. */
const NOTIFIES_MANAGER = sql`coalesce(
  json_extract(${recipes.recipe}, '$.output.notifyArr'),
  json_extract(${recipes.recipe}, '$.base.output.notifyArr'),
  1
) = 1`;

const OPEN = notInArray(rescans.state, ["over", "restored"]);

/** Rescans that managers run after encodes. */
export const rescanRepository = (store: Store) => ({
  /** Requests another rescan of a job's title by its manager, if the job's profile enables rescans. */
  async again(jobId: string, now: number): Promise<void> {
    const anew = { state: "ask", tries: 0, nextAt: now, since: now, createdAt: now } as const;
    const [found] = await store.db.select({ id: jobs.id }).from(jobs)
      .leftJoin(recipes, eq(recipes.hash, jobs.recipeHash))
      .where(and(eq(jobs.id, jobId), inArray(jobs.arr, ["movie", "series", "music"]), NOTIFIES_MANAGER));
    if (!found) return;
    await store.write(async (tx) => {
      await tx.insert(rescans).values({ jobId, ...anew }).onConflictDoUpdate({ target: rescans.jobId, set: anew });
    });
  },

  /**
   * Adds rescans for encodes that ended after `since` and need one, and for rescanned encodes that were undone. Returns
   * how many were added for each reason.
   */
  async adopt(since: number, now: number): Promise<number> {
    const anew = { state: "ask", tries: 0, nextAt: now, since: now, createdAt: now } as const;
    // Both queries use an index and run outside a transaction, because there is usually nothing to write.
    const found = await store.db.select({ jobId: jobs.id }).from(jobs).leftJoin(rescans, eq(rescans.jobId, jobs.id))
      .leftJoin(recipes, eq(recipes.hash, jobs.recipeHash))
      .where(and(
        eq(jobs.status, "done"),
        gt(jobs.finishedAt, since),
        inArray(jobs.arr, ["movie", "series", "music"]),
        isNotNull(jobs.outputPath),
        isNull(rescans.jobId),
        NOTIFIES_MANAGER,
      ));
    const undone = await store.db.select({ jobId: rescans.jobId }).from(jobs).innerJoin(
      rescans,
      eq(rescans.jobId, jobs.id),
    )
      .where(and(sql`${jobs.status} = 'done'`, isNull(jobs.outputPath), eq(rescans.state, "over")));
    if (found.length + undone.length === 0) return 0;
    await store.write(async (tx) => {
      for (const { jobId } of found) await tx.insert(rescans).values({ jobId, ...anew }).onConflictDoNothing();
      for (const { jobId } of undone) await tx.update(rescans).set(anew).where(eq(rescans.jobId, jobId));
    });
    return found.length + undone.length;
  },

  due: (now: number): Promise<RescanRow[]> =>
    store.db.select().from(rescans).where(and(OPEN, lte(rescans.nextAt, now)))
      .orderBy(asc(rescans.nextAt)),

  /** Returns the number of open rescans, and when the first one is due. */
  async open(): Promise<{ open: number; nextAt: number | undefined }> {
    const [found] = await store.db.select({ open: sql<number>`count(*)`, at: min(rescans.nextAt) }).from(rescans)
      .where(OPEN);
    return { open: found?.open ?? 0, nextAt: found?.at ?? undefined };
  },

  patch: (jobId: string, patch: Partial<Omit<RescanRow, "jobId">>): Promise<void> =>
    store.write(async (tx) => {
      await tx.update(rescans).set(patch).where(eq(rescans.jobId, jobId));
    }),
});
/** Repository of rescans. */
export type RescanRepository = ReturnType<typeof rescanRepository>;
