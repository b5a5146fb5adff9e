import type { LibraryPage, Movie, Series, TitleLetters } from "../../../../lib/library/video/model.ts";
import { ago, count } from "../../../../lib/kit/format.ts";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { Empty, Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { LibraryItems, RowHeads, SortLinks } from "./library_items.tsx";
import { FindField, LIST_ID, ListLink, NarrowChips } from "./library_narrow.tsx";
import { APPS, type ProfileChoice, ProfileSelect, StaleNote } from "./library_parts.tsx";
import { FIRST_TITLES, isNarrowed, listAddress, type ShownList } from "./list_query.ts";

/** The beginning of a list of films or series; the browser fetches the rest as it is scrolled to. */
export interface LibraryListData extends ProfileChoice {
  list: ShownList;
  page: LibraryPage<Movie> | LibraryPage<Series>;
  /** In order of the list; empty where it is not sorted by title. */
  letters: TitleLetters;
  languages: string[];
  now: Date;
}

const NAMES = {
  movies: { title: "Movies", table: "Films", one: "film", many: "films" },
  series: { title: "Series", table: "Series", one: "series", many: "series" },
} as const;

/** A library as it was read last: narrowed at once, scrolled as a whole, chosen from and queued. */
export function LibraryListPage(data: LibraryListData) {
  const { list, page, now } = data;
  const { kind } = list;
  const link = useLink();
  return (
    <Page
      title={NAMES[kind].title}
      actions={
        <>
          <FindField list={list} />
          <form {...hxForm(link(`/api/library/${kind}/refresh`), { then: `/${kind}` })}>
            <button type="submit">
              <Icon name="retry" />
              Read again
            </button>
          </form>
        </>
      }
    >
      <StaleNote state={page.state} now={now} />
      <div id={LIST_ID}>
        <ListTools {...data} />
        {page.total === 0 ? <NothingFound list={list} /> : <TitleList {...data} />}
      </div>
    </Page>
  );
}

function ListTools({ list, page, languages, now }: LibraryListData) {
  const { one, many } = NAMES[list.kind];
  const { refreshedAt } = page.state;
  const isTable = list.view === "table";
  return (
    <>
      <NarrowChips list={list} languages={languages} />
      <div class="list-tools">
        <p class="quiet" role="status">
          {count(page.total, one, many) + (refreshedAt === undefined ? "" : `, read ${ago(refreshedAt, now)}`)}
        </p>
        <SortLinks list={list} />
        <div class="view-links" role="group" aria-label="View">
          {!isTable && (
            <label class="poster-size needs-script">
              <span class="visually-hidden">Size of the posters</span>
              <input type="range" min={96} max={260} step={4} data-poster-size />
            </label>
          )}
          <ListLink list={list} change={{ view: "posters" }} current={!isTable}>Posters</ListLink>
          <ListLink list={list} change={{ view: "table" }} current={isTable}>Table</ListLink>
        </div>
      </div>
    </>
  );
}

function NothingFound({ list }: { list: ShownList }) {
  const narrowed = isNarrowed(list);
  return (
    <Empty title={narrowed ? "Nothing fits" : `No ${NAMES[list.kind].one} is known yet`}>
      <p>
        {narrowed
          ? "Ask for less, or for something else."
          : `Connect ${APPS[list.kind]} in the settings; what it holds appears here.`}
      </p>
    </Empty>
  );
}

/** With script a list of any length that is scrolled as one; without, a page of it and links to the others. */
function TitleList(data: LibraryListData) {
  const { list, page, letters } = data;
  const { kind, view } = list;
  const link = useLink();
  const items = <LibraryItems list={list} items={page.items} />;
  const first = list.query.offset ?? 0;
  return (
    <form
      {...hxForm(link("/api/jobs/bulk"), { then: "/activity" })}
      class="title-list"
      data-behaviour="titleList"
      data-kind={kind}
      data-view={view}
      data-total={page.total}
      data-first={first}
      data-pieces={link(`/${kind}/items${listAddress(list)}`)}
      data-list={JSON.stringify(listingOf(list))}
      data-profiles={JSON.stringify(data.profiles.map(({ id, name }) => ({ id, name })))}
      data-profile={data.defaultProfileId}
    >
      <div class="title-body">
        {view === "table"
          ? (
            <div class="title-table" role="table" aria-label={NAMES[kind].table} aria-rowcount={page.total + 1}>
              <RowHeads kind={kind} />
              <div class="title-window" role="rowgroup">{items}</div>
            </div>
          )
          : <div class="title-window posters">{items}</div>}
        {letters.length > 1 && <Letters list={list} letters={letters} />}
      </div>
      <PageLinks list={list} total={page.total} />
      <div class="save-bar" data-bar>
        {kind === "movies" && (
          <>
            <input type="hidden" name="items:rows" value="" />
            <label for="bulk-profile">Encode what is ticked with</label>
            <ProfileSelect id="bulk-profile" profiles={data.profiles} defaultProfileId={data.defaultProfileId} />
            <button type="submit" class="primary">Queue</button>
          </>
        )}
      </div>
    </form>
  );
}

/** What the API calls a list, as the page shows it. */
function listingOf({ query }: ShownList) {
  const { limit: _, cursor: __, offset: ___, ...listing } = query;
  return listing;
}

function Letters({ list, letters }: { list: ShownList; letters: TitleLetters }) {
  const link = useLink();
  return (
    <nav class="letters" aria-label="Letters">
      {letters.map(({ letter, offset }) => (
        <a href={link(`/${list.kind}${listAddress(list, { from: offset })}`)} data-offset={offset}>{letter}</a>
      ))}
    </nav>
  );
}

function PageLinks({ list, total }: { list: ShownList; total: number }) {
  const from = list.query.offset ?? 0;
  const link = useLink();
  const to = (offset: number) => link(`/${list.kind}${listAddress(list, { from: offset })}`);
  return (
    <p class="page-links section" data-pages>
      {from > 0 && <a class="button" href={to(Math.max(0, from - FIRST_TITLES))}>Previous page</a>}
      {from + FIRST_TITLES < total && <a class="button" href={to(from + FIRST_TITLES)}>Next page</a>}
    </p>
  );
}
