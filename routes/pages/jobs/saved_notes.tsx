import type { Savings } from "../../../lib/jobs/reports/savings.ts";
import { bytes, count } from "../../../lib/kit/format.ts";
import { BarPlot } from "../../../lib/ui/components/plot.tsx";
import { Icon } from "../../../lib/ui/icon.tsx";
import { useLink } from "../../../lib/ui/render.tsx";

/** Part of the saved space that is still in the bin, and space that finished encodes would free. */
export function SavedNotes({ savings: { binnedBytes, wouldFree } }: { savings: Savings }) {
  const link = useLink();
  return (
    <>
      {binnedBytes > 0 && (
        <p class="quiet small">
          {`${bytes(binnedBytes)} of it is freed when the originals in the recycle bin are removed.`}
        </p>
      )}
      {wouldFree.jobs > 0 && (
        <div class="would-free">
          <p>
            <strong>{bytes(wouldFree.bytes)}</strong>
            {` more would be freed by replacing the ${count(wouldFree.jobs, "original")} beside finished encodes.`}
          </p>
          <a class="button" href={link("/review")}>
            <Icon name="compare" size={16} />Review encodes
          </a>
        </div>
      )}
    </>
  );
}

/** Saved space of the last months. */
export function SavedByMonth({ byMonth, months }: Pick<Savings, "byMonth"> & { months: number }) {
  const bars = byMonth.slice(-months).map(({ month, savedBytes }) => ({
    label: month,
    value: savedBytes,
    text: bytes(savedBytes),
  }));
  return <BarPlot title="Saved by month" bars={bars} />;
}
