/** A request that runs in its own worker thread. */
export interface ThreadCall {
  /** URL of the entry file, which responds to one message with one message. */
  url: URL;
  name: string;
  /** Input of the thread. It must be structured-cloneable. */
  request: unknown;
  /** Ends the thread at any time. */
  signal?: AbortSignal;
}

/** The thread ended without a response because it ran out of memory or because of an internal error. */
export class ThreadDied extends Error {
  override name = "ThreadDied";
}

/** Starts a thread, sends it a request, and ends it after the response. Throws `ThreadDied`, or the signal's reason. */
export async function callThread<Answer>({ url, name, request, signal }: ThreadCall): Promise<Answer> {
  signal?.throwIfAborted();
  const worker = new Worker(url, { type: "module", name });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const abort = () => reject(signal?.reason);
  worker.onerror = (event) => {
    // An unhandled error would end the whole program.
    event.preventDefault();
    reject(new ThreadDied(`The thread "${name}" ended: ${event.message}`));
  };
  worker.onmessageerror = () => reject(new ThreadDied(`The thread "${name}" sent unreadable data.`));
  worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    worker.postMessage(request);
    return await promise;
  } finally {
    signal?.removeEventListener("abort", abort);
    worker.terminate();
  }
}
