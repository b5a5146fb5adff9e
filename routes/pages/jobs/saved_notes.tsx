import type { Savings } from "../../../lib/jobs/reports/savings.ts";
import { bytes, count } from "../../../lib/kit/format.ts";
import { BarPlot } from "../../../lib/ui/components/plots/plot.tsx";
import { Icon } from "../../../lib/ui/icon.tsx";
import { useLink } from "../../../lib/ui/render.tsx";

/** Notes on saved space that the bin still occupies, and on space that a decision about finished encodes would free. */
export function SavedNotes({ savings: { binnedBytes, wouldFree } }: { savings: Savings }) {
  const link = useLink();
  return (
    <>
      {binnedBytes > 0 && (
        <p class="quiet small">
          {`${bytes(binnedBytes)} of this is freed only when the originals are deleted from the recycle bin.`}
        </p>
      )}
      {wouldFree.jobs > 0 && (
        <div class="would-free">
          <p>
            <strong>{bytes(wouldFree.bytes)}</strong>
            {` more would be freed by replacing ${count(wouldFree.jobs, "original")} with finished encodes.`}
          </p>
          <a class="button" href={link("/review")}>
            <Icon name="compare" size={16} />Review encodes
          </a>
        </div>
      )}
    </>
  );
}

/** Saved space of the last months, including months without savings. The current month is marked. */
export function SavedByMonth({ byMonth, months, now }: Pick<Savings, "byMonth"> & { months: number; now: Date }) {
  const saved = new Map(byMonth.map(({ month, savedBytes }) => [month, savedBytes]));
  const shown = monthsUntil(now, months);
  const first = shown.findIndex((month) => saved.has(month));
  const bars = shown.slice(Math.max(0, first)).map((month) => {
    const value = saved.get(month) ?? 0;
    const open = month === shown.at(-1);
    return { label: open ? "this month" : month, value, text: bytes(value), open };
  });
  return <BarPlot title="Saved by month" bars={bars} />;
}

/** Returns the last months in UTC up to the current one, such as `2026-11`. Pure. */
export const monthsUntil = (now: Date, months: number): string[] =>
  Array.from({ length: months }, (_, i) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (months - 1 - i)));
    return month.toISOString().slice(0, 7);
  });
