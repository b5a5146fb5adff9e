import type { Job } from "../../../lib/jobs/schema.ts";
import type { FailureGroup } from "../../../lib/jobs/failures/schema.ts";
import type { JobPage } from "../../../lib/jobs/request_schema.ts";
import { HistoryRow } from "../../../lib/ui/components/jobs/history_row.tsx";
import { hxAction } from "../../../lib/ui/hx.ts";
import { AskWithoutScript } from "../../../lib/ui/ask_without_script.tsx";
import { Icon } from "../../../lib/ui/icon.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { type ActivityFilter, ariaSort, FilterForm, type ProfileName, SortLink } from "./activity_filter.tsx";
import { FailureGroups } from "./failure_groups.tsx";

interface HistoryProps {
  history: JobPage;
  filter: ActivityFilter;
  profiles: ProfileName[];
  /** Failed jobs by cause, which precede the table. */
  causes: FailureGroup[];
  now: Date;
}

/** Finished jobs with filter, retry and clear. */
export function History({ history, filter, profiles, causes, now }: HistoryProps) {
  const filtered = filter.q !== "" || filter.status !== "" || filter.profile !== "";
  return (
    <>
      <div class="section-head">
        <h2 id="list-h">History</h2>
        <div class="actions">
          <FilterForm filter={filter} profiles={profiles} />
          <HistoryActions />
        </div>
      </div>
      <FailureGroups groups={causes} />
      {history.items.length === 0
        ? <p class="quiet">{filtered ? "No results." : "No jobs have finished yet."}</p>
        : <HistoryTable jobs={history.items} now={now} filter={filter} />}
    </>
  );
}

/** Latest results, which are shown below the queue. */
export function LatestResults({ jobs, now }: { jobs: Job[]; now: Date }) {
  const link = useLink();
  if (jobs.length === 0) return null;
  return (
    <section class="section" aria-labelledby="latest-h">
      <div class="section-head">
        <h2 id="latest-h">Recently finished</h2>
        <a href={link("/activity?tab=history")}>Full history</a>
      </div>
      <HistoryTable jobs={jobs} now={now} />
    </section>
  );
}

/** Last lines of the job log. */
export function Evidence({ lines }: { lines: string[] }) {
  return lines.length === 0
    ? <p class="quiet small">This job has no log.</p>
    : <pre class="code" tabindex={0} aria-label="The last lines of the log">{lines.join("\n")}</pre>;
}

function HistoryActions() {
  const link = useLink();
  return (
    <>
      <a class="button" href={link("/bin")}>Originals kept</a>
      <form {...hxAction(link("/api/jobs/retry-failed"))}>
        <button type="submit">
          <Icon name="retry" size={16} />Retry failed
        </button>
      </form>
      <form
        {...hxAction(link("/api/jobs/clear"), {
          confirm:
            "Remove all finished jobs from the history, with their logs and reports? Media files are not changed.",
        })}
      >
        <AskWithoutScript>Remove all finished jobs</AskWithoutScript>
        <button type="submit">
          <Icon name="trash" size={16} />Clear finished
        </button>
      </form>
    </>
  );
}

function HistoryTable({ jobs, now, filter }: { jobs: Job[]; now: Date; filter?: ActivityFilter }) {
  return (
    <div class="card flush">
      <table class="cards history-table">
        <thead>
          <tr>
            <th scope="col" aria-sort={filter && ariaSort(filter, "title")}>
              <span class="history-title">
                {filter && (
                  <label class="job-tick">
                    <input type="checkbox" data-all aria-label="Select all on this page" />
                  </label>
                )}
                {filter ? <SortLink filter={filter} by="title" first="asc">Title</SortLink> : "Title"}
              </span>
            </th>
            <th scope="col">State</th>
            <th scope="col" class="num" aria-sort={filter && ariaSort(filter, "size")}>
              {filter ? <SortLink filter={filter} by="size" first="desc">Size</SortLink> : "Size"}
            </th>
            <th scope="col" class="num took">Duration</th>
            <th scope="col" class="num" aria-sort={filter && ariaSort(filter, "finishedAt")}>
              {filter ? <SortLink filter={filter} by="finishedAt" first="desc">Finished</SortLink> : "Finished"}
            </th>
            <th scope="col">
              <span class="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => <HistoryRow key={job.id} job={job} now={now} tick={filter !== undefined} />)}
        </tbody>
      </table>
    </div>
  );
}
