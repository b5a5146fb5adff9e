import type { UndoRunDetails } from "../../../../lib/jobs/bin_schema.ts";
import { bytes, count } from "../../../../lib/kit/format.ts";
import { Note } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";

/** Maximum number of refused jobs that are listed. */
const MAX_LISTED = 20;

/** Progress and result of restoring several originals. */
export function RunProgress({ run }: { run: UndoRunDetails }) {
  const link = useLink();
  const { state, total, pending } = run;
  const refused = run.jobs.filter((job) => job.state === "refused");
  return (
    <div id="undo-run" role="status">
      <Note tone={refused.length > 0 || state === "stopped" ? "warn" : "info"}>
        <p>{sentence(run)}</p>
        {state === "running" && <progress max={total} value={total - pending} aria-label="Restored originals" />}
        {refused.length > 0 && (
          <ul>
            {refused.slice(0, MAX_LISTED).map(({ id: job, title, reason }) => (
              <li key={job}>
                <a href={link(`/jobs/${job}`)}>{title}</a>: {reason}
              </li>
            ))}
            {refused.length > MAX_LISTED && <li>and {refused.length - MAX_LISTED} more</li>}
          </ul>
        )}
      </Note>
    </div>
  );
}

/** Returns the state of a run as a sentence. */
function sentence({ state, total, pending, restored, refused, bytesRestored }: UndoRunDetails): string {
  if (state === "running") return `Restoring originals: ${total - pending} of ${total} jobs.`;
  const done = restored === 0
    ? "No original was restored."
    : `${count(restored, "original is back in its place", "originals are back in their places")} (${
      bytes(bytesRestored)
    }).`;
  const failed = refused === 0 ? "" : ` ${count(refused, "could", "could")} not be restored:`;
  const left = state === "stopped"
    ? ` ${count(pending, "job waits", "jobs wait")} for a disk. The restore continues the next time Lathe starts.`
    : "";
  return `${done}${left}${failed}`;
}
