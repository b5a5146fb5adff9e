import type { PlannedUndoJob, UndoPlan, UndoScope } from "../../../../lib/jobs/bin_schema.ts";
import { bytes } from "../../../../lib/kit/format.ts";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { restoreSummary } from "../../../../lib/ui/components/jobs/restore_summary.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { Empty, Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";

/** Maximum number of jobs that are listed. */
const MAX_LISTED = 200;

/** Which originals would be restored, and which cannot and why. Restores them after confirmation. */
export function RestorePage({ scope, plan }: { scope: UndoScope; plan: UndoPlan }) {
  const link = useLink();
  const shown = plan.jobs.filter(({ verdict }) => verdict === "ready" || verdict === "refused");
  return (
    <Page title="Restore originals" lead={leadOf(scope)} actions={<a class="button" href={link("/bin")}>Cancel</a>}>
      {shown.length === 0
        ? (
          <Empty title="Nothing can be restored">
            <p>
              {plan.restored > 0 ? "These originals are already back in their places." : "No original was replaced."}
            </p>
          </Empty>
        )
        : (
          <>
            <section class="card section stack" aria-label="Summary">
              <p>{restoreSummary(plan)}</p>
              {plan.ready > 0 && <Confirm scope={scope} ready={plan.ready} />}
            </section>
            <JobTable jobs={shown.slice(0, MAX_LISTED)} />
            {shown.length > MAX_LISTED && <p class="quiet">and {shown.length - MAX_LISTED} more</p>}
          </>
        )}
    </Page>
  );
}

function leadOf(scope: UndoScope): string {
  if ("day" in scope) return `Originals that were replaced on ${scope.day}.`;
  if ("bulk" in scope) return "Originals that were replaced by one bulk request.";
  if ("run" in scope) return "Originals that were replaced by one run of a policy.";
  return "Originals of the selected jobs.";
}

function Confirm({ scope, ready }: { scope: UndoScope; ready: number }) {
  const link = useLink();
  return (
    <form {...hxForm(link("/api/jobs/undo"), { then: "/bin?run={id}" })}>
      {"ids" in scope
        ? scope.ids.map((id) => <input key={id} type="hidden" name="ids:texts" value={id} />)
        : Object.entries(scope).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      <button type="submit" class="primary">
        <Icon name="undo" size={16} />
        {ready === 1 ? "Restore the original" : `Restore ${ready} originals`}
      </button>
    </form>
  );
}

function JobTable({ jobs }: { jobs: PlannedUndoJob[] }) {
  const link = useLink();
  return (
    <div class="card flush section">
      <table class="cards bin-table">
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col" class="num">Size</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map(({ id, title, verdict, path, bytes: size, reason }) => (
            <tr key={id}>
              <td class="lead">
                <a href={link(`/jobs/${id}`)}>{title}</a>
                {path !== undefined && <div class="quiet small path">Returns to {path}</div>}
                {reason !== undefined && <div class="row-error small path">{reason}</div>}
              </td>
              <td class="num" data-label="Size">{size === undefined ? "–" : bytes(size)}</td>
              <td data-label="Outcome">
                {verdict === "ready"
                  ? <span class="badge" data-tone="good">can be restored</span>
                  : <span class="badge" data-tone="warn">cannot be restored</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
