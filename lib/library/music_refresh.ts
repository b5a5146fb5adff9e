import { z } from "zod";
import type { CatalogueRepository } from "../../db/catalogue.ts";
import type { MusicCatalogueRepository } from "../../db/catalogue_music.ts";
import type { Log } from "../jobs/deps.ts";
import type { Clock } from "../kit/clock.ts";
import { inLanes } from "../kit/lanes.ts";
import { MANAGERS } from "../managers/kinds.ts";
import { qualityProfiles } from "../managers/options.ts";
import { toLocal } from "../managers/path_mapping.ts";
import { type ManagerAddress, ManagerProblem, readManager } from "../managers/request.ts";
import { LidarrAlbum, LidarrArtist, LidarrTrack, LidarrTrackFile } from "../managers/wire/lidarr.ts";
import type { Outgoing } from "../outgoing/model.ts";
import type { SettingsService } from "../settings/service.ts";
import type { LibraryState } from "./model.ts";
import { albumOf, artistOf, type MusicFacts, trackOf } from "./music_from_wire.ts";
import { albumRow, artistRow, trackRow } from "./music_rows.ts";
import { fingerprintOf } from "./rows.ts";

/** Reads the music manager into the store. */
export interface MusicRefresh {
  /** Reads everything anew. Reads that are asked for at once are one; failure is kept in the state, not thrown. */
  all(): Promise<LibraryState>;
  /** Has everything read in the background when it was not asked for a while. */
  whenOld(): Promise<void>;
  /** Reads one artist anew, with albums and tracks. Throws `ManagerProblem`. */
  artist(id: number): Promise<void>;
  /** The same in the background, when it was not read for a while. */
  artistWhenOld(id: number): void;
  state(): Promise<LibraryState>;
  /** Resolves when nothing is being read any more. */
  settled(): Promise<void>;
  /** Stops what is being read. */
  close(): Promise<void>;
}

export interface MusicRefreshOptions {
  settings: Pick<SettingsService, "current">;
  outgoing: Pick<Outgoing, "send">;
  /** Holds the artists, as it holds films and series. */
  titles: CatalogueRepository;
  repository: MusicCatalogueRepository;
  clock: Clock;
  log: Log;
  /** Called when artists were read anew. */
  changed?: () => void;
}

/** A whole library is megabytes and takes its manager a while; so do the tracks of one who recorded much. */
const LIBRARY_MS = 120_000;
/** What is shown is read anew in the background when it is older than this. */
const FRESH_MS = 60_000;
/** Artists whose albums are read at the same time. */
const ARTISTS_AT_ONCE = 4;

const NOT_CONNECTED = `${MANAGERS.music.app} is not connected. Set it up in Settings.`;

