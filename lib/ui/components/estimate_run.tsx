import type { EstimateRun } from "../../jobs/estimate_schema.ts";
import { hx } from "../hx.ts";
import { Note } from "../layout.tsx";
import { useLink } from "../render.tsx";
import { SizeEstimateLines } from "./size_estimate.tsx";

/** Measurement of one file with one profile: the progress with a cancel button, then the result. */
export function EstimateRunView({ run }: { run: EstimateRun }) {
  const link = useLink();
  const { id, status, progress, message, result, error } = run;
  if (status === "running") {
    const url = link(`/api/estimate/${id}`);
    const percent = Math.round(progress * 100);
    return (
      // The progress is updated every second, so screen readers announce only the end.
      <div
        id={`measure-${id}`}
        class="stack"
        aria-live="off"
        {...hx({ get: url, trigger: "every 1s", swap: "outerMorph", target: "this" })}
      >
        <progress value={percent} max={100} aria-label={`Measured ${percent} %`} />
        <p class="quiet small">{message}</p>
        <p>
          <button
            type="button"
            id={`cancel-${id}`}
            {...hx({ delete: url, swap: "outerMorph", target: `#measure-${id}`, trigger: "click" })}
          >
            Cancel measurement
          </button>
        </p>
      </div>
    );
  }
  const [first] = result?.estimates ?? [];
  return (
    <div id={`measure-${id}`}>
      {first
        ? <SizeEstimateLines estimate={first} />
        : status === "cancelled"
        ? <Note tone="info">The measurement was cancelled.</Note>
        : <Note tone="bad">{error?.message ?? result?.errors.map((one) => one.message).join(" ") ?? message}</Note>}
    </div>
  );
}
