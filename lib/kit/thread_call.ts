/** One question to a thread of its own. */
export interface ThreadCall {
  /** Its entry file, which answers one message with one message. */
  url: URL;
  name: string;
  /** Plain data. */
  request: unknown;
  /** Ends the thread, whatever it is doing. */
  signal?: AbortSignal;
}

/** The thread ended without an answer: out of memory, or a defect of ours. */
export class ThreadDied extends Error {
  override name = "ThreadDied";
}

/** Starts a thread, asks it, and ends it. Throws `ThreadDied`, and the signal's reason. */
export async function callThread<Answer>({ url, name, request, signal }: ThreadCall): Promise<Answer> {
  signal?.throwIfAborted();
  const worker = new Worker(url, { type: "module", name });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const abort = () => reject(signal?.reason);
  worker.onerror = (event) => {
    // Unhandled, it would end the whole program.
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
