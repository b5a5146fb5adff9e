import type { ReleaseSearch } from "../../../../lib/library/search_model.ts";
import {
  type RELEASE_SORTS,
  type RELEASE_TYPES,
  type ReleaseView,
  shownOf,
} from "../../../../lib/library/releases/release_view.ts";
import { count } from "../../../../lib/kit/format.ts";
import { hx } from "../../../../lib/ui/hx.ts";
import { Empty, Note, Page } from "../../../../lib/ui/layout.tsx";
import type { Choice } from "../../../../lib/ui/choice_options.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { type GrabTarget, ReleaseTable } from "./release_table.tsx";
import { Errors } from "./search.tsx";

/** One release search, with filter and order of its results. */
export interface ReleasesData {
  target: GrabTarget;
  /** Description of the search, such as the season or the search words. */
  lead?: string | undefined;
  /** Query of the search, without display parameters. */
  query: Record<string, string>;
  view: ReleaseView & { type: typeof RELEASE_TYPES[number] };
  /** Releases found. Undefined while the search is running. */
  result?: ReleaseSearch | undefined;
  /** Reason why a full disc would be rejected now. */
  discObstacle?: string | undefined;
  soulseek: boolean;
  indexer: boolean;
  profiles: Choice[];
  profileId: string;
}

/** Maximum duration of a search, which takes as long as the slowest indexer. */
const SEARCH_MS = 190_000;

/** Releases of one title. The page is shown immediately, and the results are loaded afterwards. */
export function ReleasesPage(data: ReleasesData) {
  const { target, lead } = data;
  return (
    <Page title={`Releases of ${target.title}`} lead={lead}>
      <Places {...data} />
      <div id="releases" class="section">
        <Releases {...data} />
      </div>
    </Page>
  );
}

/** Message that the requested search is impossible. */
export const NoReleases = ({ reason }: { reason: string }) => (
  <Page title="Releases">
    <Note tone="warn">{reason}</Note>
  </Page>
);

/** Fields for custom search words, and for sources to query in addition to the manager. */
function Places({ query, soulseek, indexer }: ReleasesData) {
  const link = useLink();
  if (!soulseek && !indexer) return null;
  const kept = Object.entries(query).filter(([name]) => !["q", "indexer", "soulseek"].includes(name));
  return (
    <form
      method="get"
      action={link("/search/releases")}
      class="release-filters"
      role="search"
      aria-label="Search releases by keywords"
    >
      {kept.map(([name, value]) => <input type="hidden" name={name} value={value} />)}
      <label for="release-q">Search by keywords</label>
      <input id="release-q" type="search" name="q" value={query.q ?? ""} maxLength={200} />
      {indexer && (
        <select name="indexer" aria-label="How keywords are used">
          <option value="1" selected={query.indexer !== "0"}>Search Prowlarr for these keywords</option>
          <option value="0" selected={query.indexer === "0"}>Prefer releases with these keywords</option>
        </select>
      )}
      {soulseek && (
        <label class="check">
          <input type="checkbox" name="soulseek" value="1" checked={query.soulseek === "1"} />
          Include Soulseek
        </label>
      )}
      <button type="submit">Search</button>
    </form>
  );
}

/** Results, or a placeholder during the search. */
export function Releases(data: ReleasesData) {
  const { result, query, view } = data;
  const link = useLink();
  const address = (more: Record<string, string>) =>
    link(`/search/releases?${new URLSearchParams({ ...query, ...asQuery(view), ...more })}`);
  if (result === undefined) {
    return (
      <div
        {...hx({
          get: address({ part: "releases" }),
          trigger: "load",
          target: "#releases",
          swap: "innerHTML",
          config: `timeout:${SEARCH_MS}`,
          "status:5xx": "swap:innerHTML",
        })}
      >
        <p role="status">
          Searching the indexers. This can take more than a minute; you can leave the page at any time.
        </p>
        <noscript>
          <a class="button" href={address({ now: "1" })}>Search now</a>
        </noscript>
      </div>
    );
  }
  const { releases, fellBack } = shownOf(result.releases, view);
  return (
    <div class="stack">
      <Errors errors={result.errors} />
      <p role="status">
        {`${count(result.total, "release")}, ${result.remux} remux, ${count(result.disc, "full disc")}. `}
        <a href={address({ refresh: "1" })}>Search again</a>
      </p>
      {result.total > 0 && <Filters {...data} result={result} />}
      {data.discObstacle !== undefined && releases.some(({ isDisc }) => isDisc) && (
        <Note tone="warn">
          {`Full discs cannot be grabbed because they could not be ripped. ${data.discObstacle}`}
        </Note>
      )}
      {fellBack && <Note>No remux or full disc was found, so all releases are shown.</Note>}
      {releases.length === 0
        ? (
          <Empty title={result.total === 0 ? "No results" : "No matching releases"}>
            <p>
              {result.total === 0
                ? "The indexers have no release of this title."
                : "Select “All types”, or remove a filter."}
            </p>
          </Empty>
        )
        : <ReleaseTable releases={releases} target={data.target} profiles={data.profiles} profileId={data.profileId} />}
    </div>
  );
}

const asQuery = ({ type, resolution, text, sort }: ReleasesData["view"]) => ({ type, resolution, text, sort });

const TYPES: Record<typeof RELEASE_TYPES[number], string> = {
  best: "Remux and full discs",
  remux: "Remux only",
  disc: "Full discs only",
  all: "All types",
};
const SORTS: Record<typeof RELEASE_SORTS[number], string> = {
  score: "Best first",
  size: "Largest first",
  seeders: "Most seeders first",
  age: "Newest first",
};

function Filters({ query, view, result }: ReleasesData & { result: ReleaseSearch }) {
  const link = useLink();
  const resolutions = [...new Set(result.releases.map(({ resolution }) => resolution))].filter((one) => one !== "")
    .sort((a, b) => Number.parseInt(b) - Number.parseInt(a));
  const options = (all: [string, string][], chosen: string) =>
    all.map(([value, label]) => <option value={value} selected={value === chosen}>{label}</option>);
  return (
    <form method="get" action={link("/search/releases")} class="release-filters" aria-label="Filter">
      {Object.entries(query).map(([name, value]) => <input type="hidden" name={name} value={value} />)}
      <select name="type" aria-label="Type">{options(Object.entries(TYPES), view.type)}</select>
      <select name="resolution" aria-label="Resolution">
        {options(
          [["", "Any resolution"], ...resolutions.map((one): [string, string] => [one, one])],
          view.resolution,
        )}
      </select>
      <select name="sort" aria-label="Sort order">{options(Object.entries(SORTS), view.sort)}</select>
      <input
        type="search"
        name="text"
        value={view.text}
        aria-label="Words in the name"
        placeholder="Words in the name"
        maxLength={200}
      />
      <button type="submit">Show</button>
    </form>
  );
}
