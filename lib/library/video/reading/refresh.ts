import * as z from "zod";
import type { CatalogueRepository } from "../../../../db/library/catalogue.ts";
import type { Log } from "../../../kit/log.ts";
import type { Clock } from "../../../kit/clock.ts";
import { toLocal } from "../../managers/paths/path_mapping.ts";
import type { Managers } from "../../managers/managers.ts";
import type { SettingsService } from "../../../platform/settings/service.ts";
import type { AnimeData } from "../../anime/service.ts";
import type { LibraryState } from "../../video_model.ts";
import { createOddCollector } from "./odd_reading.ts";
import { readMovie, readMovies } from "./read_movies.ts";
import { readAllSeries, readSeries } from "./read_series.ts";
import { createReading, type Reading } from "./reading.ts";

/** A manager by its kind: `movie` means Radarr, `series` means Sonarr. */
export type VideoKind = "movie" | "series";

/** Refreshes the managers' libraries in the database. */
export interface Refresh {
  /** Refreshes a whole library. Concurrent calls share one refresh. A failure is stored in the state and not thrown. */
  all(kind: VideoKind): Promise<LibraryState>;
  /** Starts a refresh of a whole library in the background if the last one is too old. */
  whenOld(kind: VideoKind): Promise<void>;
  /** Refreshes one title, with its files. Throws `ManagerProblem`. */
  title(kind: VideoKind, id: number): Promise<void>;
  /**
   * True if the caller should now read a series completely, because this was last done too long ago. Sonarr does not
   * change the record of a series when an episode gets another title or air date.
   */
  claimOldSeries(id: number): boolean;
  /** Returns the titles of files, by file ID in the manager. Throws `ManagerProblem`. */
  ownersOfFiles(kind: VideoKind, fileIds: number[]): Promise<number[]>;
  state(kind: VideoKind): Promise<LibraryState>;
  /** Resolves when no refresh is in progress. */
  settled(): Promise<void>;
  /** Aborts refreshes in progress. */
  close(): Promise<void>;
}

/** Services and options for refreshing from Radarr and Sonarr. */
export interface RefreshOptions {
  settings: Pick<SettingsService, "current">;
  managers: Pick<Managers, "connected" | "require" | "downSince">;
  repository: CatalogueRepository;
  clock: Clock;
  log: Log;
  /** Called after titles of a manager were refreshed. */
  changed?: (kind: VideoKind) => void;
  /** Called with one sentence about records that could not be read. */
  onOdd?: (sentence: string) => void;
  /** Determines which titles are anime, if enabled. */
  anime?: Pick<AnimeData, "lookup">;
}

/** Endpoint, query parameter, and field with the owner, for looking up files by ID. */
const FILES = {
  movie: { path: "/moviefile", parameter: "movieFileIds", owner: z.array(z.object({ movieId: z.int() })) },
  series: { path: "/episodefile", parameter: "episodeFileIds", owner: z.array(z.object({ seriesId: z.int() })) },
} as const;
/** Timeouts in milliseconds. They are short, because a caller is waiting. */
const FILE_MS = 10_000;
const TITLE_MS = 30_000;

interface RefreshState extends RefreshOptions {
  readonly readings: Record<VideoKind, Reading>;
  readonly readInFull: SeriesTimes;
}

/** Time of the last complete read of each series, or of the last attempt, in milliseconds. */
type SeriesTimes = Map<number, number>;

/** Creates the service that refreshes the libraries. The managers are refreshed independently of each other. */
export function createRefresh(options: RefreshOptions): Refresh {
  const readInFull: SeriesTimes = new Map();
  const readings = { movie: movieReading(options), series: seriesReading(options, readInFull) };
  const state: RefreshState = { ...options, readings, readInFull };
  const each = async (work: (reading: Reading) => Promise<void>) =>
    void await Promise.all(Object.values(readings).map(work));
  return {
    all: (kind) => readings[kind].all(),
    whenOld: (kind) => readings[kind].whenOld(),
    title: (kind, id) => readTitle(state, kind, id),
    claimOldSeries: (id) => claimOldSeries(state, id),
    ownersOfFiles: (kind, fileIds) => ownersOfFiles(state, kind, fileIds),
    state: (kind) => readings[kind].state(),
    settled: () => each((reading) => reading.settled()),
    close: () => each((reading) => reading.close()),
  };
}

function movieReading(options: RefreshOptions): Reading {
  const { repository, changed } = options;
  const reading: Reading = createReading(
    { ...options, catalogue: repository, changed: () => changed?.("movie") },
    "movie",
    async (manager, odd) =>
      readMovies(repository, { manager, signal: reading.signal, facts: await factsOf(options, "movie"), odd }),
  );
  return reading;
}

function seriesReading(options: RefreshOptions, times: SeriesTimes): Reading {
  const { repository, changed } = options;
  const reading: Reading = createReading(
    { ...options, catalogue: repository, changed: () => changed?.("series") },
    "series",
    async (manager, odd) =>
      readAllSeries(repository, {
        ...{ manager, odd, signal: reading.signal, facts: await factsOf(options, "series") },
        readInFull: (id) => times.set(id, options.clock.now().getTime()),
      }),
  );
  return reading;
}

async function factsOf({ settings, anime }: RefreshOptions, kind: VideoKind) {
  const { pathMappings, connections } = settings.current();
  return {
    url: connections[kind].url,
    toLocal: (path: string) => toLocal(path, kind, pathMappings),
    anime: await anime?.lookup(),
  };
}

async function readTitle(state: RefreshState, kind: VideoKind, id: number): Promise<void> {
  const { repository, managers, readings, readInFull, clock } = state;
  const context = {
    signal: readings[kind].signal,
    facts: await factsOf(state, kind),
    odd: createOddCollector(),
    totalMs: TITLE_MS,
  };
  await (kind === "movie"
    ? readMovie(repository, { ...context, manager: managers.require(kind) }, id)
    : readSeries(repository, {
      ...{ ...context, manager: managers.require(kind) },
      readInFull: () => readInFull.set(id, clock.now().getTime()),
    }, id));
}

function claimOldSeries({ managers, readings: { series }, readInFull, clock }: RefreshState, id: number): boolean {
  if (managers.connected("series") === undefined || series.isFresh(readInFull.get(id) ?? 0)) return false;
  // The time is stored in advance, so that a series that cannot be read is not requested every time it is shown.
  readInFull.set(id, clock.now().getTime());
  return true;
}

async function ownersOfFiles(
  { managers, readings }: RefreshState,
  kind: VideoKind,
  fileIds: number[],
): Promise<number[]> {
  const { path, parameter, owner } = FILES[kind];
  const options = { query: { [parameter]: fileIds }, totalMs: FILE_MS, signal: readings[kind].signal };
  const found = await managers.require(kind).get(path, owner, options);
  return [...new Set(found.map((file) => "movieId" in file ? file.movieId : file.seriesId))];
}
