import type { ComponentChildren } from "preact";
import type { FailureGroup } from "../../../lib/jobs/failures/schema.ts";
import type { Job, QueueState } from "../../../lib/jobs/schema.ts";
import type { QueueTimeline } from "../../../lib/jobs/service.ts";
import type { JobPage } from "../../../lib/jobs/request_schema.ts";
import { bytes, estimatedTime } from "../../../lib/kit/format.ts";
import { hx, hxAction } from "../../../lib/ui/hx.ts";
import { DrawnLater } from "../../../lib/ui/drawn_later.tsx";
import { Icon } from "../../../lib/ui/icon.tsx";
import { JobCard } from "../../../lib/ui/components/jobs/job_card.tsx";
import { IgnoredFilters } from "../../../lib/ui/components/ignored_filters.tsx";
import { Empty, Note, Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import type { Choice } from "../../../lib/ui/choice_options.tsx";
import { type ActivityFilter, ActivityTabs, activityUrl, PageLinks } from "./activity_filter.tsx";
import { History, LatestResults } from "./activity_history.tsx";
import { FIRST_ROWS, QueueList, SelectionBar } from "./activity_queue.tsx";
import { Amounts } from "../../../lib/ui/components/amounts.tsx";
import { Moment } from "../../../lib/ui/components/moment.tsx";

/** Lists of the Activity page. `now` is the reference for ages and remaining times. */
export interface ActivityData {
  queue: QueueState;
  running: Job[];
  /** One page of the filtered list. */
  list: JobPage;
  /** Jobs that finished last, which are shown only with the queue. */
  latest: Job[];
  /** Expected times of the waiting jobs. */
  timeline: QueueTimeline;
  /** Reason why the first waiting job waits. */
  waitsFor?: string | undefined;
  profiles: Choice[];
  filter: ActivityFilter;
  /** URL parameters without an effect, as `name=value`. */
  ignored: readonly string[];
  /** Failed jobs by cause, if the filter selects failed jobs. */
  causes: FailureGroup[];
  now: Date;
}

/** Activity page: running, queued and finished jobs. `queued` is the result of a bulk request without JavaScript. */
export function ActivityPage({ queued, ...data }: ActivityData & { queued?: string | undefined }) {
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
      {queued && <Note>{queued}</Note>}
      <IgnoredFilters ignored={data.ignored} />
      <ActivityLists {...data} />
    </Page>
  );
}

/**
 * The part of the page that is updated when a job moves to another list. The update uses the current URL of the page.
 */
export function ActivityLists(data: ActivityData) {
  const link = useLink();
  const { queue, filter } = data;
  return (
    <div
      id="activity"
      class="redrawn activity"
      data-behaviour="jobSelection"
      {...hx({
        get: link(activityUrl(filter)),
        trigger: "lists from:body delay:150ms",
        swap: "outerMorph",
        target: "this",
        sync: "this:queue last",
      })}
    >
      {isUnused(data) ? <NothingYet /> : (
        <>
          {filter.tab === "queue" && <Running {...data} />}
          <ActivityTabs
            tab={filter.tab}
            counts={{ queue: queue.queued, waiting: queue.waiting + queue.waitingForSpace, history: undefined }}
          />
          <ActivityList {...data} />
        </>
      )}
    </div>
  );
}

const isUnused = ({ running, list, latest, queue, filter }: ActivityData): boolean =>
  filter.tab === "queue" && filter.q === "" && filter.profile === "" &&
  running.length + list.total + latest.length + queue.waiting + queue.waitingForSpace === 0;

function Running({ running, queue, waitsFor }: ActivityData) {
  const waits = queue.queued + queue.waiting + queue.waitingForSpace > 0;
  return (
    <section aria-labelledby="running-h" class="stack">
      <h2 id="running-h" class={running.length === 0 ? "visually-hidden" : ""}>Running</h2>
      {running.map((job) => <JobCard key={job.id} job={job} />)}
      {running.length === 0 && waits && <p class="quiet">{whyNothingRuns(queue, waitsFor)}</p>}
    </section>
  );
}

