import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "./fault.ts";

/** Helpers for concurrency: run work one after another, with a limit, with a timeout, or shared by all callers. */

/** Runs work one after another, in the order of the calls. A failure affects only its own caller. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>;

/** A mutex for each key. Work with different keys can run at the same time. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Creates a mutex. Only the latest call is kept in memory. */
export function createMutex(): Mutex {
  const run = createKeyedMutex();
  return (work) => run("", work);
}

/** Creates a mutex per key. A key is dropped when no work with that key is running. */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}

/**
 * Runs work while it holds several keys of a mutex. The keys are taken in the same order in all calls, so no two calls
 * wait for each other.
 */
export function withKeys<T>(mutex: KeyedMutex, keys: readonly string[], work: () => Promise<T>): Promise<T> {
  const ordered = [...new Set(keys)].sort();
  return ordered.reduceRight<() => Promise<T>>((inner, key) => () => mutex(key, inner), work)();
}

/**
 * Runs at most `running` tasks at the same time, with at most `waiting` in the queue. Further calls are rejected with a
 * `busy` fault.
 */
export type Pool = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a pool. Queued tasks are run in order. */
export function createPool({ running, waiting }: { running: number; waiting: number }): Pool {
  let active = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (active >= running) {
      if (line.length >= waiting) {
        throw new Fault("busy", "Too many requests at the same time; try again in a moment.", { retryAfterSeconds: 2 });
      }
      // A finished task passes its slot directly to the next one, so that no other caller can take it in between.
      await new Promise<void>((enter) => line.push(enter));
    } else active++;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else active--;
    }
  };
}

/**
 * Runs `work` on `items`, at most `limit` at a time, and returns the results in the order of the items. After a
 * failure, no further work is started, and the error is thrown when all running work has ended.
 */
export async function mapConcurrent<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const answers = new Array<R>(items.length);
  let next = 0;
  let failed = false;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < items.length && !failed; i = next++) {
      try {
        answers[i] = await work(items[i] as T, i);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, worker));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return answers;
}

/**
 * Same as `Promise.all`, but a failure is thrown only after all promises have settled, so that nothing continues in the
 * background.
 */
export async function allEnded<const T extends readonly Promise<unknown>[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}

/**
 * Returns the result of the work, or undefined if it takes longer than `ms` milliseconds. The work itself continues.
 * Throws the work's error if it occurs in time.
 */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, ms);
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** Forwards the first call, and then at most one call every `everyMs`. All others are dropped. */
export function throttle<T>(everyMs: number, send: (value: T) => void): (value: T) => void {
  let last = -Infinity;
  return (value) => {
    if (performance.now() - last < everyMs) return;
    last = performance.now();
    send(value);
  };
}

/** Work that is repeated after changes: one run at a time, and one more for all changes made during a run. */
export interface Coalescer {
  /** Runs the work now, or when the current run and the interval have ended. */
  request(): void;
  /** Resolves when no run is in progress or requested. */
  settled(): Promise<void>;
  /** Prevents further runs. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** Creates a coalescer. Runs start at least `everyMs` apart. Errors of the work are passed to `onError`. */
export function createCoalescer(
  { work, onError, everyMs = 0 }: { work(): Promise<void>; onError(error: unknown): void; everyMs?: number },
): Coalescer {
  const stopped = new AbortController();
  let running: Promise<void> | undefined;
  let isRequested = false;
  let lastMs = -Infinity;
  const run = async (): Promise<void> => {
    while (isRequested && !stopped.signal.aborted) {
      const waitMs = lastMs + everyMs - performance.now();
      if (waitMs > 0) await sleep(waitMs, undefined, { signal: stopped.signal }).catch(() => {});
      if (stopped.signal.aborted) break;
      isRequested = false;
      lastMs = performance.now();
      await work().catch(onError);
    }
    running = undefined;
  };
  return {
    request() {
      isRequested = true;
      running ??= run();
    },
    settled: async () => await running,
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

/** Lets timers and sockets run during a long calculation. Resolves when they have run. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Work in progress, with its abort controller and the number of callers that wait for it. */
interface Run<T> {
  result: Promise<T>;
  waiting: number;
  end: AbortController;
}

/**
 * Runs work once for all concurrent callers with the same key. A caller that aborts stops waiting and is rejected with
 * the reason. If no caller remains, the signal of the work is aborted, and the next call with that key starts it again.
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

/** Keeps `work` in a set until it has ended, so that a shutdown can wait for it. `work` must not reject. */
export function keepWhileRunning(running: Set<Promise<unknown>>, work: Promise<unknown>): void {
  const kept = work.finally(() => running.delete(kept));
  running.add(kept);
}
