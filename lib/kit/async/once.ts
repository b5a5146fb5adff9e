/** A value that is made when it is asked for the first time: a start pays for no table that nothing reads. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
