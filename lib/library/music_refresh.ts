import { z } from "zod";
import type { CatalogueRepository } from "../../db/catalogue.ts";
import type { MusicCatalogueRepository } from "../../db/catalogue_music.ts";
import type { Log } from "../jobs/deps.ts";
import type { Clock } from "../kit/clock.ts";
import { inLanes } from "../kit/lanes.ts";
import { toLocal } from "../managers/path_mapping.ts";
import { type ManagerAddress, readManager } from "../managers/request.ts";
import { LidarrAlbum, LidarrArtist, LidarrTrack, LidarrTrackFile } from "../managers/wire/lidarr.ts";
import type { Outgoing } from "../outgoing/model.ts";
import type { SettingsService } from "../settings/service.ts";
import type { LibraryState } from "./model.ts";
import { albumOf, artistOf, type MusicFacts, trackOf } from "./music_from_wire.ts";
import { albumRow, artistRow, trackRow } from "./music_rows.ts";
import { createReading } from "./reading.ts";
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
/** Artists whose albums are read at the same time. */
const ARTISTS_AT_ONCE = 4;

export function createMusicRefresh(options: MusicRefreshOptions): MusicRefresh {
  const { settings, outgoing, titles, repository, clock, log, changed = () => {} } = options;
  const reading = createReading({ ...options, catalogue: titles, changed }, "music", readAll);
  const { signal } = reading;
  const readAt = new Map<number, number>();
  const artists = new Map<number, Promise<void>>();

  const now = () => clock.now().getTime();
  const factsOf = ({ url }: ManagerAddress): MusicFacts => {
    const { pathMappings } = settings.current();
    return { url, toLocal: (path) => toLocal(path, "music", pathMappings) };
  };
  const ask = <T extends z.ZodType>(address: ManagerAddress, path: string, schema: T): Promise<z.infer<T>> =>
    readManager(outgoing, "music", address, path, schema, { totalMs: LIBRARY_MS, signal });

  /** Files and counts are part of an artist's record: who did not change is not asked for. */
  async function readAll(address: ManagerAddress): Promise<void> {
    const facts = factsOf(address);
    const all = await ask(address, "/artist", z.array(LidarrArtist));
    const known = await titles.fingerprints("music");
    await inLanes(all, ARTISTS_AT_ONCE, async (wire) => {
      if (known.get(wire.id) !== fingerprint(wire, facts)) await readArtist(address, wire);
    });
    await repository.keepOnly(new Set(all.map(({ id }) => id)));
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
    const address = reading.address();
    await readArtist(address, await ask(address, `/artist/${id}`, LidarrArtist));
  }

  const settled = async () => void await Promise.allSettled([reading.settled(), ...artists.values()]);

  return {
    all: reading.all,
    whenOld: reading.whenOld,
    artist,
    artistWhenOld(id) {
      if (reading.idle() || artists.has(id) || reading.isFresh(readAt.get(id) ?? 0)) return;
      readAt.set(id, now());
      const work = artist(id).then(changed, (error) => {
        if (signal.aborted) return;
        log("warn", "An artist could not be read.", { id, reason: String(error) });
      }).finally(() => artists.delete(id));
      artists.set(id, work);
    },
    state: reading.state,
    settled,
    async close() {
      await reading.close();
      await settled();
    },
  };
}
