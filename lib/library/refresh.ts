import { z } from "zod";
import type { CatalogueRepository } from "../../db/catalogue.ts";
import type { Log } from "../jobs/deps.ts";
import type { Clock } from "../kit/clock.ts";
import { inLanes } from "../kit/lanes.ts";
import { MANAGERS } from "../managers/kinds.ts";
import { qualityProfiles } from "../managers/options.ts";
import { toLocal } from "../managers/path_mapping.ts";
import { type ManagerAddress, ManagerProblem, readManager } from "../managers/request.ts";
import { isRemuxFile } from "../managers/wire/common.ts";
import { RadarrMovie } from "../managers/wire/radarr.ts";
import { SonarrEpisode, SonarrFile, SonarrSeries } from "../managers/wire/sonarr.ts";
import type { Outgoing } from "../outgoing/model.ts";
import type { SettingsService } from "../settings/service.ts";
import { episodeOf, movieOf, seriesOf } from "./from_wire.ts";
import type { LibraryState } from "./model.ts";
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
/** What is shown is read anew in the background when it is older than this. */
const FRESH_MS = 60_000;
const SLICE = 500;
/** Series whose episodes are read at the same time. */
const SERIES_AT_ONCE = 4;

export function createRefresh(options: RefreshOptions): Refresh {
  const { settings, outgoing, repository, clock, log, changed = () => {} } = options;
  const running = new Map<VideoKind, Promise<LibraryState>>();
  const closing = new AbortController();
  const { signal } = closing;

  const addressOf = (kind: VideoKind): ManagerAddress | undefined => {
    const { enabled, url, apiKey } = settings.current().connections[kind];
    return enabled ? { url, apiKey } : undefined;
  };
  const factsOf = (kind: VideoKind) => {
    const { pathMappings } = settings.current();
    return { toLocal: (path: string) => toLocal(path, kind, pathMappings) };
  };

  async function readMovies(address: ManagerAddress): Promise<void> {
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
  async function readSeries(address: ManagerAddress): Promise<void> {
    const series = await readManager(outgoing, "series", address, "/series", z.array(SonarrSeries), {
      totalMs: LIBRARY_MS,
      signal,
    });
    const known = await repository.fingerprints("series");
    await inLanes(series, SERIES_AT_ONCE, async (wire) => {
      if (known.get(wire.id) !== seriesFingerprint(wire)) await readEpisodes(address, wire);
    });
    await repository.keepOnly("series", new Set(series.map(({ id }) => id)));
  }

  const seriesFingerprint = (wire: SonarrSeries): string => fingerprintOf([wire, factsOf("series").toLocal(wire.path)]);

  /** A series with its episodes and their files, stored together. */
  async function readEpisodes(address: ManagerAddress, wire: SonarrSeries): Promise<void> {
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
    const address = addressOf(kind);
    if (address === undefined) throw new ManagerProblem("unreachable", notConnected(kind));
    if (kind === "series") {
      const wire = await readManager(outgoing, "series", address, `/series/${id}`, SonarrSeries, { signal });
      return await readEpisodes(address, wire);
    }
    const facts = factsOf("movie");
    const wire = await readManager(outgoing, "movie", address, `/movie/${id}`, RadarrMovie, { signal });
    await repository.put(movieRow(movieOf(wire, facts), wire, facts.toLocal(wire.path)));
  }

  async function read(kind: VideoKind): Promise<LibraryState> {
    const address = addressOf(kind);
    const refreshedAt = (await repository.state(kind))?.refreshedAt ?? null;
    const triedAt = clock.now().getTime();
    try {
      if (address === undefined) throw new ManagerProblem("unreachable", notConnected(kind));
      await (kind === "movie" ? readMovies(address) : readSeries(address));
      await readProfileNames(kind, address);
      await repository.setState({ arr: kind, refreshedAt: triedAt, triedAt, error: null });
      changed(kind);
    } catch (error) {
      if (signal.aborted) return await state(kind);
      if (!(error instanceof ManagerProblem)) throw error;
      if (address !== undefined) {
        log("warn", "A library could not be read.", { app: MANAGERS[kind].app, reason: error.message });
      }
      await repository.setState({ arr: kind, refreshedAt, triedAt, error: error.message });
    }
    return await state(kind);
  }

  /** An ornament: without an answer the names stay as they were. */
  async function readProfileNames(kind: VideoKind, address: ManagerAddress): Promise<void> {
    const names = await qualityProfiles(outgoing, kind, address, { signal }).catch((error) => {
      if (!(error instanceof ManagerProblem)) throw error;
    });
    if (names !== undefined) await repository.setProfileNames(kind, names);
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

  const all = (kind: VideoKind): Promise<LibraryState> => {
    const mine = running.get(kind) ?? read(kind).finally(() => running.delete(kind));
    running.set(kind, mine);
    return mine;
  };
  const settled = async () => void await Promise.allSettled(running.values());

  return {
    all,
    async whenOld(kind) {
      if (addressOf(kind) === undefined || running.has(kind) || signal.aborted) return;
      const tried = (await repository.state(kind))?.triedAt ?? 0;
      const age = clock.now().getTime() - tried;
      if (age >= 0 && age < FRESH_MS) return;
      all(kind).catch((error) => log("error", "A library could not be stored.", { error: String(error) }));
    },
    title,
    state,
    settled,
    async close() {
      closing.abort();
      await settled();
    },
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

const notConnected = (kind: VideoKind): string => `${MANAGERS[kind].app} is not connected. Set it up in Settings.`;
