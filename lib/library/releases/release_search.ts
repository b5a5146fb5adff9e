import type { TitleRepository } from "../../../db/library/titles.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { type LibraryKind, managerKind } from "../../platform/managers/kinds.ts";
import { albumWords, type ReleaseTarget, searchIndexers, searchReleases } from "../managers/search/releases.ts";
import type { Managers } from "../managers/managers.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { ReleaseQuery, ReleaseSearch } from "../search_model.ts";
import { parseQuery } from "../matching/query.ts";
import { releaseOf, type UnscoredRelease } from "./release_facts.ts";
import { byScore, keyOf, scored } from "./score.ts";
import { createSoulseekSearch } from "./soulseek.ts";
import { ask, type AskOptions, type Source } from "../ask_sources.ts";

/** Services of the release search. `onBug` is called with unexpected errors. */
export interface ReleaseSearchOptions {
  settings: Pick<SettingsService, "current">;
  managers: Pick<Managers, "require">;
  titles: TitleRepository;
  clock: Clock;
  onBug: AskOptions["onBug"];
  /** Interval between two searches of the Soulseek network, in milliseconds. */
  soulseekSpacingMs?: number | undefined;
}

/**
 * Timeout in milliseconds. Indexers are queried before the response is sent, and a Soulseek search may have to wait for
 * others.
 */
const MANAGER_MS = 100_000;
const SOULSEEK_MS = 180_000;

interface Place {
  source: Source;
  limitMs: number;
  find: (signal: AbortSignal) => Promise<UnscoredRelease[]>;
}

interface ReleaseSearchDeps extends ReleaseSearchOptions {
  readonly searchSoulseek: ReturnType<typeof createSoulseekSearch>;
}

/**
 * Creates the search in all sources that may have releases of a title. Throws `invalid` if the query is too general.
 */
export function createReleaseSearch(
  options: ReleaseSearchOptions,
): (query: ReleaseQuery, signal?: AbortSignal) => Promise<ReleaseSearch> {
  const { clock, soulseekSpacingMs } = options;
  const deps = { ...options, searchSoulseek: createSoulseekSearch({ clock, spacingMs: soulseekSpacingMs }) };
  return (query, signal) => searchEverywhere(deps, query, signal);
}

async function searchEverywhere(
  deps: ReleaseSearchDeps,
  query: ReleaseQuery,
  signal: AbortSignal | undefined,
): Promise<ReleaseSearch> {
  const { titles, onBug } = deps;
  const kind = kindOf(query.arr);
  let albumWords: string | undefined;
  const places = placesOf(deps, query, kind, (words) => albumWords = words);
  if (places.length === 0) throw tooLittle();
  const [anime, ...answers] = await Promise.all([
    kind === "series" && query.arrId !== undefined ? isAnime(titles, query.arrId) : false,
    ...places.map(({ source, limitMs, find }) => ask(source, find, { limitMs, signal, onBug })),
  ]);
  const wanted = { wants: parseQuery(query.q ?? "").wants, seasonNumber: query.seasonNumber, anime, albumWords };
  const found = oneOfEach(answers.flatMap(({ found }) => found)).map((one) => scored(one, wanted)).sort(byScore);
  return {
    total: found.length,
    remux: found.filter(({ isRemux }) => isRemux).length,
    disc: found.filter(({ isDisc }) => isDisc).length,
    releases: found,
    errors: answers.flatMap(({ errors }) => errors),
  };
}

