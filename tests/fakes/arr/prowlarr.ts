import { z } from "zod";
import { filmByImdb, filmByTmdb } from "./data_movies.ts";
import { showByTvdb } from "./data_series.ts";
import { type ArrFake, startArr } from "./shared/arr_server.ts";
import { openDesk } from "./shared/desk.ts";
import { bodyAs, failed, invalid } from "./shared/errors.ts";
import { filesystemRoutes } from "./shared/filesystem.ts";
import { intOf, intsOf, json, valueOf } from "./shared/http.ts";
import { status, tagRoutes } from "./shared/lists.ts";
import { INDEXERS, type Offer, offersOf } from "./shared/offers.ts";
import type { ArrOptions } from "./shared/options.ts";
import { hash } from "./shared/random.ts";
import type { Fields } from "./shared/types.ts";

export interface ProwlarrOptions extends ArrOptions {
  /** Protocols that have a download client; both when absent. */
  clients?: ("usenet" | "torrent")[];
}

export interface ProwlarrFake extends ArrFake {
  /** Ids of indexers that are in trouble: they find nothing and stand in `indexerstatus`. */
  troubled: Set<number>;
  /** What was sent to a download client. */
  grabbed: string[];
}

const KEPT_MS = 30 * 60_000;

const NAMES: Record<number, string> = {
  2000: "Movies",
  2030: "Movies/SD",
  2040: "Movies/HD",
  2045: "Movies/UHD",
  2050: "Movies/BluRay",
  3000: "Audio",
  3010: "Audio/MP3",
  3040: "Audio/Lossless",
  5000: "TV",
  5030: "TV/SD",
  5040: "TV/HD",
  5045: "TV/UHD",
  5070: "TV/Anime",
};

const category = (id: number) => ({ id, name: NAMES[id] ?? "Other", subCategories: [] });

const TREE = [2000, 3000, 5000].map((top) => ({
  ...category(top),
  subCategories: Object.keys(NAMES).map(Number).filter((id) => id > top && id < top + 1000).map(category),
}));

const Body = z.looseObject({ guid: z.string().default(""), indexerId: z.number().default(0) });

