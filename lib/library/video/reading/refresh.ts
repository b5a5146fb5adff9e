import { z } from "zod";
import type { CatalogueRepository } from "../../../../db/library/catalogue.ts";
import type { Log } from "../../../kit/log.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { LibraryKind } from "../../../platform/managers/kinds.ts";
import { toLocal } from "../../managers/paths/path_mapping.ts";
import type { Managers } from "../../managers/managers.ts";
import type { SettingsService } from "../../../platform/settings/service.ts";
import type { LibraryState } from "../model.ts";
import { createOddCollector } from "./odd_reading.ts";
import { readMovie, readMovies } from "./read_movies.ts";
import { readAllSeries, readSeries } from "./read_series.ts";
import { createReading, type Reading } from "./reading.ts";

export type VideoKind = "movie" | "series";

/** Reads the managers into the store. */
export interface Refresh {
  /** Reads a manager anew. Reads that are asked for at once are one; failure is kept in the state, not thrown. */
  all(kind: VideoKind): Promise<LibraryState>;
  /** Has a manager read in the background when it was not asked for a while. */
  whenOld(kind: VideoKind): Promise<void>;
  /** Reads one title anew, with its files. Throws `ManagerProblem`. */
  title(kind: VideoKind, id: number): Promise<void>;
  /** The titles that files belong to, by the manager's numbers of the files. Throws `ManagerProblem`. */
  ownersOfFiles(kind: VideoKind, fileIds: number[]): Promise<number[]>;
  state(kind: VideoKind): Promise<LibraryState>;
  /** Resolves when no manager is being read any more. */
  settled(): Promise<void>;
  /** Stops what is being read. */
  close(): Promise<void>;
}

export interface RefreshOptions {
  settings: Pick<SettingsService, "current">;
  managers: Pick<Managers, "connected" | "require">;
  repository: CatalogueRepository;
  clock: Clock;
  log: Log;
  /** Called when the titles of a manager were read anew. */
  changed?: (kind: VideoKind) => void;
  /** Told in one sentence of what could not be read. */
  onOdd?: (kind: LibraryKind, sentence: string) => void;
}

/** How a manager is asked for a file by its number, and which title the answer names. */
const FILES = {
  movie: { path: "/moviefile", parameter: "movieFileIds", owner: z.array(z.object({ movieId: z.int() })) },
  series: { path: "/episodefile", parameter: "episodeFileIds", owner: z.array(z.object({ seriesId: z.int() })) },
} as const;
/** A caller waits for these. */
const FILE_MS = 10_000;
const TITLE_MS = 30_000;

export function createRefresh(options: RefreshOptions): Refresh {
  const { settings, managers, repository, changed = () => {} } = options;
  const factsOf = (kind: VideoKind) => {
    const { pathMappings, connections } = settings.current();
    return { url: connections[kind].url, toLocal: (path: string) => toLocal(path, kind, pathMappings) };
  };
  const of = (kind: VideoKind) => ({ ...options, catalogue: repository, changed: () => changed(kind) });
  const movies: Reading = createReading(
    of("movie"),
    "movie",
    (manager, odd) => readMovies(repository, { manager, signal: movies.signal, facts: factsOf("movie"), odd }),
  );
  const series: Reading = createReading(
    of("series"),
    "series",
    (manager, odd) => readAllSeries(repository, { manager, signal: series.signal, facts: factsOf("series"), odd }),
  );
  const readings = { movie: movies, series };

  async function title(kind: VideoKind, id: number): Promise<void> {
    const context = {
      signal: readings[kind].signal,
      facts: factsOf(kind),
      odd: createOddCollector(),
      totalMs: TITLE_MS,
    };
    await (kind === "movie"
      ? readMovie(repository, { ...context, manager: managers.require(kind) }, id)
      : readSeries(repository, { ...context, manager: managers.require(kind) }, id));
  }

  async function ownersOfFiles(kind: VideoKind, fileIds: number[]): Promise<number[]> {
    const { path, parameter, owner } = FILES[kind];
    const limits = { totalMs: FILE_MS, signal: readings[kind].signal };
    const query = fileIds.map((id) => `${parameter}=${id}`).join("&");
    const found = await managers.require(kind).get(`${path}?${query}`, owner, limits);
    return [...new Set(found.map((file) => "movieId" in file ? file.movieId : file.seriesId))];
  }

  const each = async (work: (reading: Reading) => Promise<void>) =>
    void await Promise.all(Object.values(readings).map(work));

  return {
    all: (kind) => readings[kind].all(),
    whenOld: (kind) => readings[kind].whenOld(),
    title,
    ownersOfFiles,
    state: (kind) => readings[kind].state(),
    settled: () => each((reading) => reading.settled()),
    close: () => each((reading) => reading.close()),
  };
}
