import { filmByImdb, filmByTmdb } from "./data_movies.ts";
import { showByTvdb } from "./data_series.ts";
import { category } from "./prowlarr_categories.ts";
import type { Clock } from "./shared/clock.ts";
import { intOf, intsOf, valueOf } from "./shared/http.ts";
import { type Offer, offersOf } from "./shared/offers.ts";
import { hash } from "./shared/random.ts";
import type { Fields } from "./shared/types.ts";

/** A found release, which is cached while it can be grabbed. */
export interface CachedRelease {
  release: Fields;
  offer: Offer;
  until: number;
}

/** State shared by the searches of one Prowlarr. */
export interface ProwlarrState {
  clock: Clock;
  /** IDs of failing indexers. */
  troubled: Set<number>;
  /** Cached releases by indexer and GUID. */
  cache: Map<string, CachedRelease>;
}

const KEPT_MS = 30 * 60_000;

/** Searches all indexers or the requested ones, and caches the results. */
export function searchIndexers(state: ProwlarrState, query: URLSearchParams): Fields[] {
  const { clock, cache } = state;
  const wanted = isWanted(state, intsOf(query, "indexerIds"));
  const categories = intsOf(query, "categories");
  const type = valueOf(query, "type") ?? "search";
  const app = type === "music" || categories.some((id) => Math.floor(id / 1000) === 3) ? "Lidarr" : "Radarr";
  const words = wordsOf(valueOf(query, "query") ?? "");
  const offers = words === "" ? [] : offersOf(app, words, { languages: [] });
  const found = offers.filter(wanted).map((offer) => ({
    offer,
    release: resource(clock, offer, categoryOf(offer, type, app)),
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

/** -1 selects all Usenet indexers, -2 all torrent indexers. */
const isWanted = ({ troubled }: ProwlarrState, ids: number[]) => ({ indexerId, protocol }: Offer): boolean =>
  !troubled.has(indexerId) &&
  (ids.length === 0 || ids.includes(indexerId) || (ids.includes(-1) && protocol === "usenet") ||
    (ids.includes(-2) && protocol === "torrent"));

function resource(
  clock: Clock,
  { quality: _, languages: __, releaseGroup: ___, ageHours, ...offer }: Offer,
  categoryId: number,
) {
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

/** Returns the words to search for. Tokens such as `{ImdbId:tt0113277}` are replaced with the title. */
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
