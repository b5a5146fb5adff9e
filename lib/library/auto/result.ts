import { count } from "../../kit/format.ts";
import type { AutoScan } from "./model.ts";

/** Returns a one-line summary, such as `3 queued, 2 not visible, 5 left for the next scan`. */
export function resultOf({ queued, pending, skippedMissing, baseline, found }: AutoScan): string {
  const parts = [
    baseline === undefined
      ? `${queued.length} queued`
      : `${count(baseline, "remux", "remuxes")} recorded as already present`,
    ...(skippedMissing.length > 0 ? [`${skippedMissing.length} not accessible`] : []),
    ...(pending.length > 0 ? [`${pending.length} left for the next scan`] : []),
  ];
  return `${parts.join(", ")}; ${found} found`;
}
