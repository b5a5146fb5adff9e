import { type EncodeWorker, startEncodeWorker } from "../../jobs/workers/encode_client.ts";
import { throttle } from "../../kit/async.ts";
import { signalGroup } from "../../kit/process/process.ts";
import type { ProgressReport } from "../../encode/run/progress.ts";
import type { PartMessage, PartProgress } from "../protocol.ts";
import { type PartTools, runPart } from "./run_part.ts";

/** A slot for one part at a time, with its own worker. */
export interface Slot {
  /** Returns the part that is being encoded. */
  running(): string | undefined;
  /** Returns the process IDs of the running tools. */
  pids(): number[];
  /** Encodes a part. Throws the errors of `runPart`, or the signal's reason after its tools have ended. */
  run(part: PartMessage, tools: PartTools, signal: AbortSignal): Promise<void>;
  /** Suspends or resumes the tools. */
  freeze(frozen: boolean): void;
  close(): void;
}

/** Options of a slot. */
export interface SlotOptions {
  name: string;
  workerUrl: URL;
  /** Environment variable that marks every process that the slot starts. */
  token: string;
  onProgress(progress: PartProgress): void;
}

const PROGRESS_EVERY_MS = 1_000;

/** Creates a slot. Its worker is started with the first part, and restarted if it has died. */
export function createSlot({ name, workerUrl, token, onProgress }: SlotOptions): Slot {
  const pids = new Set<number>();
  let worker: EncodeWorker | undefined;
  let running: string | undefined;
  let frozen = false;
  let linked = true;
  const publish = throttle(PROGRESS_EVERY_MS, onProgress);
  const start = () =>
    startEncodeWorker({
      name,
      url: workerUrl,
      token,
      events: {
        spawned(pid) {
          pids.add(pid);
          if (frozen) signalGroup(pid, "SIGSTOP");
        },
        exited: () => pids.clear(),
        progress({ frame, fps, sizeBytes, speedFactor }: ProgressReport) {
          if (running !== undefined) publish({ id: running, frame, fps, sizeBytes, speedFactor });
        },
      },
    });
  // Time spent waiting for the source is not treated as a stall of the encoder.
  const updateWorker = () => worker?.freeze(frozen || !linked);
  return {
    running: () => running,
    pids: () => [...pids],
    async run(part, tools, signal) {
      running = part.id;
      linked = true;
      const current = worker ??= start();
      updateWorker();
      try {
        const onLink = (up: boolean) => {
          if (linked === up) return;
          linked = up;
          updateWorker();
        };
        await runPart(part, current, tools, { signal, onLink });
      } catch (error) {
        if (error instanceof Error && error.name === "WorkerDied") worker = undefined;
        throw error;
      } finally {
        running = undefined;
        pids.clear();
      }
    },
    freeze(wanted) {
      if (frozen === wanted) return;
      frozen = wanted;
      updateWorker();
      for (const pid of pids) signalGroup(pid, frozen ? "SIGSTOP" : "SIGCONT");
    },
    close: () => worker?.terminate(),
  };
}
