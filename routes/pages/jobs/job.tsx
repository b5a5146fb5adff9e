import type { Job, JobLog } from "../../../lib/jobs/schema.ts";
import { isRunning, nextState } from "../../../lib/jobs/states.ts";
import { bytes, count, duration, exactTime, saving } from "../../../lib/kit/format.ts";
import { hx, hxAction } from "../../../lib/ui/hx.ts";
import { Icon } from "../../../lib/ui/icon.tsx";
import { JobProgressBar } from "../../../lib/ui/components/job_card.tsx";
import { Labels, mayRetry, resultBytes, StatusBadge } from "../../../lib/ui/components/job_status.tsx";
import { Note, Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import type { QualityReport } from "../../../lib/jobs/reports/quality.ts";
import { JobChecks } from "./job_checks.tsx";
import { JobQualitySection, ReadSubtitles } from "./job_quality.tsx";
import { StreamTable } from "../../../lib/ui/components/stream_table.tsx";

export interface JobPageData {
  job: Job;
  /** The end of it; `truncated` says that there is more. */
  log: JobLog;
  /** Set when source (or the kept original) and output can both be read. */
  compare?: { durationSeconds: number };
  /** How good the result looks, when that was measured. */
  report?: QualityReport;
}

/** One job: what it does, what it did, and the proof. */
export function JobPage({ job, log, compare, report }: JobPageData) {
  const link = useLink();
  return (
    <Page
      title={job.title}
      live={`job:${job.id}`}
      lead={[job.subtitle, job.profileName, job.source.localPath].filter(Boolean).join(" · ")}
      actions={<JobActions job={job} />}
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
        <JobBody job={job} log={log} compare={compare} report={report} />
      </div>
    </Page>
  );
}

/** Everything below the heading; drawn anew when the job changes its state. */
export function JobBody({ job, log, compare, report }: JobPageData) {
  const link = useLink();
  return (
    <>
      <JobHead job={job} />
      {isRunning(job.status) && job.preview && <LivePictures job={job} />}
      {job.warnings.length > 0 && (
        <Note tone="warn">
          <ul>{job.warnings.map((warning) => <li>{warning}</li>)}</ul>
        </Note>
      )}
      {job.resolvedProfile && job.resolvedProfile.summary.length > 0 && (
        <section class="section" aria-labelledby="plan-h">
          <div class="section-head">
            <h2 id="plan-h">The plan</h2>
          </div>
          {job.resolvedProfile.reasons && (
            <ol class="reasons">{job.resolvedProfile.reasons.map((reason) => <li>{reason}</li>)}</ol>
          )}
          <ul class="plan-list">
            {job.resolvedProfile.summary.map((line) => (
              <li>
                <Icon name="check" size={18} />
                {line}
              </li>
            ))}
          </ul>
        </section>
      )}
      {job.streams && job.streams.length > 0 && (
        <section class="section" aria-labelledby="streams-h">
          <div class="section-head">
            <h2 id="streams-h">Streams</h2>
          </div>
          <StreamTable streams={job.streams} />
        </section>
      )}
      {compare && (
        <section class="section" aria-labelledby="compare-h">
          <div class="section-head">
            <h2 id="compare-h">Compare</h2>
          </div>
          <div
            class="card"
            id={`compare-${job.id}`}
            data-island="FrameCompare"
            data-props={JSON.stringify({
              frames: link(`/api/jobs/${job.id}/frame`),
              durationSeconds: compare.durationSeconds,
            })}
            hx-morph-skip
          />
        </section>
      )}
      {job.verification && <JobChecks verification={job.verification} />}
      <JobQualitySection job={job} report={report} measurable={compare !== undefined} />
      {job.ocr && <ReadSubtitles ocr={job.ocr} />}
      <section class="section" aria-labelledby="log-h">
        <div class="section-head">
          <h2 id="log-h">Command and log</h2>
          <a class="button" href={link(`/api/jobs/${job.id}/log?format=text`)} download={`${job.id}.log`}>
            Download the log
          </a>
        </div>
        {log.command
          ? <pre class="code" tabindex={0} aria-label="The ffmpeg command">{log.command}</pre>
          : <p class="quiet">The job has not started yet.</p>}
        {log.lines.length > 0 && (
          <details>
            <summary>{`Tool output, ${log.truncated ? "the last " : ""}${count(log.lines.length, "line")}`}</summary>
            <pre class="code log-lines" tabindex={0} aria-label="Tool output">{log.lines.join("\n")}</pre>
          </details>
        )}
      </section>
    </>
  );
}

/** What goes in and what comes out, as it is now. An unfinished MP4 cannot be read: its side stays empty. */
function LivePictures({ job }: { job: Job }) {
  const link = useLink();
  const sides = [["live", "Source"], ["encoded", "Encoded"]] as const;
  return (
    <section class="live-pair" aria-label="Live pictures">
      {sides.map(([name, label]) => (
        <figure>
          <div class="frame">
            <div
              class="frame-live"
              id={`${name}-${job.id}`}
              data-island="LiveFrame"
              data-props={JSON.stringify({
                src: link(`/api/jobs/${job.id}/preview/${name}.jpg`),
                title: `${job.title}, ${label.toLowerCase()}`,
              })}
              hx-morph-skip
            />
          </div>
          <figcaption class="quiet small">{label}</figcaption>
        </figure>
      ))}
    </section>
  );
}

/** State, progress and figures. */
export function JobHead({ job }: { job: Job }) {
  return (
    <section id={`job-head-${job.id}`} class="card stack" aria-label="State">
      <div class="badges">
        <StatusBadge job={job} />
        <Labels job={job} />
        {job.message && <span class="quiet">{job.message}</span>}
      </div>
      {job.source.releaseTitle && <p class="path quiet">{job.source.releaseTitle}</p>}
      <TitleLink job={job} />
      {job.error && (
        <Note tone="bad">
          <p>{job.error}</p>
          {job.errorCode && <p class="quiet small">{job.errorCode}</p>}
        </Note>
      )}
      {isRunning(job.status) && <JobProgressBar job={job} />}
      <Figures job={job} />
    </section>
  );
}

/** The film, series or album that the job is about, on its own page. */
function TitleLink({ job: { source: { arr, arrId, albumId } } }: { job: Job }) {
  const link = useLink();
  if (arr === "music" && albumId !== undefined) {
    return (
      <p>
        <a href={link(`/music/albums/${albumId}`)}>The album in the library</a>
      </p>
    );
  }
  const page = arr === "movie" ? "movies" : arr === "series" ? "series" : undefined;
  if (page === undefined || arrId === undefined) return null;
  return (
    <p>
      <a href={link(`/${page}/${arrId}`)}>{arr === "movie" ? "The film" : "The series"} in the library</a>
    </p>
  );
}

function Figures({ job }: { job: Job }) {
  const before = isRunning(job.status) ? undefined : job.inputSizeBytes;
  const after = resultBytes(job);
  const figures: [string, string | undefined][] = [
    ["Source", before === undefined ? undefined : bytes(before)],
    ["Result", after === undefined ? undefined : bytes(after)],
    [
      "Gain",
      before !== undefined && after !== undefined ? `${saving(before, after)} (${bytes(before - after)})` : undefined,
    ],
    ["Took", job.durationSeconds === undefined ? undefined : duration(job.durationSeconds)],
    ["Attempt", job.attempt > 1 ? String(job.attempt) : undefined],
    ["Finished", job.finishedAt && exactTime(job.finishedAt)],
    ["Result file", job.outputPath],
    ["Original kept at", job.originalKeptAt],
    ["Original kept until", job.originalKeptUntil && exactTime(job.originalKeptUntil)],
  ];
  const shown = figures.filter((figure): figure is [string, string] => figure[1] !== undefined);
  if (shown.length === 0) return null;
  return (
    <dl class="facts">
      {shown.map(([name, value]) => (
        <div class={value.length > 28 ? "wide" : ""}>
          <dt>{name}</dt>
          <dd class="path">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What can be done with the job as it is now; stands in the page's heading. */
export function JobActions({ job }: { job: Job }) {
  const link = useLink();
  const post = (action: string) => link(`/api/jobs/${job.id}/${action}`);
  return (
    <span id="job-actions" class="actions">
      {nextState(job.status, "cancel") && (
        <form method="post" action={post("cancel")} {...hxAction(post("cancel"))}>
          <button type="submit">
            <Icon name="cross" size={16} />Cancel
          </button>
        </form>
      )}
      {mayRetry(job) && (
        <form method="post" action={post("retry")} {...hxAction(post("retry"))}>
          <button type="submit">
            <Icon name="retry" size={16} />Retry
          </button>
        </form>
      )}
      {job.originalKeptAt && (
        <form
          method="post"
          action={post("undo")}
          {...hx({
            post: post("undo"),
            swap: "none",
            confirm: "The original goes back to its place; the encode is kept in the bin in its stead. Go on?",
          })}
        >
          <button type="submit">
            <Icon name="undo" size={16} />Put the original back
          </button>
        </form>
      )}
    </span>
  );
}
