import type { ProgressReport } from "../../encode/run/progress.ts";
import { JobFailure } from "../../kit/fault.ts";
import type { CallName, Calls, FromWorker, ToWorker } from "./messages.ts";

export interface WorkerEvents {
  spawned?(pid: number): void;
  /** The tool that was spawned last has ended. */
  exited?(): void;
  progress?(progress: ProgressReport): void;
  line?(line: string): void;
  /** What the thread is busy with, in words. */
  status?(message: string): void;
}

/** One thread for one job. */
export interface EncodeWorker {
  /**
   * Asks the thread to do one thing. Throws its `JobFailure`; the signal's reason once an aborted call has really ended,
   * process group and all; and `WorkerDied` when the thread is gone.
   */
  call<K extends CallName>(name: K, request: Calls[K]["request"], signal: AbortSignal): Promise<Calls[K]["answer"]>;
  /** Tells the thread that its tool is frozen, so that standing still is no stall. */
  freeze(frozen: boolean): void;
  terminate(): void;
}

/** The thread ended without an answer: out of memory, or a defect of ours. */
export class WorkerDied extends Error {
  override name = "WorkerDied";
}

export const ENCODE_WORKER_URL = new URL("./encode_worker.ts", import.meta.url);

/** Starts the thread. It costs some 50 ms, in parallel to what the caller does meanwhile. */
export function startEncodeWorker(
  { url = ENCODE_WORKER_URL, name, token, events = {} }: {
    url?: URL;
    name: string;
    /** Marks every process that the thread starts. */
    token: string;
    events?: WorkerEvents;
  },
): EncodeWorker {
  const worker = new Worker(url, { type: "module", name });
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let dead: WorkerDied | undefined;
  let lastId = 0;

  const send = (message: ToWorker) => worker.postMessage(message);
  const die = (why: string): void => {
    dead ??= new WorkerDied(why);
    for (const { reject } of open.values()) reject(dead);
    open.clear();
  };
  worker.onerror = (event) => {
    // Unhandled, it would end the whole program.
    event.preventDefault();
    die(`The encode thread ended: ${event.message}`);
  };
  worker.onmessageerror = () => die("The encode thread sent something unreadable.");
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    switch (data.kind) {
      case "answer":
        open.get(data.id)?.resolve(data.value);
        open.delete(data.id);
        return;
      case "refused":
        open.get(data.id)?.reject(
          data.code === "aborted" ? new Aborted() : new JobFailure(data.code, data.message, { cause: data.stack }),
        );
        open.delete(data.id);
        return;
      case "spawned":
        return events.spawned?.(data.pid);
      case "exited":
        return events.exited?.();
      case "progress":
        return events.progress?.(data.progress);
      case "status":
        return events.status?.(data.message);
      case "line":
        return events.line?.(data.line);
    }
  };

  return {
    async call<K extends CallName>(name: K, request: Calls[K]["request"], signal: AbortSignal) {
      signal.throwIfAborted();
      if (dead) throw dead;
      const id = ++lastId;
      const answer = Promise.withResolvers<unknown>();
      open.set(id, answer);
      const abort = () => send({ kind: "abort", id });
      signal.addEventListener("abort", abort, { once: true });
      try {
        send({ kind: "call", id, name, request, token } as ToWorker);
        return await answer.promise as Calls[K]["answer"];
      } catch (error) {
        if (error instanceof Aborted) signal.throwIfAborted();
        throw error;
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
    freeze: (frozen) => send({ kind: "freeze", frozen }),
    terminate() {
      die("The encode thread was ended.");
      worker.terminate();
    },
  };
}

class Aborted extends Error {}
