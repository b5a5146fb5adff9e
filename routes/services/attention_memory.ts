import * as z from "zod";
import type { KeptValues } from "./setup_memory.ts";

/** Rows of "Needs attention" that are counts, not findings of the health check. */
export const ATTENTION_ROWS = ["failed", "space", "undecided", "discs"] as const;
/** Number of jobs or discs in each row. */
export type AttentionCounts = Record<(typeof ATTENTION_ROWS)[number], number>;

/** Rows that the user dismissed, with the count at that time. */
export interface AttentionMemory {
  /** Returns the counts without dismissed rows. A row returns when its count rises above the dismissed count. */
  open(counts: AttentionCounts): Promise<AttentionCounts>;
  dismiss(row: keyof AttentionCounts, count: number): Promise<void>;
}

const KEY = "attention.dismissed";
const count = z.int().min(0).default(0);
const NONE: AttentionCounts = { failed: 0, space: 0, undecided: 0, discs: 0 };
/** Invalid stored data is treated as empty. */
const Dismissed = z.object({ failed: count, space: count, undecided: count, discs: count }).catch(NONE);

/** Creates the memory, which is stored in `values`. */
export function attentionMemory(values: KeptValues): AttentionMemory {
  const load = async () => Dismissed.parse(await values.get(KEY) ?? {});
  return {
    async open(counts) {
      const dismissed = await load();
      // If a count has decreased, the lower count is stored, so that the next increase is shown.
      const lower = ATTENTION_ROWS.filter((row) => counts[row] < dismissed[row]);
      if (lower.length > 0) {
        await values.set(KEY, { ...dismissed, ...Object.fromEntries(lower.map((row) => [row, counts[row]])) });
      }
      const open = { ...counts };
      for (const row of ATTENTION_ROWS) if (open[row] <= dismissed[row]) open[row] = 0;
      return open;
    },
    async dismiss(row, count) {
      await values.set(KEY, { ...await load(), [row]: count });
    },
  };
}
