import { and, asc, count, desc, eq, gte, inArray, ne, sql } from "drizzle-orm";
import { bindFirst } from "../../bind.ts";
import {
  policies,
  type PolicyRow,
  type PolicyRunJobRow,
  policyRunJobs,
  type PolicyRunRow,
  policyRuns,
} from "../../schema/policies.ts";
import { jobs } from "../../schema/jobs.ts";
import type { Store, Tx } from "../../store.ts";

/** Policies with their order, and the runs that queued jobs. */
export const policyRepository = (store: Store) =>
  bindFirst(store, {
    list: listPolicies,
    isAnyEnabled,
    add: addPolicy,
    change: changePolicy,
    remove: removePolicy,
    reorder: reorderPolicies,
    disableAll,
    runs: listRuns,
    jobsOfRuns,
    resultsOfRuns,
    queuedSince,
  });
/** Repository of policies. */
export type PolicyRepository = ReturnType<typeof policyRepository>;

const listPolicies = ({ db }: Store): Promise<PolicyRow[]> =>
  db.select().from(policies).orderBy(asc(policies.position), asc(policies.id));

const isAnyEnabled = async ({ db }: Store): Promise<boolean> =>
  (await db.select({ id: policies.id }).from(policies).where(eq(policies.enabled, true)).limit(1)).length > 0;

/** Adds a policy after all others, unless its name is in use or there are already `max` policies. */
const addPolicy = (store: Store, row: Omit<PolicyRow, "position">, max: number): Promise<"added" | "taken" | "full"> =>
  store.write(async (tx) => {
    if (await isTaken(tx, row)) return "taken";
    const [all] = await tx.select({ rows: count(), last: sql<number | null>`max(position)` }).from(policies);
    if ((all?.rows ?? 0) >= max) return "full";
    await tx.insert(policies).values({ ...row, position: (all?.last ?? 0) + 1 });
    return "added";
  });

/** Changes a policy unless its name is in use or it does not exist. The order is not changed. */
const changePolicy = (
  store: Store,
  row: Pick<PolicyRow, "id" | "name" | "nameKey" | "enabled" | "rules">,
): Promise<"changed" | "taken" | "missing"> =>
  store.write(async (tx) => {
    if (await isTaken(tx, row)) return "taken";
    const changed = await tx.update(policies).set(row).where(eq(policies.id, row.id)).returning({ id: policies.id });
    return changed.length > 0 ? "changed" : "missing";
  });

/** Removes a policy. Returns false if it does not exist. Its runs are kept. */
const removePolicy = (store: Store, id: string): Promise<boolean> =>
  store.write(async (tx) =>
    (await tx.delete(policies).where(eq(policies.id, id)).returning({ id: policies.id })).length > 0
  );

/** Sets the order. Returns false, without a change, unless `ids` contains every policy once. */
const reorderPolicies = (store: Store, ids: readonly string[]): Promise<boolean> =>
  store.write(async (tx) => {
    const known = await tx.select({ id: policies.id }).from(policies);
    const wanted = new Set(ids);
    if (wanted.size !== ids.length || known.length !== ids.length || known.some(({ id }) => !wanted.has(id))) {
      return false;
    }
    for (const [i, id] of ids.entries()) {
      await tx.update(policies).set({ position: i + 1 }).where(eq(policies.id, id));
    }
    return true;
  });

const disableAll = (store: Store): Promise<void> =>
  store.write(async (tx) => void await tx.update(policies).set({ enabled: false }));

const isTaken = async (tx: Tx, { id, nameKey }: Pick<PolicyRow, "id" | "nameKey">): Promise<boolean> =>
  (await tx.select({ id: policies.id }).from(policies)
    .where(and(eq(policies.nameKey, nameKey), ne(policies.id, id))).limit(1)).length > 0;

/** Records a job of a run within the transaction that creates the job. The first job creates the run. */
export async function recordRunJob(tx: Tx, run: Omit<PolicyRunRow, "jobs">, job: PolicyRunJobRow): Promise<void> {
  await tx.insert(policyRuns).values({ ...run, jobs: 1 })
    .onConflictDoUpdate({ target: policyRuns.id, set: { jobs: sql`${policyRuns.jobs} + 1` } });
  await tx.insert(policyRunJobs).values(job);
}

/** Returns the newest runs. */
const listRuns = ({ db }: Store, limit: number): Promise<PolicyRunRow[]> =>
  db.select().from(policyRuns).orderBy(desc(policyRuns.startedAt), desc(policyRuns.id)).limit(limit);

/** Returns the jobs of these runs in the order in which they were queued. */
const jobsOfRuns = ({ db }: Store, runIds: string[]): Promise<{ runId: string; jobId: string }[]> =>
  db.select({ runId: policyRunJobs.runId, jobId: policyRunJobs.jobId }).from(policyRunJobs)
    .where(inArray(policyRunJobs.runId, runIds)).orderBy(asc(policyRunJobs.queuedAt), asc(policyRunJobs.jobId));

/** A finished job of a run, with the values that the run expected. Sizes are in bytes, times in seconds. */
export interface PolicyJobResult {
  runId: string;
  lowBytes: number;
  expectedBytes: number;
  highBytes: number;
  bytes: number;
  /** Null if no time was expected. */
  expectedSeconds: number | null;
  seconds: number;
}

/** Returns the finished jobs of these runs whose size was expected, without those that were removed from the history. */
async function resultsOfRuns({ db }: Store, runIds: string[]): Promise<PolicyJobResult[]> {
  const [found] = await db.all<{ rows: string }>(sql`
    SELECT json_group_array(json_object('runId', r.run_id, 'lowBytes', low_bytes, 'expectedBytes', expected_bytes,
      'highBytes', high_bytes, 'bytes', j.output_size_bytes, 'expectedSeconds', expected_seconds,
      'seconds', j.duration_seconds)) AS rows
    FROM ${policyRunJobs} r JOIN ${jobs} j ON j.id = r.job_id
    WHERE r.run_id IN (SELECT value FROM json_each(${JSON.stringify(runIds)})) AND j.status = 'done'
      AND expected_bytes IS NOT NULL AND j.output_size_bytes > 0 AND j.duration_seconds > 0`);
  return JSON.parse(found?.rows ?? "[]");
}

/** Returns the number and total size in bytes of the files that each policy has queued since a time. */
async function queuedSince({ db }: Store, since: number): Promise<Map<string, { files: number; bytes: number }>> {
  const rows = await db.select({
    id: policyRunJobs.policyId,
    files: count(),
    bytes: sql<number>`sum(${policyRunJobs.sizeBytes})`,
  }).from(policyRunJobs).where(gte(policyRunJobs.queuedAt, since)).groupBy(policyRunJobs.policyId);
  return new Map(rows.map(({ id, files, bytes }) => [id, { files, bytes }]));
}
