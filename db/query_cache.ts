import type { DataPart, Store } from "./store.ts";

/** Returns the cached result of a query, or calls `ask` and caches its result. */
export type QueryCache = <T>(question: readonly unknown[], ask: () => Promise<T>) => Promise<T>;

/** Maximum number of cached results. Between two changes of the data, fewer different queries are made. */
const MAX_CACHED_QUERIES = 200;

/**
 * Caches results that need a full table scan, such as counts, until the related part of the data is changed. The first
 * element of a query is its kind, so that results of different kinds never share a key.
 */
export function createQueryCache(store: Pick<Store, "revision">, part: DataPart): QueryCache {
  const kept = new Map<string, Promise<unknown>>();
  let revision = store.revision(part);
  return <T>(question: readonly unknown[], ask: () => Promise<T>): Promise<T> => {
    if (revision !== store.revision(part)) kept.clear();
    revision = store.revision(part);
    const key = JSON.stringify(question);
    const known = kept.get(key);
    // The first element of the query determines the type of its result.
    if (known !== undefined) return known as Promise<T>;
    if (kept.size >= MAX_CACHED_QUERIES) kept.clear();
    const answer = ask();
    kept.set(key, answer);
    answer.catch(() => kept.get(key) === answer && kept.delete(key));
    return answer;
  };
}
