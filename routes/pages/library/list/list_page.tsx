import type { ComponentChildren } from "preact";
import type { ListKind } from "../../../../lib/library/lists/model.ts";
import type { LibraryState, TitleLetters } from "../../../../lib/library/video_model.ts";
import { ago, count } from "../../../../lib/kit/format.ts";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { OriginalChoiceField } from "../../../../lib/ui/components/jobs/original_choice.tsx";
import { IgnoredFilters } from "../../../../lib/ui/components/ignored_filters.tsx";
import { Empty, Page } from "../../../../lib/ui/layout.tsx";
import type { JobPace } from "../../../../lib/ui/profiles/estimate_text.ts";
import { useLink } from "../../../../lib/ui/render.tsx";
import type { ProfileChoice } from "../../../data/profile_choices.ts";
import { ProfileSelect } from "../video/library_parts.tsx";
import { ListItems, RowHeads, SortLinks } from "./list_items.tsx";
import { FindField, LIST_ID, ListLink, NarrowChips } from "./list_narrow.tsx";
import { askedOf, FIRST_TITLES, isNarrowed, listAddress, type ShownList } from "./list_query.ts";
import type { ListField, ListTitle } from "./list_source.ts";
import { SavedViews, type ViewLink, ViewTools } from "./saved_views.tsx";

/** Data of a list page with its first titles. The browser loads the other titles while scrolling. */
export interface ListData extends ProfileChoice {
  list: ShownList;
  titles: ListTitle[];
  total: number;
  /** Age of the data. Undefined if the data does not come from a manager. */
  state?: LibraryState | undefined;
  /** Initial letters in list order. Empty if the list is not sorted by name. */
  letters: TitleLetters;
  fields: readonly ListField[];
  /** Size and time ratios of earlier jobs by profile. */
  paces: readonly JobPace[];
  views: readonly ViewLink[];
  now: Date;
}

/** Parts of the page around the list. */
interface FrameProps {
  data: ListData;
  lead?: string;
  actions: ComponentChildren;
  /** Content that is shown if the library is empty. */
  empty: ComponentChildren;
  /** Content above the list. */
  children?: ComponentChildren;
}

/** Page of a library, rendered from the cache. Its titles can be filtered, scrolled, selected and queued. */
export function ListPage({ data, lead, actions, empty, children }: FrameProps) {
  const { list, total } = data;
  return (
    <Page
      title={list.facts.title}
      lead={lead}
      actions={
        <>
          <FindField list={list} />
          {actions}
        </>
      }
    >
      {children}
      <div id={LIST_ID}>
        <IgnoredFilters ignored={list.ignored} />
        <ListTools {...data} />
        {total > 0 ? <TitleList {...data} /> : isNarrowed(list)
          ? (
            <Empty title="No results">
              <p>Change or clear the filters.</p>
            </Empty>
          )
          : empty}
      </div>
    </Page>
  );
}

/** Pages that show the largest titles of a library as a treemap. */
const USAGE_PAGES: Partial<Record<ListKind, string>> = {
  movies: "/disk-usage?library=movie",
  series: "/disk-usage?library=series",
  artists: "/disk-usage?library=music",
};

function ListTools({ list, total, state, fields, views, now }: ListData) {
  const { one, many, square } = list.facts;
  const link = useLink();
  const isTable = list.view === "table";
  const usage = USAGE_PAGES[list.facts.kind];
  const read = state?.refreshedAt === undefined ? "" : ` · synced ${ago(state.refreshedAt, now)}`;
  return (
    <>
      <SavedViews list={list} views={views} />
      <NarrowChips list={list} fields={fields} />
      <div class="list-tools">
        <p class="quiet" role="status">{count(total, one, many) + read}</p>
        <SortLinks list={list} />
        <div class="view-links" role="group" aria-label="View">
          {!isTable && (
            <label class="poster-size scripted">
              <span class="visually-hidden">{square ? "Cover size" : "Poster size"}</span>
              <input type="range" min={96} max={260} step={4} data-poster-size />
            </label>
          )}
          <ListLink list={list} change={{ view: "posters" }} current={!isTable}>
            {square ? "Covers" : "Posters"}
          </ListLink>
          <ListLink list={list} change={{ view: "table" }} current={isTable}>Table</ListLink>
          {usage !== undefined && <a href={link(usage)}>Map</a>}
        </div>
        <ViewTools list={list} views={views} />
      </div>
    </>
  );
}

