import { join } from "node:path";
import type { CrashPoint } from "../../lib/jobs/delivery/crash_points.ts";
import type { Job } from "../../lib/jobs/schema.ts";
import { CreateJob, JobQuery } from "../../lib/jobs/request_schema.ts";
import { isFinished } from "../../lib/jobs/states.ts";
import type { Capabilities } from "../../lib/media/tools/capabilities.ts";
import { claimFolder } from "../../lib/platform/storage/claim.ts";
import { openQueue } from "../fixtures/queue.ts";

/**
 * The queue in a separate process that tests can kill. It reads its orders from a file, processes them, and exits with
 * 0 when every job is finished. If requested, it kills itself with SIGKILL at a crash point.
 */
export interface Orders {
  configDir: string;
  settings?: unknown;
  jobs: { path: string; profileId: string }[];
  /** Sources whose originals are restored after their jobs are done. */
  undo?: string[];
  /** Sources that are replaced by their encodes after their jobs are done. */
  replace?: string[];
  /** Sources whose encodes are moved to the bin after their jobs are done. */
  deleteEncode?: string[];
  /** Crash point at which this process kills itself, the first time it is reached. */
  crashAt?: CrashPoint;
  /** True if jobs that failed because of too many interruptions are retried. */
  retryInterrupted?: boolean;
  /** Tool capabilities, so that they are not queried at every start. */
  capabilities?: Capabilities;
}

const orders: Orders = JSON.parse(await Deno.readTextFile(Deno.args[0] ?? ""));
const answer = await claimFolder(orders.configDir);
if ("heldBy" in answer) {
  console.error("held", answer.heldBy);
  Deno.exit(4);
}
const say = (message: unknown) => console.log(JSON.stringify(message));
const queue = await openQueue({
  configDir: orders.configDir,
  settings: orders.settings,
  capabilities: orders.capabilities,
  crashPoint: (point) => {
    if (point !== orders.crashAt) return;
    Deno.kill(Deno.pid, "SIGKILL");
    // The signal is pending. This thread must execute no further code.
    for (;;);
  },
  log: (level, message, facts) => level === "info" || console.error(level, message, facts),
});
say({ event: "up" });

const all = async () => (await queue.jobs.list(JobQuery.parse({ limit: 500 }))).items;
const known = new Set((await all()).map((job) => `${job.source.localPath} ${job.profileId}`));
for (const { path, profileId } of orders.jobs) {
  if (known.has(`${path} ${profileId}`)) continue;
  await queue.jobs.create(CreateJob.parse({ profileId, source: { localPath: path } }));
}
const wantsRetry = (job: Job) => orders.retryInterrupted === true && job.errorCode === "interrupted";
for (;;) {
  const jobs = await all();
  for (const job of jobs) if (wantsRetry(job)) await queue.jobs.retry(job.id);
  const open = jobs.find((job) => !isFinished(job.status) || wantsRetry(job));
  if (open === undefined) break;
  await queue.finished(open.id);
}
for (const job of await all()) {
  const { id, originalKeptAt, outputPath, source: { localPath = "" } } = job;
  if (originalKeptAt && orders.undo?.includes(localPath)) await queue.jobs.undo(id);
  if (originalKeptAt || !outputPath) continue;
  if (orders.deleteEncode?.includes(localPath)) await queue.jobs.deleteEncode(id);
  if (orders.replace?.includes(localPath)) {
    await queue.jobs.replaceOriginal(id);
    await queue.until(id, ({ message }) => /^The original was /.test(message ?? ""));
  }
}
say({ event: "idle" });
await queue[Symbol.asyncDispose]();
await answer.claim.release();
say({ event: "end", folder: join(orders.configDir) });
