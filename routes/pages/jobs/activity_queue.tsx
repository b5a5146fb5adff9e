import type { QueueState } from "../../../lib/jobs/schema.ts";
import type { QueueTimeline } from "../../../lib/jobs/service.ts";
import type { JobPage } from "../../../lib/jobs/request_schema.ts";
import { bytes, count, estimatedTime, saving } from "../../../lib/kit/format.ts";
import { CHANGE_FORM, QueueRow } from "../../../lib/ui/components/jobs/job_row.tsx";
import { type Choice, ChoiceOptions } from "../../../lib/ui/choice_options.tsx";
import { DrawnLater } from "../../../lib/ui/drawn_later.tsx";
import { Icon, type IconName } from "../../../lib/ui/icon.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { type ActivityFilter, FilterForm, listedBy, SortLink } from "./activity_filter.tsx";
import { Amounts } from "../../../lib/ui/components/amounts.tsx";
import { Moment } from "../../../lib/ui/components/moment.tsx";

interface QueueListProps {
  list: JobPage;
  filter: ActivityFilter;
  profiles: Choice[];
  queue: QueueState;
  timeline: QueueTimeline;
  now: Date;
}

/** Number of rows that fill a typical screen. */
export const FIRST_ROWS = 11;

/** Queued or waiting jobs as rows that can be selected and moved. */
export function QueueList({ list, filter, profiles, queue, timeline, now }: QueueListProps) {
  const inQueue = filter.tab === "queue";
  const byPosition = filter.sort === "" || filter.sort === "position";
  const plans = list.items.map(({ id }) => timeline.jobs.get(id));
  const until = plans.flatMap((plan) => plan?.endsAt ?? []).sort().at(-1) ?? "";
  const rows = list.items.map((job, i) => {
    const plan = plans[i];
    const planned = plan && { ...plan, now, until };
    return <QueueRow key={job.id} job={job} movable={inQueue && byPosition} plan={planned} />;
  });
  return (
    <>
      <div class="section-head">
        <h2 id="list-h">{inQueue ? "Next" : "Waiting"}</h2>
        <FilterForm filter={filter} profiles={profiles} />
      </div>
      {inQueue && <QueueSum queue={queue} timeline={timeline} />}
      {list.items.length === 0
        ? <p class="quiet">{filter.q || filter.profile || filter.status ? "No results." : emptyText(filter)}</p>
        : (
          <>
            <ListHead filter={filter} />
            <ol class="card flush queue" {...(inQueue && byPosition ? { "data-behaviour": "reorderable" } : {})}>
              {rows.slice(0, FIRST_ROWS)}
              <DrawnLater when={rows.length > FIRST_ROWS}>{rows.slice(FIRST_ROWS)}</DrawnLater>
            </ol>
          </>
        )}
    </>
  );
}

const emptyText = ({ tab }: ActivityFilter): string =>
  tab === "queue" ? "Nothing is queued." : "No jobs are waiting for a download, a disc or free space.";

/** One-line summary of the queue, with the basis of the estimated times. */
export function QueueSum({ queue, timeline }: { queue: QueueState; timeline: QueueTimeline }) {
  if (queue.queued === 0) return null;
  const { queuedBytes: before, expectedBytes: after, etaSeconds } = queue;
  const parts = [
    count(queue.queued, "job"),
    after === null ? bytes(before) : `${bytes(before)} → about ${bytes(after)} (${saving(before, after)})`,
    etaSeconds === null ? "" : `about ${estimatedTime(etaSeconds)} of encoding`,
  ];
  return (
    <p id="queue-sum" class="quiet small wide">
      <Amounts text={parts.filter(Boolean).join(" · ")} />
      {timeline.endsAt !== undefined && (
        <>
          {" "}· finished <Moment at={timeline.endsAt} near />
        </>
      )}
      {timeline.jobs.size > 0 && " · Times are based on the latest encodes with each profile."}
    </p>
  );
}

function ListHead({ filter }: { filter: ActivityFilter }) {
  return (
    <div class="list-head small">
      <label class="job-tick">
        <input type="checkbox" data-all aria-label="Select all on this page" />
      </label>
      <span class="quiet">Sort by</span>
      <SortLink filter={filter} by="position" first="asc">Position</SortLink>
      <SortLink filter={filter} by="title" first="asc">Title</SortLink>
      <SortLink filter={filter} by="size" first="desc">Size</SortLink>
    </div>
  );
}

interface SelectionBarProps {
  filter: ActivityFilter;
  total: number;
  profiles: Choice[];
}

/**
 * Actions for the selected jobs. Without JavaScript, they are below the list and apply to the ticked rows of this page.
 */
export function SelectionBar({ filter, total, profiles }: SelectionBarProps) {
  const link = useLink();
  const inQueue = filter.tab === "queue";
  const finished = filter.tab === "history";
  const figures = new URLSearchParams({ q: filter.q, profileId: filter.profile });
  for (const [name, value] of [...figures]) if (value === "") figures.delete(name);
  const { status, review } = listedBy(filter);
  for (const state of status) figures.append("status", state);
  if (review !== undefined) figures.set("review", review);
  return (
    <form
      id={CHANGE_FORM}
      class="selection-bar card"
      method="post"
      action={link("/api/jobs/change")}
      aria-label="Selected jobs"
      data-figures={`/api/jobs/figures?${figures}`}
    >
      <p class="selection-text" role="status">
        <output data-count>Selected jobs:</output> <span class="quiet small" data-sum />
      </p>
      <div class="actions">
        <button type="button" class="scripted" data-select-all>{`Select all ${total}`}</button>
        <button type="button" class="scripted" data-clear>Clear selection</button>
        {inQueue && <Action action="top" icon="top">Move to top</Action>}
        {inQueue && <Action action="bottom" icon="down">Move to bottom</Action>}
        {finished
          ? (
            <>
              <Action action="replace" icon="check">Replace originals</Action>
              <button type="submit" value="restore" formaction={link("/bin/restore")} formmethod="get">
                <Icon name="undo" size={16} />
                Restore originals
              </button>
              <Action action="delete-encode" icon="cross">Delete these encodes</Action>
              <Action action="delete-original" icon="trash">Delete originals</Action>
              <Action action="keep-both" icon="copy">Keep both</Action>
              <Action action="retry" icon="retry">Retry</Action>
              <Action action="remove" icon="trash">Remove</Action>
            </>
          )
          : <Action action="cancel" icon="cross">Cancel</Action>}
        {!finished && (
          <span class="selection-profile">
            <select name="profileId:text??" aria-label="New profile">
              <option value="">Profile …</option>
              <ChoiceOptions choices={profiles} />
            </select>
            <Action action="profile" icon="profiles">Change profile</Action>
          </span>
        )}
      </div>
    </form>
  );
}

function Action({ action, icon, children }: ActionProps) {
  return (
    <button type="submit" name="action" value={action}>
      <Icon name={icon} size={16} />
      {children}
    </button>
  );
}

interface ActionProps {
  action: string;
  icon: IconName;
  children: string;
}
