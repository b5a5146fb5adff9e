import type { Job } from "../../jobs/schema.ts";
import { bytes, duration, percent } from "../../kit/format.ts";
import { hxAction } from "../hx.ts";
import { Icon } from "../icon.tsx";
import { Labels, StatusBadge, statusText } from "./job_status.tsx";
import { useLink } from "../render.tsx";

/** A running job: live frame, progress, and the way to stop it. */
export function JobCard({ job }: { job: Job }) {
  const link = useLink();
  const cancel = link(`/api/jobs/${job.id}/cancel`);
  return (
    <article id={`job-${job.id}`} class="card job-card" data-status={job.status}>
      <LiveFrame job={job} />
      <div class="job-card-body">
        <div class="job-card-head">
          <div class="job-title">
            <h3>
              <a href={link(`/jobs/${job.id}`)}>{job.title}</a>
            </h3>
            <p class="quiet small">{[job.subtitle, job.profileName].filter(Boolean).join(" · ")}</p>
          </div>
          <form {...hxAction(cancel)}>
            <button type="submit" aria-label={`Cancel ${job.title}`}>
              <Icon name="cross" size={16} />Cancel
            </button>
          </form>
        </div>
        <JobProgressBar job={job} />
        <div class="badges">
          <StatusBadge job={job} />
          <Labels job={job} />
          {job.message && <span class="quiet small">{job.message}</span>}
        </div>
      </div>
    </article>
  );
}

function LiveFrame({ job }: { job: Job }) {
  const link = useLink();
  const props = JSON.stringify({ src: link(`/api/jobs/${job.id}/preview/live.jpg`), title: job.title });
  return (
    <div class="frame" id={`frame-${job.id}`}>
      {job.preview
        ? <div class="frame-live" data-island="LiveFrame" data-props={props} hx-morph-skip id={`live-${job.id}`}></div>
        : (
          <span class="frame-empty">
            <Icon name="encode" size={28} />
          </span>
        )}
    </div>
  );
}

/** Bar and figures of a running job. */
export function JobProgressBar({ job }: { job: Job }) {
  const progress = job.progress;
  const value = progress?.percent ?? 0;
  const encoding = job.status === "encoding" && progress !== undefined;
  return (
    <div class="job-progress">
      <div class="job-progress-line">
        <strong>{percent(value)}</strong>
        {encoding && progress.etaSeconds !== null && <span>{duration(progress.etaSeconds)} left</span>}
      </div>
      <progress value={value} max={100} aria-label={`${job.title}: ${statusText(job)}, ${Math.round(value)} %`} />
      {encoding && (
        <dl class="facts small">
          <Fact
            name="Speed"
            value={`${progress.fps.toFixed(progress.fps < 10 ? 1 : 0)} fps, ${progress.speed || "–"}`}
          />
          <Fact name="Written" value={bytes(progress.sizeBytes)} />
          <Fact
            name={job.estimatedBytes === undefined ? "On course for" : "On course for / estimate"}
            value={expected(job)}
          />
          <Fact name="Source" value={bytes(job.inputSizeBytes ?? 0)} />
        </dl>
      )}
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Encoders hold back their first seconds: a projection from almost nothing written would say nonsense. */
function expected(job: Job): string {
  const { progress } = job;
  const told = progress !== undefined && progress.percent >= 5 && progress.sizeBytes >= 100_000;
  const projected = told ? bytes(progress.projectedBytes) : "–";
  return job.estimatedBytes === undefined ? projected : `${projected} / ${bytes(job.estimatedBytes)}`;
}
