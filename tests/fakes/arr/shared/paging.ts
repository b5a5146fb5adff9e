import { intOf, json, valueOf } from "./http.ts";
import type { Fields } from "./types.ts";

/** Returns a page of records, ten by default. */
export function paged<T>(
  query: URLSearchParams,
  all: readonly T[],
  { resource, keys, sortKey, descending = true }: {
    resource: (item: T) => Fields;
    /** Sort keys, in addition to the default order of the items. */
    keys?: Record<string, (item: T) => string | number>;
    sortKey: string;
    descending?: boolean;
  },
): Response {
  const page = Math.max(1, intOf(query, "page") ?? 1);
  const pageSize = Math.max(1, intOf(query, "pageSize") ?? 10);
  const wanted = valueOf(query, "sortKey") ?? sortKey;
  const direction = valueOf(query, "sortDirection")?.toLowerCase();
  const down = direction === undefined ? descending : direction.startsWith("desc");
  const key = keys?.[wanted];
  const sorted = key === undefined ? all : all.toSorted((a, b) => (key(a) < key(b) ? -1 : 1) * (down ? -1 : 1));
  return json({
    page,
    pageSize,
    sortKey: wanted,
    sortDirection: down ? "descending" : "ascending",
    totalRecords: all.length,
    records: sorted.slice((page - 1) * pageSize, page * pageSize).map(resource),
  });
}
