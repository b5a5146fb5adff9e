/** Work that is repeated after changes, at most once per interval and never twice at the same time. */
export interface Throttle {
  /** Runs the work now, or when the interval has passed. Calls in between have no further effect. */
  request(): void;
  /** Prevents further runs. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** Creates a throttle. Errors of the work are passed to `onError`. */
export function createThrottle(
  { everyMs, work, onError }: { everyMs: number; work(): Promise<void>; onError(error: unknown): void },
): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastMs = -Infinity;
  let current: Promise<void> | undefined;
  let isRequested = false;
  let isStopped = false;

  function request(): void {
    isRequested = true;
    if (isStopped || current !== undefined || timer !== undefined) return;
    timer = setTimeout(start, Math.max(0, lastMs + everyMs - performance.now()));
  }

  function start(): void {
    timer = undefined;
    isRequested = false;
    lastMs = performance.now();
    current = work().catch(onError).finally(() => {
      current = undefined;
      if (isRequested) request();
    });
  }

  return {
    request,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
