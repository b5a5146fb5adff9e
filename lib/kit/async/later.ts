import { remembered } from "./remembered.ts";

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
