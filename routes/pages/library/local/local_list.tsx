import { bytes, count } from "../../../../lib/kit/format.ts";
import type { LocalItem, LocalQuery, LocalStatus } from "../../../../lib/library/local/recognition/model.ts";
import type { LocalItems } from "../../../../lib/library/local/model.ts";
import { hx, hxForm } from "../../../../lib/ui/hx.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { Empty, Note, Page } from "../../../../lib/ui/layout.tsx";
import { OwnPicture, Picture } from "../../../../lib/ui/components/picture.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { LocalRoots, LocalState } from "./local_state.tsx";

/** One page of the index of local media, and how far its scan is. */
export interface LocalListData {
  status: LocalStatus;
  page: LocalItems;
  query: LocalQuery;
  /** The index is switched on. */
  enabled: boolean;
  now: Date;
}

/** Titles on this machine that no manager manages: where they are looked for, and what was found. */
export function LocalListPage(data: LocalListData) {
  const link = useLink();
  return (
    <Page
      title="Local media"
      lead="Films, series and albums on this machine that Radarr, Sonarr and Lidarr do not manage."
      actions={
        <>
          <form {...hxForm(link("/api/local/metadata/refresh"), { then: "/local" })}>
            <button type="submit">Look titles up</button>
          </form>
          <form {...hxForm(link("/api/local/scan"), { then: "/local" })}>
            <button type="submit" class="primary" disabled={!data.enabled}>
              <Icon name="retry" />
              Scan now
            </button>
          </form>
        </>
      }
    >
      {!data.enabled && (
        <Note>
          The index is switched off; what is shown was found before. Switch it on under{" "}
          <a href={link("/settings/library#local")}>Settings</a>.
        </Note>
      )}
      <Filters query={data.query} />
      <LocalLive {...data} />
    </Page>
  );
}

/** Everything that changes while a scan runs; draws itself anew until it has ended. */
export function LocalLive({ status, page, query, now }: LocalListData) {
  const link = useLink();
  const busy = status.scanning || status.metadata?.running === true;
  const again = busy
    ? hx({
      get: link(addressOf(query, { part: "live", ...(query.cursor ? { cursor: query.cursor } : {}) })),
      trigger: "every 2s",
      swap: "outerMorph",
      target: "this",
    })
    : {};
  return (
    <div id="local-live" class="redrawn stack section" {...again}>
      <LocalState status={status} now={now} />
      <LocalRoots status={status} />
      {page.items.length === 0 ? <Nothing status={status} query={query} /> : (
        <section aria-label="Titles">
          <p class="quiet small">{count(page.total, "title")}</p>
          <div class="posters">{page.items.map((item) => <LocalPoster key={item.id} item={item} />)}</div>
        </section>
      )}
      {page.nextCursor !== undefined && (
        <p>
          <a class="button" href={link(addressOf(query, { cursor: page.nextCursor }))}>Next page</a>
        </p>
      )}
    </div>
  );
}

const addressOf = ({ kind, q = "", sort }: LocalQuery, more: Record<string, string>): string =>
  `/local?${new URLSearchParams({ kind: kind ?? "", q, sort, ...more })}`;

function Filters({ query }: { query: LocalQuery }) {
  const link = useLink();
  const option = (value: string, label: string, chosen: string) => (
    <option value={value} selected={value === chosen}>{label}</option>
  );
  return (
    <form method="get" action={link("/local")} class="inline-form" role="search">
      <label class="visually-hidden" for="local-q">Title</label>
      <input id="local-q" type="search" name="q" value={query.q ?? ""} placeholder="Title" maxLength={200} />
      <label class="visually-hidden" for="local-kind">Show</label>
      <select id="local-kind" name="kind">
        {option("", "Everything", query.kind ?? "")}
        {option("movie", "Films", query.kind ?? "")}
        {option("series", "Series", query.kind ?? "")}
        {option("album", "Albums", query.kind ?? "")}
      </select>
      <label class="visually-hidden" for="local-sort">Sort by</label>
      <select id="local-sort" name="sort">
        {option("title", "By title", query.sort)}
        {option("year", "Newest first", query.sort)}
        {option("size", "Largest first", query.sort)}
      </select>
      <button type="submit">Show</button>
    </form>
  );
}

function Nothing({ status, query }: Pick<LocalListData, "status" | "query">) {
  const link = useLink();
  if (status.roots.length === 0) {
    return (
      <Empty title="No folders yet">
        <p>
          The local folder of every <a href={link("/settings/connections#paths")}>path mapping</a>{" "}
          is looked through by itself. Add more folders under <a href={link("/settings/library#local")}>Settings</a>.
        </p>
      </Empty>
    );
  }
  if (query.q || query.kind) {
    return (
      <Empty title="Nothing fits">
        <p>Ask for less, or for something else.</p>
      </Empty>
    );
  }
  if (status.scanning) {
    return (
      <Empty title="Looking through your folders">
        <p>What is found appears here.</p>
      </Empty>
    );
  }
  return (
    <Empty title={status.scannedAt === undefined ? "Nothing was scanned yet" : "Nothing was found"}>
      <p>
        {status.scannedAt === undefined
          ? "Start with Scan now."
          : status.counts.hiddenArr > 0
          ? "Everything in these folders belongs to Radarr, Sonarr or Lidarr."
          : "There are no films, series or albums in these folders."}
      </p>
    </Empty>
  );
}

/** The picture in the folder of a title, else the one its lookup named, else one out of its video. */
export function LocalPicture({ item, width, height }: { item: LocalItem; width: number; height: number }) {
  const { id, kind, title, poster, meta } = item;
  return poster || (kind !== "album" && meta?.poster === undefined)
    ? <OwnPicture path={`/api/local/items/${id}/poster`} {...{ title, width, height }} />
    : <Picture url={meta?.poster} {...{ title, width, height }} />;
}

function LocalPoster({ item }: { item: LocalItem }) {
  const link = useLink();
  const { kind, title, year, artist, fileCount, size } = item;
  const files = kind === "movie" && fileCount === 1 ? undefined : count(fileCount, kind === "album" ? "track" : "file");
  return (
    <article class="poster" data-kind={kind}>
      <a href={link(`/local/${item.id}`)}>
        <LocalPicture item={item} width={200} height={kind === "album" ? 200 : 300} />
        <span class="poster-title">{title}</span>
      </a>
      <p class="quiet small">{[artist, year, files, bytes(size)].filter((part) => part).join(" · ")}</p>
    </article>
  );
}
