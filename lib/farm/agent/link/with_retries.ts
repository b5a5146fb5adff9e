/** Maximum pause between attempts. */
const MAX_PAUSE_MS = 15_000;
const FIRST_PAUSE_MS = 250;

/** Options for retries. */
export interface Retries {
  signal: AbortSignal;
  /** Returns false if another attempt would not help. The error is then thrown. */
  mayHelp?(error: unknown): boolean;
  /** Called after every failed attempt. */
  onFailure?(error: unknown): void;
  /** Returns true if the failed attempt made progress. The delays then start again with the shortest. */
  madeProgress?(): boolean;
}

/**
 * Retries until the call succeeds, with increasing and randomised delays. A connection may be interrupted for an hour.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  { signal, mayHelp = () => true, onFailure, madeProgress }: Retries,
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS;; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!mayHelp(error)) throw error;
      onFailure?.(error);
      if (madeProgress?.()) pauseMs = FIRST_PAUSE_MS / 2;
      await pause(pauseMs * (0.5 + Math.random()), signal);
    }
  }
}

/** Waits for `ms` milliseconds. Throws the signal's reason on abort. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = () => reject(signal.reason);
  const timer = setTimeout(resolve, ms);
  signal.addEventListener("abort", abort, { once: true });
  await promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  });
}
