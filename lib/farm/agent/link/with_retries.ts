/** Waits between attempts grow to this. */
const MAX_PAUSE_MS = 15_000;
const FIRST_PAUSE_MS = 250;

/** How often and how long is tried. */
export interface Retries {
  signal: AbortSignal;
  /** Whether another attempt can help; the error is thrown when not. */
  mayHelp?(error: unknown): boolean;
  /** Called with every failed attempt. */
  onFailure?(error: unknown): void;
  /** Whether the attempt that failed came further than those before; pauses begin anew then. */
  cameFurther?(): boolean;
}

/** Tries until it works, with growing pauses and some chance in them: a link that is cut may be cut for an hour. */
export async function withRetries<T>(
  work: () => Promise<T>,
  { signal, mayHelp = () => true, onFailure, cameFurther }: Retries,
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS;; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!mayHelp(error)) throw error;
      onFailure?.(error);
      if (cameFurther?.()) pauseMs = FIRST_PAUSE_MS / 2;
      await pause(pauseMs * (0.5 + Math.random()), signal);
    }
  }
}

/** Waits so long. Throws the signal's reason. */
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
