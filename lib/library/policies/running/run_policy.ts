import { putRows } from "../../../../db/put_rows.ts";
import { recordRunJob } from "../../../../db/library/policies/policies.ts";
import { autoMemory } from "../../../../db/schema/library.ts";
import { Fault, JobFailure } from "../../../kit/fault.ts";
import { newId } from "../../../kit/id.ts";
import { memoryOf } from "../../auto/memory_rows.ts";
import { createBudget } from "../budget.ts";
import { decideFile, type FileDecision } from "../decide.ts";
import { type DecidedFile, encodedBy } from "../reading/decided.ts";
import type { PolicyDeps } from "../deps.ts";
import type { FileFacts } from "../file_facts.ts";
import type { Policy } from "../model.ts";
import { plannedFile } from "../planning/plan.ts";
import type { PolicyRunResult } from "../plan_model.ts";
import type { Snapshot } from "../reading/snapshot.ts";
import { runNote, type Waits } from "./run_note.ts";

/** Limits of one run: queued files, files that the queue refuses, and errors in the result. */
const MAX_QUEUED = 1_000;
const MAX_REFUSED = 1_000;
const MAX_ERRORS = 20;

/** One run in progress. */
interface Running {
  deps: PolicyDeps;
  snapshot: Snapshot;
  policy: Policy;
  result: PolicyRunResult;
  waits: Waits;
  /** Set with the first job, because a run without jobs is not stored. */
  runId: string;
}

/**
 * Queues the files that a policy encodes, in its order and within its hours and limits. Each file is inspected and
 * decided again before. A dry run queues nothing.
 */
export async function runPolicy(
  deps: PolicyDeps,
  policy: Policy,
  { snapshot, decided, dryRun, signal }: {
    snapshot: Snapshot;
    decided: readonly DecidedFile[];
    dryRun: boolean;
    /** Stops the run after the current file. The other files wait for the next run. */
    signal?: AbortSignal;
  },
): Promise<PolicyRunResult> {
  const own = decided.filter(({ match }) => match.policy?.id === policy.id);
  const result: PolicyRunResult = {
    policyId: policy.id,
    dryRun,
    queued: [],
    waiting: 0,
    skipped: own.filter(({ decision }) => decision?.outcome === "skip").length,
    refused: own.filter(({ decision }) => decision?.outcome === "refuse").length,
    errors: [...snapshot.errors],
  };
  const waits: Waits = { outside_hours: 0, daily_limit: 0, being_written: 0, next_run: 0 };
  const running: Running = { deps, snapshot, policy, result, waits, runId: newId() };
  const budget = createBudget(policy, snapshot.used.get(policy.id) ?? { files: 0, bytes: 0 }, snapshot.now);
  const [files = []] = encodedBy(own).values();
  let isStopped = false;
  for (const one of files) {
    isStopped ||= result.queued.length >= MAX_QUEUED || result.refused >= MAX_REFUSED || signal?.aborted === true;
    const wait = isStopped ? "next_run" : budget.waitReason(one.file.sizeBytes);
    if (wait !== undefined) {
      waits[wait]++;
      continue;
    }
    const outcome = await workOff(running, one);
    if (outcome === "queued") budget.count(one.file.sizeBytes);
    isStopped = outcome === "disk_silent";
  }
  if (result.queued.length > 0 && !dryRun) result.runId = running.runId;
  result.waiting = Object.values(waits).reduce((sum, files) => sum + files, 0);
  const note = runNote(policy, result, waits);
  return { ...result, ...(note === undefined ? {} : { note }) };
}

