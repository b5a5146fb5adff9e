import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, lt, lte, ne, or, sql } from "drizzle-orm";
import { next, RUNNING_STATES, statesTaking } from "../../lib/jobs/states.ts";
import type { JobEvent, JobState } from "../../lib/jobs/states.ts";
import {
  fileSteps,
  jobDetails,
  type JobDetailsRow,
  type JobRow,
  jobs,
  type NewJobRow,
  recipes,
} from "../schema/schema.ts";
import type { Store, Tx } from "../store.ts";

/** Who runs a job: this start of the program on this boot of the machine (safety.md, S-JOB-1). */
export interface Lease {
  instance: string;
  boot: string;
}

/** What else must hold for an event to be applied. */
export interface Guard {
  lease?: Lease;
  /** Only from one of these states, of those that take the event. */
  from?: readonly JobState[];
}

export type JobPatch = Partial<Omit<JobRow, "id" | "status">>;

/** Finished states that leave nothing behind but history. */
export const FORGETTABLE = ["done", "skipped", "failed", "cancelled"] as const satisfies JobState[];

const REMOVED_AT_ONCE = 250;

/** States in which a job still holds its file: a second job for the same file and profile is the same job. */
export const ACTIVE_STATES = [
  "waiting",
  "queued",
  "probing",
  "encoding",
  "finalizing",
  "waiting_for_space",
] as const satisfies JobState[];

