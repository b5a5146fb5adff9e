import { createHash } from "node:crypto";
import { z } from "zod";
import { type CatalogueRepository, searchKey } from "../../db/catalogue.ts";
import type { CatalogueTitleRow } from "../../db/schema_catalogue.ts";
import type { Log, ManagerFile } from "../jobs/deps.ts";
import type { Clock } from "../kit/clock.ts";
import { Fault } from "../kit/fault.ts";
import { inLanes } from "../kit/lanes.ts";
import { MANAGERS } from "../managers/kinds.ts";
import { toLocal } from "../managers/path_mapping.ts";
import { type ManagerAddress, ManagerProblem, readManager } from "../managers/request.ts";
import { isRemuxQuality } from "../managers/wire/common.ts";
import { RadarrMovie } from "../managers/wire/radarr.ts";
import { SonarrEpisode, SonarrFile, SonarrSeries } from "../managers/wire/sonarr.ts";
import type { Outgoing } from "../outgoing/model.ts";
import type { SettingsService } from "../settings/service.ts";
import { episodeOf, movieOf, seriesOf } from "./from_wire.ts";
import { type RemuxFile, remuxFiles } from "./remuxes.ts";
import { Episode, type LibraryQuery, type LibraryState, Movie, Series } from "./model.ts";

type VideoKind = "movie" | "series";

/** The films and series of the managers, as they were read last. No call here waits for a manager but `refresh`. */
export interface Library {
  movies(query: LibraryQuery): Promise<LibraryPage<Movie>>;
  /** Throws `not_found`. */
  movie(id: number): Promise<Movie>;
  series(query: LibraryQuery): Promise<LibraryPage<Series>>;
  /** Throws `not_found`. */
  oneSeries(id: number): Promise<Series>;
  episodes(seriesId: number, season?: number): Promise<Episode[]>;
  /** Every remux of the managers that auto transcode may look at. */
  remuxes(): Promise<RemuxFile[]>;
  /** A file by its manager's id, as a job takes it; undefined when it is not known. */
  file(arr: string, fileId: number): Promise<ManagerFile | undefined>;
  /** Reads a manager anew. Reads that are asked for at once are one; failure is kept in the state, not thrown. */
  refresh(kind: VideoKind): Promise<LibraryState>;
  /** Reads one title anew, with its files. Throws `ManagerProblem`. */
  refreshTitle(kind: VideoKind, id: number): Promise<void>;
  state(kind: VideoKind): Promise<LibraryState>;
  /** Resolves when nothing is being read any more. */
  settled(): Promise<void>;
}

export interface LibraryPage<T> {
  items: T[];
  total: number;
  limit: number;
  nextCursor?: string;
  state: LibraryState;
}

export interface LibraryOptions {
  settings: Pick<SettingsService, "current">;
  outgoing: Pick<Outgoing, "send">;
  repository: CatalogueRepository;
  clock: Clock;
  log: Log;
  /** Called when the titles of a manager were read anew. */
  changed?: (kind: VideoKind) => void;
}

/** A whole library is tens of megabytes and takes its manager a while. */
const LIBRARY_MS = 120_000;
/** What is shown is read anew in the background when it is older than this. */
const FRESH_MS = 60_000;
/** Series whose episodes are read at the same time. */
const SERIES_AT_ONCE = 4;

