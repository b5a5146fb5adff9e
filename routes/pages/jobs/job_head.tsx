import type { Job } from "../../../lib/jobs/schema.ts";
import type { PlannedTime } from "../../../lib/jobs/service.ts";
import { cardName } from "../../../lib/jobs/capacity/cards.ts";
import { isRunning } from "../../../lib/jobs/states.ts";
import { bytes, duration, saving } from "../../../lib/kit/format.ts";
import { CopyButton } from "../../../lib/ui/components/copy_button.tsx";
import { Moment } from "../../../lib/ui/components/moment.tsx";
import { JobProgressBar } from "../../../lib/ui/components/jobs/job_card.tsx";
import { JobPlots } from "../../../lib/ui/components/jobs/job_plots.tsx";
import { HeldBy, Labels, resultBytes, StatusBadge } from "../../../lib/ui/components/jobs/job_status.tsx";
import { PartStrip } from "../../../lib/ui/components/jobs/part_strip.tsx";
import { Note } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { JobHelp } from "../../../lib/ui/components/jobs/job_remedy.tsx";
import type { FailureExplanation } from "../../../lib/jobs/failures/schema.ts";
import { FailureCard } from "./failure_card.tsx";

interface JobHeadProps {
  job: Job;
  planned?: PlannedTime | undefined;
  /** Explanation of the failure of a failed job. */
  failure?: FailureExplanation | undefined;
}

/** State, progress and figures. */
export function JobHead({ job, planned, failure }: JobHeadProps) {
  return (
    <section id={`job-head-${job.id}`} class="card stack" aria-label="State">
      <div class="badges">
        <StatusBadge job={job} />
        <Labels job={job} />
        <HeldBy job={job} />
        {job.waitsFor && <span class="quiet">{job.waitsFor}.</span>}
        {job.message && job.waitsFor === undefined && <span class="quiet">{job.message}</span>}
      </div>
      {job.source.releaseTitle && <p class="path quiet">{job.source.releaseTitle}</p>}
      <TitleLink job={job} />
      {failure ? <FailureCard job={job} failure={failure} /> : job.error && (
        <Note tone="bad">
          <p>{job.error}</p>
          {job.status === "failed" && (
            <div class="actions">
              <JobHelp job={job} />
            </div>
          )}
        </Note>
      )}
      {isRunning(job.status) && <JobProgressBar job={job} />}
      {isRunning(job.status) && <JobPlots job={job} />}
      {isRunning(job.status) && job.parts && <PartStrip job={job} parts={job.parts} />}
      <Figures job={job} planned={planned} />
    </section>
  );
}

/** Link to the page of the movie, series or album to which the job belongs. */
function TitleLink({ job: { source: { arr, arrId, albumId } } }: { job: Job }) {
  const link = useLink();
  if (arr === "music" && albumId !== undefined) {
    return (
      <p>
        <a href={link(`/music/albums/${albumId}`)}>Show album in the library</a>
      </p>
    );
  }
  const page = arr === "movie" ? "movies" : arr === "series" ? "series" : undefined;
  if (page === undefined || arrId === undefined) return null;
  return (
    <p>
      <a href={link(`/${page}/${arrId}`)}>{arr === "movie" ? "Show movie" : "Show series"} in the library</a>
    </p>
  );
}

function Figures({ job, planned }: { job: Job; planned: PlannedTime | undefined }) {
  const before = isRunning(job.status) ? undefined : job.inputSizeBytes;
  const after = resultBytes(job);
  const figures: [name: string, value: string | undefined, kind?: "moment" | "path"][] = [
    ["Source", before === undefined ? undefined : bytes(before)],
    ["Result", after === undefined ? undefined : bytes(after)],
    [
      "Change",
      before !== undefined && after !== undefined ? `${saving(before, after)} (${bytes(before - after)})` : undefined,
    ],
    ["Duration", job.durationSeconds === undefined ? undefined : duration(job.durationSeconds)],
    ["GPU", job.device === undefined ? undefined : cardName(job.device)],
    ["Attempt", job.attempt > 1 ? String(job.attempt) : undefined],
    ["Expected start", planned?.startsAt, "moment"],
    ["Expected end", planned?.endsAt, "moment"],
    ["Finished", job.finishedAt, "moment"],
    ["Output file", job.outputPath, "path"],
    ["Original stored at", job.originalKeptAt, "path"],
    ["Original kept until", job.originalKeptUntil, "moment"],
  ];
  const shown = figures.flatMap(([name, value, kind]) => value === undefined ? [] : [{ name, value, kind }]);
  if (shown.length === 0) return null;
  return (
    <dl class="facts">
      {shown.map(({ name, value, kind }) => (
        <div class={value.length > 28 ? "wide" : ""}>
          <dt>{name}</dt>
          <dd class="path">
            {kind === "moment" ? <Moment at={value} /> : value}
            {kind === "path" && <CopyButton text={value} what="the path" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
