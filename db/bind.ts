/** Functions with their first parameter removed. */
export type Bound<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (first: never, ...rest: infer Rest) => infer Answer
    ? (...rest: Rest) => Answer
    : never;
};

/**
 * Binds the first argument of all functions. Converts functions that take a store to a repository, whose callers do not
 * need the store.
 */
export function bindFirst<First, Functions extends Record<string, (first: First, ...rest: never[]) => unknown>>(
  first: First,
  functions: Functions,
): Bound<Functions> {
  const bound = Object.entries(functions).map(([name, work]) => [name, (...rest: never[]) => work(first, ...rest)]);
  return Object.fromEntries(bound) as Bound<Functions>;
}
