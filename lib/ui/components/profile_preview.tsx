import type { StreamDecision } from "../../encode/plan/model.ts";
import { Icon } from "../icon.tsx";
import { Note } from "../layout.tsx";
import { type SizeEstimateData, SizeEstimateLines } from "./size_estimate.tsx";
import { StreamTable } from "./stream_table.tsx";
import { Amounts } from "./amounts.tsx";

export interface ProfilePreviewData {
  /** True if the plan is for a sample file instead of a real one. */
  sample: boolean;
  command?: string;
  output?: string;
  summary: string[];
  warnings: string[];
  streams: StreamDecision[];
  /** Rules of a smart profile that matched. */
  reasons?: string[];
  /** Estimated size and time. Absent for a sample file. */
  estimate?: SizeEstimateData;
  /** Reason why there is no command. */
  problem?: string;
}

/** Effect of a recipe as text, as a command, and for each stream. */
export function ProfilePreview(data: ProfilePreviewData) {
  const { sample, command, output, summary, warnings, streams, reasons = [], estimate, problem } = data;
  return (
    <>
      {problem && <Note tone="bad">{problem}</Note>}
      {estimate && (
        <div class="card stack">
          <h2>Size and time</h2>
          <div>
            <SizeEstimateLines estimate={estimate} />
          </div>
        </div>
      )}
      {summary.length > 0 && (
        <div class="card stack">
          <h2>Summary</h2>
          <ul class="plan-list">
            {summary.map((line) => (
              <li>
                <Icon name="check" size={18} />
                <span>
                  <Amounts text={line} />
                </span>
              </li>
            ))}
          </ul>
          {output && <p class="path small quiet">{output}</p>}
        </div>
      )}
      <Reasons reasons={reasons} />
      {warnings.length > 0 && (
        <Note tone="warn">
          <ul>{warnings.map((warning) => <li>{warning}</li>)}</ul>
        </Note>
      )}
      {command && (
        <div class="card stack">
          <h2>{sample ? "Command for a sample file" : "Command"}</h2>
          <pre class="code" tabindex={0} aria-label="The ffmpeg command">{command}</pre>
        </div>
      )}
      {streams.length > 0 && (
        <details>
          <summary>All streams</summary>
          <StreamTable streams={streams} />
        </details>
      )}
    </>
  );
}

/** Rules of a smart profile that matched the file, in order. */
export function Reasons({ reasons }: { reasons: string[] }) {
  return reasons.length === 0 ? null : (
    <div class="card stack">
      <h2>Why</h2>
      <ol class="reasons">{reasons.map((reason) => <li>{reason}</li>)}</ol>
    </div>
  );
}
