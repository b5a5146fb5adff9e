import { basename, join } from "node:path";
import type { JobRow } from "../../../db/schema/jobs.ts";
import { signalGroup } from "../../kit/process/process.ts";
import { allEnded } from "../../kit/async.ts";
import { removeUnknownSegments } from "../segments/sweep.ts";
import { killChildren } from "../run/children.ts";
import { serviceCrashOutcome } from "../attempt/failure.ts";
import { removePartial } from "../delivery/file_moves.ts";
import { jobOfLeftover, partialSuffix } from "../delivery/file_names.ts";
import { openJournal } from "../delivery/journal.ts";
import { ATTEMPT_ENDED } from "../attempt/job_record.ts";
import type { RunnerDeps } from "../attempt/run.ts";
import type { Scheduler } from "./scheduler.ts";
import { RUNNING_STATES } from "../states.ts";
import { deleteEncode } from "./delete_encode.ts";
import { undoJob } from "../delivery/undo_job.ts";

/** State that could not be recovered at startup. */
export interface Recovery {
  /** Files of earlier encodes that could not be removed, with the reason. */
  leftovers: { path: string; reason: string }[];
}

/**
 * Recovers the state left by an earlier start of the program. Its processes are killed first, then every leased job
 * returns to its place in the queue or finishes its journalled step (safety.md, S-PROC-8, S-JOB-1). The config folder
 * is locked, so every lease belongs to a process that has exited. A job or file that cannot be recovered does not stop
 * the others.
 */
export async function recoverJobs(runner: RunnerDeps, scheduler: Scheduler): Promise<Recovery> {
  const { jobStore, log, crashPoint } = runner;
  const recovery: Recovery = { leftovers: [] };
  // Jobs in `runs` already run in this start of the program.
  const held = (await jobStore.jobs.inStates([...RUNNING_STATES])).filter(({ id }) => !scheduler.runs.has(id));
  if (held.length > 0) {
    await killOrphans(held, runner);
    for (const row of held) {
      await recoverOne(row, runner, scheduler, recovery).catch((error) =>
        log("error", "A job from an earlier run could not be recovered.", { id: row.id, error: String(error) })
      );
      crashPoint("recovered-one");
    }
    log("info", "Jobs from an earlier run were recovered.", { jobs: held.length });
  }
  for (const id of await jobStore.journals.openUndos()) {
    const row = await jobStore.jobs.get(id);
    if (row) {
      await undoJob(row, runner).catch((error) =>
        log("error", "An undo could not be finished.", { id, error: String(error) })
      );
    }
  }
  for (const id of await jobStore.journals.openBinMoves()) {
    const row = await jobStore.jobs.get(id);
    if (row) {
      await deleteEncode(row, runner).catch((error) =>
        log("error", "An encode could not be moved to the recycle bin.", { id, error: String(error) })
      );
    }
  }
  await allEnded([removeLeftovers(runner, recovery), removeUnknownSegments(runner)]).catch((error) =>
    log("warn", "The transcodes folder could not be read.", { error: String(error) })
  );
  return recovery;
}

async function recoverOne(
  row: JobRow,
  runner: RunnerDeps,
  scheduler: Scheduler,
  { leftovers }: Recovery,
): Promise<void> {
  const { deps, jobStore, lease, crashPoint, log } = runner;
  const journal = await openJournal(row.id, { journals: jobStore.journals, clock: deps.clock, crashPoint });
  if (row.status === "finalizing" && journal.result("verified") !== undefined) {
    const taken = await jobStore.jobs.patch(row.id, { leaseInstance: lease.instance, leaseBoot: lease.boot });
    if (taken) scheduler.deliver(taken);
    return;
  }
  const encoded = journal.result("encoded") !== undefined;
  const { event, patch, keepsFile } = serviceCrashOutcome({ ...row, encoded }, deps.clock.now());
  if (!keepsFile && row.tempPath) {
    const path = row.tempPath;
    const wasOwn = await removePartial(path, row.id).catch((error) => {
      leftovers.push({ path, reason: reasonOf(error) });
      log("warn", "A partial file from an earlier run could not be removed.", { path, error: String(error) });
      return true;
    });
    if (!wasOwn) {
      log("error", "A temporary file does not belong to the job and was left in place.", { id: row.id, path });
    }
  }
  const files = keepsFile ? {} : { tempPath: null, plannedOutput: null };
  await jobStore.apply(row.id, event, { ...ATTEMPT_ENDED, ...patch, ...files }, { closeJournal: !keepsFile });
}

const reasonOf = (error: unknown): string => error instanceof Error ? error.message : String(error);

/**
 * Kills processes of earlier starts and waits until they have exited, because two writers on one file would be worse
 * than waiting.
 */
async function killOrphans(held: JobRow[], { deps, log }: RunnerDeps): Promise<void> {
  const { machine } = deps.storage;
  const tokens = new Set(held.flatMap((row) => row.childToken ?? []));
  const marks = held.map((row) => partialSuffix(row.id));
  for (const { childPid, childStart, childToken } of held) {
    if (!childPid || !childStart || !childToken) continue;
    // Kills the whole process group, because a tool may be suspended or have child processes.
    if (await machine.isOurChild(childPid, childStart, childToken)) signalGroup(childPid, "SIGKILL");
  }
  await killChildren({ tokens, marks }, { machine, clock: deps.clock, log });
}

/** Removes partial files and images in the transcodes folder that belong to no known job. */
async function removeLeftovers({ deps, jobStore, log }: RunnerDeps, recovery: Recovery): Promise<void> {
  const folder = deps.storage.folders.transcodes;
  const files: { path: string; job: string }[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    const job = jobOfLeftover(name);
    if (job !== undefined) files.push({ path: join(folder, name), job });
  }
  const known = new Map((await jobStore.jobs.many(files.map(({ job }) => job))).map((row) => [row.id, row]));
  for (const { path, job } of files) {
    if (known.get(job)?.tempPath === path) continue;
    try {
      await Deno.remove(path, { recursive: true });
      recovery.leftovers = recovery.leftovers.filter((left) => left.path !== path);
      log("info", "A leftover of an unknown encode was removed.", { file: basename(path) });
    } catch (error) {
      // The cleanup of an earlier start may still be running.
      if (error instanceof Deno.errors.NotFound) continue;
      recovery.leftovers.push({ path, reason: reasonOf(error) });
      log("warn", "A leftover of an unknown encode could not be removed.", { path, error: String(error) });
    }
  }
}
