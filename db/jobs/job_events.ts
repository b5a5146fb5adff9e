import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import { type JobEvent, type JobState, nextState, RUNNING_STATES, statesTaking } from "../../lib/jobs/states.ts";
import type { Method } from "../../lib/encode/profiles/encoders/methods.ts";
import { fileSteps, type JobRow, jobs } from "../schema/jobs.ts";
import type { Store, Tx } from "../store.ts";

/** State changes and updates of jobs. Each one checks the state and the lease before it writes. */

/** Identifies the process that runs a job: this start of Lathe on this boot of the machine (safety.md, S-JOB-1). */
export interface Lease {
  instance: string;
  boot: string;
}

/** Additional conditions under which an event is applied. */
export interface Guard {
  lease?: Lease;
  /** Restricts the event to jobs in one of these states. */
  from?: readonly JobState[];
}

/** Columns that can be changed without changing the state. */
export type JobPatch = Partial<Omit<JobRow, "id" | "status">>;

/** Applies an event within a running transaction. Returns undefined if state or lease no longer match. */
export async function applyEventIn(
  tx: Tx,
  id: string,
  event: JobEvent,
  patch: JobPatch = {},
  { lease, from }: Guard = {},
): Promise<JobRow | undefined> {
  const states = statesTaking(event).filter((state) => from === undefined || from.includes(state));
  const [row] = await tx.select({ status: jobs.status }).from(jobs)
    .where(and(eq(jobs.id, id), inArray(jobs.status, states), leasedTo(lease))).limit(1);
  const status = row && nextState(row.status, event);
  if (status === undefined) return undefined;
  return (await tx.update(jobs).set({ ...patch, status }).where(eq(jobs.id, id)).returning())[0];
}

/**
 * Applies `event` if the state allows it and this process still has the lease. Returns undefined if another process has
 * changed the job first.
 */
export const applyEvent = (
  store: Store,
  id: string,
  event: JobEvent,
  patch: JobPatch = {},
  guard: Guard = {},
): Promise<JobRow | undefined> => store.write((tx) => applyEventIn(tx, id, event, patch, guard));

/**
 * Same as `applyEvent`. Also removes the job's file journal in the same transaction, because no file operation is left
 * to complete.
 */
export const applyEventAndCloseJournal = (
  store: Store,
  id: string,
  event: JobEvent,
  patch: JobPatch = {},
  guard: Guard = {},
): Promise<JobRow | undefined> =>
  store.write(async (tx) => {
    const row = await applyEventIn(tx, id, event, patch, guard);
    if (row) await tx.delete(fileSteps).where(eq(fileSteps.jobId, id));
    return row;
  });

/**
 * Updates columns without changing the state. Returns undefined if the job does not exist or, with a lease, is leased
 * by another process.
 */
export const patchJob = (store: Store, id: string, patch: JobPatch, lease?: Lease): Promise<JobRow | undefined> =>
  store.write(async (tx) =>
    (await tx.update(jobs).set(patch).where(and(eq(jobs.id, id), leasedTo(lease))).returning())[0]
  );

/** Adds a warning to a job unless the job already has it. Returns undefined if the job does not exist. */
export const addWarning = (store: Store, id: string, warning: string): Promise<JobRow | undefined> =>
  store.write(async (tx) => {
    const [row] = await tx.select({ warnings: jobs.warnings }).from(jobs).where(eq(jobs.id, id)).limit(1);
    if (row === undefined) return undefined;
    const warnings = [...new Set([...row.warnings, warning])];
    return (await tx.update(jobs).set({ warnings }).where(eq(jobs.id, id)).returning())[0];
  });

/** Applies an event to the jobs that are in one of `from` and have left nothing on disk. Returns the changed jobs. */
export async function applyToUnbegunJobs(
  tx: Tx,
  ids: string[],
  event: JobEvent,
  patch: JobPatch,
  from: readonly JobState[],
): Promise<JobRow[]> {
  const applied: JobRow[] = [];
  for (const state of statesTaking(event).filter((one) => from.includes(one))) {
    const unbegun = and(isNull(jobs.tempPath), isNull(jobs.plannedOutput));
    applied.push(
      ...await tx.update(jobs).set({ ...patch, status: nextState(state, event) ?? state })
        .where(and(inArray(jobs.id, ids), eq(jobs.status, state), unbegun)).returning(),
    );
  }
  return applied;
}