export function createLibrary(options: LibraryOptions): Library {
  const { settings, outgoing, repository, clock, log, changed = () => {} } = options;
  const refreshing = new Map<VideoKind, Promise<LibraryState>>();

  const addressOf = (kind: VideoKind): ManagerAddress | undefined => {
    const { enabled, url, apiKey } = settings.current().connections[kind];
    return enabled ? { url, apiKey } : undefined;
  };
  const factsOf = (kind: VideoKind) => {
    const { pathMappings } = settings.current();
    return { toLocal: (path: string) => toLocal(path, kind, pathMappings) };
  };

  async function readMovies(address: ManagerAddress): Promise<void> {
    const movies = await readManager(
      outgoing,
      "movie",
      address,
      "/movie?excludeLocalCovers=true",
      z.array(RadarrMovie),
      {
        totalMs: LIBRARY_MS,
      },
    );
    const facts = factsOf("movie");
    await repository.replaceTitles("movie", movies.map((wire) => movieRow(movieOf(wire, facts), wire, facts.toLocal)));
  }

  /** Episodes are read only of series whose record changed: their files and counts are part of it. */
  async function readSeries(address: ManagerAddress): Promise<void> {
    const series = await readManager(outgoing, "series", address, "/series", z.array(SonarrSeries), {
      totalMs: LIBRARY_MS,
    });
    const facts = factsOf("series");
    const known = await repository.fingerprints("series");
    await inLanes(series, SERIES_AT_ONCE, async (wire) => {
      const fingerprint = fingerprintOf([wire, facts.toLocal(wire.path)]);
      if (known.get(wire.id) !== fingerprint) await readEpisodes(address, wire, fingerprint);
    });
    await repository.keepOnly("series", new Set(series.map(({ id }) => id)));
  }

  /** The episodes of a series with their files, and the series itself last: what it counts is then there. */
  async function readEpisodes(address: ManagerAddress, wire: SonarrSeries, fingerprint: string): Promise<void> {
    const facts = factsOf("series");
    const [episodes, files] = await Promise.all([
      readManager(outgoing, "series", address, `/episode?seriesId=${wire.id}`, z.array(SonarrEpisode)),
      readManager(outgoing, "series", address, `/episodefile?seriesId=${wire.id}`, z.array(SonarrFile)),
    ]);
    const byId = new Map(files.map((file) => [file.id, file]));
    await repository.replaceEpisodes(
      wire.id,
      episodes.map((episode) => ({
        id: episode.id,
        seriesId: wire.id,
        seasonNumber: episode.seasonNumber,
        episodeNumber: episode.episodeNumber,
        record: episodeOf(episode, byId.get(episode.episodeFileId), facts),
      })),
    );
    const remux = new Map<number, number>();
    for (const { quality, seasonNumber } of files) {
      if (isRemuxQuality(quality)) remux.set(seasonNumber, (remux.get(seasonNumber) ?? 0) + 1);
    }
    await repository.put(seriesRow(seriesOf(wire, remux), wire, fingerprint, facts.toLocal));
  }

  async function refreshTitle(kind: VideoKind, id: number): Promise<void> {
    const address = addressOf(kind);
    if (address === undefined) throw new ManagerProblem("unreachable", notConnected(kind));
    const facts = factsOf(kind);
    if (kind === "movie") {
      const wire = await readManager(outgoing, "movie", address, `/movie/${id}`, RadarrMovie);
      return await repository.put(movieRow(movieOf(wire, facts), wire, facts.toLocal));
    }
    const wire = await readManager(outgoing, "series", address, `/series/${id}`, SonarrSeries);
    await readEpisodes(address, wire, fingerprintOf([wire, facts.toLocal(wire.path)]));
  }

  async function refresh(kind: VideoKind): Promise<LibraryState> {
    const address = addressOf(kind);
    const before = await repository.state(kind);
    const triedAt = clock.now().getTime();
    if (address === undefined) {
      await repository.setState({
        arr: kind,
        refreshedAt: before?.refreshedAt ?? null,
        triedAt,
        error: notConnected(kind),
      });
      return await state(kind);
    }
    try {
      await (kind === "movie" ? readMovies(address) : readSeries(address));
      await repository.setState({ arr: kind, refreshedAt: triedAt, triedAt, error: null });
      changed(kind);
    } catch (error) {
      if (!(error instanceof ManagerProblem)) throw error;
      log("warn", "A library could not be read.", { app: MANAGERS[kind].app, reason: error.message });
      await repository.setState({ arr: kind, refreshedAt: before?.refreshedAt ?? null, triedAt, error: error.message });
    }
    return await state(kind);
  }

  async function state(kind: VideoKind): Promise<LibraryState> {
    const row = await repository.state(kind);
    const error = addressOf(kind) === undefined ? notConnected(kind) : row?.error ?? undefined;
    return {
      ...(row?.refreshedAt ? { refreshedAt: new Date(row.refreshedAt).toISOString() } : {}),
      stale: error !== undefined,
      ...(error === undefined ? {} : { error }),
    };
  }

  const refreshOnce = (kind: VideoKind): Promise<LibraryState> => {
    const running = refreshing.get(kind) ?? refresh(kind).finally(() => refreshing.delete(kind));
    refreshing.set(kind, running);
    return running;
  };

  /** Nobody waits for it: what is known is shown, and the next look is at something newer. */
  async function refreshWhenOld(kind: VideoKind): Promise<void> {
    if (addressOf(kind) === undefined || refreshing.has(kind)) return;
    const tried = (await repository.state(kind))?.triedAt ?? 0;
    const age = clock.now().getTime() - tried;
    if (age >= 0 && age < FRESH_MS) return;
    refreshOnce(kind).catch((error) => log("error", "A library could not be stored.", { error }));
  }

  async function page<T>(kind: VideoKind, query: LibraryQuery, schema: z.ZodType<T>): Promise<LibraryPage<T>> {
    await refreshWhenOld(kind);
    const [{ rows, total, nextCursor }, now] = await Promise.all([repository.page(kind, query), state(kind)]);
    return {
      items: rows.map(({ record }) => schema.parse(record)),
      total,
      limit: query.limit,
      ...(nextCursor === undefined ? {} : { nextCursor }),
      state: now,
    };
  }

  async function one<T>(kind: VideoKind, id: number, schema: z.ZodType<T>): Promise<T> {
    const row = await repository.get(kind, id);
    if (row === undefined) throw new Fault("not_found", `${MANAGERS[kind].app} has nothing with the id ${id}.`);
    return schema.parse(row.record);
  }

  async function movieFile(fileId: number): Promise<ManagerFile | undefined> {
    const row = await repository.movieOfFile(fileId);
    if (row === undefined) return undefined;
    const { id, title, year, poster, file } = Movie.parse(row.record);
    return file && {
      title: year === undefined ? title : `${title} (${year})`,
      poster,
      source: { kind: "movie", localPath: file.localPath, arrId: id, arrPath: file.path },
    };
  }

  async function episodeFile(fileId: number): Promise<ManagerFile | undefined> {
    const rows = await repository.episodesOfFile(fileId);
    const [first] = rows;
    if (first === undefined) return undefined;
    const { file } = Episode.parse(first.record);
    const series = await one("series", first.seriesId, Series);
    const numbers = rows.map(({ episodeNumber }) => `E${String(episodeNumber).padStart(2, "0")}`).join("");
    return file && {
      title: series.title,
      subtitle: `S${String(first.seasonNumber).padStart(2, "0")}${numbers}`,
      poster: series.poster,
      source: {
        kind: "episode",
        localPath: file.localPath,
        arrId: series.id,
        arrPath: file.path,
        episodeIds: rows.map(({ id }) => id),
        seasonNumber: first.seasonNumber,
      },
    };
  }

  return {
    movies: (query) => page("movie", query, Movie),
    async movie(id) {
      const movie = await one("movie", id, Movie);
      return movie.file ? { ...movie, file: { ...movie.file, visible: await exists(movie.file.localPath) } } : movie;
    },
    series: (query) => page("series", query, Series),
    oneSeries: (id) => one("series", id, Series),
    async episodes(seriesId, season) {
      await one("series", seriesId, Series);
      const rows = await repository.episodes(seriesId, season);
      return await inLanes(rows, 16, async ({ record }) => {
        const episode = Episode.parse(record);
        const { file } = episode;
        return file ? { ...episode, file: { ...file, visible: await exists(file.localPath) } } : episode;
      });
    },
    remuxes: () => remuxFiles(repository, settings.current().auto.sources),
    file: async (arr, fileId) =>
      arr === "movie" ? await movieFile(fileId) : arr === "series" ? await episodeFile(fileId) : undefined,
    refresh: refreshOnce,
    refreshTitle,
    settled: async () => void await Promise.allSettled(refreshing.values()),
    state,
  };
}

