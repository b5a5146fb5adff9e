import * as z from "zod";
import { count } from "../../kit/format.ts";

const number = z.coerce.number().pipe(z.int().min(0));

/** Counts of the results of a bulk request by kind. Numbers may be text from the query of a URL. */
export const BulkCounts = z.object({
  created: number,
  alreadyQueued: number,
  encodedBefore: number,
  nothingToDo: number,
  refused: number,
});
/** Numbers of files. */
export type BulkCounts = z.infer<typeof BulkCounts>;

/** Returns the counts of a result as a URL query that `BulkCounts` can parse. */
export const bulkQuery = ({ errors, ...result }: Omit<BulkCounts, "refused"> & { errors: unknown[] }): string => {
  const counts = BulkCounts.parse({ ...result, refused: errors.length });
  return `?${new URLSearchParams(Object.entries(counts).map(([name, value]) => [name, String(value)]))}`;
};

/** Number of different reasons that a summary contains. */
const MAX_REASONS = 2;

/**
 * Returns the result of a bulk request in a sentence: `12 files queued, 2 already in the queue, 1 encoded before.`
 * `reasons` are the messages of the refused files.
 */
export function bulkSummary(
  { created, alreadyQueued, encodedBefore, nothingToDo, refused }: BulkCounts,
  reasons: string[] = [],
): string {
  const parts = [
    `${count(created, "file")} queued`,
    ...(alreadyQueued > 0 ? [`${alreadyQueued} already in the queue`] : []),
    ...(encodedBefore > 0 ? [`${encodedBefore} encoded before`] : []),
    ...(nothingToDo > 0 ? [`${nothingToDo} with nothing to do`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ].join(", ");
  const different = [...new Set(reasons)];
  if (different.length === 0) return `${parts}.`;
  const others = different.length - MAX_REASONS;
  return [
    `${parts}:`,
    ...different.slice(0, MAX_REASONS),
    ...(others > 0 ? [`And ${count(others, "other reason")}.`] : []),
  ].join(" ");
}
