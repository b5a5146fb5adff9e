import type { Job, JobPage } from "../../../lib/jobs/schema.ts";
import { HistoryRow } from "../../../lib/ui/components/job_row.tsx";
import { hxAction } from "../../../lib/ui/hx.ts";
import { Icon } from "../../../lib/ui/icon.tsx";
import { useLink } from "../../../lib/ui/render.tsx";

/** Which finished jobs are listed, as the address bar has it. */
export interface HistoryFilter {
  q: string;
  status: string;
  cursor?: string;
}

/** Finished jobs: found by title and state, retried and cleared. */
export function History({ history, filter, now }: { history: JobPage; filter: HistoryFilter; now: Date }) {
  const link = useLink();
  const next = new URLSearchParams({ ...filter, cursor: history.nextCursor ?? "" });
  return (
    <section class="section" aria-labelledby="history-h">
      <div class="section-head">
        <h2 id="history-h">History</h2>
        <div class="actions">
          <FilterForm filter={filter} />
          <HistoryActions />
        </div>
      </div>
      {history.items.length === 0
        ? <p class="quiet">{filter.q || filter.status ? "Nothing matches." : "Nothing has finished yet."}</p>
        : <HistoryTable jobs={history.items} now={now} />}
      {history.nextCursor && (
        <p class="pager">
          <a class="button" href={link(`/?${next}`)}>Older</a>
        </p>
      )}
    </section>
  );
}

const STATES = [
  ["", "All states"],
  ["done", "Done"],
  ["failed", "Failed"],
  ["publish_failed", "Could not be moved"],
  ["cancelled", "Cancelled"],
  ["skipped", "Nothing to do"],
] as const;

function FilterForm({ filter }: { filter: HistoryFilter }) {
  const link = useLink();
  return (
    <form method="get" action={link("/")} role="search" class="inline-form history-filter">
      <input
        name="q"
        type="search"
        value={filter.q}
        placeholder="Find a title"
        aria-label="Find a title in the history"
      />
      <select name="status" aria-label="State">
        {STATES.map(([value, label]) => <option value={value} selected={value === filter.status}>{label}</option>)}
      </select>
      <button type="submit">Show</button>
    </form>
  );
}

function HistoryActions() {
  const link = useLink();
  const retry = link("/api/jobs/retry-failed");
  const clear = link("/api/jobs/clear");
  return (
    <>
      <form {...hxAction(retry)}>
        <button type="submit">
          <Icon name="retry" size={16} />Retry failed
        </button>
      </form>
      <form {...hxAction(clear)}>
        <button type="submit">
          <Icon name="trash" size={16} />Clear finished
        </button>
      </form>
    </>
  );
}

function HistoryTable({ jobs, now }: { jobs: Job[]; now: Date }) {
  return (
    <div class="card flush">
      <table class="cards">
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">State</th>
            <th scope="col" class="num">Size</th>
            <th scope="col" class="num">Took</th>
            <th scope="col" class="num">Finished</th>
            <th scope="col">
              <span class="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>{jobs.map((job) => <HistoryRow job={job} now={now} />)}</tbody>
      </table>
    </div>
  );
}
