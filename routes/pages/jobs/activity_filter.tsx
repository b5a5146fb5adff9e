import * as z from "zod";
import type { JobQuery } from "../../../lib/jobs/request_schema.ts";
import { JOB_STATES, type JobState } from "../../../lib/jobs/states.ts";
import { hx } from "../../../lib/ui/hx.ts";
import { useLink } from "../../../lib/ui/render.tsx";

/** Names of the lists on the Activity page. */
export const TABS = ["queue", "waiting", "history"] as const;
/** Name of a list on the Activity page. */
export type Tab = (typeof TABS)[number];

/** Job states in each list. */
export const TAB_STATES = {
  queue: ["queued"],
  waiting: ["waiting", "waiting_for_space"],
  history: ["done", "failed", "publish_failed", "cancelled", "skipped"],
} as const satisfies Record<Tab, JobState[]>;

/** Value of the state filter for finished encodes that wait for a decision. */
export const UNDECIDED = "undecided";

const text = (max: number) => z.string().transform((value) => value.slice(0, max)).default("");

/** Schema of the filter in the URL. */
export const ActivityFilter = z.object({
  tab: z.enum(TABS).default("queue"),
  q: text(200),
  status: z.enum([...JOB_STATES, UNDECIDED, ""]).default(""),
  profile: text(64),
  sort: z.enum(["position", "title", "size", "finishedAt", ""]).default(""),
  order: z.enum(["asc", "desc", ""]).default(""),
  page: z.coerce.number().pipe(z.int().min(1).max(100_000)).default(1),
}).transform((filter) => ({
  ...filter,
  // The state determines the list, so that links from other pages need only the state.
  tab: filter.status === UNDECIDED
    ? "history" as const
    : TABS.find((tab) => (TAB_STATES[tab] as readonly string[]).includes(filter.status)) ?? filter.tab,
}));
/** Job filter. Empty strings do not filter, and an empty `sort` means the default order of the list. */
export type ActivityFilter = z.infer<typeof ActivityFilter>;

/** Returns the job states and review decisions that match a filter. */
export function listedBy({ tab, status }: ActivityFilter): Pick<JobQuery, "status" | "review"> {
  if (status === UNDECIDED) return { status: ["done"], review: UNDECIDED };
  const states: readonly JobState[] = TAB_STATES[tab];
  return { status: states.filter((state) => status === "" || status === state) };
}

/** Returns the URL of the page with this filter. */
export function activityUrl(filter: Partial<ActivityFilter>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value !== "" && !(name === "page" && value === 1) && !(name === "tab" && value === "queue")) {
      query.set(name, String(value));
    }
  }
  return query.size === 0 ? "/activity" : `/activity?${query}`;
}

/** Tabs of the lists, each with its number of jobs. */
export function ActivityTabs({ tab, counts }: { tab: Tab; counts: Record<Tab, number | undefined> }) {
  const link = useLink();
  const labels: Record<Tab, string> = { queue: "Queue", waiting: "Waiting", history: "History" };
  return (
    <nav class="tabs" aria-label="Job lists">
      {TABS.map((one) => (
        <a href={link(activityUrl({ tab: one }))} aria-current={one === tab ? "page" : undefined}>
          {labels[one]}
          {counts[one] !== undefined && <span class="tab-count">{counts[one]}</span>}
        </a>
      ))}
    </nav>
  );
}

const STATES: Record<Tab, [value: JobState | typeof UNDECIDED, label: string][]> = {
  queue: [],
  waiting: [["waiting", "Waiting for a file"], ["waiting_for_space", "Waiting for space"]],
  history: [
    [UNDECIDED, "To review"],
    ["done", "Done"],
    ["failed", "Failed"],
    ["publish_failed", "Could not be moved"],
    ["cancelled", "Cancelled"],
    ["skipped", "Nothing to do"],
  ],
};

/** Filter by title, state and profile. Changes apply immediately; without JavaScript, a button sends the form. */
export function FilterForm({ filter, profiles }: { filter: ActivityFilter; profiles: ProfileName[] }) {
  const link = useLink();
  const states = STATES[filter.tab];
  return (
    <form
      id="activity-filter"
      method="get"
      action={link("/activity")}
      role="search"
      class="inline-form activity-filter"
      {...hx({
        get: link("/activity"),
        trigger: "submit, input delay:250ms",
        target: "#activity",
        swap: "outerMorph",
        sync: "#activity:replace",
        "push-url": "true",
      })}
    >
      <input type="hidden" name="tab" value={filter.tab} />
      <input
        id="activity-q"
        name="q"
        type="search"
        value={filter.q}
        placeholder="Find a title"
        aria-label="Find a title"
      />
      {states.length > 0 && (
        <select id="activity-state" name="status" aria-label="State">
          <option value="" selected={filter.status === ""}>All states</option>
          {states.map(([value, label]) => <option value={value} selected={value === filter.status}>{label}</option>)}
        </select>
      )}
      <select id="activity-profile" name="profile" aria-label="Profile">
        <option value="" selected={filter.profile === ""}>All profiles</option>
        {profiles.map(({ id, name }) => <option value={id} selected={id === filter.profile}>{name}</option>)}
      </select>
      <noscript>
        <button type="submit">Filter</button>
      </noscript>
    </form>
  );
}

/** ID and name of a profile. */
export interface ProfileName {
  id: string;
  name: string;
}

/** Column header that sorts by its column. A second click reverses the order. */
export function SortLink({ filter, by, first, children }: SortLinkProps) {
  const link = useLink();
  const active = filter.sort === by;
  const next = active && filter.order === first ? (first === "asc" ? "desc" : "asc") : first;
  return (
    <a class="sort-link" href={link(activityUrl({ ...filter, sort: by, order: next, page: 1 }))}>
      {children}
      {active && <span aria-hidden="true">{filter.order === "asc" ? " ↑" : " ↓"}</span>}
    </a>
  );
}

interface SortLinkProps {
  filter: ActivityFilter;
  by: ActivityFilter["sort"];
  /** Order after the first click. */
  first: "asc" | "desc";
  children: string;
}

/** Returns the `aria-sort` value of a sorted column. */
export const ariaSort = ({ sort, order }: ActivityFilter, by: string): "ascending" | "descending" | undefined =>
  sort !== by ? undefined : order === "asc" ? "ascending" : "descending";

/** Links to the first page, the last page, and the pages around the current one. */
export function PageLinks({ filter, pages }: { filter: ActivityFilter; pages: number }) {
  const link = useLink();
  if (pages < 2) return null;
  const { page } = filter;
  const shown = [...new Set([1, page - 1, page, page + 1, pages])].filter((n) => n >= 1 && n <= pages);
  return (
    <nav class="page-links" aria-label="Pages">
      {shown.map((n, i) => (
        <>
          {n - (shown[i - 1] ?? n - 1) > 1 && <span class="quiet" aria-hidden="true">…</span>}
          <a
            class="button"
            href={link(activityUrl({ ...filter, page: n }))}
            aria-label={`Page ${n}`}
            aria-current={n === page ? "page" : undefined}
          >
            {n}
          </a>
        </>
      ))}
    </nav>
  );
}