/** An indexer manager: searches over all indexers, and grabs of its own. */
export async function startProwlarr(options: ProwlarrOptions = {}): Promise<ProwlarrFake> {
  const desk = await openDesk("Prowlarr", options, { numbers: {}, of: { path: "indexer", id: "indexerId" } });
  const { clock } = desk;
  const troubled = new Set<number>();
  const grabbed: string[] = [];
  const cache = new Map<string, { release: Fields; offer: Offer; until: number }>();

  function search(query: URLSearchParams): Fields[] {
    const ids = intsOf(query, "indexerIds");
    const categories = intsOf(query, "categories");
    const type = valueOf(query, "type") ?? "search";
    const app = type === "music" || categories.some((id) => Math.floor(id / 1000) === 3) ? "Lidarr" : "Radarr";
    const words = wordsOf(valueOf(query, "query") ?? "");
    const offers = words === "" ? [] : offersOf(app, words, { languages: [] });
    const wanted = ({ indexerId, protocol }: Offer) =>
      !troubled.has(indexerId) &&
      (ids.length === 0 || ids.includes(indexerId) || (ids.includes(-1) && protocol === "usenet") ||
        (ids.includes(-2) && protocol === "torrent"));
    const found = offers.filter(wanted).map((offer) => ({
      offer,
      release: resource(offer, categoryOf(offer, type, app)),
    }));
    const inside = found.filter(({ release }) =>
      categories.length === 0 ||
      release.categories.some(({ id }) => categories.includes(id) || categories.includes(Math.floor(id / 1000) * 1000))
    );
    for (const { offer, release } of inside) {
      cache.set(`${offer.indexerId}_${offer.guid}`, { release, offer, until: clock.now() + KEPT_MS });
    }
    const offset = intOf(query, "offset") ?? 0;
    return inside.slice(offset, offset + (intOf(query, "limit") ?? 100)).map(({ release }) => release);
  }

  function resource({ quality: _, languages: __, releaseGroup: ___, ageHours, ...offer }: Offer, categoryId: number) {
    const id = hash(offer.guid).toString(16);
    return {
      ...offer,
      id: hash(offer.guid) >>> 1,
      age: Math.floor(ageHours / 24),
      ageHours,
      ageMinutes: ageHours * 60,
      grabs: hash(offer.title) % 900,
      sortTitle: offer.title.toLowerCase().replaceAll(".", " "),
      imdbId: 0,
      tmdbId: 0,
      tvdbId: 0,
      tvMazeId: 0,
      publishDate: new Date(clock.now() - ageHours * 3_600_000).toISOString(),
      infoUrl: offer.guid,
      downloadUrl: `http://127.0.0.1/${offer.indexerId}/download?link=${id}`,
      ...(offer.protocol === "torrent"
        ? { magnetUrl: `magnet:?xt=urn:btih:${id.padStart(40, "0")}`, infoHash: id.padStart(40, "0") }
        : {}),
      indexerFlags: [],
      categories: [category(categoryId)],
      fileName: `${offer.title}.${offer.protocol === "torrent" ? "torrent" : "nzb"}`,
    };
  }

  const indexers = () =>
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
      capabilities: { limitsMax: 100, limitsDefault: 100, categories: TREE, supportsRawSearch: false },
    }));

  function grab(body: unknown): Response {
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
    if (options.clients !== undefined && !options.clients.includes(cached.offer.protocol)) {
      throw failed(409, `No ${cached.offer.protocol} download client is available`);
    }
    if (troubled.has(indexerId)) throw failed(409, "Getting release from indexer failed");
    grabbed.push(cached.offer.title);
    return json(cached.release);
  }

  const one = (list: Fields[], kind: string, id: string | undefined) => {
    const found = list.find((item) => String(item.id) === id);
    if (found === undefined) throw failed(404, `${kind} with ID ${id} does not exist`);
    return json(found);
  };
  const { "GET /filesystem/mediafiles": _, ...filesystem } = filesystemRoutes(desk.paths, options.windows === true);

  return {
    ...startArr(desk, {
      version: "v1",
      routes: {
        "GET /system/status": () => json(status(desk)),
        "GET /health": () => json([]),
        "GET /indexer": () => json(indexers()),
        "GET /indexer/:id": ({ params }) => one(indexers(), "Indexer", params.id),
        "GET /indexer/categories": () => json(TREE),
        "GET /indexerstatus": () => {
          const at = clock.date().toISOString();
          const until = new Date(clock.now() + 3_600_000).toISOString();
          return json(
            [...troubled].map((indexerId, index) => ({
              id: index + 1,
              indexerId,
              disabledTill: until,
              mostRecentFailure: at,
              initialFailure: at,
            })),
          );
        },
        "GET /search": async ({ query }) => {
          const found = search(query);
          await clock.wait(desk.durations.search);
          return json(found);
        },
        "POST /search": ({ body }) => grab(body),
        ...tagRoutes(desk.tags, one),
        ...filesystem,
      },
      restart: () => cache.clear(),
      test: () => desk.webhooks.send(desk.event("Test")),
    }),
    troubled,
    grabbed,
  };
}

/** Words to search by: tokens such as `{ImdbId:tt0113277}` become the title they stand for. */
function wordsOf(query: string): string {
  const tokens = [...query.matchAll(/\{(\w+):([^}]*)\}/g)].map(([, name = "", value = ""]) => ({
    name: name.toLowerCase(),
    value,
  }));
  const token = (name: string) => tokens.find((one) => one.name === name)?.value;
  const film = filmByImdb(token("imdbid") ?? "") ?? filmByTmdb(Number(token("tmdbid") ?? -1));
  const show = showByTvdb(Number(token("tvdbid") ?? -1));
  const [season, episode] = [token("season"), token("episode")];
  const two = (letter: string, value: string | undefined) => value === undefined ? "" : letter + value.padStart(2, "0");
  const known = film === undefined ? show?.title ?? "" : `${film.title} ${film.year}`;
  const rest = query.replace(/\{[^}]*\}/g, " ");
  return [known, rest, token("year") ?? "", two("S", season) + two("E", episode)].join(" ").replace(/\s+/g, " ").trim();
}

function categoryOf({ title }: Offer, type: string, app: string): number {
  if (app === "Lidarr") return /FLAC/.test(title) ? 3040 : 3010;
  const uhd = /2160p/.test(title);
  if (type === "tvsearch" || /\bS\d{2}/.test(title)) return uhd ? 5045 : /720p|1080p/.test(title) ? 5040 : 5030;
  return uhd ? 2045 : /BluRay/.test(title) ? 2050 : /720p|1080p/.test(title) ? 2040 : 2030;
}
