/** Helpers that create a value, the result of a read, or a service on first use. */

/**
 * Returns a function that creates a value when it is first called, so that unused lookup tables do not delay startup.
 */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A value that is read once and cached. A failed read is not cached, so the next call reads again. */
export interface Remembered<T> {
  get(): Promise<T>;
  /** The cached value. Undefined if it has not been read. */
  kept(): Promise<T> | undefined;
  forget(): void;
}

/** Creates a value that is read by the first `get` and cached until `forget`. */
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

/** The asynchronous methods of a service. Calls to them can wait until the service has been created. */
type Waiting<T> = { [K in keyof T as T[K] extends (...args: never[]) => Promise<unknown> ? K : never]: T[K] };

/** A service that is created when first used. */
export interface Later<T, K extends keyof T> {
  calls: Pick<T, K>;
  /** Resolves to the service, or to undefined if it has not been created. */
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
