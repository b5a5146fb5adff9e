import { bytes, saving } from "../../kit/format.ts";
import { sizeText, timeWithSource } from "../profiles/estimate_text.ts";
import { Amounts } from "./amounts.tsx";

export interface SizeEstimateData {
  bytes: number;
  low: number;
  high: number;
  exact: boolean;
  sampled?: boolean;
  encodeSeconds?: number;
  notes: string[];
  sourceBytes: number;
}

/** Estimated size with its range, savings, and time of an encode. */
export function SizeEstimateLines({ estimate }: { estimate: SizeEstimateData }) {
  const { low, high, exact, sampled, encodeSeconds, notes, sourceBytes } = estimate;
  return (
    <>
      <p class="size-line">
        <strong>{sizeText(estimate)}</strong>
        <span class="quiet small">{saving(sourceBytes, estimate.bytes)}</span>
        {sampled && <span class="badge" data-tone="good">measured</span>}
      </p>
      {!exact && (
        <p class="quiet small">
          <Amounts text={`between ${bytes(low)} and ${bytes(high)}`} />
        </p>
      )}
      {encodeSeconds !== undefined && <p class="quiet small">{`takes ${timeWithSource(estimate)}`}</p>}
      {notes.map((note) => (
        <p class="quiet small">
          <Amounts text={note} />
        </p>
      ))}
    </>
  );
}
