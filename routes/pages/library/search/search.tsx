import type {
  LookupResult,
  SEARCH_SCOPES,
  SearchQuery,
  SmartSearch,
  SourceError,
} from "../../../../lib/library/search_model.ts";
import { SOURCE_NAMES } from "../../../../lib/library/ask_sources.ts";
import { DownSince } from "../../../../lib/ui/components/moment.tsx";
import { hx } from "../../../../lib/ui/hx.ts";
import { Empty, Note, Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { FoundTitle, pageOf } from "./search_found.tsx";
import { Amounts } from "../../../../lib/ui/components/amounts.tsx";
import { chipsOf, onDiskOf } from "./search_words.ts";

type Scope = typeof SEARCH_SCOPES[number];

/** Data of the search page for `text`, limited to `scope`. */
export interface SearchData {
  text: string;
  scope: Scope;
  /** Search results. Undefined if no text was entered. */
  found?: SmartSearch;
  /** True if at least one manager can be searched online. */
  connected: boolean;
  /** True if the search includes the online lookup of the managers. */
  looksOnline: boolean;
  downSince?: Outages;
}

/** Start of the outage of each manager that could not be searched. */
export type Outages = Partial<Record<SourceError["source"], string | undefined>>;

const SCOPES: Record<Scope, string> = { all: "Everything", movie: "Movies", series: "Series", music: "Music" };

/** Page that searches titles in the libraries, on disk and online while the user types. */
export function SearchPage(data: SearchData) {
  const { text, scope } = data;
  const link = useLink();
  return (
    <Page
      title="Search"
      lead="Enter a title, optionally with year, season, quality or ID, for example: dune 2021 2160p remux"
    >
      <form
        class="search-form"
        role="search"
        aria-label="Titles"
        method="get"
        action={link("/search")}
        {...hx({
          get: link("/search?part=found"),
          trigger: "input changed delay:250ms, change, submit",
          target: "#search-found",
          swap: "innerMorph",
          sync: "this:replace",
        })}
      >
        <label class="visually-hidden" for="search-q">Title</label>
        <input id="search-q" type="search" name="q" value={text} maxLength={200} autocomplete="off" autofocus />
        <label class="visually-hidden" for="search-scope">Search in</label>
        <select id="search-scope" name="scope">
          {Object.entries(SCOPES).map(([value, label]) => (
            <option value={value} selected={value === scope}>{label}</option>
          ))}
        </select>
        <button type="submit">Search</button>
      </form>
      <div id="search-found">
        <SearchFound {...data} />
      </div>
    </Page>
  );
}

/** Local results, and the placeholder for online results. */
export function SearchFound({ text, scope, found, connected, looksOnline, downSince }: SearchData) {
  const link = useLink();
  if (found === undefined) {
    return (
      <Empty title="Find a title">
        <p>Results from your libraries, from disk and from online sources appear as you type.</p>
      </Empty>
    );
  }
  const { library, local, query } = found;
  const online = link(`/search?${new URLSearchParams({ part: "online", q: text, scope })}`);
  return (
    <>
      <Chips query={query} />
      <Errors errors={found.errors.filter(({ source }) => isOurs(source))} />
      <p class="visually-hidden" role="status">
        {`${library.length} in your libraries, ${local.length} on disk.`}
      </p>
      <Group title="In your libraries" items={library} query={query} none="No results in your libraries." />
      <Group title="On disk, not in a manager" items={local} query={query} />
      {looksOnline ? <OnlineFound {...found} downSince={downSince} /> : connected
        // The delay ensures that only the complete text is searched online.
        ? (
          <div {...hx({ get: online, trigger: "load delay:400ms", target: "this", swap: "outerHTML" })}>
            <p class="quiet section">Searching online …</p>
            <noscript>
              <a href={link(`/search?${new URLSearchParams({ q: text, scope, online: "1" })}`)}>Search online</a>
            </noscript>
          </div>
        )
        : (
          <p class="quiet section">
            Connect Radarr, Sonarr or Lidarr in <a href={link("/settings/connections#connections")}>Settings</a>{" "}
            to find new titles.
          </p>
        )}
    </>
  );
}

/** Results of the managers' online lookup. */
export function OnlineFound({ online, errors, query, downSince }: OnlineProps) {
  const failed = errors.filter(({ source }) => !isOurs(source));
  const fresh = online.filter(({ kind, inLibrary }) => kind !== "album" && !inLibrary);
  const albums = online.filter(({ kind }) => kind === "album");
  return (
    <div>
      <Errors errors={failed} downSince={downSince} />
      <Group
        title="Add new"
        items={fresh}
        query={query}
        none={failed.length === 0
          ? "No new titles found."
          : "No new titles found in the sources that could be searched."}
      />
      <Group title="Music" items={albums} query={query} />
    </div>
  );
}

type OnlineProps = Pick<SmartSearch, "online" | "errors" | "query"> & Pick<SearchData, "downSince">;

const MAX_QUICK_HITS = 6;

/** First results, which are shown below the search field in the header. */
export function QuickFound({ text, found }: SearchData) {
  const link = useLink();
  if (found === undefined) return null;
  const first = [...found.library, ...found.local].slice(0, MAX_QUICK_HITS);
  return (
    <ul>
      {first.map((item) => (
        <li>
          <a href={link(pageOf(item) ?? "/search")}>
            {item.title}{" "}
            <span class="quiet small">
              <Amounts text={[item.year, onDiskOf(item)].filter(Boolean).join(" · ")} />
            </span>
          </a>
        </li>
      ))}
      <li>
        <a href={link(`/search?${new URLSearchParams({ q: text })}`)}>
          {first.length === 0 ? "No results: search online" : "All results and new titles"}
        </a>
      </li>
      {found.errors.length > 0 && <li class="quiet small">{withoutText(found.errors)}</li>}
    </ul>
  );
}

interface GroupProps {
  title: string;
  items: LookupResult[];
  query: SearchQuery;
  /** Text for an empty group. Without it, an empty group is omitted. */
  none?: string;
}

function Group({ title, items, query, none }: GroupProps) {
  if (items.length === 0 && none === undefined) return null;
  const id = `found-${title.toLowerCase().replace(/\W+/g, "-")}`;
  return (
    <section class="section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {items.length === 0 ? <p class="quiet">{none}</p> : (
        <ul class="found">
          {items.map((item) => <FoundTitle item={item} query={query} />)}
        </ul>
      )}
    </section>
  );
}

