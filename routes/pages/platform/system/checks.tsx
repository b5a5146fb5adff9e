import type { FileCheck } from "../../../../lib/jobs/reports/schema.ts";
import { duration, percent } from "../../../../lib/kit/format.ts";
import { Moment } from "../../../../lib/ui/components/moment.tsx";
import { hx, hxForm } from "../../../../lib/ui/hx.ts";
import { Empty } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { MediaPicker } from "../../media_picker.tsx";
import { SystemPage } from "./system_frame.tsx";

/** Files that are being decoded or were decoded completely, with their results. */
export function ChecksPage({ checks }: { checks: FileCheck[] }) {
  return (
    <SystemPage
      title="File checks"
      lead="Decodes all video and audio of a file and reports where it is damaged. The file is not changed."
    >
      <form {...hxForm(useLink()("/api/media/check"), { then: "/checks" })} class="card field">
        <label for="check-path">File on the server</label>
        <div class="path-form">
          <input id="check-path" name="paths.0" required maxLength={4096} spellcheck={false} autocomplete="off" />
          <button type="submit" class="primary">Check file</button>
          <MediaPicker input="check-path" label="File on the server" />
        </div>
      </form>
      <CheckList checks={checks} />
    </SystemPage>
  );
}

const OPEN = new Set(["queued", "running"]);

/** List of the checks, which polls while a file is being checked. */
export function CheckList({ checks }: { checks: FileCheck[] }) {
  const link = useLink();
  const busy = checks.some(({ state }) => OPEN.has(state));
  const refresh = busy
    ? hx({ get: link("/checks?part=list"), trigger: "every 2s", swap: "outerMorph", target: "this" })
    : {};
  return (
    <section id="checks" class="stack section" aria-label="Checks" {...refresh}>
      {checks.length === 0 && (
        <Empty title="No files checked yet">
          <p>Enter or choose a path above, or choose files on the Encode page and press “Check file” there.</p>
        </Empty>
      )}
      {checks.map((check) => <Check key={check.path} check={check} />)}
    </section>
  );
}

function Check({ check }: { check: FileCheck }) {
  const { path, state, health, error, checkedAt, missing } = check;
  const tone = missing ? "warn" : health ? (health.ok ? "good" : "bad") : state === "failed" ? "bad" : "accent";
  return (
    <article class="card stack" aria-label={path}>
      <div class="badges">
        <span class="badge" data-tone={tone}>{verdict(check)}</span>
        <span class="path">{path}</span>
      </div>
      {error && <p>{error}</p>}
      {health && (
        <>
          {health.problems.length > 0 && <ul>{health.problems.map((problem) => <li>{problem}</li>)}</ul>}
          {health.places.length > 0 && <ErrorMap health={health} />}
          <p class="quiet small">
            {duration(health.durationSeconds)} read in {duration(health.seconds)}
            {checkedAt && ", "}
            {checkedAt && <Moment at={checkedAt} />}
          </p>
        </>
      )}
    </article>
  );
}

const STATES: Record<Exclude<FileCheck["state"], "done" | "running">, string> = {
  queued: "Waiting",
  failed: "Not checked",
  cancelled: "Cancelled",
};

function verdict({ state, percent: part, health, missing }: FileCheck): string {
  if (missing) return "Deleted (was damaged)";
  if (state === "done") return health?.ok ? "Healthy" : "Damaged";
  return state === "running" ? `Checking, ${percent(part)}` : STATES[state];
}

/** Bar with the positions of decoding errors in the movie, and their description. */
function ErrorMap({ health }: { health: NonNullable<FileCheck["health"]> }) {
  const length = Math.max(1, health.durationSeconds);
  return (
    <>
      <svg class="plot" viewBox="0 0 720 24" role="img" aria-label={`${health.places.length} damaged positions`}>
        <rect class="plot-track" x={0} y={4} width={720} height={16} rx={4} />
        {health.places.map(({ atSeconds }, i) => (
          <rect key={i} class="plot-bad" x={Math.min(716, (atSeconds / length) * 720)} y={2} width={3} height={20} />
        ))}
      </svg>
      <details>
        <summary>{`${health.places.length} positions`}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Time (approx.)</th>
              <th scope="col" class="num">Stream</th>
              <th scope="col">ffmpeg message</th>
              <th scope="col" class="num">Count</th>
            </tr>
          </thead>
          <tbody>
            {health.places.map(({ atSeconds, stream, text, count }) => (
              <tr>
                <td>{duration(atSeconds)}</td>
                <td class="num">{stream ?? "?"}</td>
                <td class="path small">{text}</td>
                <td class="num">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
