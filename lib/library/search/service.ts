import type { TitleRepository } from "../../../db/library/titles.ts";
import type { Log } from "../../kit/log.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import type { AnimeData } from "../anime/service.ts";
import type { Movie, Series } from "../video_model.ts";
import type { Library } from "../video/service.ts";
import { MANAGERS } from "../../platform/managers/kinds.ts";
import type { Managers } from "../managers/managers.ts";
import { lookupAlbums, lookupTitles } from "../managers/search/lookup.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { type AddOffer, createAdding, isAnimeTitle } from "./add.ts";
import { createKeptIndex, type KeptIndex } from "./kept_index.ts";
import { createMusicSearch, type MusicSearch } from "./music_search.ts";
import type {
  AddTitle,
  LookupResult,
  ReleaseQuery,
  ReleaseSearch,
  SEARCH_SCOPES,
  SmartSearch,
} from "../search_model.ts";
import { albumFit, fitOf, lookupTerms } from "./online.ts";
import { type ReadQuery, readQuery } from "../matching/query.ts";
import { createReleaseSearch } from "../releases/release_search.ts";
import { albumResult, localResult, movieResult, onlineResult, seriesResult } from "./results.ts";
import { animeTerms, findAnime, withAnimeHits } from "../anime/named_titles.ts";
import { ask, type AskOptions, type SourceAnswer } from "../ask_sources.ts";
import type { TitleHit } from "../matching/title_index.ts";

/** Kinds of titles that a search includes. */
export type Scope = typeof SEARCH_SCOPES[number];
type VideoKind = "movie" | "series";

