import { availableParallelism } from "node:os";
import { type FailedJob, failureRepository } from "../../../db/jobs/failures.ts";
import { jobRepository } from "../../../db/jobs/jobs.ts";
import type { JobFailureRow, JobRow } from "../../../db/schema/jobs.ts";
import type { Store } from "../../../db/store.ts";
import { type Clock, DAY_MS } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { remembered } from "../../kit/lazy.ts";
import { VERSION } from "../../kit/version.ts";
import type { Media } from "../../media/service.ts";
import { currentRedactor } from "../../platform/logs/log_setup.ts";
import type { StoredSettings } from "../../platform/settings/store.ts";
import type { JobsChanged } from "../change_schema.ts";
import { existingJob } from "../job_store.ts";
import type { Jobs } from "../service.ts";
import type { Explanation } from "./explain.ts";
import { decisiveLine, groupOf, groupText } from "./group_text.ts";
import { type FailureExplanation, type FailureGroup, MAX_GROUP_JOBS } from "./schema.ts";

/** Explanations of failed jobs. */
export interface Failures {
  /** Returns the failed jobs by cause, largest group first. */
  groups(): Promise<FailureGroup[]>;
  /**
   * Queues all failed jobs of a group again. Throws `not_found` if there are none, and `bad_state` if all of them were
   * refused.
   */
  retry(group: string): Promise<JobsChanged>;
  /** Explains the failure of a job. Throws `not_found`, and `bad_state` for a job that has not failed. */
  of(jobId: string): Promise<FailureExplanation>;
  /** Returns a report without private data, as text. Throws the errors of `of`. */
  report(jobId: string): Promise<string>;
}

/** Services that explanations need. */
export interface FailuresDeps {
  store: Store;
  jobs: Pick<Jobs, "get" | "log" | "change">;
  media: Pick<Media, "capabilities">;
  settings: Pick<StoredSettings, "current" | "secrets">;
  storage: { configDir: string; folders: Record<string, string> };
  clock: Clock;
}

/** Number of bytes at the end of a log that are evaluated. */
const LOG_BYTES = 96 * 1024;
/** Maximum number of failed jobs of earlier versions that one request explains. */
const MAX_UNRECORDED = 500;
const MAX_GROUPS = 100;
const MAX_RETRIED = 10_000;
/** Time for which failures are kept, in days. */
const KEPT_DAYS = 365;

/** Explanations, and the function that records failures as they occur. */
export interface RecordedFailures extends Failures {
  /** Records the latest failure of a job. Calls run one after another. */
  record(jobId: string): Promise<void>;
}

/** Creates the service. The table of causes is loaded with the first failure. */
export function createFailures(deps: FailuresDeps): RecordedFailures {
  const failures = failureRepository(deps.store);
  const rows = jobRepository(deps.store);
  const table = remembered(async () => {
    const [{ explainFailure }, { causeById }] = await Promise.all([
      import("./explain.ts"),
      import("./causes/causes.ts"),
    ]);
    return { explainFailure, causeById };
  });
  const redactor = currentRedactor(deps.settings.secrets);

  async function explain(
    { id, errorCode, error }: Pick<FailedJob, "id" | "errorCode" | "error">,
  ): Promise<Explanation> {
    const [{ explainFailure }, log] = await Promise.all([table.get(), deps.jobs.log(id, { endBytes: LOG_BYTES })]);
    return explainFailure({ code: errorCode ?? undefined, message: error ?? undefined, logTail: log.lines });
  }

  async function recordedAs(job: FailedJob): Promise<JobFailureRow> {
    const { id: jobId, attempt, error, finishedAt: failedAt } = job;
    const found = await explain(job);
    return {
      jobId,
      attempt,
      groupKey: groupOf(found),
      line: decisiveLine(found, error),
      failedAt,
    };
  }

  async function recordMissing(): Promise<void> {
    const missing = await failures.unrecorded(MAX_UNRECORDED);
    const recorded: JobFailureRow[] = [];
    for (const job of missing) recorded.push(await recordedAs(job));
    if (recorded.length > 0) await failures.record(recorded);
  }

  async function record(id: string): Promise<void> {
    const row = await rows.get(id);
    if (row === undefined || row.sourcePath === "") return;
    if (!hasFailed(row)) return;
    await failures.record([await recordedAs(row)]);
    await failures.removeBefore(deps.clock.now().getTime() - KEPT_DAYS * DAY_MS);
  }

  const service: Failures = {
    async groups() {
      await recordMissing();
      const { causeById } = await table.get();
      return await Promise.all((await failures.groups(MAX_GROUPS)).map(async ({ groupKey, jobs, newestAt }) => {
        const [newest, jobIds] = await Promise.all([
          failures.newestOf(groupKey),
          failures.idsOf(groupKey, MAX_GROUP_JOBS),
        ]);
        const { id = "", title = "", line = "" } = newest ?? {};
        return {
          ...groupText(groupKey, causeById(groupKey), line),
          count: jobs,
          newest: { id, title, failedAt: new Date(newestAt).toISOString(), line },
          jobIds,
        };
      }));
    },
    async retry(group) {
      await recordMissing();
      const ids = await failures.idsOf(group, MAX_RETRIED);
      if (ids.length === 0) throw new Fault("not_found", `No failed job belongs to the group ${group}.`);
      const done = await deps.jobs.change({ ids, action: "retry" });
      const [first] = done.errors;
      if (done.changed === 0 && first) throw new Fault("bad_state", `No job was queued. ${first.message}`);
      return done;
    },
    async of(jobId) {
      const row = await failedJob(rows, jobId);
      const [found, { causeById }] = await Promise.all([explain(row), table.get()]);
      const group = groupOf(found);
      return { ...groupText(group, causeById(group), decisiveLine(found, row.error)), lines: found.lines };
    },
    async report(jobId) {
      const row = await failedJob(rows, jobId);
      const [{ failureReport }, { createReportRedaction }, { privateValues }] = await Promise.all([
        import("./report.ts"),
        import("./report_redaction.ts"),
        import("./private_values.ts"),
      ]);
      const [job, failure, log, capabilities] = await Promise.all([
        deps.jobs.get(jobId),
        service.of(jobId),
        deps.jobs.log(jobId, { endBytes: LOG_BYTES }),
        deps.media.capabilities().catch(() => undefined),
      ]);
      const { configDir, folders } = deps.storage;
      const places = [configDir, ...Object.values(folders)];
      const redact = createReportRedaction(privateValues(row, deps.settings.current(), places, redactor()));
      return failureReport({ system: systemFacts(), job, failure, log, capabilities }, redact);
    },
  };

  let following = Promise.resolve();
  return {
    ...service,
    record(jobId) {
      const recorded = following.then(() => record(jobId));
      following = recorded.catch(() => {});
      return recorded;
    },
  };
}

const hasFailed = ({ status }: Pick<JobRow, "status">): boolean => status === "failed" || status === "publish_failed";

async function failedJob(jobs: ReturnType<typeof jobRepository>, id: string): Promise<JobRow> {
  const row = await existingJob({ jobs }, id);
  if (!hasFailed(row)) throw new Fault("bad_state", `${row.title} has not failed, so there is nothing to explain.`);
  return row;
}

const systemFacts = () => ({
  version: VERSION,
  denoVersion: Deno.version.deno,
  os: Deno.build.os,
  architecture: Deno.build.arch,
  processors: availableParallelism(),
});