/**
 * True for local sources. The page queries local sources immediately and online sources later, and shows the errors of
 * each group separately.
 */
const isOurs = (source: SourceError["source"]): boolean => source === "library" || source === "local";

/** Returns a sentence such as `Results from Radarr and Sonarr are missing.` */
function withoutText(errors: readonly SourceError[]): string {
  const names = [...new Set(errors.map(({ source }) => SOURCE_NAMES[source]))];
  return `Results from ${new Intl.ListFormat("en").format(names)} are missing.`;
}

/** List of the sources that could not be searched, each with the reason. */
export function Errors({ errors, downSince = {} }: { errors: SourceError[] } & Pick<SearchData, "downSince">) {
  if (errors.length === 0) return null;
  const unique = new Map(errors.map((error) => [error.message, error]));
  return (
    <Note tone="warn">
      <p>
        <strong>{withoutText(errors)}</strong>
      </p>
      {[...unique.values()].map(({ source, message }) => (
        <p>
          {message} <DownSince at={downSince[source]} />
        </p>
      ))}
    </Note>
  );
}

/** Chips for the recognised parts of the query that are not the title. */
function Chips({ query }: { query: SearchQuery }) {
  const chips = chipsOf(query);
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label="Interpreted as">
      <li class="badge" data-tone="accent">{query.title}</li>
      {chips.map((chip) => <li class="badge">{chip}</li>)}
    </ul>
  );
}
