import type { Job } from "../../../../../lib/jobs/schema.ts";
import { JobQuery } from "../../../../../lib/jobs/request_schema.ts";
import { ago, bytes, exactTime, saving } from "../../../../../lib/kit/format.ts";
import { resultBytes, StatusBadge } from "../../../../../lib/ui/components/jobs/job_status.tsx";
import { Page } from "../../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../../lib/ui/render.tsx";
import type { Services } from "../../../../services/services.ts";
import type { LibraryPageKind } from "../library_parts.tsx";
import { Later } from "./title_later.tsx";

/** Maximum number of jobs in the history. The Activity page shows all jobs. */
const SHOWN = 10;

/** Latest jobs of a title and their total number. */
export interface TitleJobs {
  jobs: Job[];
  total: number;
}

/** Returns the jobs of a movie or series by its ID in its manager, newest first. */
export async function jobsOfTitle(
  { jobs }: Pick<Services, "jobs">,
  kind: LibraryPageKind,
  id: number,
): Promise<TitleJobs> {
  const { items, total } = await jobs.list(
    JobQuery.parse({ arr: kind === "movies" ? "movie" : "series", arrId: id, limit: SHOWN }),
  );
  return { jobs: items, total };
}

interface SectionProps {
  kind: LibraryPageKind;
  id: number;
}

/**
 * Placeholder for the history, because finding the jobs of a title among tens of thousands takes longer than rendering
 * the page.
 */
export function TitleHistorySection({ kind, id }: SectionProps) {
  return (
    <section class="section title-history" aria-labelledby="history-h">
      <h2 id="history-h">History</h2>
      <Later path={`/${kind}/${id}/history`} waiting="Loading jobs …" show="Show jobs" />
    </section>
  );
}

/** Collects the data of the history. */
export interface TitleHistoryData extends TitleJobs {
  title: string;
  now: Date;
}

/** History of a title: state, profile, size before and after. */
export function TitleHistory({ jobs, total, title, now }: TitleHistoryData) {
  const link = useLink();
  if (jobs.length === 0) return <p class="quiet">This title has not been encoded yet.</p>;
  return (
    <>
      <div class="card flush table-wrap">
        <table class="cards dense" aria-label="Jobs for this title">
          <thead>
            <tr>
              <th scope="col">Job</th>
              <th scope="col">State</th>
              <th scope="col" class="num">Size</th>
              <th scope="col" class="num">Savings</th>
              <th scope="col" class="num">When</th>
            </tr>
          </thead>
          <tbody>{jobs.map((job) => <HistoryLine job={job} now={now} />)}</tbody>
        </table>
      </div>
      {total > jobs.length && (
        <p>
          <a href={link(`/activity?tab=history&q=${encodeURIComponent(title)}`)}>
            Show all jobs in the history
          </a>
        </p>
      )}
    </>
  );
}

/** The history as a separate page for browsers without JavaScript. */
export function TitleHistoryPage({ kind, id, ...data }: TitleHistoryData & SectionProps) {
  const link = useLink();
  return (
    <Page title={data.title} lead="Jobs for this title.">
      <p>
        <a href={link(`/${kind}/${id}`)}>{kind === "movies" ? "Back to the movie" : "Back to the series"}</a>
      </p>
      <TitleHistory {...data} />
    </Page>
  );
}

function HistoryLine({ job, now }: { job: Job; now: Date }) {
  const link = useLink();
  const { inputSizeBytes: before } = job;
  const after = resultBytes(job);
  const at = job.finishedAt ?? job.createdAt;
  return (
    <tr>
      <td class="lead">
        <a href={link(`/jobs/${job.id}`)}>{[job.subtitle, job.profileName].filter(Boolean).join(" · ") || job.title}</a>
        {job.error && <div class="row-error small">{job.error}</div>}
      </td>
      <td data-label="State">
        <StatusBadge job={job} />
      </td>
      <td class="num" data-label="Size">
        {before === undefined ? "–" : after === undefined ? bytes(before) : `${bytes(before)} → ${bytes(after)}`}
      </td>
      <td class="num" data-label="Savings">
        {before === undefined || after === undefined ? "–" : saving(before, after)}
      </td>
      <td class="num" data-label="When">
        <time dateTime={at} title={exactTime(at)}>{ago(at, now)}</time>
      </td>
    </tr>
  );
}
