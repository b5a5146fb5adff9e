import { count, duration } from "../../../lib/kit/format.ts";
import type { Job } from "../../../lib/jobs/schema.ts";
import { Icon, type IconName } from "../../../lib/ui/icon.tsx";

type Verification = NonNullable<Job["verification"]>;
type Check = NonNullable<Verification["checks"]>[number];
type State = Check["state"];

const STATES: Record<State, { label: string; tone: string; icon: IconName }> = {
  passed: { label: "Passed", tone: "good", icon: "check" },
  failed: { label: "Failed", tone: "bad", icon: "cross" },
  unmade: { label: "Not checked", tone: "warn", icon: "cross" },
  skipped: { label: "Skipped", tone: "plain", icon: "cross" },
};

const MODES: Record<NonNullable<Verification["mode"]>, string> = {
  off: "Only the headers of the result were compared with the plan",
  windows: "Every packet was read; all audio, and frames at random positions, were compared with the source",
  full: "Every packet was read, and all video and audio was compared with the source",
};

/** Outcome of each check of the result, and known damage of the source. */
export function JobChecks({ verification }: { verification: Verification }) {
  const { checks = [], mode, seconds, sourceErrors } = verification;
  const damage = sourceErrors && sourceErrors.count > 0 ? sourceErrors : undefined;
  if (checks.length === 0 && !damage) return null;
  return (
    <section class="section" aria-labelledby="checks-h">
      <div class="section-head">
        <h2 id="checks-h">Verification</h2>
      </div>
      {mode && (
        <p class="quiet">
          {`${MODES[mode]}${seconds === undefined ? "" : `, in ${seconds.toFixed(1)}\u00a0s`}.`}
        </p>
      )}
      {damage && (
        <>
          <p>{`The decoders reported ${damage.count} ${damage.count === 1 ? "error" : "errors"} in the source:`}</p>
          <ul class="plan-list">
            {damage.first.map(({ atSeconds, text }) => <li>{`At about ${atSeconds.toFixed(0)} s: ${text}`}</li>)}
          </ul>
        </>
      )}
      {checks.length > 0 && (
        <details open={checks.some(({ state }) => state === "failed")}>
          <summary>{summaryOf(checks)}</summary>
          <CheckTable checks={checks} />
        </details>
      )}
    </section>
  );
}

/** Returns a text such as `18 of 18 checks passed, 3 skipped`. Skipped checks do not apply to the file. */
export function summaryOf(checks: readonly Pick<Check, "state">[]): string {
  const counts = Map.groupBy(checks, ({ state }) => state);
  const of = (state: State) => counts.get(state)?.length ?? 0;
  const skipped = of("skipped");
  return `${of("passed")} of ${count(checks.length - skipped, "check")} passed` +
    (skipped === 0 ? "" : `, ${skipped} skipped`);
}

function CheckTable({ checks }: { checks: readonly Check[] }) {
  return (
    <div class="card flush table-wrap">
      <table class="cards">
        <thead>
          <tr>
            <th scope="col">Check</th>
            <th scope="col">Result</th>
            <th scope="col">Details</th>
          </tr>
        </thead>
        <tbody>
          {checks.map(({ title, state, text, places }) => (
            <tr>
              <td data-label="Check">{title}</td>
              <td data-label="Result">
                <span class="badge" data-tone={STATES[state].tone}>
                  <Icon name={STATES[state].icon} size={14} />
                  {STATES[state].label}
                </span>
              </td>
              <td data-label="Details" class="quiet">
                {text}
                {places && (
                  <details>
                    <summary>Show positions</summary>
                    {places.map(({ startSeconds, seconds }) =>
                      `${duration(startSeconds)} to ${duration(startSeconds + seconds)}`
                    ).join(", ")}
                  </details>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
