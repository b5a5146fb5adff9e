/** What is made when it is asked for the first time: a value, the answer of a read, a whole service. */

/** A value that is made when it is asked for the first time: a start pays for no table that nothing reads. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A value that is read once and kept. A failed read is not: the next one asks again. */
export interface Remembered<T> {
  get(): Promise<T>;
  /** The value, if it was asked for and is kept. */
  kept(): Promise<T> | undefined;
  forget(): void;
}

/** Reads with the first `get`, and keeps what came of it until `forget`. */
export function remembered<T>(read: () => Promise<T>): Remembered<T> {
  let known: Promise<T> | undefined;
  return {
    get() {
      if (known !== undefined) return known;
      const mine = known = read();
      mine.catch(() => {
        if (known === mine) known = undefined;
      });
      return mine;
    },
    kept: () => known,
    forget: () => known = undefined,
  };
}

/** The calls of a service that may wait until it is there. */
type Waiting<T> = { [K in keyof T as T[K] extends (...args: never[]) => Promise<unknown> ? K : never]: T[K] };

/** A service that is built when it is asked for something the first time. */
export interface Later<T, K extends keyof T> {
  calls: Pick<T, K>;
  /** The service, if anybody has asked for it. */
  built(): Promise<T | undefined>;
}

/** Loads and builds a service with the first of `names` that is called. A failure is told to who called; the next tries again. */
export function later<T, K extends keyof T & keyof Waiting<T>>(
  make: () => Promise<T>,
  names: readonly K[],
): Later<T, K> {
  const { get, kept } = remembered(make);
  const call = (name: K) => async (...args: unknown[]): Promise<unknown> => {
    const service = await get();
    return await (service[name] as (...args: unknown[]) => Promise<unknown>)(...args);
  };
  return {
    calls: Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as Pick<T, K>,
    built: async () => await kept(),
  };
}
