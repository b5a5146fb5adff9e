/** Work that is going on, and how many wait for it. */
interface Run<T> {
  result: Promise<T>;
  waiting: number;
  end: AbortController;
}

/**
 * Runs work once for all who ask for the same key meanwhile. Who aborts waits no longer, rejected with the reason; when
 * nobody waits, the signal of the work is aborted and the next one with that key begins anew.
 */
export function createShared<T>() {
  const runs = new Map<string, Run<T>>();

  function start(key: string, work: (end: AbortSignal) => Promise<T>): Run<T> {
    const end = new AbortController();
    const run: Run<T> = { result: work(end.signal), waiting: 0, end };
    const forget = () => void (runs.get(key) === run && runs.delete(key));
    run.result.then(forget, forget);
    end.signal.addEventListener("abort", forget, { once: true });
    runs.set(key, run);
    return run;
  }

  return async (key: string, signal: AbortSignal | undefined, work: (end: AbortSignal) => Promise<T>): Promise<T> => {
    signal?.throwIfAborted();
    const run = runs.get(key) ?? start(key, work);
    run.waiting++;
    const gone = Promise.withResolvers<never>();
    const leave = () => gone.reject(signal?.reason);
    signal?.addEventListener("abort", leave, { once: true });
    try {
      return await Promise.race([run.result, gone.promise]);
    } finally {
      signal?.removeEventListener("abort", leave);
      if (--run.waiting === 0) run.end.abort(signal?.reason);
    }
  };
}
