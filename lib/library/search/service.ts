import type { TitleRepository } from "../../../db/library/titles.ts";
import type { Log } from "../../kit/log.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import type { Movie, Series } from "../video/model.ts";
import type { Library } from "../video/service.ts";
import { MANAGERS } from "../../platform/managers/kinds.ts";
import type { Managers } from "../managers/managers.ts";
import { lookupAlbums, lookupTitles } from "../managers/search/lookup.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { type AddOffer, createAdding } from "./add.ts";
import { createKeptIndex } from "./kept_index.ts";
import { createMusicSearch } from "./music_search.ts";
import type { AddTitle, LookupResult, ReleaseQuery, ReleaseSearch, SEARCH_SCOPES, SmartSearch } from "./model.ts";
import { albumFit, fitOf, lookupTerms } from "./online.ts";
import { type ReadQuery, readQuery } from "./query.ts";
import { createReleaseSearch } from "../releases/release_search.ts";
import { albumResult, localResult, movieResult, onlineResult, seriesResult } from "./results.ts";
import { ask, type Source, type SourceAnswer } from "./sources.ts";
import type { TitleHit } from "./title_index.ts";

export type Scope = typeof SEARCH_SCOPES[number];
type VideoKind = "movie" | "series";

/** Finds titles in the libraries, on disk and online, adds them, and finds their releases. */
export interface Search {
  /** Every place at once; one that fails is named in `errors`. */
  smart(text: string, options?: { scope?: Scope; online?: boolean; signal?: AbortSignal }): Promise<SmartSearch>;
  /** Titles on disk that no manager manages. */
  local(text: string): Promise<LookupResult[]>;
  /** Titles the managers' online lookup knows. Throws `bad_state` and `upstream_failed` when nobody answers. */
  lookup(text: string, kind?: VideoKind, signal?: AbortSignal): Promise<LookupResult[]>;
  /** Throws `conflict` with the id of a title that is there already, `not_found`, `invalid` and `upstream_failed`. */
  add(title: AddTitle): Promise<Movie | Series>;
  /** Where a new title can go. Throws `bad_state` and `upstream_failed`. */
  offer(kind: VideoKind, anime: boolean): Promise<AddOffer>;
  /** Throws `invalid` when too little is said to search. */
  releases(query: ReleaseQuery, signal?: AbortSignal): Promise<ReleaseSearch>;
  /** Resolves when nothing is read in the background any more. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface SearchOptions {
  settings: Pick<SettingsService, "current">;
  managers: Pick<Managers, "connected" | "require">;
  library: Library;
  titles: TitleRepository;
  clock: Clock;
  log: Log;
  /** Shorter ones for tests. */
  waits?: { onlineMs?: number; soulseekSpacingMs?: number; episodesMs?: readonly number[] };
}

const KINDS = ["movie", "series"] as const;
const EVERY_KIND = [...KINDS, "music"] as const;
const MOST = 20;
const OWN_MS = 5_000;
const ONLINE_MS = 20_000;
/** A scan of local media writes all the time. */
const LOCAL_EVERY_MS = 5_000;
/** Who names a kind wants it first, and the rest after it. */
const KIND_BONUS = 10;

