import type { ComponentChildren } from "preact";
import type { LibraryPage } from "../../lib/library/service.ts";
import type { LibraryQuery, LibraryState, Movie, Series } from "../../lib/library/model.ts";
import { ago, bytes, count } from "../../lib/kit/format.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { Empty, Note, Page } from "../../lib/ui/layout.tsx";
import { useLink } from "../../lib/ui/render.tsx";
import type { Profile } from "../../lib/profiles/schema.ts";

export interface LibraryListData {
  kind: "movies" | "series";
  page: LibraryPage<Movie> | LibraryPage<Series>;
  query: LibraryQuery;
  profiles: Pick<Profile, "id" | "name">[];
  defaultProfileId: string;
  now: Date;
}

const NAMES = {
  movies: { title: "Movies", app: "Radarr", one: "film", api: "/api/library/movies/refresh" },
  series: { title: "Series", app: "Sonarr", one: "series", api: "/api/library/series/refresh" },
} as const;

/** A library as it was read last: found, filtered, and films queued by the handful. */
export function LibraryListPage(data: LibraryListData) {
  const { kind, page, query } = data;
  const { title, one, api } = NAMES[kind];
  const link = useLink();
  return (
    <Page
      title={title}
      lead={`${count(page.total, one, kind === "movies" ? "films" : "series")}${ageOf(page.state, data.now)}`}
      actions={
        <form method="post" action={link(api)} data-behaviour="ActionForms" data-then={`/${kind}`}>
          <button type="submit">
            <Icon name="retry" />
            Read again
          </button>
        </form>
      }
    >
      {page.state.error !== undefined && (
        <Note tone="warn">
          {page.state.error} {page.items.length > 0 && "What is shown was read before."}
        </Note>
      )}
      <Filters {...data} />
      {page.items.length === 0
        ? (
          <Empty title={query.q || query.filter !== "all" ? "Nothing fits" : `No ${one} is known yet`}>
            <p>
              {query.q || query.filter !== "all"
                ? "Ask for less, or for something else."
                : `Connect ${NAMES[kind].app} in the settings; what it holds appears here.`}
            </p>
          </Empty>
        )
        : kind === "movies"
        ? <Movies {...data} />
        : <div class="posters">{page.items.map((item) => <Poster item={item} kind={kind} />)}</div>}
      {page.nextCursor !== undefined && (
        <p class="section">
          <a class="button" href={link(addressOf(kind, query, page.nextCursor))}>Next page</a>
        </p>
      )}
    </Page>
  );
}

function ageOf({ refreshedAt }: LibraryState, now: Date): string {
  return refreshedAt === undefined ? "" : `, read ${ago(refreshedAt, now)}`;
}

const addressOf = (kind: string, query: LibraryQuery, cursor: string): string => {
  const { q = "", filter, sort, order } = query;
  return `/${kind}?${new URLSearchParams({ q, filter, sort, order, cursor })}`;
};

function Filters({ kind, query }: LibraryListData) {
  const link = useLink();
  const option = (value: string, label: string, chosen: string) => (
    <option value={value} selected={value === chosen}>{label}</option>
  );
  return (
    <form method="get" action={link(`/${kind}`)} class="inline-form" role="search">
      <label class="visually-hidden" for="library-q">Title</label>
      <input id="library-q" type="search" name="q" value={query.q ?? ""} placeholder="Title or year" maxLength={200} />
      <label class="visually-hidden" for="library-filter">Show</label>
      <select id="library-filter" name="filter">
        {option("all", "All", query.filter)}
        {option("remux", "Remux on disk", query.filter)}
        {option("onDisk", "On disk", query.filter)}
        {option("missing", "Missing", query.filter)}
        {kind === "series" && option("anime", "Anime", query.filter)}
      </select>
      <label class="visually-hidden" for="library-sort">Sort by</label>
      <select id="library-sort" name="sort">
        {option("title", "By title", query.sort)}
        {option("year", "By year", query.sort)}
        {option("size", "By size", query.sort)}
        {option("added", "By date added", query.sort)}
      </select>
      <select name="order" aria-label="Order">
        {option("asc", "upwards", query.order)}
        {option("desc", "downwards", query.order)}
      </select>
      <button type="submit">Show</button>
    </form>
  );
}

/** Films are chosen with check boxes and queued together. */
function Movies({ page, profiles, defaultProfileId }: LibraryListData) {
  const link = useLink();
  return (
    <form method="post" action={link("/api/jobs/bulk")} data-behaviour="ActionForms" data-then="/">
      <input type="hidden" name="items:rows" value="" />
      <div class="posters">
        {page.items.map((item, i) => {
          const file = "file" in item ? item.file : undefined;
          return (
            <Poster item={item} kind="movies">
              {file && (
                <label class="check poster-check">
                  <input type="checkbox" name={`items.${i}.source.localPath`} value={file.localPath} />
                  <span class="visually-hidden">{`Choose ${item.title}`}</span>
                </label>
              )}
            </Poster>
          );
        })}
      </div>
      <div class="save-bar">
        <label for="bulk-profile">Encode what is ticked with</label>
        <select id="bulk-profile" name="profileId">
          {profiles.map(({ id, name }) => <option value={id} selected={id === defaultProfileId}>{name}</option>)}
        </select>
        <button type="submit" class="primary">Queue</button>
      </div>
    </form>
  );
}

function Poster(
  { item, kind, children }: { item: Movie | Series; kind: "movies" | "series"; children?: ComponentChildren },
) {
  const link = useLink();
  return (
    <article class="poster">
      <a href={link(`/${kind}/${item.id}`)}>
        {item.poster
          ? (
            <img
              src={link(`/api/image?url=${encodeURIComponent(item.poster)}`)}
              alt=""
              width={200}
              height={300}
              loading="lazy"
              decoding="async"
            />
          )
          : (
            <span class="poster-none">
              <Icon name="file" />
            </span>
          )}
        <span class="poster-title">{item.title}</span>
      </a>
      <p class="quiet small">{[item.year, onDisk(item)].filter((part) => part).join(" · ")}</p>
      {children}
    </article>
  );
}

/** `Remux-2160p, 61 GB`, `12/24, 6 remux`, or that nothing is there. */
export function onDisk(item: Movie | Series): string {
  if ("tmdbId" in item) return item.file ? `${item.file.quality}, ${bytes(item.file.size)}` : "missing";
  const { episodeFileCount, episodeCount, remuxFileCount, sizeOnDisk } = item.statistics;
  const remux = remuxFileCount > 0 ? `, ${remuxFileCount} remux` : "";
  return `${episodeFileCount}/${episodeCount}${remux}${sizeOnDisk > 0 ? `, ${bytes(sizeOnDisk)}` : ""}`;
}
