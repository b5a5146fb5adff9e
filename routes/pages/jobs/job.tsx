import type { FailureExplanation } from "../../../lib/jobs/failures/schema.ts";
import type { Job, JobLog } from "../../../lib/jobs/schema.ts";
import { isFinished, isRunning, nextState } from "../../../lib/jobs/states.ts";
import { count } from "../../../lib/kit/format.ts";
import { AskWithoutScript } from "../../../lib/ui/ask_without_script.tsx";
import { CopyButton } from "../../../lib/ui/components/copy_button.tsx";
import { stopQuestion } from "../../../lib/ui/components/jobs/job_card.tsx";
import { hx, hxAction } from "../../../lib/ui/hx.ts";
import { Icon } from "../../../lib/ui/icon.tsx";
import { LivePair } from "../../../lib/ui/components/jobs/job_card.tsx";
import { mayRetry } from "../../../lib/ui/components/jobs/job_status.tsx";
import { Note, Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import type { PlannedTime } from "../../../lib/jobs/service.ts";
import type { QualityReport } from "../../../lib/jobs/reports/quality.ts";
import type { ComparedVideo } from "../../../lib/jobs/reports/service.ts";
import { ComparePlayer } from "./review/compare_player.tsx";
import { DecisionBar } from "./review/decision_bar.tsx";
import { JobChecks } from "./job_checks.tsx";
import { JobHead } from "./job_head.tsx";
import { JobQualitySection, ReadSubtitles } from "./job_quality.tsx";
import { StreamTable } from "../../../lib/ui/components/stream_table.tsx";
import { Amounts } from "../../../lib/ui/components/amounts.tsx";

/** One job with all fields, including the fields that lists omit. */
export interface JobPageData {
  job: Job;
  /** End of the log. `truncated` is set if the log is longer. */
  log: JobLog;
  /** Video data for the comparison. Present if both the source (or the kept original) and the output are readable. */
  compare?: ComparedVideo;
  /** Quality report of the result, if the quality was measured. */
  report?: QualityReport;
  /** Next encode that waits for a decision. */
  next?: string | undefined;
  /** Expected times of a job in the queue. */
  planned?: PlannedTime | undefined;
  /** Position in seconds at which the comparison opens. */
  moment?: number | undefined;
  /** Explanation of the failure of a failed job. */
  failure?: FailureExplanation | undefined;
}

/** Page of one job: progress, result and verification. */
export function JobPage({ job, log, compare, report, next, planned, moment, failure }: JobPageData) {
  const link = useLink();
  return (
    <Page
      title={job.title}
      live={`job:${job.id}`}
      lead={[job.subtitle, job.profileName, job.source.localPath].filter(Boolean).join(" · ")}
      actions={<JobActions job={job} comparable={compare !== undefined} next={next} />}
    >
      <div
        id="job"
        class="stack"
        {...hx({
          get: link(`/jobs/${job.id}?part=job`),
          trigger: "lists from:body delay:150ms",
          swap: "innerMorph",
          target: "this",
          sync: "this:queue last",
        })}
      >
        <JobBody {...{ job, log, compare, report, planned, moment, failure }} />
      </div>
    </Page>
  );
}

/** The page below the heading, which is updated when the state of the job changes. */
export function JobBody({ job, log, compare, report, planned, moment, failure }: JobPageData) {
  return (
    <>
      <JobHead job={job} planned={planned} failure={failure} />
      {isRunning(job.status) && job.preview && <LivePair job={job} />}
      {job.warnings.length > 0 && (
        <Note tone="warn">
          <ul>{job.warnings.map((warning) => <li>{warning}</li>)}</ul>
        </Note>
      )}
      {compare && <CompareSection {...{ job, report, moment }} video={compare} />}
      {job.resolvedProfile && job.resolvedProfile.summary.length > 0 && <PlanSection plan={job.resolvedProfile} />}
      {job.streams && job.streams.length > 0 && (
        <section class="section" aria-labelledby="streams-h">
          <div class="section-head">
            <h2 id="streams-h">Streams</h2>
          </div>
          <StreamTable streams={job.streams} />
        </section>
      )}
      {job.verification && <JobChecks verification={job.verification} />}
      <JobQualitySection job={job} report={report} measurable={compare !== undefined} />
      {job.ocr && <ReadSubtitles ocr={job.ocr} />}
      <LogSection jobId={job.id} log={log} ended={isFinished(job.status)} />
    </>
  );
}

/** Recipe that the profile selected for this file, and the rules that matched. */
function PlanSection({ plan: { reasons, summary } }: { plan: NonNullable<Job["resolvedProfile"]> }) {
  return (
    <section class="section" aria-labelledby="plan-h">
      <div class="section-head">
        <h2 id="plan-h">Plan</h2>
      </div>
      {reasons && <ol class="reasons">{reasons.map((reason) => <li>{reason}</li>)}</ol>}
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
    </section>
  );
}

/** Overlaid frames of the source and the output, with buttons to decide about both files. */
function CompareSection({ job, report, video, moment }: CompareProps) {
  return (
    <section class="section stack" aria-labelledby="compare-h">
      <div class="section-head">
        <h2 id="compare-h">Compare</h2>
      </div>
      <div class="card">
        <ComparePlayer {...{ job, video, report, moment }} />
      </div>
      <DecisionBar job={job} report={report} comparable />
    </section>
  );
}

interface CompareProps {
  job: Job;
  report: QualityReport | undefined;
  video: ComparedVideo;
  moment: number | undefined;
}

/** The executed command and the output of the tool. */
function LogSection({ jobId, log, ended }: { jobId: string; log: JobLog; ended: boolean }) {
  const link = useLink();
  return (
    <section class="section" aria-labelledby="log-h">
      <div class="section-head">
        <h2 id="log-h">Command and log</h2>
        <a class="button" href={link(`/api/jobs/${jobId}/log?format=text`)} download={`${jobId}.log`}>
          Download log
        </a>
      </div>
      {log.command
        ? (
          <div class="copyable">
            <pre class="code" tabindex={0} aria-label="The ffmpeg command">{log.command}</pre>
            <CopyButton text={log.command} what="the command" />
          </div>
        )
        : <p class="quiet">{ended ? "ffmpeg was not run." : "The job has not started yet."}</p>}
      {log.lines.length > 0 && (
        <details>
          <summary>{`Tool output, ${log.truncated ? "the last " : ""}${count(log.lines.length, "line")}`}</summary>
          <pre class="code log-lines" tabindex={0} aria-label="Tool output">{log.lines.join("\n")}</pre>
        </details>
      )}
    </section>
  );
}

/**
 * Actions for the current state of the job, in the page heading. `comparable` is true if the source and the result
 * exist. `next` is the next encode that waits for a decision.
 */
export function JobActions({ job, comparable, next }: { job: Job; comparable: boolean; next?: string | undefined }) {
  const link = useLink();
  const post = (action: string) => link(`/api/jobs/${job.id}/${action}`);
  return (
    <span id="job-actions" class="actions">
      {nextState(job.status, "cancel") && (
        <form {...hxAction(post("cancel"), { confirm: stopQuestion(job) })}>
          {stopQuestion(job) && <AskWithoutScript>Discard the partial encode</AskWithoutScript>}
          <button type="submit">
            <Icon name="cross" size={16} />Cancel
          </button>
        </form>
      )}
      {mayRetry(job) && (
        <form {...hxAction(post("retry"))}>
          <button type="submit">
            <Icon name="retry" size={16} />Retry
          </button>
        </form>
      )}
      {isFinished(job.status) && comparable && <EncodeAgain job={job} />}
      {next !== undefined && (
        <a class="button" href={link(`/review/${next}`)}>
          <Icon name="skip" size={16} />Next to review
        </a>
      )}
      {job.originalKeptAt && (
        <form
          method="post"
          action={post("undo")}
          {...hx({
            post: post("undo"),
            swap: "none",
            confirm: "Restore the original? The encode is moved to the recycle bin.",
          })}
        >
          <AskWithoutScript>Move the encode to the recycle bin</AskWithoutScript>
          <button type="submit">
            <Icon name="undo" size={16} />Restore the original
          </button>
        </form>
      )}
      {job.originalKeptAt && (
        <form
          method="post"
          action={post("delete-original")}
          {...hx({
            post: post("delete-original"),
            swap: "none",
            confirm: "Delete the original from the recycle bin? This frees its space and cannot be undone.",
          })}
        >
          <AskWithoutScript>Delete the original, which cannot be undone</AskWithoutScript>
          <button type="submit">
            <Icon name="trash" size={16} />Delete the original
          </button>
        </form>
      )}
    </span>
  );
}

/** Link to the page on which the original is encoded with another profile. */
function EncodeAgain({ job: { source, originalKeptAt } }: { job: Job }) {
  const link = useLink();
  const path = originalKeptAt ? undefined : source.localPath;
  return path === undefined ? null : (
    <a class="button" href={link(`/encode?path=${encodeURIComponent(path)}`)}>
      <Icon name="encode" size={16} />Encode again with…
    </a>
  );
}