export function createSearch(options: SearchOptions): Search {
  const { settings, managers, titles, clock, log, waits = {} } = options;
  const onBug = (source: Source, error: unknown) => log("error", "A search failed.", { source, error: String(error) });
  const held = {
    movie: createKeptIndex({ source: titles.catalogue("movie"), clock, everyMs: 0 }),
    series: createKeptIndex({ source: titles.catalogue("series"), clock, everyMs: 0 }),
  };
  const music = createMusicSearch(titles, clock);
  const onDisk = createKeptIndex({ source: titles.local(), clock, everyMs: LOCAL_EVERY_MS });
  const adding = createAdding({ ...options, ...(waits.episodesMs ? { episodeWaitsMs: waits.episodesMs } : {}) });
  const releases = createReleaseSearch({ ...options, onBug, soulseekSpacingMs: waits.soulseekSpacingMs });

  async function inLibrary(kind: VideoKind, read: ReadQuery): Promise<LookupResult[]> {
    const { query } = read;
    const ids = await titles.idsOf(kind, query);
    const hits: TitleHit<number>[] = ids.length > 0
      ? ids.map((id) => ({ id, score: 100 }))
      : (await held[kind].current()).search(textsOf(read), { year: query.year, limit: MOST });
    return await withRecords(kind, hits);
  }

  /** Numbers of films and series, and those of seasons, name no music. */
  function albumsInLibrary(read: ReadQuery): Promise<LookupResult[]> {
    const { tmdbId, tvdbId, imdbId, season, episode, year } = read.query;
    const isVideo = [tmdbId, tvdbId, imdbId, season, episode].some((number) => number !== undefined);
    return isVideo ? Promise.resolve([]) : music.search(textsOf(read), { year, limit: MOST });
  }

  async function withRecords(kind: VideoKind, hits: TitleHit<number>[]): Promise<LookupResult[]> {
    const records = new Map((await titles.records(kind, hits.map(({ id }) => id))).map((row) => [row.id, row]));
    return hits.flatMap((hit) => {
      const row = records.get(hit.id);
      if (row === undefined) return [];
      return [kind === "movie" ? movieResult(row.record, row.anime, hit) : seriesResult(row.record, hit)];
    });
  }

  async function onThisDisk(read: ReadQuery, scope: Scope): Promise<LookupResult[]> {
    const kind = { all: undefined, movie: "movie", series: "series", music: "album" }[scope];
    const hits = (await onDisk.current()).search(textsOf(read), {
      year: read.query.year,
      limit: kind ? 5 * MOST : MOST,
    });
    const rows = new Map((await titles.localTitles(hits.map(({ id }) => id))).map((row) => [row.id, row]));
    const found = hits.flatMap((hit) => {
      const row = rows.get(hit.id);
      return row === undefined ? [] : [localResult(row, hit)];
    });
    return found.filter((one) => kind === undefined || one.kind === kind).slice(0, MOST);
  }

  async function online(kind: VideoKind, read: ReadQuery, signal: AbortSignal): Promise<LookupResult[]> {
    const manager = managers.require(kind);
    const answers = await Promise.all(
      lookupTerms(kind, read).map((term) => lookupTitles(manager, term, { signal })),
    );
    const found = [...new Map(answers.flat().map((title) => [title.externalId, title])).values()];
    const known = await withRecords(kind, found.flatMap(({ id }) => id === undefined ? [] : [{ id, score: 0 }]));
    return found.map((title) => onlineResult(title, known.find(({ arrId }) => arrId === title.id), fitOf(title, read)));
  }

  async function albums(read: ReadQuery, signal: AbortSignal): Promise<LookupResult[]> {
    const found = await lookupAlbums(managers.require("music"), read.query.title, { signal });
    return found.map((album) => albumResult(album, albumFit(album, read)));
  }

  /** Asks the connected managers; those that are not connected are no failure here. */
  async function everywhereOnline(read: ReadQuery, kinds: readonly (VideoKind | "music")[], signal?: AbortSignal) {
    const asked = kinds.filter((kind) => settings.current().connections[kind].enabled);
    const limitMs = waits.onlineMs ?? ONLINE_MS;
    return gathered(
      await Promise.all(
        asked.map((kind) =>
          ask(kind, (stop) => kind === "music" ? albums(read, stop) : online(kind, read, stop), {
            limitMs,
            signal,
            onBug,
          })
        ),
      ),
      read,
    );
  }

  return {
    async smart(text, { scope = "all", online: wanted = false, signal } = {}) {
      const read = readQuery(text);
      const { query } = read;
      const kinds = scope === "all" ? EVERY_KIND : [scope];
      if (query.title === "") return { query, library: [], local: [], online: [], errors: [] };
      const own = { limitMs: OWN_MS, signal, onBug };
      const [libraries, disk, lookups] = await Promise.all([
        Promise.all(
          kinds.map((kind) =>
            ask("library", () => kind === "music" ? albumsInLibrary(read) : inLibrary(kind, read), own)
          ),
        ),
        ask("local", () => onThisDisk(read, scope), own),
        wanted ? everywhereOnline(read, kinds, signal) : nothing,
      ]);
      const library = gathered(libraries, read);
      return {
        query,
        library: library.found.slice(0, MOST),
        local: disk.found,
        online: lookups.found.slice(0, 2 * MOST),
        errors: [...library.errors, ...disk.errors, ...lookups.errors],
      };
    },
    local: (text) => onThisDisk(readQuery(text), "all"),
    async lookup(text, kind, signal) {
      const kinds = kind === undefined ? KINDS : [kind];
      if (!kinds.some((one) => settings.current().connections[one].enabled)) {
        const apps = kinds.map((one) => MANAGERS[one].app).join(" and ");
        throw new Fault(
          "bad_state",
          `${apps} ${kinds.length > 1 ? "are" : "is"} not connected. Set it up in Settings.`,
        );
      }
      const { found, errors } = await everywhereOnline(readQuery(text), kinds, signal);
      if (found.length === 0 && errors.length > 0) {
        throw new Fault("upstream_failed", errors.map(({ message }) => message).join(" "));
      }
      return found;
    },
    add: adding.add,
    offer: adding.offer,
    releases,
    settled: adding.settled,
    close: adding.close,
  };
}

const nothing: SourceAnswer<LookupResult> = { found: [], errors: [] };

/** The title alone, with the year that may belong to it, and with the words that titles use too. */
const textsOf = ({ query: { title, year }, full }: ReadQuery): string[] =>
  year === undefined ? [title, full] : [title, `${title} ${year}`, full, `${full} ${year}`];

/** One list, best first; in the order of the places where two fit as well. */
function gathered(answers: readonly SourceAnswer<LookupResult>[], { query }: ReadQuery): SourceAnswer<LookupResult> {
  const rank = ({ kind, anime, score = 0 }: LookupResult) =>
    score + (query.kind === kind ? KIND_BONUS : 0) + (query.anime && anime ? KIND_BONUS : 0);
  return {
    found: answers.flatMap(({ found }) => found).sort((a, b) => rank(b) - rank(a)),
    errors: answers.flatMap(({ errors }) => errors),
  };
}
