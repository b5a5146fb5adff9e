import { z } from "zod";
import type { CatalogueRepository } from "../../db/catalogue.ts";
import type { Log } from "../jobs/deps.ts";
import type { Clock } from "../kit/clock.ts";
import { inLanes } from "../kit/lanes.ts";
import { toLocal } from "../managers/path_mapping.ts";
import { type ManagerAddress, readManager } from "../managers/request.ts";
import { isRemuxFile } from "../managers/wire/common.ts";
import { RadarrMovie } from "../managers/wire/radarr.ts";
import { SonarrEpisode, SonarrFile, SonarrSeries } from "../managers/wire/sonarr.ts";
import type { Outgoing } from "../outgoing/model.ts";
import type { SettingsService } from "../settings/service.ts";
import { episodeOf, movieOf, seriesOf } from "./from_wire.ts";
import type { LibraryState } from "./model.ts";
import { createReading, type Reading } from "./reading.ts";
import { fingerprintOf, movieRow, seriesRow } from "./rows.ts";

export type VideoKind = "movie" | "series";

/** Reads the managers into the store. */
export interface Refresh {
  /** Reads a manager anew. Reads that are asked for at once are one; failure is kept in the state, not thrown. */
  all(kind: VideoKind): Promise<LibraryState>;
  /** Has a manager read in the background when it was not asked for a while. */
  whenOld(kind: VideoKind): Promise<void>;
  /** Reads one title anew, with its files. Throws `ManagerProblem`. */
  title(kind: VideoKind, id: number): Promise<void>;
  state(kind: VideoKind): Promise<LibraryState>;
  /** Resolves when no manager is being read any more. */
  settled(): Promise<void>;
  /** Stops what is being read. */
  close(): Promise<void>;
}

export interface RefreshOptions {
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
const SLICE = 500;
/** Series whose episodes are read at the same time. */
const SERIES_AT_ONCE = 4;

export function createRefresh(options: RefreshOptions): Refresh {
  const { settings, outgoing, repository, changed = () => {} } = options;
  const reading = (kind: VideoKind, read: (address: ManagerAddress, signal: AbortSignal) => Promise<void>): Reading => {
    const mine: Reading = createReading(
      { ...options, catalogue: repository, changed: () => changed(kind) },
      kind,
      (address) => read(address, mine.signal),
    );
    return mine;
  };
  const readings = { movie: reading("movie", readMovies), series: reading("series", readSeries) };

  const factsOf = (kind: VideoKind) => {
    const { pathMappings } = settings.current();
    return { toLocal: (path: string) => toLocal(path, kind, pathMappings) };
  };

  async function readMovies(address: ManagerAddress, signal: AbortSignal): Promise<void> {
    const path = "/movie?excludeLocalCovers=true";
    const facts = factsOf("movie");
    const movies = await readManager(outgoing, "movie", address, path, z.array(RadarrMovie), {
      totalMs: LIBRARY_MS,
      signal,
    });
    const rows = await inSlices(movies, (wire) => movieRow(movieOf(wire, facts), wire, facts.toLocal(wire.path)));
    await repository.replaceTitles("movie", rows);
  }

  /** Episodes are read only of series whose record changed: their files and counts are part of it. */
  async function readSeries(address: ManagerAddress, signal: AbortSignal): Promise<void> {
    const series = await readManager(outgoing, "series", address, "/series", z.array(SonarrSeries), {
      totalMs: LIBRARY_MS,
      signal,
    });
    const known = await repository.fingerprints("series");
    await inLanes(series, SERIES_AT_ONCE, async (wire) => {
      if (known.get(wire.id) !== seriesFingerprint(wire)) await readEpisodes(address, wire, signal);
    });
    await repository.keepOnly("series", new Set(series.map(({ id }) => id)));
  }

  const seriesFingerprint = (wire: SonarrSeries): string => fingerprintOf([wire, factsOf("series").toLocal(wire.path)]);

  /** A series with its episodes and their files, stored together. */
  async function readEpisodes(address: ManagerAddress, wire: SonarrSeries, signal: AbortSignal): Promise<void> {
    const facts = factsOf("series");
    const fingerprint = seriesFingerprint(wire);
    const [episodes, files] = await Promise.all([
      readManager(outgoing, "series", address, `/episode?seriesId=${wire.id}`, z.array(SonarrEpisode), { signal }),
      readManager(outgoing, "series", address, `/episodefile?seriesId=${wire.id}`, z.array(SonarrFile), { signal }),
    ]);
    const byId = new Map(files.map((file) => [file.id, file]));
    const remux = new Map<number, number>();
    for (const file of files) {
      if (isRemuxFile(file)) remux.set(file.seasonNumber, (remux.get(file.seasonNumber) ?? 0) + 1);
    }
    await repository.putSeries(
      seriesRow(seriesOf(wire, remux), wire, { localPath: facts.toLocal(wire.path), fingerprint }),
      episodes.map((episode) => ({
        id: episode.id,
        seriesId: wire.id,
        seasonNumber: episode.seasonNumber,
        episodeNumber: episode.episodeNumber,
        record: episodeOf(episode, byId.get(episode.episodeFileId), facts),
      })),
    );
  }

  async function title(kind: VideoKind, id: number): Promise<void> {
    const { signal, ...reading } = readings[kind];
    const address = reading.address();
    if (kind === "series") {
      const wire = await readManager(outgoing, "series", address, `/series/${id}`, SonarrSeries, { signal });
      return await readEpisodes(address, wire, signal);
    }
    const facts = factsOf("movie");
    const wire = await readManager(outgoing, "movie", address, `/movie/${id}`, RadarrMovie, { signal });
    await repository.put(movieRow(movieOf(wire, facts), wire, facts.toLocal(wire.path)));
  }

  const each = async (work: (reading: Reading) => Promise<void>) =>
    void await Promise.all(Object.values(readings).map(work));

  return {
    all: (kind) => readings[kind].all(),
    whenOld: (kind) => readings[kind].whenOld(),
    title,
    state: (kind) => readings[kind].state(),
    settled: () => each((reading) => reading.settled()),
    close: () => each((reading) => reading.close()),
  };
}

/** Works through a long list so that others get their turn in between. */
async function inSlices<T, R>(items: T[], work: (item: T) => R): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += SLICE) {
    for (const item of items.slice(at, at + SLICE)) done.push(work(item));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return done;
}
