import { and, asc, desc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { type JobState, REMOVABLE_STATES } from "../../lib/jobs/states.ts";
import { yieldToEventLoop } from "../../lib/kit/async.ts";
import { bindFirst } from "../bind.ts";
import { jobDetails, type JobDetailsRow, type JobRow, jobs, recipes } from "../schema/jobs.ts";
import type { Store, Tx } from "../store.ts";
import {
  addWarning,
  applyEvent,
  applyEventAndCloseJournal,
  claimJob,
  claimOutput,
  patchJob,
  pauseLeftMs,
  setWaitingMessage,
} from "./job_events.ts";

/** Rows removed per statement. A statement blocks the thread, so other tasks can only run between statements. */
const REMOVE_BATCH_SIZE = 250;

/** Creates the repository of jobs. It consists of SQL and the state table and is independent of ffmpeg and HTTP. */
export const jobRepository = (store: Store) =>
  bindFirst(store, {
    get: jobById,
    many: jobsById,
    details: detailsOf,
    inStates: jobsInStates,
    idsIn: idsInStates,
    removable: removableJobs,
    writerOf: writerOfOutput,
    remove: removeJobs,
    apply: applyEvent,
    applyAndCloseJournal: applyEventAndCloseJournal,
    patch: patchJob,
    addWarning,
    setWaitingMessage,
    claim: claimJob,
    pauseLeftMs,
    claimOutput,
    saveDetails,
    recipe: recipeByHash,
    saveRecipe,
  });
/** Repository of jobs. */
export type JobRepository = ReturnType<typeof jobRepository>;

/** Checks within a running transaction whether a job exists. */
export const jobExists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, id)).limit(1)).length > 0;

/** Returns a job if it is still waiting for its file. Runs within a transaction. */
export const waitingJob = async (tx: Tx, id: string): Promise<JobRow | undefined> =>
  (await tx.select().from(jobs).where(and(eq(jobs.id, id), eq(jobs.status, "waiting"))).limit(1))[0];

const jobById = async ({ db }: Store, id: string): Promise<JobRow | undefined> =>
  (await db.select().from(jobs).where(eq(jobs.id, id)).limit(1))[0];

/** Returns jobs in the order of `ids`. Missing jobs are omitted. */
async function jobsById({ db }: Store, ids: string[]): Promise<JobRow[]> {
  const rows = await db.select().from(jobs).where(inArray(jobs.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const detailsOf = async ({ db }: Store, id: string): Promise<JobDetailsRow | undefined> =>
  (await db.select().from(jobDetails).where(eq(jobDetails.jobId, id)).limit(1))[0];

/** Returns all jobs in one of `states`, sorted by position. */
const jobsInStates = ({ db }: Store, states: JobState[]): Promise<JobRow[]> =>
  db.select().from(jobs).where(inArray(jobs.status, states)).orderBy(asc(jobs.position));

const idsInStates = async ({ db }: Store, states: readonly JobState[]): Promise<string[]> =>
  (await db.select({ id: jobs.id }).from(jobs).where(inArray(jobs.status, [...states]))).map(({ id }) => id);

/**
 * Returns finished jobs that can be removed from history: older than `before` (milliseconds) and not among the newest
 * `keep`.
 */
async function removableJobs({ db }: Store, before: number, keep: number): Promise<string[]> {
  const finished = and(inArray(jobs.status, [...REMOVABLE_STATES]), gt(jobs.finishedAt, 0));
  // Jobs that were cancelled together have the same time. They are sorted by ID.
  const [edge] = await db.select({ at: jobs.finishedAt, id: jobs.id }).from(jobs).where(finished)
    .orderBy(desc(jobs.finishedAt), desc(jobs.id)).limit(1).offset(keep);
  if (edge === undefined) return [];
  const beyond = sql`(${jobs.finishedAt}, ${jobs.id}) <= (${edge.at}, ${edge.id})`;
  return (await db.select({ id: jobs.id }).from(jobs).where(and(finished, beyond, lt(jobs.finishedAt, before))))
    .map(({ id }) => id);
}

/**
 * Returns the newest completed job with its output at `path`. Scans all completed jobs, so it is only called if a file
 * exists at the path.
 */
const writerOfOutput = async ({ db }: Store, path: string): Promise<JobRow | undefined> =>
  (await db.select().from(jobs).where(and(eq(jobs.status, "done"), eq(jobs.outputPath, path)))
    .orderBy(desc(jobs.finishedAt)).limit(1))[0];

/** Removes the given jobs whose state is in `states`, with their details and journals. Returns the removed IDs. */
async function removeJobs(store: Store, ids: string[], states: readonly JobState[]): Promise<string[]> {
  const removed: string[] = [];
  for (let at = 0; at < ids.length; at += REMOVE_BATCH_SIZE) {
    if (at > 0) await yieldToEventLoop();
    const batch = and(inArray(jobs.id, ids.slice(at, at + REMOVE_BATCH_SIZE)), inArray(jobs.status, [...states]));
    const rows = await store.write((tx) => tx.delete(jobs).where(batch).returning({ id: jobs.id }));
    for (const { id } of rows) removed.push(id);
  }
  return removed;
}

/** Stores the given detail fields of a job. Its other fields are kept. */
const saveDetails = (store: Store, details: Partial<JobDetailsRow> & { jobId: string }): Promise<void> =>
  store.write(async (tx) => {
    await tx.insert(jobDetails).values(details).onConflictDoUpdate({ target: jobDetails.jobId, set: details });
  });

const recipeByHash = async ({ db }: Store, hash: string) =>
  (await db.select().from(recipes).where(eq(recipes.hash, hash)).limit(1))[0]?.recipe;

const saveRecipe = (store: Store, row: typeof recipes.$inferInsert): Promise<void> =>
  store.write(async (tx) => {
    await tx.insert(recipes).values(row).onConflictDoNothing();
  });