export function createMusicRefresh(options: MusicRefreshOptions): MusicRefresh {
  const { settings, outgoing, titles, repository, clock, log, changed = () => {} } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const readAt = new Map<number, number>();
  const reading = new Map<number, Promise<void>>();
  let running: Promise<LibraryState> | undefined;

  const now = () => clock.now().getTime();
  const addressOf = (): ManagerAddress | undefined => {
    const { enabled, url, apiKey } = settings.current().connections.music;
    return enabled ? { url, apiKey } : undefined;
  };
  const factsOf = ({ url }: ManagerAddress): MusicFacts => {
    const { pathMappings } = settings.current();
    return { url, toLocal: (path) => toLocal(path, "music", pathMappings) };
  };
  const ask = <T extends z.ZodType>(address: ManagerAddress, path: string, schema: T): Promise<z.infer<T>> =>
    readManager(outgoing, "music", address, path, schema, { totalMs: LIBRARY_MS, signal });

  /** Files and counts are part of an artist's record: who did not change is not asked for. */
  async function readAll(address: ManagerAddress): Promise<void> {
    const facts = factsOf(address);
    const artists = await ask(address, "/artist", z.array(LidarrArtist));
    const known = await titles.fingerprints("music");
    await inLanes(artists, ARTISTS_AT_ONCE, async (wire) => {
      if (known.get(wire.id) !== fingerprint(wire, facts)) await readArtist(address, wire);
    });
    await repository.keepOnly(new Set(artists.map(({ id }) => id)));
  }

  const fingerprint = (wire: LidarrArtist, { toLocal, url }: MusicFacts): string =>
    fingerprintOf([wire, toLocal(wire.path), url]);

  /** An artist with albums, tracks and files, stored together. */
  async function readArtist(address: ManagerAddress, wire: LidarrArtist): Promise<void> {
    const facts = factsOf(address);
    const startedAt = now();
    const of = `?artistId=${wire.id}`;
    const [albums, tracks, files] = await Promise.all([
      ask(address, `/album${of}`, z.array(LidarrAlbum)),
      ask(address, `/track${of}`, z.array(LidarrTrack)),
      ask(address, `/trackfile${of}`, z.array(LidarrTrackFile)),
    ]);
    const fileOf = new Map(files.map((file) => [file.id, file]));
    const records = tracks.map((track) => trackOf(track, fileOf.get(track.trackFileId), facts));
    const ofAlbum = Map.groupBy(records, ({ albumId }) => albumId);
    await repository.putArtist(
      artistRow(artistOf(wire, facts), wire, {
        localPath: facts.toLocal(wire.path),
        fingerprint: fingerprint(wire, facts),
      }),
      albums.map((album) => albumRow(albumOf(album, wire.artistName, facts), album, ofAlbum.get(album.id) ?? [])),
      records.map((track) => trackRow(track, wire.id)),
    );
    readAt.set(wire.id, startedAt);
  }

  async function artist(id: number): Promise<void> {
    const address = addressOf();
    if (address === undefined) throw new ManagerProblem("unreachable", NOT_CONNECTED);
    await readArtist(address, await ask(address, `/artist/${id}`, LidarrArtist));
  }

  async function read(): Promise<LibraryState> {
    const address = addressOf();
    const refreshedAt = (await titles.state("music"))?.refreshedAt ?? null;
    const triedAt = now();
    try {
      if (address === undefined) throw new ManagerProblem("unreachable", NOT_CONNECTED);
      await readAll(address);
      await readProfileNames(address);
      await titles.setState({ arr: "music", refreshedAt: triedAt, triedAt, error: null });
      changed();
    } catch (error) {
      if (signal.aborted) return await state();
      if (!(error instanceof ManagerProblem)) throw error;
      if (address !== undefined) {
        log("warn", "A library could not be read.", { app: MANAGERS.music.app, reason: error.message });
      }
      await titles.setState({ arr: "music", refreshedAt, triedAt, error: error.message });
    }
    return await state();
  }

  /** An ornament: without an answer the names stay as they were. */
  async function readProfileNames(address: ManagerAddress): Promise<void> {
    const names = await qualityProfiles(outgoing, "music", address, { signal }).catch((error) => {
      if (!(error instanceof ManagerProblem)) throw error;
    });
    if (names !== undefined) await titles.setProfileNames("music", names);
  }

  async function state(): Promise<LibraryState> {
    const row = await titles.state("music");
    const error = addressOf() === undefined ? NOT_CONNECTED : row?.error ?? undefined;
    return {
      ...(row?.refreshedAt ? { refreshedAt: new Date(row.refreshedAt).toISOString() } : {}),
      stale: error !== undefined,
      ...(error === undefined ? {} : { error }),
    };
  }

  const all = (): Promise<LibraryState> => running ??= read().finally(() => running = undefined);
  const isFresh = (askedAt: number): boolean => now() >= askedAt && now() - askedAt < FRESH_MS;
  const settled = async () => void await Promise.allSettled([running, ...reading.values()]);

  return {
    all,
    async whenOld() {
      if (addressOf() === undefined || running !== undefined || signal.aborted) return;
      if (isFresh((await titles.state("music"))?.triedAt ?? 0)) return;
      all().catch((error) => log("error", "A library could not be stored.", { error: String(error) }));
    },
    artist,
    artistWhenOld(id) {
      const busy = running !== undefined || reading.has(id) || signal.aborted || addressOf() === undefined;
      if (busy || isFresh(readAt.get(id) ?? 0)) return;
      readAt.set(id, now());
      const work = artist(id).then(changed, (error) => {
        if (signal.aborted) return;
        log("warn", "An artist could not be read.", { id, reason: String(error) });
      }).finally(() => reading.delete(id));
      reading.set(id, work);
    },
    state,
    settled,
    async close() {
      closing.abort();
      await settled();
    },
  };
}
