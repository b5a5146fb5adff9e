import * as z from "zod";
import { CATEGORIES } from "./prowlarr_categories.ts";
import { type ProwlarrState, searchIndexers } from "./prowlarr_search.ts";
import { type ArrFake, startArr } from "./shared/arr_server.ts";
import { type Desk, openDesk } from "./shared/desk.ts";
import { bodyAs, failed, invalid } from "./shared/errors.ts";
import { filesystemRoutes } from "./shared/filesystem.ts";
import { json, type Routes } from "./shared/http.ts";
import { status, tagRoutes } from "./shared/lists.ts";
import { INDEXERS } from "./shared/offers.ts";
import type { ArrOptions } from "./shared/options.ts";
import type { Fields } from "./shared/types.ts";

export interface ProwlarrOptions extends ArrOptions {
  /** Protocols with a download client. The default is both protocols. */
  clients?: ("usenet" | "torrent")[];
}

export interface ProwlarrFake extends ArrFake {
  /** IDs of failing indexers, which find nothing and appear in `indexerstatus`. */
  troubled: Set<number>;
  /** Releases sent to a download client. */
  grabbed: string[];
}

const Body = z.looseObject({ guid: z.string().default(""), indexerId: z.number().default(0) });

/** Starts a fake Prowlarr that searches all indexers and sends releases to download clients. */
export async function startProwlarr(options: ProwlarrOptions = {}): Promise<ProwlarrFake> {
  const desk = await openDesk("Prowlarr", options, { numbers: {}, of: { path: "indexer", id: "indexerId" } });
  const state: ProwlarrState = { clock: desk.clock, troubled: new Set(), cache: new Map() };
  const grabbed: string[] = [];
  const fake = startArr(desk, {
    version: "v1",
    routes: {
      ...routesOf(desk, state),
      "POST /search": ({ body }) => {
        const { offer, release } = cachedOf(state, body, options.clients);
        grabbed.push(offer.title);
        return json(release);
      },
    },
    restart: () => state.cache.clear(),
    test: () => desk.webhooks.send(desk.event("Test")),
  });
  return { ...fake, troubled: state.troubled, grabbed };
}

function routesOf(desk: Desk, state: ProwlarrState): Routes {
  const { "GET /filesystem/mediafiles": _, ...filesystem } = filesystemRoutes(
    desk.paths,
    desk.options.windows === true,
  );
  return {
    "GET /system/status": () => json(status(desk)),
    "GET /health": () => json([]),
    "GET /indexer": () => json(indexers()),
    "GET /indexer/:id": ({ params }) => oneOf(indexers(), "Indexer", params.id),
    "GET /indexer/categories": () => json(CATEGORIES),
    "GET /indexerstatus": () => json(troubles(state)),
    "GET /search": async ({ query }) => {
      const found = searchIndexers(state, query);
      await desk.clock.wait(desk.durations.search);
      return json(found);
    },
    ...tagRoutes(desk.tags, oneOf),
    ...filesystem,
  };
}

/** Returns the release to grab. It must have been found within the last half hour and be available. */
function cachedOf({ clock, cache, troubled }: ProwlarrState, body: unknown, clients: ProwlarrOptions["clients"]) {
  const { guid, indexerId } = bodyAs(Body, body);
  if (guid === "") {
    throw invalid({
      propertyName: "Guid",
      errorMessage: "'Guid' must not be empty.",
      errorCode: "NotEmptyValidator",
    });
  }
  const cached = cache.get(`${indexerId}_${guid}`);
  if (cached === undefined || cached.until < clock.now()) {
    throw failed(404, "Couldn't find requested release in cache, cache timeout probably expired.");
  }
  if (clients !== undefined && !clients.includes(cached.offer.protocol)) {
    throw failed(409, `No ${cached.offer.protocol} download client is available`);
  }
  if (troubled.has(indexerId)) throw failed(409, "Getting release from indexer failed");
  return cached;
}

const indexers = (): Fields[] =>
  INDEXERS.map(({ id, name, protocol }, index): Fields => ({
    id,
    name,
    enable: true,
    protocol,
    privacy: ["semiPrivate", "public", "private"][index],
    priority: 25,
    fields: [],
    tags: [],
    implementationName: protocol === "usenet" ? "Newznab" : "Cardigann",
    implementation: protocol === "usenet" ? "Newznab" : "Cardigann",
    supportsRss: true,
    supportsSearch: true,
    supportsRedirect: false,
    supportsPagination: false,
    redirect: false,
    appProfileId: 1,
    downloadClientId: 0,
    added: "2024-01-01T00:00:00Z",
    sortName: name.toLowerCase(),
    capabilities: { limitsMax: 100, limitsDefault: 100, categories: CATEGORIES, supportsRawSearch: false },
  }));

function troubles({ clock, troubled }: ProwlarrState): Fields[] {
  const at = clock.date().toISOString();
  const until = new Date(clock.now() + 3_600_000).toISOString();
  return [...troubled].map((indexerId, index) => ({
    id: index + 1,
    indexerId,
    disabledTill: until,
    mostRecentFailure: at,
    initialFailure: at,
  }));
}

function oneOf(list: Fields[], kind: string, id: string | undefined): Response {
  const found = list.find((item) => String(item.id) === id);
  if (found === undefined) throw failed(404, `${kind} with ID ${id} does not exist`);
  return json(found);
}