/** The rows of jobs: knows SQL and the state table, nothing of ffmpeg or HTTP. */
export const jobRepository = (store: Store) => ({
  get: async (id: string): Promise<JobRow | undefined> =>
    (await store.db.select().from(jobs).where(eq(jobs.id, id)).limit(1))[0],

  many: async (ids: string[]): Promise<JobRow[]> => {
    const rows = await store.db.select().from(jobs).where(inArray(jobs.id, ids));
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  },

  details: async (id: string): Promise<JobDetailsRow | undefined> =>
    (await store.db.select().from(jobDetails).where(eq(jobDetails.jobId, id)).limit(1))[0],

  /** Every job in one of `states`, oldest position first. */
  inStates: (states: JobState[]): Promise<JobRow[]> =>
    store.db.select().from(jobs).where(inArray(jobs.status, states)).orderBy(asc(jobs.position)),

  /** Applies `event` if the state still takes it and the lease is still ours; undefined when not: someone was faster. */
  apply: (id: string, event: JobEvent, patch: JobPatch = {}, guard: Guard = {}): Promise<JobRow | undefined> =>
    store.write((tx) => applyIn(tx, id, event, patch, guard)),

  /** The same, and in the same transaction the job's file journal ends: there is nothing left to finish. */
  applyAndCloseJournal: (
    id: string,
    event: JobEvent,
    patch: JobPatch = {},
    guard: Guard = {},
  ): Promise<JobRow | undefined> =>
    store.write(async (tx) => {
      const row = await applyIn(tx, id, event, patch, guard);
      if (row) await tx.delete(fileSteps).where(eq(fileSteps.jobId, id));
      return row;
    }),

  /** Changes facts without changing the state; undefined when the job is gone or, with a lease, no longer ours. */
  patch: (id: string, patch: JobPatch, lease?: Lease): Promise<JobRow | undefined> =>
    store.write(async (tx) =>
      (await tx.update(jobs).set(patch).where(and(eq(jobs.id, id), leasedTo(lease))).returning())[0]
    ),

  exists: async (tx: Tx, id: string): Promise<boolean> =>
    (await tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, id)).limit(1)).length > 0,

  /** The job, if it still waits for its file. */
  waiting: async (tx: Tx, id: string): Promise<JobRow | undefined> =>
    (await tx.select().from(jobs).where(and(eq(jobs.id, id), eq(jobs.status, "waiting"))).limit(1))[0],

  /** Writes what a job waits for; undefined when it waits no longer or says so already. */
  tellWaiting: (id: string, message: string): Promise<JobRow | undefined> =>
    store.write(async (tx) =>
      (await tx.update(jobs).set({ message })
        .where(and(eq(jobs.id, id), eq(jobs.status, "waiting"), sql`message is not ${message}`)).returning())[0]
    ),

  /** As `apply`, inside a running transaction. */
  applyIn,

  /**
   * Leases the first queued job that waits no longer (the first that encodes nothing, with `copyOnly`); undefined when
   * there is none. A pause far in the future is that of a clock that was put right since.
   */
  claim: (
    lease: Lease,
    { copyOnly, at, maxPauseMs }: { copyOnly: boolean; at: number; maxPauseMs: number },
  ): Promise<JobRow | undefined> =>
    store.write(async (tx) => {
      const [first] = await tx.select({ id: jobs.id, startedAt: jobs.startedAt }).from(jobs)
        .where(and(
          eq(jobs.status, "queued"),
          copyOnly ? sql`copy_only = 1` : undefined,
          or(lte(jobs.notBefore, at), gt(jobs.notBefore, at + maxPauseMs)),
        ))
        .orderBy(asc(jobs.position), asc(jobs.id)).limit(1);
      if (first === undefined) return undefined;
      return await applyIn(tx, first.id, "slotGranted", {
        leaseInstance: lease.instance,
        leaseBoot: lease.boot,
        startedAt: at,
        notBefore: 0,
        message: null,
      });
    }),

  /** When the first of the queued jobs that wait may start, in milliseconds from `at`; undefined when none waits. */
  pauseLeftMs: async (at: number): Promise<number | undefined> => {
    const [first] = await store.db.select({ notBefore: jobs.notBefore }).from(jobs)
      .where(and(sql`not_before > 0`, gt(jobs.notBefore, at), eq(jobs.status, "queued")))
      .orderBy(asc(jobs.notBefore)).limit(1);
    return first && first.notBefore - at;
  },

  /**
   * Removes jobs with their details and journals; answers those that were there. Many go in parts: each statement holds
   * the thread, and in between everybody else has a turn.
   */
  remove: async (ids: string[], states: readonly JobState[]): Promise<string[]> => {
    const removed: string[] = [];
    for (let at = 0; at < ids.length; at += REMOVED_AT_ONCE) {
      if (at > 0) await new Promise((resolve) => setTimeout(resolve));
      const some = and(inArray(jobs.id, ids.slice(at, at + REMOVED_AT_ONCE)), inArray(jobs.status, [...states]));
      const rows = await store.write((tx) => tx.delete(jobs).where(some).returning({ id: jobs.id }));
      for (const { id } of rows) removed.push(id);
    }
    return removed;
  },

  idsIn: async (states: readonly JobState[]): Promise<string[]> =>
    (await store.db.select({ id: jobs.id }).from(jobs).where(inArray(jobs.status, [...states]))).map(({ id }) => id),

  /** Finished jobs that may be forgotten: older than `before` and not among the newest `keep`. */
  forgettable: async (before: number, keep: number): Promise<string[]> => {
    const finished = and(inArray(jobs.status, [...FORGETTABLE]), gt(jobs.finishedAt, 0));
    const [edge] = await store.db.select({ at: jobs.finishedAt }).from(jobs).where(finished)
      .orderBy(desc(jobs.finishedAt)).limit(1).offset(keep);
    if (edge === undefined) return [];
    return (await store.db.select({ id: jobs.id }).from(jobs)
      .where(and(finished, lte(jobs.finishedAt, edge.at), lt(jobs.finishedAt, before)))).map(({ id }) => id);
  },

  /** Writes the given facts; others of the same job stay. */
  saveDetails: (details: Partial<JobDetailsRow> & { jobId: string }): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(jobDetails).values(details).onConflictDoUpdate({ target: jobDetails.jobId, set: details });
    }),

  recipe: async (hash: string) =>
    (await store.db.select().from(recipes).where(eq(recipes.hash, hash)).limit(1))[0]?.recipe,

  saveRecipe: (row: typeof recipes.$inferInsert): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(recipes).values(row).onConflictDoNothing();
    }),

  /** The newest done job whose result is at `path`. Reads every done job: for when something is in the way. */
  madeAt: async (path: string): Promise<JobRow | undefined> =>
    (await store.db.select().from(jobs).where(and(eq(jobs.status, "done"), eq(jobs.outputPath, path)))
      .orderBy(desc(jobs.finishedAt)).limit(1))[0],

  /** Notes that the job will write `path`; answers the other job that already does, and then notes nothing. */
  claimOutput: (id: string, path: string, lease: Lease): Promise<JobRow | undefined> =>
    store.write(async (tx) => {
      const [other] = await tx.select().from(jobs).where(and(
        isNotNull(jobs.plannedOutput),
        eq(jobs.plannedOutput, path),
        inArray(jobs.status, [...RUNNING_STATES, "waiting_for_space", "publish_failed"]),
        ne(jobs.id, id),
      )).limit(1);
      if (other === undefined) {
        await tx.update(jobs).set({ plannedOutput: path }).where(and(eq(jobs.id, id), leasedTo(lease)));
      }
      return other;
    }),
});
export type JobRepository = ReturnType<typeof jobRepository>;

