import { dirname } from "node:path";
import type { ProgressReport } from "../../encode/run/progress.ts";
import { signalGroup } from "../../kit/process/process.ts";
import type { JobRecord } from "../attempt/job_record.ts";
import type { Run, RunnerDeps } from "../attempt/run.ts";
import type { RunHandle } from "../attempt/run_handle.ts";
import { toProgress } from "../job_view.ts";
import { type EncodeWorker, startEncodeWorker } from "../workers/encode_client.ts";
import { createRunPlot } from "./progress_samples.ts";

/** Handle of an attempt, with the functions that only the code that starts it may use. */
export interface ToolControl {
  readonly handle: RunHandle;
  /** Suspends or resumes all tools. */
  freeze(frozen: boolean): void;
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
  let frozen = false;
  let childRecorded = Promise.resolve();

  function freeze(value: boolean): void {
    frozen = value;
    for (const worker of workers.values()) worker.freeze(frozen);
    for (const pid of run.pids) signalGroup(pid, frozen ? "SIGSTOP" : "SIGCONT");
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
          if (frozen) freeze(true);
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
    if (frozen) worker.freeze(true);
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
    isFrozen: () => frozen,
    childRecorded: () => childRecorded,
  };
  return {
    handle,
    freeze,
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
