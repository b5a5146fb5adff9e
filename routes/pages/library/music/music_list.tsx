import type { ComponentChildren } from "preact";
import type { LibraryPage, LibraryState } from "../../../../lib/library/video/model.ts";
import type { Album, AlbumQuery, Artist, ArtistQuery } from "../../../../lib/library/music/music_model.ts";
import type { CueSplit } from "../../../../lib/library/music/cue_splits/model.ts";
import { ago, count } from "../../../../lib/kit/format.ts";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { Empty, Page } from "../../../../lib/ui/layout.tsx";
import { Picture } from "../../../../lib/ui/components/picture.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { StaleNote } from "../video/library_parts.tsx";
import { SplitsLive } from "./music_splits.tsx";
import { AlbumCard, Choice, tracksOf } from "./music_parts.tsx";

const FILTERS = [["all", "All"], ["onDisk", "On disk"], ["missing", "With missing tracks"]] as const;
const ORDERS = [["asc", "upwards"], ["desc", "downwards"]] as const;

/** The artists of Lidarr as they were read last: found, filtered, sorted. */
export function ArtistListPage(
  { page, splits, query, now }: { page: LibraryPage<Artist>; splits: CueSplit[]; query: ArtistQuery; now: Date },
) {
  return (
    <Frame
      title="Music"
      one="artist"
      path="/music"
      page={page}
      splits={splits}
      query={query}
      now={now}
      searched="Artist"
    >
      <Choice name="filter" label="Show" value={query.filter} options={FILTERS} />
      <Choice
        name="sort"
        label="Sort by"
        value={query.sort}
        options={[["title", "By name"], ["size", "By size"], ["added", "By date added"]]}
      />
      {page.items.map((artist) => <ArtistCard artist={artist} />)}
    </Frame>
  );
}

/** The albums of all artists. */
export function AlbumListPage({ page, query, now }: { page: LibraryPage<Album>; query: AlbumQuery; now: Date }) {
  return (
    <Frame
      title="Albums"
      one="album"
      path="/music/albums"
      page={page}
      query={query}
      now={now}
      searched="Title, artist, year"
    >
      <Choice
        name="filter"
        label="Show"
        value={query.filter}
        options={[...FILTERS, ["lossless", "Lossless on disk"]]}
      />
      <Choice
        name="sort"
        label="Sort by"
        value={query.sort}
        options={[["title", "By title"], ["artist", "By artist"], ["year", "By year"], ["size", "By size"]]}
      />
      {page.items.map((album) => <AlbumCard album={album} withArtist />)}
    </Frame>
  );
}

interface FrameProps {
  title: string;
  one: string;
  path: string;
  page: LibraryPage<unknown>;
  query: ArtistQuery | AlbumQuery;
  now: Date;
  /** Images that are split now are shown above the cards. */
  splits?: CueSplit[];
  searched: string;
  /** Two choices of the form, then the cards. */
  children: [ComponentChildren, ComponentChildren, ComponentChildren[]];
}

function Frame(
  { title, one, path, page, query, now, splits = [], searched, children: [filter, sort, cards] }: FrameProps,
) {
  const link = useLink();
  const isNarrowed = query.q !== undefined || query.filter !== "all";
  return (
    <Page title={title} lead={leadOf(page.total, one, page.state, now)} actions={<Actions path={path} />}>
      <StaleNote state={page.state} now={now} />
      <SplitsLive splits={splits} now={now} part="open" />
      <form method="get" action={link(path)} class="inline-form" role="search">
        <input
          type="search"
          name="q"
          aria-label={searched}
          value={query.q ?? ""}
          placeholder={searched}
          maxLength={200}
        />
        {filter}
        {sort}
        <Choice name="order" label="Order" value={query.order} options={ORDERS} />
        <button type="submit">Show</button>
      </form>
      {cards.length > 0
        ? <div class="posters">{cards}</div>
        : (
          <Empty title={isNarrowed ? "Nothing fits" : `No ${one} is known yet`}>
            <p>
              {isNarrowed
                ? "Ask for less, or for something else."
                : "Connect Lidarr in the settings; what it holds appears here."}
            </p>
          </Empty>
        )}
      {page.nextCursor !== undefined && (
        <p class="section">
          <a class="button" href={link(addressOf(path, query, page.nextCursor))}>Next page</a>
        </p>
      )}
    </Page>
  );
}

function Actions({ path }: { path: string }) {
  const link = useLink();
  return (
    <>
      {path === "/music"
        ? <a class="button" href={link("/music/albums")}>Albums</a>
        : <a class="button" href={link("/music")}>Artists</a>}
      <a class="button" href={link("/music/splits")}>Split images</a>
      <a class="button" href={link("/music/import")}>Import a folder</a>
      <form {...hxForm(link("/api/music/refresh"), { then: path })}>
        <button type="submit">
          <Icon name="retry" />
          Read again
        </button>
      </form>
    </>
  );
}

const leadOf = (total: number, one: string, { refreshedAt }: LibraryState, now: Date): string =>
  count(total, one) + (refreshedAt === undefined ? "" : `, read ${ago(refreshedAt, now)}`);

function addressOf(path: string, { q = "", filter, sort, order }: ArtistQuery | AlbumQuery, cursor: string): string {
  return `${path}?${new URLSearchParams({ ...(q ? { q } : {}), filter, sort, order, cursor })}`;
}

function ArtistCard({ artist: { id, name, poster, statistics } }: { artist: Artist }) {
  const link = useLink();
  return (
    <article class="poster">
      <a href={link(`/music/artists/${id}`)}>
        <Picture url={poster} title={name} width={200} height={300} />
        <span class="poster-title">{name}</span>
      </a>
      <p class="quiet small">{`${count(statistics.albumCount, "album")} · ${tracksOf(statistics)}`}</p>
    </article>
  );
}
