import { and, eq, inArray, or } from "drizzle-orm";
import { join } from "node:path";
import { autoMemoryRepository } from "../../../db/library/auto_memory.ts";
import { putRows } from "../../../db/put_rows.ts";
import { binEntries, fileSteps, jobDetails, jobs, qualityReports, recipes } from "../../../db/schema/jobs.ts";
import { rescans } from "../../../db/schema/library.ts";
import { policyRunJobs, policyRuns } from "../../../db/schema/policies.ts";
import { openStore, type Store } from "../../../db/store.ts";
import { DELIVERY_STEPS, UNDO_STEPS } from "../../jobs/delivery/journal_steps.ts";
import { replacedDatabase } from "./staging.ts";

/** Options of `carryOver`. `programData` and `migrations` are folders. `now` is the timestamp of written rows. */
export interface CarryOverOptions {
  programData: string;
  migrations: string;
  /** False on network shares. */
  writeAheadLog: boolean;
  now: Date;
}

/**
 * Adds the replaced database's data about files on this machine to the restored database before it is used, because a
 * restore reverts settings and history, but not the disks. Kept originals are added with their jobs, so that they can
 * be restored and the recycle bin is emptied in time. Started deliveries are added so that they are completed. Jobs
 * that have finished since the backup are added. Files that auto transcode has processed are added so that they are not
 * encoded twice. Runs of policies are added. May be repeated. If the replaced database cannot be read, the restore continues without it.
 */
export async function carryOver({ programData, now, migrations, writeAheadLog }: CarryOverOptions): Promise<string[]> {
  const path = replacedDatabase(programData);
  if (!await Deno.lstat(path).then(() => true, () => false)) return [];
  let replaced: Store;
  try {
    replaced = await openStore({ path, migrationsFolder: migrations, writeAheadLog });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [`The replaced database's records of kept originals and started deliveries were lost: ${reason}`];
  }
  try {
    const restored = await openStore({
      path: join(programData, "lathe.db"),
      migrationsFolder: migrations,
      writeAheadLog,
    });
    try {
      return await carry(replaced, restored, now);
    } finally {
      await restored.close();
    }
  } finally {
    await replaced.close();
  }
}

async function carry(replaced: Store, restored: Store, now: Date): Promise<string[]> {
  const bins = await replaced.db.select().from(binEntries);
  const begun = await begunDeliveries(replaced);
  const done = await doneSince(replaced, restored);
  const ids = [...new Set([...bins.map(({ jobId }) => jobId), ...begun, ...done])];
  for (const some of chunks(ids)) await carryJobs(replaced, restored, some);
  await restored.write((tx) => putRows(tx, binEntries, bins));
  for (const some of chunks(begun)) {
    const steps = await replaced.db.select().from(fileSteps).where(inArray(fileSteps.jobId, some));
    await restored.write((tx) => putRows(tx, fileSteps, steps));
  }
  await autoMemoryRepository(replaced).adopt(0, now.getTime());
  const memory = autoMemoryRepository(restored);
  await memory.remember(await autoMemoryRepository(replaced).all());
  await carryPolicyRuns(replaced, restored);
  return ids.length === 0 ? [] : [`Jobs kept in their current state to match their files: ${ids.length}.`];
}

async function carryJobs(replaced: Store, restored: Store, ids: string[]): Promise<void> {
  const rows = await replaced.db.select().from(jobs).where(inArray(jobs.id, ids));
  const details = await replaced.db.select().from(jobDetails).where(inArray(jobDetails.jobId, ids));
  const reports = await replaced.db.select().from(qualityReports).where(inArray(qualityReports.jobId, ids));
  const openRescans = await replaced.db.select().from(rescans).where(inArray(rescans.jobId, ids));
  const hashes = [...new Set(rows.map(({ recipeHash }) => recipeHash))];
  const kept = await replaced.db.select().from(recipes).where(inArray(recipes.hash, hashes));
  await restored.write(async (tx) => {
    // Counts are maintained by triggers, which do not run when a row is replaced.
    await tx.delete(jobs).where(inArray(jobs.id, rows.map(({ id }) => id)));
    await putRows(tx, recipes, kept);
    await putRows(tx, jobs, rows);
    await putRows(tx, jobDetails, details);
    await putRows(tx, qualityReports, reports);
    await putRows(tx, rescans, openRescans);
  });
}

/** Adds the runs of policies since the backup, so that their jobs can be undone together and count for the daily limits. */
async function carryPolicyRuns(replaced: Store, restored: Store): Promise<void> {
  const [runs, jobs] = [await replaced.db.select().from(policyRuns), await replaced.db.select().from(policyRunJobs)];
  await restored.write(async (tx) => {
    await putRows(tx, policyRuns, runs);
    await putRows(tx, policyRunJobs, jobs);
  });
}

/**
 * Returns the jobs that have changed files next to the media without completing the delivery, and the finished encodes
 * that could not be published.
 */
async function begunDeliveries({ db }: Store): Promise<string[]> {
  const touching = DELIVERY_STEPS.filter((step) => step !== "encoded" && step !== "verified");
  const found = await db.selectDistinct({ id: jobs.id }).from(jobs).leftJoin(fileSteps, eq(jobs.id, fileSteps.jobId))
    .where(or(eq(jobs.status, "publish_failed"), inArray(fileSteps.step, [...touching, ...UNDO_STEPS])));
  return found.map(({ id }) => id);
}

/** Returns jobs that are unfinished in the backup but have finished since. */
async function doneSince(replaced: Store, restored: Store): Promise<string[]> {
  const interrupted = await restored.db.select({ id: jobs.id }).from(jobs)
    .where(and(eq(jobs.status, "failed"), eq(jobs.errorCode, "interrupted")));
  const done: string[] = [];
  for (const some of chunks(interrupted.map(({ id }) => id))) {
    const found = await replaced.db.select({ id: jobs.id }).from(jobs)
      .where(and(eq(jobs.status, "done"), inArray(jobs.id, some)));
    done.push(...found.map(({ id }) => id));
  }
  return done;
}

/** Splits a list into batches small enough for one statement. */
function chunks<T>(all: T[], size = 2000): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}
