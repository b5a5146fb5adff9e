import * as z from "zod";
import type { CatalogueRepository } from "../../../db/library/catalogue.ts";
import type { MusicCatalogueRepository } from "../../../db/library/music_catalogue.ts";
import type { Log } from "../../kit/log.ts";
import type { Clock } from "../../kit/clock.ts";
import { mapConcurrent } from "../../kit/async.ts";
import { toLocal } from "../managers/paths/path_mapping.ts";
import type { ManagerClient } from "../managers/client.ts";
import type { Managers } from "../managers/managers.ts";
import { ManagerProblem } from "../managers/request.ts";
import type { OddRecord } from "../managers/tolerant.ts";
import { LidarrAlbum, LidarrArtist, LidarrTrack, LidarrTrackFile } from "../managers/wire/lidarr.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { LibraryState } from "../video_model.ts";
import { albumOf, artistOf, type MusicFacts, trackOf } from "./music_from_wire.ts";
import { albumRow, artistRow, filesOf, trackRow } from "./music_rows.ts";
import { createOddCollector, type OddCollector } from "../video/reading/odd_reading.ts";
import { createReading, type Reading } from "../video/reading/reading.ts";
import { fingerprintOf } from "../video/rows.ts";

/** Reads the music library from Lidarr into the database. */
export interface MusicRefresh {
  /**
   * Refreshes the whole library. Concurrent calls share one refresh. A failure is stored in the state and not thrown.
   */
  all(): Promise<LibraryState>;
  /** Starts a refresh of the whole library in the background if the last one is too old. */
  whenOld(): Promise<void>;
  /** Refreshes one artist, with albums and tracks. Throws `ManagerProblem`. */
  artist(id: number): Promise<void>;
  /** Refreshes one artist in the background if the last refresh is too old. */
  artistWhenOld(id: number): void;
  /** Returns the artists of files, by Lidarr's file IDs. Throws `ManagerProblem`. */
  ownersOfFiles(fileIds: number[]): Promise<number[]>;
  state(): Promise<LibraryState>;
  /** Resolves when no refresh is in progress. */
  settled(): Promise<void>;
  /** Aborts refreshes in progress. */
  close(): Promise<void>;
}

/** Services and options for refreshing the music library. */
export interface MusicRefreshOptions {
  settings: Pick<SettingsService, "current">;
  managers: Pick<Managers, "connected" | "require" | "downSince">;
  /** Stores artists in the same way as movies and series. */
  titles: CatalogueRepository;
  repository: MusicCatalogueRepository;
  clock: Clock;
  log: Log;
  /** Called after artists were refreshed. */
  changed?: () => void;
  /** Called with one sentence about records that could not be read. */
  onOdd?: (sentence: string) => void;
}

/** Timeout in milliseconds. For an artist with many recordings, Lidarr takes a long time to return the tracks. */
const ARTIST_MS = 120_000;
/** Timeout in milliseconds. It is short, because a caller is waiting. */
const FILE_MS = 10_000;
/** Value that is stored instead of a fingerprint, so that an artist is read completely the next time. */
const READ_AGAIN = "";
const FileOwners = z.array(z.object({ artistId: z.int() }));
/** Number of artists whose albums are read at the same time. */
const ARTISTS_AT_ONCE = 4;

interface MusicRefreshState extends MusicRefreshOptions {
  readonly reading: Reading;
  /** Time of the last request for each artist, in milliseconds. */
  readonly readAt: Map<number, number>;
  /** Artists that are being refreshed in the background. */
  readonly artists: Map<number, Promise<void>>;
}

/**
 * Creates the service that refreshes the music library. Artists are read completely only if they or their files have
 * changed, at most four at a time.
 */
export function createMusicRefresh(options: MusicRefreshOptions): MusicRefresh {
  const { titles, changed = () => {} } = options;
  const reading: Reading = createReading(
    { ...options, catalogue: titles, changed },
    "music",
    (lidarr, odd) => readAllArtists(state, lidarr, odd),
  );
  const state: MusicRefreshState = { ...options, reading, readAt: new Map(), artists: new Map() };
  const settled = async () => void await Promise.allSettled([reading.settled(), ...state.artists.values()]);
  return {
    all: reading.all,
    whenOld: reading.whenOld,
    artist: (id) => readOneArtist(state, id),
    artistWhenOld: (id) => readArtistWhenOld(state, id),
    ownersOfFiles: (fileIds) => ownersOfFiles(state, fileIds),
    state: reading.state,
    settled,
    async close() {
      await reading.close();
      await settled();
    },
  };
}

/**
 * Refreshes all artists. The files are always requested, because Lidarr does not change the record of an artist when a
 * file gets another name or quality. Albums and tracks are requested only if the artist or the files have changed.
 */
