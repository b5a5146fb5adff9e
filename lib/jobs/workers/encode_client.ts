import type { ProgressReport } from "../../encode/run/progress.ts";
import { JobFailure } from "../../kit/fault.ts";
import type { CallName, Calls, FromWorker, ToWorker } from "./messages.ts";

/** What a thread reports while it works. */
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
  /** Tells the thread whether its tool is frozen, so that no progress is not taken for a stall. */
  freeze(frozen: boolean): void;
  terminate(): void;
}

/** The thread ended without an answer: out of memory, or a defect of ours. */
export class WorkerDied extends Error {
  override name = "WorkerDied";
}

/** The thread's entry file among the sources. */
export const ENCODE_WORKER_URL = new URL("./encode_worker.ts", import.meta.url);

/** How a thread is started. */
export interface EncodeWorkerOptions {
  url?: URL;
  name: string;
  /** Marks every process that the thread starts. */
  token: string;
  events?: WorkerEvents;
}

/** A call without an answer. */
interface Call extends PromiseWithResolvers<unknown> {
  signal: AbortSignal;
}

/** What is held of a thread. */
interface ThreadState {
  readonly worker: Worker;
  readonly token: string;
  readonly events: WorkerEvents;
  /** Calls without an answer, by their number. */
  readonly open: Map<number, Call>;
  lastId: number;
  dead?: WorkerDied;
}

/** Starts the thread. It costs some 50 ms, in parallel to what the caller does meanwhile. */
export function startEncodeWorker(
  { url = ENCODE_WORKER_URL, name, token, events = {} }: EncodeWorkerOptions,
): EncodeWorker {
  const worker = new Worker(url, { type: "module", name });
  const state: ThreadState = { worker, token, events, open: new Map(), lastId: 0 };
  worker.onerror = (event) => {
    // Unhandled, it would end the whole program.
    event.preventDefault();
    endCalls(state, `The encode thread ended: ${event.message}`);
  };
  worker.onmessageerror = () => endCalls(state, "The encode thread sent something unreadable.");
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => receive(state, data);
  return {
    call: (name, request, signal) => callThread(state, name, request, signal),
    freeze: (frozen) => send(state, { kind: "freeze", frozen }),
    terminate() {
      endCalls(state, "The encode thread was ended.");
      worker.terminate();
    },
  };
}

const send = ({ worker }: ThreadState, message: ToWorker): void => worker.postMessage(message);

/** Fails every open call, and those that follow. */
function endCalls(state: ThreadState, why: string): void {
  state.dead ??= new WorkerDied(why);
  for (const { reject } of state.open.values()) reject(state.dead);
  state.open.clear();
}

function receive({ open, events }: ThreadState, message: FromWorker): void {
  switch (message.kind) {
    case "answer":
      open.get(message.id)?.resolve(message.value);
      open.delete(message.id);
      return;
    case "refused":
      refuse(open.get(message.id), message);
      open.delete(message.id);
      return;
    case "spawned":
      return events.spawned?.(message.pid);
    case "exited":
      return events.exited?.();
    case "progress":
      return events.progress?.(message.progress);
    case "status":
      return events.status?.(message.message);
    case "line":
      return events.line?.(message.line);
  }
}

function refuse(call: Call | undefined, { code, message, stack }: Extract<FromWorker, { kind: "refused" }>): void {
  // What the thread ended because of the signal ends with the signal's reason.
  call?.reject(code === "aborted" ? call.signal.reason : new JobFailure(code, message, { cause: stack }));
}

async function callThread<K extends CallName>(
  state: ThreadState,
  name: K,
  request: Calls[K]["request"],
  signal: AbortSignal,
): Promise<Calls[K]["answer"]> {
  signal.throwIfAborted();
  if (state.dead) throw state.dead;
  const id = ++state.lastId;
  const answer = Promise.withResolvers<unknown>();
  state.open.set(id, { ...answer, signal });
  const abort = () => send(state, { kind: "abort", id });
  signal.addEventListener("abort", abort, { once: true });
  try {
    send(state, { kind: "call", id, name, request, token: state.token } as ToWorker);
    return await answer.promise as Calls[K]["answer"];
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
