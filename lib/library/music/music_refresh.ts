import { z } from "zod";
import type { CatalogueRepository } from "../../../db/library/catalogue.ts";
import type { MusicCatalogueRepository } from "../../../db/library/music_catalogue.ts";
import type { Log } from "../../kit/log.ts";
import type { Clock } from "../../kit/clock.ts";
import { mapConcurrent } from "../../kit/async.ts";
import type { LibraryKind } from "../../platform/managers/kinds.ts";
import { toLocal } from "../managers/paths/path_mapping.ts";
import type { ManagerClient } from "../managers/client.ts";
import type { Managers } from "../managers/managers.ts";
import { ManagerProblem } from "../managers/request.ts";
import type { OddRecord } from "../managers/tolerant.ts";
import { LidarrAlbum, LidarrArtist, LidarrTrack, LidarrTrackFile } from "../managers/wire/lidarr.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { LibraryState } from "../video/model.ts";
import { albumOf, artistOf, type MusicFacts, trackOf } from "./music_from_wire.ts";
import { albumRow, artistRow, trackRow } from "./music_rows.ts";
import { createOddCollector } from "../video/reading/odd_reading.ts";
import { createReading } from "../video/reading/reading.ts";
import { fingerprintOf } from "../video/rows.ts";

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
  /** The artists that files belong to, by Lidarr's numbers of the files. Throws `ManagerProblem`. */
  ownersOfFiles(fileIds: number[]): Promise<number[]>;
  state(): Promise<LibraryState>;
  /** Resolves when nothing is being read any more. */
  settled(): Promise<void>;
  /** Stops what is being read. */
  close(): Promise<void>;
}

export interface MusicRefreshOptions {
  settings: Pick<SettingsService, "current">;
  managers: Pick<Managers, "connected" | "require">;
  /** Holds the artists, as it holds films and series. */
  titles: CatalogueRepository;
  repository: MusicCatalogueRepository;
  clock: Clock;
  log: Log;
  /** Called when artists were read anew. */
  changed?: () => void;
  /** Told in one sentence of what could not be read. */
  onOdd?: (kind: LibraryKind, sentence: string) => void;
}

/** The tracks of one who recorded much take Lidarr a while. */
const ARTIST_MS = 120_000;
/** A caller waits for this. */
const FILE_MS = 10_000;
/** Written instead of a fingerprint to have an artist read in full the next time. */
const READ_AGAIN = "";
const FileOwners = z.array(z.object({ artistId: z.int() }));
/** Artists whose albums are read at the same time. */
const ARTISTS_AT_ONCE = 4;

export function createMusicRefresh(options: MusicRefreshOptions): MusicRefresh {
  const { settings, managers, titles, repository, clock, log, changed = () => {} } = options;
  const reading = createReading({ ...options, catalogue: titles, changed }, "music", readAll);
  const { signal } = reading;
  const readAt = new Map<number, number>();
  const artists = new Map<number, Promise<void>>();

  const now = () => clock.now().getTime();
  const factsOf = ({ url }: ManagerClient<"music">): MusicFacts => {
    const { pathMappings } = settings.current();
    return { url, toLocal: (path) => toLocal(path, "music", pathMappings) };
  };
  /**
   * The files are always asked for: Lidarr does not touch the record of an artist when one gets another name or quality.
   * Albums and tracks are asked for when the artist or the files changed.
   */
  async function readAll(lidarr: ManagerClient<"music">, odd: ReturnType<typeof createOddCollector>): Promise<void> {
    const all = await lidarr.getList("/artist", LidarrArtist, { onOdd: odd.note, signal });
    const known = await titles.fingerprints("music");
    let succeeded = 0;
    let refused: ManagerProblem | undefined;
    await mapConcurrent(all, ARTISTS_AT_ONCE, async (wire) => {
      try {
        await readArtist(lidarr, wire, odd, known.get(wire.id));
        succeeded++;
      } catch (error) {
        // One artist that makes Lidarr stumble does not stop the others.
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
    for (const id of known.keys()) if (odd.isLeftOut(id)) present.add(id);
    await repository.keepOnly(present);
  }

  /** An artist with albums, tracks and files, stored together; nothing when they are as they were known. */
  async function readArtist(
    lidarr: ManagerClient<"music">,
    wire: LidarrArtist,
    odd: ReturnType<typeof createOddCollector>,
    knownFingerprint?: string,
  ): Promise<void> {
    const facts = factsOf(lidarr);
    const startedAt = now();
    const of = `?artistId=${wire.id}`;
    let oddities = 0;
    const onOdd = (record: OddRecord): void => {
      oddities++;
      odd.note({ ...record, title: `${wire.artistName}: ${record.title}` }, false);
    };
    const list = <T extends z.ZodType>(path: string, schema: T): Promise<z.infer<T>[]> =>
      lidarr.getList(`${path}${of}`, schema, {
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
    await repository.putArtist(
      artistRow(artistOf(wire, facts), wire, { localPath, fingerprint: oddities === 0 ? current : READ_AGAIN }),
      albums.map((album) => albumRow(albumOf(album, wire.artistName, facts), album, ofAlbum.get(album.id) ?? [])),
      records.map((track) => trackRow(track, wire.id)),
    );
    readAt.set(wire.id, startedAt);
  }

  async function artist(id: number): Promise<void> {
    const lidarr = managers.require("music");
    const wire = await lidarr.getRecord(`/artist/${id}`, LidarrArtist, { signal });
    await readArtist(lidarr, wire, createOddCollector());
  }

  async function ownersOfFiles(fileIds: number[]): Promise<number[]> {
    const path = `/trackfile?${fileIds.map((id) => `trackFileIds=${id}`).join("&")}`;
    const limits = { totalMs: FILE_MS, signal };
    const found = await managers.require("music").get(path, FileOwners, limits);
    return [...new Set(found.map(({ artistId }) => artistId))];
  }

  const settled = async () => void await Promise.allSettled([reading.settled(), ...artists.values()]);

  return {
    all: reading.all,
    whenOld: reading.whenOld,
    artist,
    ownersOfFiles,
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
