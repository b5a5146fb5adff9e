import type { Job, JobPage, QueueState } from "../../../lib/jobs/schema.ts";
import { bytes, count, duration, exactTime } from "../../../lib/kit/format.ts";
import { hx, hxAction } from "../../../lib/ui/hx.ts";
import { Icon } from "../../../lib/ui/icon.tsx";
import { JobCard } from "../../../lib/ui/components/job_card.tsx";
import { QueueRow } from "../../../lib/ui/components/job_row.tsx";
import { Empty, Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { History, type HistoryFilter } from "./activity_history.tsx";

/** The queue and its history; `running` is never paged. `now` is what ages and remaining times are counted from. */
export interface ActivityData {
  queue: QueueState;
  running: Job[];
  /** Queued and waiting jobs in order: one page. */
  queued: JobPage;
  history: JobPage;
  /** `q` and `status` filter the history and live in the address bar. */
  filter: HistoryFilter;
  now: Date;
}

/** What runs, what comes next, what was. */
export function ActivityPage(data: ActivityData) {
  const link = useLink();
  return (
    <Page
      title="Activity"
      live="activity"
      lead={<QueueSummary queue={data.queue} />}
      actions={
        <>
          <QueueControls queue={data.queue} />
          <a class="button primary" href={link("/encode")}>
            <Icon name="plus" size={18} />Encode a file
          </a>
        </>
      }
    >
      <div
        id="activity"
        {...hx({
          get: link(`/?${listsQuery(data.filter)}`),
          trigger: "lists from:body delay:150ms",
          swap: "innerMorph",
          target: "this",
          sync: "this:queue last",
        })}
      >
        <ActivityLists {...data} />
      </div>
    </Page>
  );
}

/** The address of the lists as the page now shows them. */
const listsQuery = ({ q, status, cursor }: HistoryFilter): URLSearchParams =>
  new URLSearchParams({ part: "lists", q, status, ...(cursor === undefined ? {} : { cursor }) });

/** The part that is drawn anew whenever a job changes its list. */
export function ActivityLists({ queue, running, queued, history, filter, now }: ActivityData) {
  if (running.length + queued.total + history.total === 0 && !filter.q && !filter.status) return <NothingYet />;
  return (
    <>
      <section aria-labelledby="running-h" class="stack">
        <h2 id="running-h" class={running.length === 0 ? "visually-hidden" : ""}>Running</h2>
        {running.map((job) => <JobCard job={job} />)}
        {running.length === 0 && queued.total > 0 && (
          <p class="quiet">
            {whyNothingRuns(queue)}
          </p>
        )}
      </section>
      {queued.total > 0 && (
        <section class="section" aria-labelledby="queue-h">
          <div class="section-head">
            <h2 id="queue-h">Next</h2>
            <span class="quiet small">{count(queued.total, "job")}{more(queued)}</span>
          </div>
          <ol class="card flush queue" data-behaviour="reorderable">
            {queued.items.map((job) => <QueueRow job={job} />)}
          </ol>
        </section>
      )}
      <History history={history} filter={filter} now={now} />
    </>
  );
}

/** Why jobs wait although none runs. */
export function whyNothingRuns(queue: QueueState): string {
  if (queue.paused) return "The queue is paused.";
  if (queue.limit === 0) return "The limit is 0: nothing starts.";
  if (queue.outsideSchedule) {
    return queue.scheduleOpensAt === undefined
      ? "The schedule in Settings leaves no hours for encodes."
      : `Outside of the schedule in Settings: encodes start at ${exactTime(queue.scheduleOpensAt)}.`;
  }
  return queue.queued === 0 ? "Nothing is ready to be encoded." : "Starting …";
}

const more = (page: JobPage): string => page.items.length < page.total ? `, the first ${page.items.length} shown` : "";

/** One line over everything: how much is left and what was gained. */
export function QueueSummary({ queue }: { queue: QueueState }) {
  const parts = [
    queue.running > 0 ? `${queue.running} running` : "nothing running",
    `${queue.queued} queued`,
    queue.outsideSchedule && queue.queued > 0 ? "outside of the schedule" : "",
    queue.waitingForSpace > 0 ? `${queue.waitingForSpace} waiting for disk space` : "",
    queue.etaSeconds !== null && queue.running > 0 ? `about ${duration(queue.etaSeconds)} left` : "",
    queue.savedBytes > 0 ? `${bytes(queue.savedBytes)} saved so far` : "",
  ].filter(Boolean);
  return <span id="queue-summary" role="status">{queue.paused ? "Paused · " : ""}{parts.join(" · ")}</span>;
}

/** Pause, encodes at a time, and the two clean-ups. */
export function QueueControls({ queue }: { queue: QueueState }) {
  const link = useLink();
  const pause = link("/api/queue/pause");
  const limit = link("/api/queue/limit");
  return (
    <div id="queue-controls" class="actions">
      <form
        method="post"
        action={limit}
        class="stepper"
        {...hx({ post: limit, swap: "none", trigger: "change, submit" })}
      >
        <label for="limit">At a time</label>
        <input id="limit" name="limit:number" type="number" min={0} max={32} value={queue.limit} />
        <noscript>
          <button type="submit">Set</button>
        </noscript>
      </form>
      <form {...hxAction(pause)}>
        <input type="hidden" name="paused:boolean" value={String(!queue.paused)} />
        <button type="submit">
          <Icon name={queue.paused ? "play" : "pause"} size={18} />
          {queue.paused ? "Resume" : "Pause"}
        </button>
      </form>
    </div>
  );
}

function NothingYet() {
  const link = useLink();
  return (
    <Empty title="Nothing here yet">
      <p>Pick a media file, see what each profile would make of it, and queue it. The original stays where it is.</p>
      <div class="actions">
        <a class="button primary" href={link("/encode")}>Encode a file</a>
        <a class="button" href={link("/profiles")}>Look at the profiles</a>
      </div>
    </Empty>
  );
}