function ActivityList({ list, latest, profiles, filter, queue, timeline, causes, now }: ActivityData) {
  return (
    <>
      <section class="stack" aria-labelledby="list-h">
        {filter.tab === "history"
          ? <History history={list} filter={filter} profiles={profiles} causes={causes} now={now} />
          : <QueueList {...{ list, filter, profiles, queue, timeline, now }} />}
        <PageLinks filter={filter} pages={Math.ceil(list.total / list.limit)} />
        {list.items.length > 0 && <SelectionBar filter={filter} total={list.total} profiles={profiles} />}
      </section>
      <DrawnLater when={list.items.length > FIRST_ROWS}>
        <LatestResults jobs={latest} now={now} />
      </DrawnLater>
    </>
  );
}

/** Returns the reason why jobs are waiting although none is running. */
export function whyNothingRuns(queue: QueueState, waitsFor?: string): ComponentChildren {
  if (queue.paused) return "The queue is paused.";
  if (queue.heldUntil !== undefined) return `Encodes wait until ${queue.heldUntil}.`;
  if (queue.heldBy !== undefined) return `Encodes are on hold: ${queue.heldBy}.`;
  if (queue.limit === 0) return "No encodes start because the number of concurrent jobs is 0.";
  if (queue.outsideSchedule) {
    if (queue.scheduleOpensAt === undefined) {
      return "No encodes start because the schedule in Settings contains no hours.";
    }
    return (
      <>
        The current time is outside the schedule in Settings. Encodes start at <Moment at={queue.scheduleOpensAt} />.
      </>
    );
  }
  if (queue.queued > 0) return "Starting …";
  const waiting = queue.waiting + queue.waitingForSpace;
  if (waiting === 0) return "Nothing is ready to encode.";
  const what = waitsFor ?? (queue.waiting > 0 ? "waiting for a file" : "waiting for free space");
  return waiting === 1 ? `One job is waiting: ${what}` : `${waiting} jobs are waiting. The first: ${what}`;
}

function summaryOfHold({ heldBy, heldUntil }: QueueState): string {
  if (heldUntil !== undefined) return `encodes wait until ${heldUntil}`;
  return heldBy === undefined ? "" : `on hold: ${heldBy}`;
}

/** One summary line: remaining work and total savings. */
export function QueueSummary({ queue }: { queue: QueueState }) {
  const parts = [
    queue.running > 0 ? `${queue.running} running` : "nothing running",
    `${queue.queued} queued`,
    summaryOfHold(queue),
    queue.outsideSchedule && queue.queued > 0 ? "outside the schedule" : "",
    queue.waitingForSpace > 0 ? `${queue.waitingForSpace} waiting for disk space` : "",
    queue.etaSeconds !== null && queue.running > 0 ? `about ${estimatedTime(queue.etaSeconds)} left` : "",
    queue.savedBytes > 0 ? `${bytes(queue.savedBytes)} saved so far` : "",
    queue.wouldFreeBytes > 0 ? `${bytes(queue.wouldFreeBytes)} more can be freed` : "",
  ].filter(Boolean);
  return (
    <span id="queue-summary" role="status">
      {queue.paused ? "Paused · " : ""}
      <Amounts text={parts.join(" · ")} />
    </span>
  );
}

/** Controls to pause the queue, to set the number of concurrent encodes, and to clean up. */
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
        <label for="limit">Concurrent jobs</label>
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
      <p>Choose a media file, compare the results of the profiles, and queue it. The original is kept.</p>
      <div class="actions">
        <a class="button primary" href={link("/encode")}>Encode a file</a>
        <a class="button" href={link("/profiles")}>Show profiles</a>
      </div>
    </Empty>
  );
}