/** Inspects, decides and queues one file, and adds the outcome to the result. */
async function workOff(
  running: Running,
  { file, decision: before }: DecidedFile,
): Promise<"queued" | "disk_silent" | "not_queued"> {
  const { deps, snapshot, policy, result } = running;
  const seen = await inspected(file, deps.disks);
  const decision = decideFile(seen, policy, { ...snapshot.facts, evaluation: () => evaluationOf(before) });
  if (decision.outcome !== "encode") {
    result[decision.outcome === "skip" ? "skipped" : "refused"]++;
    if (decision.reason === "not_visible") addError(result, `${file.title}: the file cannot be opened here.`);
    return "not_queued";
  }
  // Managers import only complete files.
  if (file.source === "local" && await deps.isUnfinished?.(file.localPath)) {
    running.waits.being_written++;
    return "not_queued";
  }
  const planned = plannedFile(seen, policy.id, decision);
  if (result.dryRun) {
    result.queued.push(planned);
    return "queued";
  }
  try {
    const jobId = await queueFile(running, seen, { ...decision, profileId: decision.profileId ?? policy.profileId });
    if (jobId === undefined) {
      result.skipped++;
      return "not_queued";
    }
    result.queued.push({ ...planned, jobId });
    return "queued";
  } catch (error) {
    if (!(error instanceof Fault || error instanceof JobFailure)) throw error;
    result.refused++;
    addError(result, `${file.title}: ${error.message}`);
    // Other files on the same disk would also time out.
    return error.code === "upstream_timeout" ? "disk_silent" : "not_queued";
  }
}

/** Returns the evaluation that led to a decision, so that only the inspected facts can change the outcome. */
const evaluationOf = (decision: DecidedFile["decision"]) =>
  decision === undefined || decision.reason === "not_read" || decision.estimated ? undefined : {
    outcome: "encode" as const,
    ...(decision.bytesAfter === undefined ? {} : { bytesAfter: decision.bytesAfter }),
    ...(decision.seconds === undefined ? {} : { encodeSeconds: decision.seconds }),
  };

/** Reads the hard links of a file. A file that cannot be read is not visible. */
async function inspected(file: FileFacts, disks: PolicyDeps["disks"]): Promise<FileFacts> {
  const found = await disks.read(file.localPath, (path) => Deno.stat(path).catch(() => null));
  if (found === undefined || found === null || !found.isFile) return { ...file, visible: false };
  return { ...file, visible: true, hardLinks: found.nlink ?? 1 };
}

/** Queues a file. Returns the ID of the new job. Undefined if it is not needed, or if the file is in the queue. */
async function queueFile(
  { deps: { jobs, memory, history, clock }, snapshot, policy, runId }: Running,
  file: FileFacts,
  { profileId, bytesAfter, seconds }: Pick<FileDecision, "bytesAfter" | "seconds"> & { profileId: string },
): Promise<string | undefined> {
  const candidate = snapshot.recognised.candidate(file);
  // Another part of the application may have processed the file since the snapshot.
  if (await history.processedAt(file.localPath) > snapshot.now.getTime()) return undefined;
  const at = clock.now();
  const version = snapshot.profiles.get(profileId);
  const row = (reason: "queued" | "nothing") =>
    memoryOf({ ...candidate, ...(version === undefined ? {} : { profileVersion: version }) }, reason, at);
  const run = { id: runId, policyId: policy.id, name: policy.name, startedAt: snapshot.now.getTime() };
  const answer = await jobs.create(jobInput(file, profileId), {
    trigger: "auto",
    label: policy.name,
    // The job, its run and the memory are stored together, so that a kill never leads to a second job.
    alongside: async (tx, jobId) => {
      await putRows(tx, autoMemory, [row("queued")]);
      await recordRunJob(tx, run, {
        ...{ runId, jobId, policyId: policy.id, sizeBytes: file.sizeBytes },
        queuedAt: at.getTime(),
        ...{ lowBytes: bytesAfter?.[0] ?? null, expectedBytes: bytesAfter?.[1] ?? null },
        ...{ highBytes: bytesAfter?.[2] ?? null, expectedSeconds: seconds ?? null },
      });
    },
  });
  if ("skipped" in answer) {
    await memory.rememberContents([row("nothing")]);
    return undefined;
  }
  if (!answer.created) return undefined;
  await memory.rememberContents([row("queued")]);
  return answer.job.id;
}

const jobInput = (
  { source, arrId, fileId, episodeIds, seasonNumber, path, localPath, title, subtitle, poster }: FileFacts,
  profileId: string,
) => ({
  ...{ title, subtitle, poster, profileId, audioOnly: false, priority: "bottom" as const },
  source: source === "local" ? { kind: "file" as const, localPath } : {
    ...{ kind: source === "movie" ? "movie" as const : "episode" as const, arr: source, arrId, fileId },
    ...{ episodeIds, seasonNumber, arrPath: path, localPath },
  },
});

function addError({ errors }: PolicyRunResult, text: string): void {
  if (errors.length < MAX_ERRORS) errors.push(text);
}