/**
 * Titles of a list. With JavaScript, the list is one scroll area of any length. Without JavaScript, it is split into
 * pages with links.
 */
function TitleList(data: ListData) {
  const { list, titles, total, letters } = data;
  const { facts, view, query } = list;
  const link = useLink();
  const items = <ListItems list={list} titles={titles} />;
  return (
    <form
      {...hxForm(link("/api/jobs/bulk"), { then: "/activity" })}
      class="title-list"
      data-behaviour="titleList"
      data-kind={facts.kind}
      data-one={facts.one}
      data-many={facts.many}
      data-view={view}
      data-square={facts.square ? "" : undefined}
      data-total={total}
      data-first={query.offset ?? 0}
      data-pieces={link(`${facts.path}/items${listAddress(list)}`)}
      data-names={link(`${facts.path}/names${listAddress(list)}`)}
      data-list={JSON.stringify(askedOf(list))}
      data-profiles={JSON.stringify(data.profiles)}
      data-profile={data.defaultProfileId}
      data-paces={JSON.stringify(data.paces)}
      data-keys={JSON.stringify(LIST_KEYS)}
    >
      <div class="title-body">
        {view === "table"
          ? (
            <div class="title-table" role="table" aria-label={facts.table} aria-rowcount={total + 1}>
              <RowHeads list={list} />
              <div class="title-window" role="rowgroup">{items}</div>
            </div>
          )
          : <div class="title-window posters">{items}</div>}
        {letters.length > 1 && <Letters list={list} letters={letters} />}
      </div>
      <PageLinks list={list} total={total} />
      <div class="save-bar" data-bar>
        <input type="hidden" name="titles.kind" value={facts.kind} />
        <input type="hidden" name="titles.ids:texts" value="" />
        <noscript>
          <label for="bulk-profile">Encode selected with</label>
          <ProfileSelect id="bulk-profile" profiles={data.profiles} defaultProfileId={data.defaultProfileId} />
          {!facts.square && <OriginalChoiceField id="bulk-original" />}
          <button type="submit" class="primary">Queue</button>
        </noscript>
      </div>
    </form>
  );
}

/** Keyboard shortcuts of a list, for the overview of all shortcuts. */
const LIST_KEYS: readonly (readonly [key: string, label: string])[] = [
  ["← ↑ → ↓", "Move between titles"],
  ["x", "Select or deselect the title"],
  ["Shift click", "Select a range"],
  ["a", "Select all"],
  ["q", "Queue the selection"],
  ["Esc", "Clear the selection"],
];

function Letters({ list, letters }: { list: ShownList; letters: TitleLetters }) {
  const link = useLink();
  return (
    <nav class="letters" aria-label="Letters">
      {letters.map(({ letter, offset }) => (
        <a href={link(`${list.facts.path}${listAddress(list, { from: offset })}`)} data-offset={offset}>{letter}</a>
      ))}
    </nav>
  );
}

function PageLinks({ list, total }: { list: ShownList; total: number }) {
  const from = list.query.offset ?? 0;
  const link = useLink();
  const to = (offset: number) => link(`${list.facts.path}${listAddress(list, { from: offset })}`);
  return (
    <p class="page-links section" data-pages>
      {from > 0 && <a class="button" href={to(Math.max(0, from - FIRST_TITLES))}>Previous page</a>}
      {from + FIRST_TITLES < total && <a class="button" href={to(from + FIRST_TITLES)}>Next page</a>}
    </p>
  );
}
