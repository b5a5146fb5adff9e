import type { ProgressReport } from "../../encode/run/progress.ts";
import { JobFailure } from "../../kit/fault.ts";
import type { CallName, Calls, FromWorker, ToWorker } from "./messages.ts";

/** Callbacks of a worker. */
export interface WorkerEvents {
  spawned?(pid: number): void;
  /** Called when the tool that was started last has exited. */
  exited?(): void;
  progress?(progress: ProgressReport): void;
  line?(line: string): void;
  /** Called with a description of what the worker is doing. */
  status?(message: string): void;
}

/** Worker for one job. */
export interface EncodeWorker {
  /**
   * Sends a request to the worker. Throws its `JobFailure`, the signal's reason after an aborted call and its process
   * group have ended, or `WorkerDied` if the worker has died.
   */
  call<K extends CallName>(name: K, request: Calls[K]["request"], signal: AbortSignal): Promise<Calls[K]["answer"]>;
  /** Informs the worker whether its tool is suspended, so that a lack of progress is not treated as a stall. */
  freeze(frozen: boolean): void;
  terminate(): void;
}

/** Thrown if the worker died without a response, because it ran out of memory or because of a bug. */
export class WorkerDied extends Error {
  override name = "WorkerDied";
}

/** Entry file of the worker in the source tree. */
export const ENCODE_WORKER_URL = new URL("./encode_worker.ts", import.meta.url);

/** Options for starting a worker. */
export interface EncodeWorkerOptions {
  url?: URL;
  name: string;
  /** Token in the environment of all processes that the worker starts. */
  token: string;
  events?: WorkerEvents;
}

/** Pending call. */
interface Call extends PromiseWithResolvers<unknown> {
  signal: AbortSignal;
}

/** State of a worker. */
interface ThreadState {
  readonly worker: Worker;
  readonly token: string;
  readonly events: WorkerEvents;
  /** Pending calls by ID. */
  readonly open: Map<number, Call>;
  lastId: number;
  dead?: WorkerDied;
}

/** Starts the worker. It takes about 50 ms, concurrently with the caller's work. */
export function startEncodeWorker(
  { url = ENCODE_WORKER_URL, name, token, events = {} }: EncodeWorkerOptions,
): EncodeWorker {
  const worker = new Worker(url, { type: "module", name });
  const state: ThreadState = { worker, token, events, open: new Map(), lastId: 0 };
  worker.onerror = (event) => {
    // An unhandled error would end the whole program.
    event.preventDefault();
    endCalls(state, `The encode thread ended: ${event.message}`);
  };
  worker.onmessageerror = () => endCalls(state, "The encode thread sent an unreadable message.");
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => receive(state, data);
  return {
    call: (name, request, signal) => callThread(state, name, request, signal),
    freeze: (frozen) => send(state, { kind: "freeze", frozen }),
    terminate() {
      endCalls(state, "The encode thread was stopped.");
      worker.terminate();
    },
  };
}

const send = ({ worker }: ThreadState, message: ToWorker): void => worker.postMessage(message);

/** Makes all pending calls and all later ones fail. */
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
  // Calls that the worker has aborted reject with the signal's reason.
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
