/**
 * What the work comes to, or undefined when it takes longer than that many milliseconds; it goes on by itself. Throws
 * what the work throws in time.
 */
export async function atMost<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, ms);
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
