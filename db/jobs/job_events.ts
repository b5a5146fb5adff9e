import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { type JobEvent, type JobState, nextState, RUNNING_STATES, statesTaking } from "../../lib/jobs/states.ts";
import { fileSteps, type JobRow, jobs } from "../schema/jobs.ts";
import type { Store, Tx } from "../store.ts";

/** Changes of a job's state and facts: every one compares state and lease first, and then sets. */

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

/** Columns that change without the state machine. */
export type JobPatch = Partial<Omit<JobRow, "id" | "status">>;

/** Applies an event inside a running transaction; undefined when state or lease are no longer what they have to be. */
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

/** Applies `event` if the state still takes it and the lease is still ours; undefined when not: someone was faster. */
export const applyEvent = (
  store: Store,
  id: string,
  event: JobEvent,
  patch: JobPatch = {},
  guard: Guard = {},
): Promise<JobRow | undefined> => store.write((tx) => applyEventIn(tx, id, event, patch, guard));

/** The same, and in the same transaction the job's file journal ends: there is nothing left to finish. */
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

/** Changes facts without changing the state; undefined when the job is gone or, with a lease, no longer ours. */
export const patchJob = (store: Store, id: string, patch: JobPatch, lease?: Lease): Promise<JobRow | undefined> =>
  store.write(async (tx) =>
    (await tx.update(jobs).set(patch).where(and(eq(jobs.id, id), leasedTo(lease))).returning())[0]
  );

/** Adds a warning, once; undefined when the job is gone. */
export const addWarning = (store: Store, id: string, warning: string): Promise<JobRow | undefined> =>
  store.write(async (tx) => {
    const [row] = await tx.select({ warnings: jobs.warnings }).from(jobs).where(eq(jobs.id, id)).limit(1);
    if (row === undefined) return undefined;
    const warnings = [...new Set([...row.warnings, warning])];
    return (await tx.update(jobs).set({ warnings }).where(eq(jobs.id, id)).returning())[0];
  });

/** Applies an event to those jobs that are in one of `from` and have left nothing on a disk; answers them. */
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

/** Changes facts of those jobs that are in one of `states` and have left nothing on a disk; answers them. */
export const patchUnbegunJobs = (tx: Tx, ids: string[], patch: JobPatch, states: JobState[]): Promise<JobRow[]> =>
  tx.update(jobs).set(patch)
    .where(and(inArray(jobs.id, ids), inArray(jobs.status, states), isNull(jobs.tempPath))).returning();

/** Writes what a job waits for; undefined when it waits no longer or has that message already. */
export const setWaitingMessage = (store: Store, id: string, message: string): Promise<JobRow | undefined> =>
  store.write(async (tx) =>
    (await tx.update(jobs).set({ message })
      .where(and(eq(jobs.id, id), eq(jobs.status, "waiting"), sql`message is not ${message}`)).returning())[0]
  );

/**
 * Leases the first queued job whose pause is over (the first that encodes nothing, with `copyOnly`); undefined when there
 * is none. Times are milliseconds since 1970. A pause that ends later than `maxPauseMs` from now was set by a clock that
 * has been corrected since, and does not count.
 */
export const claimJob = (
  store: Store,
  lease: Lease,
  { copyOnly, at, maxPauseMs }: { copyOnly: boolean; at: number; maxPauseMs: number },
): Promise<JobRow | undefined> =>
  store.write(async (tx) => {
    const [first] = await tx.select({ id: jobs.id }).from(jobs)
      .where(and(
        eq(jobs.status, "queued"),
        copyOnly ? sql`copy_only = 1` : undefined,
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

/** When the first pause of a queued job ends, in milliseconds from `at`; undefined when no job pauses. */
export async function pauseLeftMs({ db }: Store, at: number): Promise<number | undefined> {
  const [first] = await db.select({ notBefore: jobs.notBefore }).from(jobs)
    .where(and(sql`not_before > 0`, gt(jobs.notBefore, at), eq(jobs.status, "queued")))
    .orderBy(asc(jobs.notBefore)).limit(1);
  return first && first.notBefore - at;
}

/** Notes that the job will write `path`; answers the other job that already does, and then notes nothing. */
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
