/** Functions without their first argument. */
export type Bound<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (first: never, ...rest: infer Rest) => infer Answer
    ? (...rest: Rest) => Answer
    : never;
};

/** Gives every function the same first argument: a repository is functions of a store, and its callers hold no store. */
export function bindFirst<First, Functions extends Record<string, (first: First, ...rest: never[]) => unknown>>(
  first: First,
  functions: Functions,
): Bound<Functions> {
  const bound = Object.entries(functions).map(([name, work]) => [name, (...rest: never[]) => work(first, ...rest)]);
  return Object.fromEntries(bound) as Bound<Functions>;
}