async function readAllArtists(
  state: MusicRefreshState,
  lidarr: ManagerClient<"music">,
  odd: OddCollector,
): Promise<void> {
  const { titles, repository, reading: { signal } } = state;
  // The fingerprints are read before the list, because data that is stored while Lidarr is responding is newer than the
  // list.
  const known = await titles.fingerprints("music");
  const all = await lidarr.getList("/artist", LidarrArtist, { onOdd: odd.note, signal });
  let succeeded = 0;
  let refused: ManagerProblem | undefined;
  await mapConcurrent(all, ARTISTS_AT_ONCE, async (wire) => {
    try {
      await readArtist(state, lidarr, wire, odd, known.get(wire.id));
      succeeded++;
    } catch (error) {
      // If Lidarr fails for one artist, the others are still refreshed.
      if (!(error instanceof ManagerProblem) || error.reason !== "refused" && error.reason !== "malformed") {
        throw error;
      }
      refused ??= error;
      odd.note({ id: wire.id, title: wire.artistName, field: "albums", leftOut: true });
    }
  });
  if (refused !== undefined && succeeded === 0) throw refused;
  if (odd.nameless()) return;
  const present = new Set(all.map(({ id }) => id));
  await repository.removeArtists([...known.keys()].filter((id) => !present.has(id) && !odd.isLeftOut(id)));
}

/**
 * Reads an artist with albums, tracks and files, which are stored together. Returns undefined if they have not changed.
 */
async function readArtist(
  { settings, repository, clock, readAt, reading: { signal } }: MusicRefreshState,
  lidarr: ManagerClient<"music">,
  wire: LidarrArtist,
  odd: OddCollector,
  knownFingerprint?: string,
): Promise<void> {
  const { pathMappings } = settings.current();
  const facts: MusicFacts = { url: lidarr.url, toLocal: (path) => toLocal(path, "music", pathMappings) };
  const startedAt = clock.now().getTime();
  let oddities = 0;
  const onOdd = (record: OddRecord): void => {
    oddities++;
    odd.note({ ...record, title: `${wire.artistName}: ${record.title}` }, false);
  };
  const list = <T extends z.ZodType>(path: string, schema: T): Promise<z.infer<T>[]> =>
    lidarr.getList(`${path}?artistId=${wire.id}`, schema, {
      onOdd,
      mayAllBeOdd: true,
      totalMs: ARTIST_MS,
      signal,
    });
  const files = await list("/trackfile", LidarrTrackFile);
  const localPath = facts.toLocal(wire.path);
  const current = fingerprintOf([wire, localPath, lidarr.url, files.toSorted((a, b) => a.id - b.id)]);
  if (current === knownFingerprint) return;
  const [albums, tracks] = await Promise.all([list("/album", LidarrAlbum), list("/track", LidarrTrack)]);
  const fileOf = new Map(files.map((file) => [file.id, file]));
  const records = tracks.map((track) => trackOf(track, fileOf.get(track.trackFileId), facts));
  const ofAlbum = Map.groupBy(records, ({ albumId }) => albumId);
  const fingerprint = oddities === 0 ? current : READ_AGAIN;
  await repository.putArtist(
    artistRow(artistOf(wire, facts), wire, { localPath, fingerprint, files: filesOf(records) }),
    albums.map((album) => albumRow(albumOf(album, wire.artistName, facts), album, ofAlbum.get(album.id) ?? [])),
    records.map((track) => trackRow(track, wire.id)),
  );
  readAt.set(wire.id, startedAt);
}

async function readOneArtist(state: MusicRefreshState, id: number): Promise<void> {
  const lidarr = state.managers.require("music");
  const wire = await lidarr.getRecord(`/artist/${id}`, LidarrArtist, { signal: state.reading.signal });
  await readArtist(state, lidarr, wire, createOddCollector());
}

function readArtistWhenOld(state: MusicRefreshState, id: number): void {
  const { reading, readAt, artists, clock, log } = state;
  if (reading.idle() || artists.has(id) || reading.isFresh(readAt.get(id) ?? 0)) return;
  readAt.set(id, clock.now().getTime());
  const work = readOneArtist(state, id).then(() => state.changed?.(), (error) => {
    if (reading.signal.aborted) return;
    log("warn", "An artist could not be read.", { id, reason: String(error) });
  }).finally(() => artists.delete(id));
  artists.set(id, work);
}

async function ownersOfFiles({ managers, reading }: MusicRefreshState, fileIds: number[]): Promise<number[]> {
  const options = { query: { trackFileIds: fileIds }, totalMs: FILE_MS, signal: reading.signal };
  const found = await managers.require("music").get("/trackfile", FileOwners, options);
  return [...new Set(found.map(({ artistId }) => artistId))];
}
