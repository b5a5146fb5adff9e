/** Time of the services of players. Tests replace it with a virtual one. */
export interface PlayerTime {
  nowMs(): number;
  /** Resolves after this time, or when `signal` is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The system's time. */
export const systemTime: PlayerTime = {
  nowMs: () => performance.now(),
  sleep(ms, signal) {
    if (signal.aborted) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => resolve(), { once: true, signal: ended(promise) });
    return promise.finally(() => clearTimeout(timer));
  },
};

/** Returns a signal that is aborted when the promise settles, so that its listeners are removed. */
function ended(promise: Promise<void>): AbortSignal {
  const over = new AbortController();
  void promise.finally(() => over.abort());
  return over.signal;
}
