import type { Context } from "hono";
import { Fault } from "../../../../lib/kit/fault.ts";
import {
  AddTitle,
  ReleaseQuery,
  type ReleaseSearch,
  SEARCH_SCOPES,
  type SourceError,
} from "../../../../lib/library/search_model.ts";
import { defaultType, ReleaseView } from "../../../../lib/library/releases/release_view.ts";
import { MANAGER_KINDS } from "../../../../lib/platform/managers/kinds.ts";
import { Note } from "../../../../lib/ui/layout.tsx";
import { profileOptions } from "../../../data/profile_choices.ts";
import { drawing } from "../../../http/draw.ts";
import { type AppEnv, router } from "../../../http/router.ts";
import type { Services } from "../../../services/services.ts";
import { releaseTarget } from "./release_target.ts";
import { OnlineFound, type Outages, QuickFound, type SearchData, SearchFound, SearchPage } from "./search.tsx";
import { type AddData, AddPage } from "./search_add.tsx";
import { NoReleases, Releases, type ReleasesData, ReleasesPage } from "./search_releases.tsx";
import type { Clock } from "../../../../lib/kit/clock.ts";

const ID = AddTitle.pick({ kind: true, externalId: true });
/** Parameters that affect only the display, not the search. */
const SHOWN = ["part", "now", "refresh", "type", "resolution", "text", "sort"];

/** Pages of the search. Each calls the JSON API and renders the response. */
export function searchPages(services: Services) {
  const recent = createRecentReleases(services.clock);
  const { page, fragment } = drawing(services);
  const app = router();
  app.get("/search", async (c) => {
    switch (c.req.query("part")) {
      case "found":
        return fragment(c, <SearchFound {...await searchData(services, c)} />);
      case "quick":
        return fragment(c, <QuickFound {...await searchData(services, c, false)} />);
      case "online": {
        const { found, downSince } = await searchData(services, c, true);
        return found === undefined ? c.body(null, 204) : fragment(c, <OnlineFound {...found} downSince={downSince} />);
      }
      default:
        return page(c, <SearchPage {...await searchData(services, c)} />);
    }
  });
  app.get("/search/add", async (c) => {
    const asked = ID.safeParse(c.req.query()).data;
    if (asked === undefined) throw new Fault("not_found", "Title not found.");
    return page(c, <AddPage {...await addData(services, asked.kind, asked.externalId)} />);
  });
  app.get("/search/releases", async (c) => {
    const isPart = c.req.query("part") === "releases";
    try {
      const data = await releasesData(services, recent, c);
      return isPart ? fragment(c, <Releases {...data} />) : page(c, <ReleasesPage {...data} />);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return isPart
        ? fragment(c, <Note tone="bad">{error.message}</Note>)
        : page(c, <NoReleases reason={error.message} />);
    }
  });
  return app;
}

async function searchData(
  services: Services,
  c: Context<AppEnv>,
  looksOnline = c.req.query("online") === "1",
): Promise<SearchData> {
  const { search, settings } = services;
  const text = (c.req.query("q") ?? "").trim().slice(0, 200);
  const scope = SEARCH_SCOPES.find((one) => one === c.req.query("scope")) ?? "all";
  const { movie, series, music } = settings.current().connections;
  const connected = movie.enabled || series.enabled || music.enabled;
  const data = { text, scope, connected, looksOnline };
  if (text === "") return data;
  const found = await search.smart(text, { scope, online: looksOnline, signal: c.req.raw.signal });
  return { ...data, found, downSince: outagesOf(services, found.errors) };
}

/** Returns the start of the outage of each manager that could not be searched. */
const outagesOf = ({ managers }: Pick<Services, "managers">, errors: readonly SourceError[]): Outages =>
  Object.fromEntries(
    MANAGER_KINDS.filter((kind) => errors.some(({ source }) => source === kind))
      .map((kind) => [kind, managers.downSince(kind)?.toISOString()]),
  );

async function addData({ search }: Services, kind: "movie" | "series", externalId: string): Promise<AddData> {
  try {
    const [[title], offer] = await Promise.all([search.lookup(externalId, kind), search.offer(kind, false)]);
    if (title === undefined) throw new Fault("not_found", `No results for ${externalId}.`);
    return { kind, externalId, title, offer: title.anime ? await search.offer(kind, true) : offer };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { kind, externalId, problem: error.message };
  }
}

/**
 * Returns the data of the releases page, with the results of a recent search if available. A new search runs only for
 * the request that loads the results after the page.
 */
async function releasesData(services: Services, recent: RecentReleases, c: Context<AppEnv>): Promise<ReleasesData> {
  const asked = c.req.query();
  const data = await releasesFrame(services, asked);
  const key = JSON.stringify(data.query);
  if (asked.refresh === "1") recent.delete(key);
  const known = recent.get(key);
  const waits = asked.part !== "releases" && asked.now !== "1";
  if (known === undefined && waits) return data;
  const result = known ?? await services.search.releases(ReleaseQuery.parse(data.query), c.req.raw.signal);
  if (known === undefined) recent.set(key, result);
  const discObstacle = result.disc === 0 ? undefined : await services.discDownloads.obstacle();
  return { ...data, result, discObstacle };
}

/** Returns the data of the releases page except the releases. */
async function releasesFrame(services: Services, asked: Record<string, string>) {
  const { library, music, settings } = services;
  const { defaultProfiles, connections } = settings.current();
  const view = ReleaseView.parse(asked);
  const target = await releaseTarget({ library, music }, asked);
  const query = Object.fromEntries(Object.entries(target.query).filter(([name]) => !SHOWN.includes(name)));
  return {
    ...target,
    query,
    view: { ...view, type: view.type ?? (target.mediaType === "music" ? "all" : defaultType(settings.current())) },
    soulseek: connections.soulseek.enabled && (target.mediaType === "music" || query.arr === undefined),
    indexer: connections.indexer.enabled,
    profiles: await profileOptions(services),
    profileId: defaultProfiles[target.mediaType],
  };
}

/** Recent search results, so that filtering and sorting does not query the indexers again. */
interface RecentReleases {
  get(key: string): ReleaseSearch | undefined;
  set(key: string, found: ReleaseSearch): void;
  delete(key: string): void;
}

const MAX_KEPT = 8;
/** Lifetime in milliseconds. The managers accept a grab within half an hour of its search. */
const KEPT_MS = 20 * 60_000;

/**
 * Creates a cache with a lifetime of 20 minutes and a limited number of searches. The oldest result is removed first.
 */
function createRecentReleases(clock: Clock): RecentReleases {
  const kept = new Map<string, { found: ReleaseSearch; at: number }>();
  return {
    get(key) {
      const entry = kept.get(key);
      return entry !== undefined && clock.monotonicMs() - entry.at < KEPT_MS ? entry.found : undefined;
    },
    delete: (key) => void kept.delete(key),
    set(key, found) {
      kept.delete(key);
      kept.set(key, { found, at: clock.monotonicMs() });
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    },
  };
}