/** Applies an event inside a running transaction: compare, then set. */
export async function applyIn(
  tx: Tx,
  id: string,
  event: JobEvent,
  patch: JobPatch = {},
  { lease, from }: Guard = {},
): Promise<JobRow | undefined> {
  const states = statesTaking(event).filter((state) => from === undefined || from.includes(state));
  const [row] = await tx.select({ status: jobs.status }).from(jobs)
    .where(and(eq(jobs.id, id), inArray(jobs.status, states), leasedTo(lease))).limit(1);
  const status = row && next(row.status, event);
  if (status === undefined) return undefined;
  return (await tx.update(jobs).set({ ...patch, status }).where(eq(jobs.id, id)).returning())[0];
}

/** Inserts many rows, handed over as one JSON text: ten times faster than half a million bound parameters. */
export async function insertJobs(tx: Tx, rows: NewJobRow[]): Promise<void> {
  const columns = Object.entries(getTableColumns(jobs)).filter(([key]) => rows.some((row) => key in row));
  const names = sql.join(columns.map(([, column]) => sql.identifier(column.name)), sql`, `);
  const values = sql.join(columns.map((_, i) => sql.raw(`value ->> ${i}`)), sql`, `);
  for (let at = 0; at < rows.length; at += 2000) {
    const text = JSON.stringify(
      rows.slice(at, at + 2000).map((row) =>
        columns.map(([key, column]) => {
          const value = row[key as keyof NewJobRow] ?? column.default ?? null;
          return value === null ? null : column.mapToDriverValue(value);
        })
      ),
    );
    await tx.run(sql`INSERT INTO jobs (${names}) SELECT ${values} FROM json_each(${text})`);
  }
}

/** Active jobs with one of these files, by path or by identity. */
export async function activeWith(tx: Tx, paths: string[], keys: string[]): Promise<JobRow[]> {
  const found = new Map<string, JobRow>();
  for (let at = 0; at < Math.max(paths.length, keys.length); at += 5000) {
    for (
      const wanted of [
        inArray(jobs.sourcePath, paths.slice(at, at + 5000)),
        inArray(jobs.sourceKey, keys.slice(at, at + 5000)),
      ]
    ) {
      const rows = await tx.select().from(jobs).where(and(wanted, inArray(jobs.status, [...ACTIVE_STATES])));
      for (const row of rows) found.set(row.id, row);
    }
  }
  return [...found.values()];
}

const leasedTo = (lease: Lease | undefined) =>
  lease && and(eq(jobs.leaseInstance, lease.instance), eq(jobs.leaseBoot, lease.boot));
