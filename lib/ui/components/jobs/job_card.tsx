import { cardName } from "../../../jobs/capacity/cards.ts";
import type { Job } from "../../../jobs/schema.ts";
import { bytes, duration, percent } from "../../../kit/format.ts";
import { hxAction } from "../../hx.ts";
import { Icon } from "../../icon.tsx";
import { AskWithoutScript } from "../../ask_without_script.tsx";
import { fpsText, JobPlots } from "./job_plots.tsx";
import { HeldBy, Labels, StatusBadge, statusText } from "./job_status.tsx";
import { Picture } from "../picture.tsx";
import { useLink } from "../../render.tsx";
import { Amounts } from "../amounts.tsx";
import { Moment } from "../moment.tsx";

/** A running job: source and output frames, progress, and the stop button. */
export function JobCard({ job }: { job: Job }) {
  const link = useLink();
  const cancel = link(`/api/jobs/${job.id}/cancel`);
  return (
    <article id={`job-${job.id}`} class="card job-card" data-status={job.status}>
      <div class="job-card-head">
        <span class="job-poster">
          <Picture url={job.poster} title={job.title} width={48} height={72} />
        </span>
        <div class="job-title">
          <h3>
            <a href={link(`/jobs/${job.id}`)}>{job.title}</a>
          </h3>
          <p class="quiet small">{[job.subtitle, job.profileName].filter(Boolean).join(" · ")}</p>
          <div class="badges">
            <StatusBadge job={job} />
            <Labels job={job} />
            <HeldBy job={job} />
            {job.device !== undefined && <span class="quiet small">{cardName(job.device)}</span>}
            {job.message && <span class="quiet small">{job.message}</span>}
          </div>
        </div>
        <form {...hxAction(cancel, { confirm: stopQuestion(job) })}>
          {stopQuestion(job) && <AskWithoutScript>Discard the partial encode</AskWithoutScript>}
          <button type="submit" aria-label={`Cancel ${job.title}`}>
            <Icon name="cross" size={16} />Cancel
          </button>
        </form>
      </div>
      <LivePair job={job} />
      <div class="job-card-body">
        <JobProgressBar job={job} />
        <JobPlots job={job} />
      </div>
    </article>
  );
}

/** No confirmation is needed if nothing has been encoded yet. */
export const stopQuestion = ({ title, progress }: Job): string | undefined =>
  progress === undefined || progress.percent < 1
    ? undefined
    : `${title} is ${percent(progress.percent)} encoded. The partial encode is discarded; the original is kept.`;

/**
 * An unfinished segment cannot be read. For an encode in segments, the last finished segment is shown, which is not at
 * the same position as the source frame.
 */
const sidesOf = ({ parts }: Job) =>
  [["live", "Source"], ["encoded", parts === undefined ? "Encoded" : "Start of the latest finished segment"]] as const;

/** Current frames of source and output. An unfinished MP4 file cannot be read, so the output side is empty. */
export function LivePair({ job }: { job: Job }) {
  const link = useLink();
  return (
    <section id={`pictures-${job.id}`} class="live-pair" aria-label={`Live preview of ${job.title}`}>
      {sidesOf(job).map(([name, label]) => (
        <figure>
          <div class="frame">
            {job.preview
              ? (
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
              )
              : (
                <span class="frame-empty">
                  <Icon name="encode" size={28} />
                </span>
              )}
          </div>
          <figcaption class="quiet small">{label}</figcaption>
        </figure>
      ))}
    </section>
  );
}

/** Progress bar and figures of a running job. */
export function JobProgressBar({ job }: { job: Job }) {
  const progress = job.progress;
  const value = progress?.percent ?? 0;
  const encoding = job.status === "encoding" && progress !== undefined;
  // The end of a suspended encode is unknown.
  const moves = encoding && job.heldBy === undefined;
  return (
    <div class="job-progress">
      <div class="job-progress-line">
        <strong>{percent(value)}</strong>
        {moves && progress.etaSeconds !== null && <span>{duration(progress.etaSeconds)} left</span>}
        {moves && job.endsAt !== undefined && (
          <span class="quiet">
            done at <Moment at={job.endsAt} clock />
          </span>
        )}
      </div>
      <progress value={value} max={100} aria-label={`${job.title}: ${statusText(job)}, ${Math.round(value)} %`} />
      {encoding && (
        <dl class="facts small">
          <Fact name="Speed" value={`${fpsText(progress.fps)}, ${progress.speed || "–"}`} />
          <Fact name="Written" value={bytes(progress.sizeBytes)} />
          <Fact
            name={job.estimatedBytes === undefined ? "Expected size" : "Expected size / estimate"}
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
      <dd>
        <Amounts text={value} />
      </dd>
    </div>
  );
}

/** Encoders buffer the first seconds, so a projection from very little output would be wrong. */
function expected(job: Job): string {
  const { progress } = job;
  const told = progress !== undefined && progress.percent >= 5 && progress.sizeBytes >= 100_000;
  const projected = told ? bytes(progress.projectedBytes) : "–";
  return job.estimatedBytes === undefined ? projected : `${projected} / ${bytes(job.estimatedBytes)}`;
}