/** Searches for titles in the libraries, on disk and online, adds titles, and searches for releases. */
export interface Search {
  /** Searches all sources at the same time. `errors` lists the ones that failed. */
  smart(text: string, options?: { scope?: Scope; online?: boolean; signal?: AbortSignal }): Promise<SmartSearch>;
  /** Searches titles on disk that are not in a manager's library. */
  local(text: string): Promise<LookupResult[]>;
  /** Searches the managers' online lookup. Throws `bad_state`, or `upstream_failed` if no manager responds. */
  lookup(text: string, kind?: VideoKind, signal?: AbortSignal): Promise<LookupResult[]>;
  /**
   * Adds a title. Throws `conflict` with the ID of the existing title, `not_found`, `invalid` and `upstream_failed`.
   */
  add(title: AddTitle): Promise<Movie | Series>;
  /** Returns the options for a new title. Throws `bad_state` and `upstream_failed`. */
  offer(kind: VideoKind, anime: boolean): Promise<AddOffer>;
  /** Searches releases. Throws `invalid` if the query is too general. */
  releases(query: ReleaseQuery, signal?: AbortSignal): Promise<ReleaseSearch>;
  /** Resolves when no background refresh is in progress. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Services and options of the search. */
export interface SearchOptions {
  settings: Pick<SettingsService, "current">;
  managers: Pick<Managers, "connected" | "require">;
  library: Library;
  titles: TitleRepository;
  /** Provides all names of anime, if enabled. */
  anime?: Pick<AnimeData, "find" | "lookup">;
  clock: Clock;
  log: Log;
  /** Timeouts and delays in milliseconds. Tests use shorter ones. */
  waits?: { onlineMs?: number; soulseekSpacingMs?: number; episodesMs?: readonly number[] };
}

const KINDS = ["movie", "series"] as const;
const EVERY_KIND = [...KINDS, "music"] as const;
const MAX_RESULTS = 20;
const OWN_MS = 5_000;
const ONLINE_MS = 20_000;
/** Minimum interval in milliseconds, because a scan of local media writes constantly. */
const LOCAL_EVERY_MS = 5_000;
/** Bonus for the kind that the query specifies, so that titles of this kind are first. */
const KIND_BONUS = 10;

interface SearchState extends SearchOptions {
  /** Indexes of the movies and series in the libraries. */
  readonly held: Record<VideoKind, KeptIndex<number>>;
  readonly music: MusicSearch;
  /** Index of titles on disk that are not in a manager's library. */
  readonly onDisk: KeptIndex<string>;
  readonly onBug: AskOptions["onBug"];
}

/** Creates the search service. The database is read and managers are queried only when it is used. */
export function createSearch(options: SearchOptions): Search {
  const { titles, clock, log, waits = {} } = options;
  const state: SearchState = {
    ...options,
    held: {
      movie: createKeptIndex({ source: titles.catalogue("movie"), clock, everyMs: 0 }),
      series: createKeptIndex({ source: titles.catalogue("series"), clock, everyMs: 0 }),
    },
    music: createMusicSearch(titles, clock),
    onDisk: createKeptIndex({ source: titles.local(), clock, everyMs: LOCAL_EVERY_MS }),
    onBug: (source, error) => log("error", "A search failed.", { source, error: String(error) }),
  };
  const adding = createAdding({ ...options, ...(waits.episodesMs ? { episodeWaitsMs: waits.episodesMs } : {}) });
  return {
    smart: (text, choice = {}) => searchEverywhere(state, text, choice),
    local: (text) => searchDisk(state, readQuery(text), "all"),
    lookup: (text, kind, signal) => lookUp(state, text, kind === undefined ? KINDS : [kind], signal),
    add: adding.add,
    offer: adding.offer,
    releases: createReleaseSearch({ ...options, onBug: state.onBug, soulseekSpacingMs: waits.soulseekSpacingMs }),
    settled: adding.settled,
    close: adding.close,
  };
}

async function searchEverywhere(
  state: SearchState,
  text: string,
  { scope = "all", online = false, signal }: { scope?: Scope; online?: boolean; signal?: AbortSignal },
): Promise<SmartSearch> {
  const read = readQuery(text);
  const { query } = read;
  const kinds = scope === "all" ? EVERY_KIND : [scope];
  if (query.title === "") return { query, library: [], local: [], online: [], errors: [] };
  const own = { limitMs: OWN_MS, signal, onBug: state.onBug };
  const [libraries, disk, lookups] = await Promise.all([
    Promise.all(
      kinds.map((kind) =>
        ask("library", () => kind === "music" ? searchAlbums(state, read) : searchTitles(state, kind, read), own)
      ),
    ),
    ask("local", () => searchDisk(state, read, scope), own),
    online ? searchOnline(state, read, kinds, signal) : nothing,
  ]);
  const library = gathered(libraries, read);
  return {
    query,
    library: library.found.slice(0, MAX_RESULTS),
    local: disk.found,
    online: lookups.found.slice(0, 2 * MAX_RESULTS),
    errors: [...library.errors, ...disk.errors, ...lookups.errors],
  };
}

async function lookUp(
  state: SearchState,
  text: string,
  kinds: readonly VideoKind[],
  signal: AbortSignal | undefined,
): Promise<LookupResult[]> {
  const { connections } = state.settings.current();
  if (!kinds.some((kind) => connections[kind].enabled)) {
    const apps = kinds.map((kind) => MANAGERS[kind].app).join(" and ");
    throw new Fault("bad_state", `${apps} ${kinds.length > 1 ? "are" : "is"} not connected. Set it up in Settings.`);
  }
  const { found, errors } = await searchOnline(state, readQuery(text), kinds, signal);
  if (found.length === 0 && errors.length > 0) {
    throw new Fault("upstream_failed", errors.map(({ message }) => message).join(" "));
  }
  return found;
}

async function searchTitles(state: SearchState, kind: VideoKind, read: ReadQuery): Promise<LookupResult[]> {
  const { titles, held } = state;
  const { query } = read;
  // Movies and series have separate IDs.
  const ids = query.kind === undefined || query.kind === kind ? await titles.idsOf(kind, query) : [];
  if (ids.length > 0) return await resultsOf(titles, kind, ids.map((id) => ({ id, score: 100 })));
  const [named, anime] = await Promise.all([
    held[kind].current().then((index) => index.search(textsOf(read), { year: query.year, limit: MAX_RESULTS })),
    animeHits(state, kind, read),
  ]);
  return await resultsOf(titles, kind, withAnimeHits(named, anime).slice(0, MAX_RESULTS));
}

/** Searches titles in the library by all names that they have at AniDB. */
async function animeHits(
  { anime, titles }: SearchState,
  kind: VideoKind,
  read: ReadQuery,
): Promise<TitleHit<number>[]> {
  const found = await findAnime(anime, kind, read);
  const hits = found.map(async ({ match, ids }) =>
    (await titles.idsOf(kind, ids)).map((id) => ({ id, score: match.score, matchedOn: match.matchedOn }))
  );
  return (await Promise.all(hits)).flat();
}

/** Searches albums in the library. IDs of movies and series, and season numbers, never match music. */
function searchAlbums({ music }: SearchState, read: ReadQuery): Promise<LookupResult[]> {
  const { tmdbId, tvdbId, imdbId, season, episode, year } = read.query;
  const isVideo = [tmdbId, tvdbId, imdbId, season, episode].some((number) => number !== undefined);
  return isVideo ? Promise.resolve([]) : music.search(textsOf(read), { year, limit: MAX_RESULTS });
}

/** Loads the records of matches. Skips titles that have since been removed. */
async function resultsOf(
  titles: TitleRepository,
  kind: VideoKind,
  hits: readonly TitleHit<number>[],
): Promise<LookupResult[]> {
  const records = new Map((await titles.records(kind, hits.map(({ id }) => id))).map((row) => [row.id, row]));
  return hits.flatMap((hit) => {
    const row = records.get(hit.id);
    if (row === undefined) return [];
    return [kind === "movie" ? movieResult(row.record, row.anime, hit) : seriesResult(row.record, hit)];
  });
}

async function searchDisk({ titles, onDisk }: SearchState, read: ReadQuery, scope: Scope): Promise<LookupResult[]> {
  const kind = { all: undefined, movie: "movie", series: "series", music: "album" }[scope];
  const hits = (await onDisk.current()).search(textsOf(read), {
    year: read.query.year,
    limit: kind ? 5 * MAX_RESULTS : MAX_RESULTS,
  });
  const rows = new Map((await titles.localTitles(hits.map(({ id }) => id))).map((row) => [row.id, row]));
  const found = hits.flatMap((hit) => {
    const row = rows.get(hit.id);
    return row === undefined ? [] : [localResult(row, hit)];
  });
  return found.filter((one) => kind === undefined || one.kind === kind).slice(0, MAX_RESULTS);
}

/** Queries the connected managers. Managers that are not connected are not listed as failed. */
async function searchOnline(
  state: SearchState,
  read: ReadQuery,
  kinds: readonly (VideoKind | "music")[],
  signal: AbortSignal | undefined,
): Promise<SourceAnswer<LookupResult>> {
  const asked = kinds.filter((kind) => state.settings.current().connections[kind].enabled);
  const options = { limitMs: state.waits?.onlineMs ?? ONLINE_MS, signal, onBug: state.onBug };
  const answers = asked.map((kind) =>
    ask(
      kind,
      (stop) => kind === "music" ? lookUpAlbums(state, read, stop) : lookUpTitles(state, kind, read, stop),
      options,
    )
  );
  return gathered(await Promise.all(answers), read);
}

async function lookUpTitles(
  { managers, titles, anime }: SearchState,
  kind: VideoKind,
  read: ReadQuery,
  signal: AbortSignal,
): Promise<LookupResult[]> {
  const manager = managers.require(kind);
  const terms = [...lookupTerms(kind, read), ...await animeTerms(anime, kind, read)];
  const answers = await Promise.all(terms.map((term) => lookupTitles(manager, term, { signal })));
  const found = [...new Map(answers.flat().map((title) => [title.externalId, title])).values()];
  const hits = found.flatMap(({ id }) => id === undefined ? [] : [{ id, score: 0 }]);
  const known = await resultsOf(titles, kind, hits);
  const listed = await anime?.lookup();
  return found.map((title) =>
    onlineResult(title, {
      held: known.find(({ arrId }) => arrId === title.id),
      isAnime: isAnimeTitle(listed, kind, title),
      match: fitOf(title, read),
    })
  );
}

async function lookUpAlbums({ managers }: SearchState, read: ReadQuery, signal: AbortSignal): Promise<LookupResult[]> {
  const found = await lookupAlbums(managers.require("music"), read.query.title, { signal });
  return found.map((album) => albumResult(album, albumFit(album, read)));
}

const nothing: SourceAnswer<LookupResult> = { found: [], errors: [] };

/**
 * Returns the texts to search for: the title, the title with a year that may belong to it, and the title with the
 * ambiguous words.
 */
const textsOf = ({ query: { title, year }, full }: ReadQuery): string[] =>
  year === undefined ? [title, full] : [title, `${title} ${year}`, full, `${full} ${year}`];

/** Merges the results, best match first. Results with equal scores keep the order of the sources. */
function gathered(answers: readonly SourceAnswer<LookupResult>[], { query }: ReadQuery): SourceAnswer<LookupResult> {
  const rank = ({ kind, anime, score = 0 }: LookupResult) =>
    score + (query.kind === kind ? KIND_BONUS : 0) + (query.anime && anime ? KIND_BONUS : 0);
  return {
    found: answers.flatMap(({ found }) => found).sort((a, b) => rank(b) - rank(a)),
    errors: answers.flatMap(({ errors }) => errors),
  };
}
