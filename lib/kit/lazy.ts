/** Lazy creation of a value, the result of a read, or a whole service. */

/** A value created on first use, so that startup does not pay for unused tables. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A value that is read once and cached. A failed read is not cached, so the next call repeats it. */
export interface Remembered<T> {
  get(): Promise<T>;
  /** The value, if it was requested and is cached. */
  kept(): Promise<T> | undefined;
  forget(): void;
}

/** Reads on the first `get`, and caches the result until `forget`. */
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

/** The asynchronous methods of a service, which can wait for its creation. */
type Waiting<T> = { [K in keyof T as T[K] extends (...args: never[]) => Promise<unknown> ? K : never]: T[K] };

/** A service created on first use. */
export interface Later<T, K extends keyof T> {
  calls: Pick<T, K>;
  /** The service, if it has been requested. */
  built(): Promise<T | undefined>;
}

/**
 * Loads and creates a service on the first call of one of `names`. A failure is thrown to the caller, and the next call
 * tries again.
 */
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
