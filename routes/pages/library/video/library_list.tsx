import type { LibraryPage, LibraryQuery, Movie, Series } from "../../../../lib/library/video/model.ts";
import { ago, count } from "../../../../lib/kit/format.ts";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { Empty, Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { LibraryItems } from "./library_items.tsx";
import {
  APPS,
  type LibraryPageKind,
  type LibraryView,
  type ProfileChoice,
  ProfileSelect,
  StaleNote,
} from "./library_parts.tsx";

/** One page of films or series as `query` filters and sorts them. */
export interface LibraryListData extends ProfileChoice {
  kind: LibraryPageKind;
  page: LibraryPage<Movie> | LibraryPage<Series>;
  query: LibraryQuery;
  view: LibraryView;
  now: Date;
}

const NAMES = {
  movies: { title: "Movies", one: "film", many: "films" },
  series: { title: "Series", one: "series", many: "series" },
} as const;

/** A library as it was read last: found, filtered, and films queued by the handful. */
export function LibraryListPage(data: LibraryListData) {
  const { kind, page, query, view, now } = data;
  const { title, one, many } = NAMES[kind];
  const { refreshedAt } = page.state;
  const link = useLink();
  const isNarrowed = query.q !== undefined || query.filter !== "all";
  return (
    <Page
      title={title}
      lead={count(page.total, one, many) + (refreshedAt === undefined ? "" : `, read ${ago(refreshedAt, now)}`)}
      actions={
        <form {...hxForm(link(`/api/library/${kind}/refresh`), { then: `/${kind}` })}>
          <button type="submit">
            <Icon name="retry" />
            Read again
          </button>
        </form>
      }
    >
      <StaleNote state={page.state} now={now} />
      <Filters kind={kind} query={query} view={view} />
      {page.items.length === 0
        ? (
          <Empty title={isNarrowed ? "Nothing fits" : `No ${one} is known yet`}>
            <p>
              {isNarrowed
                ? "Ask for less, or for something else."
                : `Connect ${APPS[kind]} in the settings; what it holds appears here.`}
            </p>
          </Empty>
        )
        : kind === "movies"
        ? <Queueing {...data} />
        : <LibraryItems kind={kind} items={page.items} view={view} />}
      {page.nextCursor !== undefined && (
        <p class="section">
          <a class="button" href={link(addressOf(kind, { ...query, cursor: page.nextCursor, view }))}>Next page</a>
        </p>
      )}
    </Page>
  );
}

const addressOf = (kind: string, query: Partial<LibraryQuery> & { view: LibraryView }): string => {
  const { q, filter = "all", sort = "title", order = "asc", cursor, view } = query;
  const said = { ...(q ? { q } : {}), filter, sort, order, view, ...(cursor ? { cursor } : {}) };
  return `/${kind}?${new URLSearchParams(said)}`;
};

/** Films are chosen with check boxes and queued together. */
function Queueing({ kind, page, view, ...choice }: LibraryListData) {
  const link = useLink();
  return (
    <form {...hxForm(link("/api/jobs/bulk"), { then: "/" })}>
      <input type="hidden" name="items:rows" value="" />
      <LibraryItems kind={kind} items={page.items} view={view} />
      <div class="save-bar">
        <label for="bulk-profile">Encode what is ticked with</label>
        <ProfileSelect id="bulk-profile" {...choice} />
        <button type="submit" class="primary">Queue</button>
      </div>
    </form>
  );
}

const FILTERS = [
  ["all", "All"],
  ["remux", "Remux on disk"],
  ["onDisk", "On disk"],
  ["missing", "Missing"],
  ["anime", "Anime"],
  ["inQueue", "In queue"],
  ["encoded", "Encoded here"],
] as const satisfies (readonly [LibraryQuery["filter"], string])[];
const SORTS = [["title", "By title"], ["year", "By year"], ["size", "By size"], ["added", "By date added"]] as const;
const ORDERS = [["asc", "upwards"], ["desc", "downwards"]] as const;
const VIEWS = [["posters", "Posters"], ["table", "Table"]] as const;

function Filters({ kind, query, view }: Pick<LibraryListData, "kind" | "query" | "view">) {
  const link = useLink();
  return (
    <form method="get" action={link(`/${kind}`)} class="inline-form" role="search">
      <label class="visually-hidden" for="library-q">Title</label>
      <input id="library-q" type="search" name="q" value={query.q ?? ""} placeholder="Title or year" maxLength={200} />
      <Choice
        name="filter"
        label="Show"
        value={query.filter}
        options={FILTERS.map(([value, label]) =>
          [value, kind === "series" && value === "onDisk" ? "Episodes on disk" : label] as const
        )}
      />
      <Choice name="sort" label="Sort by" value={query.sort} options={SORTS} />
      <Choice name="order" label="Order" value={query.order} options={ORDERS} />
      <Choice name="view" label="View" value={view} options={VIEWS} />
      <button type="submit">Show</button>
    </form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
}

function Choice({ name, label, value, options }: ChoiceProps) {
  return (
    <select name={name} aria-label={label}>
      {options.map(([one, text]) => <option value={one} selected={one === value}>{text}</option>)}
    </select>
  );
}
