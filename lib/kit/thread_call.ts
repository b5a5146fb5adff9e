/** A request to a separate worker thread. */
export interface ThreadCall {
  /** URL of its entry file, which responds to one message with one message. */
  url: URL;
  name: string;
  /** Structured-cloneable data. */
  request: unknown;
  /** Terminates the thread at any time. */
  signal?: AbortSignal;
}

/** The thread ended without a response because it ran out of memory or because of an internal error. */
export class ThreadDied extends Error {
  override name = "ThreadDied";
}

/**
 * Starts a thread, sends it a request, and terminates it after the response. Throws `ThreadDied`, and the signal's
 * reason.
 */
export async function callThread<Answer>({ url, name, request, signal }: ThreadCall): Promise<Answer> {
  signal?.throwIfAborted();
  const worker = new Worker(url, { type: "module", name });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const abort = () => reject(signal?.reason);
  worker.onerror = (event) => {
    // An unhandled error would terminate the whole program.
    event.preventDefault();
    reject(new ThreadDied(`The thread "${name}" ended: ${event.message}`));
  };
  worker.onmessageerror = () => reject(new ThreadDied(`The thread "${name}" sent something unreadable.`));
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
