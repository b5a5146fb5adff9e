import { dirname } from "node:path";
import type { ProgressReport } from "../../encode/run/progress.ts";
import { signalGroup } from "../../kit/process/process.ts";
import type { JobRecord } from "../attempt/job_record.ts";
import type { Run, RunnerDeps } from "../attempt/run.ts";
import type { RunHandle } from "../attempt/run_handle.ts";
import type { Suspension } from "../attempt/stops.ts";
import { toProgress } from "../job_view.ts";
import { type EncodeWorker, startEncodeWorker } from "../workers/encode_client.ts";
import { createRunPlot } from "./progress_samples.ts";

/** Handle of an attempt, with the functions that only the code that starts it may use. */
export interface ToolControl {
  readonly handle: RunHandle;
  /** Suspends or resumes all tools. */
  suspend(suspension: Suspension): void;
  /** Ends the workers. */
  terminate(): void;
}

interface HandleInput extends Pick<RunHandle, "signal" | "ending"> {
  token: string;
  run: Run;
  record: JobRecord;
}

/** Creates the handle of an attempt. Its workers are started when first used. */
export function createRunHandle({ signal, ending, token, run, record }: HandleInput, runner: RunnerDeps): ToolControl {
  const { deps, jobStore } = runner;
  const workers = new Map<number, EncodeWorker>();
  const slotListeners = new Map<number, (report: ProgressReport) => void>();
  const plot = createRunPlot(run, deps.clock);
  let suspension: Suspension = { here: false, elsewhere: false };
  let childRecorded = Promise.resolve();

  function freezeTools(): void {
    for (const worker of workers.values()) worker.freeze(suspension.here);
    for (const pid of run.pids) signalGroup(pid, suspension.here ? "SIGSTOP" : "SIGCONT");
  }

  function suspend(next: Suspension): void {
    const moved = next.here !== suspension.here;
    suspension = next;
    if (moved) freezeTools();
    if (run.heldBy === next.heldBy) return;
    run.heldBy = next.heldBy;
    jobStore.announce(record.row);
  }

  function startWorker(slot: number): EncodeWorker {
    let running: number | undefined;
    const worker = startEncodeWorker({
      url: deps.workerUrl,
      name: slot === 0 ? `encode ${run.id}` : `encode ${run.id}, slot ${slot}`,
      token,
      events: {
        spawned: (pid) => {
          running = pid;
          run.pids.add(pid);
          if (suspension.here) freezeTools();
          childRecorded = recordChild(pid, run.id, runner);
        },
        exited: () => {
          if (running !== undefined) run.pids.delete(running);
          running = undefined;
        },
        progress: (report) => {
          const listener = slotListeners.get(slot);
          if (listener) listener(report);
          else handle.reportProgress(report);
        },
        line: (line) => jobStore.publish("log", { jobId: run.id, line }),
        status: (message) => void record.patch({ message }).catch(() => {}),
      },
    });
    if (suspension.here) worker.freeze(true);
    return worker;
  }

  const handle: RunHandle = {
    signal,
    ending,
    durationSeconds: 0,
    worker(slot = 0) {
      const worker = workers.get(slot) ?? startWorker(slot);
      workers.set(slot, worker);
      return worker;
    },
    watchSlot(slot, listener) {
      slotListeners.set(slot, listener);
      return () => slotListeners.delete(slot);
    },
    reportProgress(report, written) {
      const { durationSeconds } = handle;
      run.progress = toProgress(report, durationSeconds);
      plot(report, durationSeconds);
      const { tempPath } = record.row;
      if (written) deps.storage.space.wrote(run.id, written.folder, written.bytes);
      else if (tempPath) deps.storage.space.wrote(run.id, dirname(tempPath), report.sizeBytes);
      jobStore.announce(record.row);
    },
    isFrozen: () => suspension.here,
    isFrozenElsewhere: () => suspension.elsewhere,
    childRecorded: () => childRecorded,
  };
  return {
    handle,
    suspend,
    terminate() {
      for (const worker of workers.values()) worker.terminate();
    },
  };
}

/** Records a process of the job directly after it was started (safety.md, S-PROC-8). */
async function recordChild(
  pid: number,
  jobId: string,
  { deps, jobStore, lease, log, crashPoint }: RunnerDeps,
): Promise<void> {
  try {
    crashPoint("child-spawned");
    const start = await deps.storage.machine.processStart(pid);
    await jobStore.jobs.patch(jobId, { childPid: pid, childStart: start ?? null }, lease);
    crashPoint("child-recorded");
  } catch (error) {
    // The tool can still be found by the token in its environment, which was stored before the start.
    log("warn", "A started tool could not be recorded.", { job: jobId, error: String(error) });
  }
}
