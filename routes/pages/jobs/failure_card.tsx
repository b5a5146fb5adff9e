import type { Job } from "../../../lib/jobs/schema.ts";
import type { FailureExplanation } from "../../../lib/jobs/failures/schema.ts";
import { CopyButton } from "../../../lib/ui/components/copy_button.tsx";
import { JobHelp } from "../../../lib/ui/components/jobs/job_remedy.tsx";
import { mayRetry } from "../../../lib/ui/components/jobs/job_status.tsx";
import { hxAction } from "../../../lib/ui/hx.ts";
import { Icon } from "../../../lib/ui/icon.tsx";
import { Note } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";

/** Cause of a failed job, its remedy, and a report for a bug report. */
export function FailureCard({ job, failure }: { job: Job; failure: FailureExplanation }) {
  const link = useLink();
  const { title, explanation, remedy, known, lines } = failure;
  const report = link(`/api/jobs/${job.id}/failure-report`);
  return (
    <Note tone="bad">
      <div id="failure" class="stack failure">
        <h2>Why it failed</h2>
        <p>
          <strong>{title}</strong>
        </p>
        <p>{known ? explanation : job.error ?? explanation}</p>
        <p>{remedy}</p>
        <div class="actions">
          <CauseButton job={job} failure={failure} />
          {job.status === "failed" && <JobHelp job={job} except={failure.action?.kind} />}
        </div>
        {known && job.error && <p class="quiet small">{job.error}</p>}
        {lines.length > 0 && (
          <details>
            <summary>Decisive lines of the log</summary>
            <pre class="code" tabindex={0} aria-label="Decisive lines of the log">{lines.join("\n")}</pre>
          </details>
        )}
        <details
          hx-get={link(`/jobs/${job.id}?part=report`)}
          hx-trigger="toggle once"
          hx-target="#failure-report"
          hx-swap="innerMorph"
        >
          <summary>Copy report</summary>
          <div id="failure-report" class="stack">
            <a href={report}>Open report</a>
          </div>
        </details>
      </div>
    </Note>
  );
}

/** Text of a failure report with a button that copies it. */
export function FailureReport({ jobId, text }: { jobId: string; text: string }) {
  const link = useLink();
  return (
    <>
      <p class="quiet small">Paths, names, hosts and keys were replaced. Check the text before you publish it.</p>
      <div class="copyable">
        <pre class="code log-lines" tabindex={0} aria-label="Failure report">{text}</pre>
        <CopyButton text={text} what="the report" />
      </div>
      <div class="actions">
        <a
          class="button"
          href={link(`/api/jobs/${jobId}/failure-report?download=1`)}
          download={`lathe-failure-${jobId}.txt`}
        >
          Download report
        </a>
      </div>
    </>
  );
}

/** Button that opens the place at which the cause can be removed, or retries the job. */
function CauseButton({ job, failure: { action } }: { job: Job; failure: FailureExplanation }) {
  const link = useLink();
  if (action === undefined) return null;
  const { kind, label, target } = action;
  if (kind === "retry") {
    return mayRetry(job)
      ? (
        <form {...hxAction(link(`/api/jobs/${job.id}/retry`))}>
          <button type="submit">
            <Icon name="retry" size={16} />
            {label}
          </button>
        </form>
      )
      : null;
  }
  const path = job.source.localPath;
  if (kind !== "profile") return <a class="button" href={link(target)}>{label}</a>;
  return path === undefined
    ? null
    : <a class="button" href={link(`/encode?${new URLSearchParams({ path })}`)}>{label}</a>;
}