/** Returns the sources to search. Passes the search words for peers to `onSoulseekWords`. */
function placesOf(
  deps: ReleaseSearchDeps,
  query: ReleaseQuery,
  kind: LibraryKind | undefined,
  onSoulseekWords: (words: string) => void,
): Place[] {
  const { managers, settings } = deps;
  const { q = "", indexer, soulseek: peers, albumId } = query;
  const target = targetOf(query, kind);
  const places: Place[] = [];
  if (target) {
    places.push({
      source: target.kind,
      limitMs: MANAGER_MS,
      find: async (signal) =>
        (await searchReleases(managers.require(target.kind), target, { signal }))
          .map((row) => ({ ...releaseOf(row, target.kind), ...(albumId ? { albumIds: [albumId] } : {}) })),
    });
  }
  if (q !== "" && indexer && (settings.current().connections.indexer.enabled || (!target && !peers))) {
    places.push({
      source: "indexer",
      limitMs: MANAGER_MS,
      find: async (signal) =>
        (await searchIndexers(managers.require("indexer"), q, kind, { signal }))
          .map((row) => releaseOf(row, "indexer", kind)),
    });
  }
  if (peers && (q !== "" || albumId !== undefined)) {
    places.push({
      source: "soulseek",
      limitMs: SOULSEEK_MS,
      find: (signal) => searchPeers(deps, q, albumId, { signal, onWords: onSoulseekWords }),
    });
  }
  return places;
}

/** Without a text, the artist and title of the album are searched for. */
async function searchPeers(
  { settings, managers, searchSoulseek }: ReleaseSearchDeps,
  words: string,
  albumId: number | undefined,
  { signal, onWords }: { signal: AbortSignal; onWords: (words: string) => void },
): Promise<UnscoredRelease[]> {
  const { maxQueueLength, searchTimeoutSeconds } = settings.current().connections.soulseek;
  const limits = { maxQueueLength, silenceSeconds: searchTimeoutSeconds, albumId };
  const slskd = managers.require("soulseek");
  const wanted = words !== "" || albumId === undefined
    ? words
    : await albumWords(managers.require("music"), albumId, { signal });
  onWords(wanted);
  return await searchSoulseek(slskd, wanted, limits, signal);
}

async function isAnime(titles: TitleRepository, seriesId: number): Promise<boolean> {
  return (await titles.records("series", [seriesId]))[0]?.anime ?? false;
}

function kindOf(arr: string | undefined): LibraryKind | undefined {
  if (arr === undefined || arr === "") return undefined;
  const kind = managerKind(arr);
  if (kind === "movie" || kind === "series" || kind === "music") return kind;
  throw new Fault("invalid", "Releases can be searched for movies, series and music.", {
    fields: [{ path: "arr", message: "Use movie, series or music." }],
  });
}

/** Returns the target for a manager, or undefined if it is not searched, or if there is a text instead of a target. */
function targetOf(query: ReleaseQuery, kind: LibraryKind | undefined): ReleaseTarget | undefined {
  const { arrId, seasonNumber, episodeId, albumId } = query;
  switch (kind) {
    case "movie":
      return arrId === undefined ? undefined : { kind, movieId: arrId };
    case "series":
      if (episodeId !== undefined) return { kind, episodeId };
      return arrId === undefined || seasonNumber === undefined ? undefined : { kind, seriesId: arrId, seasonNumber };
    case "music":
      if (albumId === undefined) return undefined;
      return { kind, albumId, ...(arrId === undefined ? {} : { artistId: arrId }) };
    default:
      return undefined;
  }
}

const tooLittle = () =>
  new Fault("invalid", "Specify what to search for: a movie, a season or an episode, an album, or words.", {
    fields: [{
      path: "q",
      message: "Specify a title by `arr` and its ID (series: with `seasonNumber`), or search words.",
    }],
  });

/**
 * Removes duplicates. If both a manager and Prowlarr return a release, the manager's result is kept, because the
 * manager can follow the download.
 */
function oneOfEach(found: readonly UnscoredRelease[]): UnscoredRelease[] {
  const managed = new Set(found.filter(({ source }) => source !== "indexer").map(({ guid }) => guid));
  const known = new Set<string>();
  return found.filter((release) => {
    if (release.source === "indexer" && managed.has(release.guid)) return false;
    const key = keyOf(release);
    return !known.has(key) && known.add(key);
  });
}
