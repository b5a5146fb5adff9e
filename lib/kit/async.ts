import { Fault } from "./fault.ts";

/** Work side by side: one after another, a limited number at once, for a limited time, or once for all who ask. */

/** Runs work one after another, in the order of the calls. A failure is the caller's alone. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>;

/** A mutex for each key: work with different keys runs side by side. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Makes a mutex; it holds nothing but the last call. */
export function createMutex(): Mutex {
  const run = createKeyedMutex();
  return (work) => run("", work);
}

/** Makes a mutex per key; a key is forgotten when nothing runs under it. */
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

/** Runs work with at most `running` at a time and `waiting` in line; more are refused with `Fault` `busy`. */
export type Pool = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes a pool; the callers in line are served in order. */
export function createPool({ running, waiting }: { running: number; waiting: number }): Pool {
  let active = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (active >= running) {
      if (line.length >= waiting) {
        throw new Fault("busy", "Too much is asked for at once; try again in a moment.", { retryAfterSeconds: 2 });
      }
      // Whoever leaves hands the place over, so that nobody can step in between.
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
 * Runs `work` over `items`, at most `limit` at a time, and answers in the order of the items. After a failure nothing new
 * is begun; it is thrown when everything that had begun has ended.
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

/** As `Promise.all`, but a failure is thrown when all have ended: nothing goes on behind the back of who asked. */
export async function allEnded<const T extends readonly Promise<unknown>[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}

/**
 * What the work comes to, or undefined when it takes longer than that many milliseconds; it goes on by itself. Throws
 * what the work throws in time.
 */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, ms);
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** Passes on the first call, and none for `everyMs` after one that was passed on; the others are dropped. */
export function throttle<T>(everyMs: number, send: (value: T) => void): (value: T) => void {
  let last = -Infinity;
  return (value) => {
    if (performance.now() - last < everyMs) return;
    last = performance.now();
    send(value);
  };
}

/** Lets timers and sockets have their turn in the middle of long work. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

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

/** Keeps `work`, which never rejects, in a set until it has ended: whoever closes waits for what is in there. */
export function keepWhileRunning(running: Set<Promise<unknown>>, work: Promise<unknown>): void {
  const kept = work.finally(() => running.delete(kept));
  running.add(kept);
}