/** Updates the jobs that are in one of `states` and have left nothing on disk. Returns the changed jobs. */
export const patchUnbegunJobs = (tx: Tx, ids: string[], patch: JobPatch, states: JobState[]): Promise<JobRow[]> =>
  tx.update(jobs).set(patch)
    .where(and(inArray(jobs.id, ids), inArray(jobs.status, states), isNull(jobs.tempPath))).returning();

/** Stores the reason why a job is waiting. Returns undefined if it is no longer waiting or already has this message. */
export const setWaitingMessage = (store: Store, id: string, message: string): Promise<JobRow | undefined> =>
  store.write(async (tx) =>
    (await tx.update(jobs).set({ message })
      .where(and(eq(jobs.id, id), eq(jobs.status, "waiting"), sql`message is not ${message}`)).returning())[0]
  );

/** Free slots of the queue. */
export interface FreeSlots {
  /** True if the CPU has a free slot. Methods without limited GPUs also use it. */
  cpu: boolean;
  /** True if a job that encodes nothing may run in addition. */
  beside: boolean;
  /** Hardware methods with limited GPUs, of which at least one has a free slot. */
  open: readonly Method[];
  /** Hardware methods whose limited GPUs are all in use. */
  full: readonly Method[];
}

/**
 * Leases the first queued job that is not paused. With `copyOnly`, leases the first such job that encodes nothing.
 * Returns undefined if there is none. Times are milliseconds since 1970. A pause that ends later than `maxPauseMs` from
 * now was set with a wrong clock and is ignored.
 */
export const claimJob = (
  store: Store,
  lease: Lease,
  { free, at, maxPauseMs }: { free: FreeSlots; at: number; maxPauseMs: number },
): Promise<JobRow | undefined> =>
  store.write(async (tx) => {
    const [first] = await tx.select({ id: jobs.id }).from(jobs)
      .where(and(
        eq(jobs.status, "queued"),
        fitting(free),
        or(lte(jobs.notBefore, at), gt(jobs.notBefore, at + maxPauseMs)),
      ))
      .orderBy(asc(jobs.position), asc(jobs.id)).limit(1);
    if (first === undefined) return undefined;
    return await applyEventIn(tx, first.id, "slotGranted", {
      leaseInstance: lease.instance,
      leaseBoot: lease.boot,
      startedAt: at,
      notBefore: 0,
      message: null,
    });
  });

/** Returns the condition for jobs that may use one of the free slots. */
function fitting({ cpu, beside, open, full }: FreeSlots): SQL | undefined {
  const onCards = [...open, ...full];
  const others = onCards.length === 0 ? undefined : or(isNull(jobs.hardware), notInArray(jobs.hardware, onCards));
  if (cpu && full.length === 0) return undefined;
  const rest = cpu ? others : beside ? sql`copy_only = 1` : undefined;
  return open.length === 0 ? rest ?? sql`false` : or(inArray(jobs.hardware, [...open]), rest);
}

/**
 * Returns the time in milliseconds, from `at`, until the first paused job continues, or undefined if no job is paused.
 */
export async function pauseLeftMs({ db }: Store, at: number): Promise<number | undefined> {
  const [first] = await db.select({ notBefore: jobs.notBefore }).from(jobs)
    .where(and(sql`not_before > 0`, gt(jobs.notBefore, at), eq(jobs.status, "queued")))
    .orderBy(asc(jobs.notBefore)).limit(1);
  return first && first.notBefore - at;
}

/**
 * Reserves `path` as the output of a job. If another job has already reserved it, returns that job and stores nothing.
 */
export const claimOutput = (store: Store, id: string, path: string, lease: Lease): Promise<JobRow | undefined> =>
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
  });

const leasedTo = (lease: Lease | undefined): SQL | undefined =>
  lease && and(eq(jobs.leaseInstance, lease.instance), eq(jobs.leaseBoot, lease.boot));