const notConnected = (kind: VideoKind): string => `${MANAGERS[kind].app} is not connected. Set it up in Settings.`;

const exists = (path: string): Promise<boolean> => Deno.stat(path).then(({ isFile }) => isFile, () => false);

const fingerprintOf = (value: unknown): string => createHash("sha1").update(JSON.stringify(value)).digest("base64url");

const searchTextOf = (titles: (string | undefined)[]): string => searchKey(titles.filter((title) => title).join("\n"));

function movieRow(movie: Movie, wire: RadarrMovie, local: (path: string) => string): CatalogueTitleRow {
  return {
    arr: "movie",
    id: movie.id,
    title: movie.title,
    sortKey: searchKey(wire.sortTitle || movie.title),
    searchText: searchTextOf([movie.title, ...movie.alternateTitles, String(movie.year ?? "")]),
    year: movie.year ?? 0,
    sizeBytes: Math.round(wire.sizeOnDisk ?? movie.file?.size ?? 0),
    addedAt: Date.parse(wire.added ?? "") || 0,
    onDisk: movie.hasFile,
    missing: !movie.hasFile,
    remux: movie.file?.isRemux ?? false,
    anime: movie.anime ?? false,
    localPath: local(movie.path),
    record: movie,
    fingerprint: fingerprintOf([movie, local(movie.path)]),
  };
}

function seriesRow(
  series: Series,
  wire: SonarrSeries,
  fingerprint: string,
  local: (path: string) => string,
): CatalogueTitleRow {
  const { statistics } = series;
  return {
    arr: "series",
    id: series.id,
    title: series.title,
    sortKey: searchKey(wire.sortTitle || series.title),
    searchText: searchTextOf([series.title, ...series.alternateTitles, String(series.year ?? "")]),
    year: series.year ?? 0,
    sizeBytes: statistics.sizeOnDisk,
    addedAt: Date.parse(wire.added ?? "") || 0,
    onDisk: statistics.episodeFileCount > 0,
    missing: statistics.episodeFileCount < (wire.statistics?.episodeCount ?? 0),
    remux: statistics.remuxFileCount > 0,
    anime: series.seriesType === "anime",
    localPath: local(series.path),
    record: series,
    fingerprint,
  };
}
