import { IgnoredFilters } from "../../../../lib/ui/components/ignored_filters.tsx";
import { EVENT_LEVELS, EVENT_SOURCES, type InstanceEvent } from "../../../../lib/platform/model.ts";
import { count } from "../../../../lib/kit/format.ts";
import { hx } from "../../../../lib/ui/hx.ts";
import { Icon, type IconName } from "../../../../lib/ui/icon.tsx";
import { Empty } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { CHANGES, Redrawn, SystemPage, When } from "./system_frame.tsx";

/** One page of events, newest first. `nextCursor` is absent on the last page. */
export interface EventsData {
  events: { items: InstanceEvent[]; total: number; nextCursor?: string };
  /** Filter from the URL. Empty if there is none. */
  filter: { level: string; source: string; q: string; cursor: string };
  /** URL parameters without an effect, as `name=value`. */
  ignored: readonly string[];
  now: Date;
}

/** Page of events, newest first. */
export function EventsPage(data: EventsData) {
  const link = useLink();
  return (
    <SystemPage title="Events" lead="Newest first. The last 10,000 events are kept.">
      <IgnoredFilters ignored={data.ignored} />
      <Redrawn url={link(`/system/events?${queryOf(data.filter, { part: "list" })}`)} target="#events">
        <div class="section-head">
          <Filter filter={data.filter} />
          <button
            type="button"
            class={`danger scripted ${CHANGES}`}
            {...hx({
              delete: link("/api/system/events"),
              swap: "none",
              confirm: "Clear the events list? All events are deleted permanently; jobs and logs are kept.",
            })}
          >
            <Icon name="trash" size={16} />Clear
          </button>
        </div>
        <EventList {...data} />
      </Redrawn>
    </SystemPage>
  );
}

/** Returns the query string of the filter without empty values. */
function queryOf(filter: EventsData["filter"], more: Record<string, string> = {}): string {
  const fields = Object.entries({ ...filter, ...more }).filter(([, value]) => value !== "");
  return new URLSearchParams(fields).toString();
}

const LEVELS = {
  error: { label: "Error", icon: "warn", tone: "bad" },
  warning: { label: "Warning", icon: "warn", tone: "warn" },
  info: { label: "Info", icon: "info", tone: "plain" },
} as const satisfies Record<InstanceEvent["level"], { label: string; icon: IconName; tone: string }>;

function Filter({ filter }: Pick<EventsData, "filter">) {
  return (
    <form method="get" action={useLink()("/system/events")} role="search" class="filters">
      <select name="level" aria-label="Level">
        <option value="">All levels</option>
        {EVENT_LEVELS.map((level) => (
          <option value={level} selected={level === filter.level}>{LEVELS[level].label}</option>
        ))}
      </select>
      <select name="source" aria-label="Component">
        <option value="">All components</option>
        {EVENT_SOURCES.map((source) => <option value={source} selected={source === filter.source}>{source}</option>)}
      </select>
      <input
        type="search"
        name="q"
        value={filter.q}
        maxLength={200}
        placeholder="Find text"
        aria-label="Find text in the events"
      />
      <button type="submit">Show</button>
    </form>
  );
}

/** One page of events with a link to older events. */
export function EventList({ events, filter, now }: EventsData) {
  const link = useLink();
  const { items, total, nextCursor } = events;
  const filtered = filter.level !== "" || filter.source !== "" || filter.q !== "";
  if (items.length === 0) {
    return (
      <section id="events" aria-label="Events">
        <Empty title={filtered ? "No results" : "No events yet"}>
          {filtered
            ? <a href={link("/system/events")}>Show all events</a>
            : <p>Finished jobs, failures, logins and updates are recorded here.</p>}
        </Empty>
      </section>
    );
  }
  return (
    <section id="events" aria-label="Events">
      <p class="quiet small">{count(total, "event")}</p>
      <ol class="card flush event-list">{items.map((event) => <Event key={event.id} event={event} now={now} />)}</ol>
      <nav class="pager" aria-label="Event pages">
        {filter.cursor !== "" && (
          <a class="button" href={link(`/system/events?${queryOf({ ...filter, cursor: "" })}`)}>Newest events</a>
        )}
        {nextCursor && (
          <a class="button" href={link(`/system/events?${queryOf({ ...filter, cursor: nextCursor })}`)}>Older events</a>
        )}
      </nav>
    </section>
  );
}

function Event({ event, now }: { event: InstanceEvent; now: Date }) {
  const { time, level, source, message, details, ref } = event;
  const link = useLink();
  const { label, icon, tone } = LEVELS[level];
  return (
    <li class="event">
      <span class="badge" data-tone={tone}>
        <Icon name={icon} size={14} />
        {label}
      </span>
      <div class="event-text">
        <p>{message}</p>
        {ref?.kind === "job" && (
          <p class="small">
            <a href={link(`/jobs/${encodeURIComponent(ref.id)}`)}>Open job</a>
          </p>
        )}
        {details && (
          <details>
            <summary>Details</summary>
            <pre class="code" tabindex={0}>{details}</pre>
          </details>
        )}
      </div>
      <p class="small quiet event-when">
        <When at={time} now={now} />
        <span>{source}</span>
      </p>
    </li>
  );
}
