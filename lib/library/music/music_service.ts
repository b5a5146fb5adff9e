import type { CatalogueAlbumRow, CatalogueTrackRow } from "../../../db/schema/catalogue.ts";
import type { ManagerFile } from "../../jobs/deps.ts";
import { Fault } from "../../kit/fault.ts";
import { MANAGERS } from "../../platform/managers/kinds.ts";
import type { LibraryPage, LibraryState } from "../video/model.ts";
import { Album, type AlbumQuery, Artist, type ArtistQuery, type MusicFile, Track } from "./music_model.ts";
import type { MqaListening } from "./music_mqa.ts";
import { createMusicRefresh, type MusicRefreshOptions } from "./music_refresh.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";

/** Artists, albums and tracks of Lidarr, as they were read last. No call waits for it but those that refresh. */
export interface MusicLibrary {
  artists(query: ArtistQuery): Promise<LibraryPage<Artist>>;
  /** Throws `not_found`. */
  artist(id: number): Promise<{ artist: Artist; albums: Album[] }>;
  albums(query: AlbumQuery): Promise<LibraryPage<Album>>;
  /** Throws `not_found`. */
  album(id: number): Promise<{ album: Album; tracks: Track[] }>;
  /** Files by Lidarr's ids, as jobs take them; those that are known. */
  files(fileIds: number[]): Promise<ManagerFile[]>;
  /** The artists that files belong to, as Lidarr says now. Throws `ManagerProblem`. */
  ownersOfFiles(fileIds: number[]): Promise<number[]>;
  /** The files at these places of this machine, those that are known. */
  filesAt(paths: string[]): Promise<ManagerFile[]>;
  /** The files of an album, as jobs take them. Throws `not_found`. */
  albumFiles(albumId: number): Promise<ManagerFile[]>;
  /** Reads Lidarr anew. Reads that are asked for at once are one; failure is kept in the state, not thrown. */
  refresh(): Promise<LibraryState>;
  /** Reads one artist anew, with albums and tracks. Throws `ManagerProblem`. */
  refreshArtist(id: number): Promise<void>;
  state(): Promise<LibraryState>;
  /** Resolves when nothing is being read any more. */
  settled(): Promise<void>;
  /** Stops reading. */
  close(): Promise<void>;
}

export interface MusicLibraryOptions extends MusicRefreshOptions {
  mqa: Pick<MqaListening, "known">;
  disks: Pick<DiskReads, "visible">;
}

/** How long the page of an album waits for the disks to say what is there. */
const PATIENCE_MS = 1_000;

export function createMusicLibrary(options: MusicLibraryOptions): MusicLibrary {
  const { titles, repository, mqa, disks } = options;
  const refresh = createMusicRefresh(options);

  async function withProfile(artists: Artist[]): Promise<Artist[]> {
    const names = await titles.profileNames("music");
    return artists.map((artist) => {
      const name = names[artist.qualityProfileId ?? 0];
      return name === undefined ? artist : { ...artist, qualityProfile: name };
    });
  }

  /** The files that these tracks share, with the albums they are of. */
  async function filesOf(rows: CatalogueTrackRow[]): Promise<ManagerFile[]> {
    const albums = await repository.albumsById([...new Set(rows.map(({ albumId }) => albumId))]);
    const known = new Map(albums.map(({ id, record }) => [id, Album.parse(record)]));
    return [...Map.groupBy(rows, ({ fileId }) => fileId).values()].flatMap((tracks) => {
      const album = known.get(tracks[0]?.albumId ?? 0);
      return album && asJobTakesIt(tracks.map(({ record }) => Track.parse(record)), album) || [];
    });
  }

  async function albumRow(id: number): Promise<CatalogueAlbumRow> {
    const row = await repository.album(id);
    if (row === undefined) throw new Fault("not_found", `${MANAGERS.music.app} has no album with the id ${id}.`);
    return row;
  }

  const tracksOf = async (albumId: number): Promise<Track[]> =>
    (await repository.tracks(albumId)).map(({ record }) => Track.parse(record));

  /** Says of each file whether it can be opened here, and what listening to it once found. */
  async function looked(tracks: Track[]): Promise<Track[]> {
    const files = [...new Map(tracks.flatMap(({ file }) => file ? [[file.id, file] as const] : [])).values()];
    const seen = await disks.visible(files.map(({ localPath }) => localPath), { patienceMs: PATIENCE_MS, fresh: true });
    const shown = new Map<number, MusicFile>();
    await Promise.all(files.map(async (file, i) => {
      const visible = seen[i] ?? true;
      const heard = visible ? await mqa.known(file.localPath) : undefined;
      shown.set(file.id, { ...file, visible, ...(heard ? { mqa: heard } : {}) });
    }));
    return tracks.map((track) => {
      const file = shown.get(track.file?.id ?? 0);
      return file ? { ...track, file } : track;
    });
  }

  /** The tracks are those that share the file. */
  function asJobTakesIt(tracks: Track[], album: Album): ManagerFile | undefined {
    const [first] = tracks;
    const file = first?.file;
    return file && {
      title: tracks.map(({ title }) => title).join(" / "),
      subtitle: [album.artist, album.title].filter((part) => part).join(" · "),
      ...(album.cover ? { poster: album.cover } : {}),
      source: {
        kind: "track",
        arr: "music",
        fileId: file.id,
        localPath: file.localPath,
        arrId: album.artistId,
        arrPath: file.path,
        albumId: album.id,
        trackIds: tracks.map(({ id }) => id),
      },
    };
  }

  return {
    async artists(query) {
      await refresh.whenOld();
      const [{ rows, total, nextCursor }, state] = await Promise.all([titles.page("music", query), refresh.state()]);
      return {
        items: await withProfile(rows.map(({ record }) => Artist.parse(record))),
        total,
        limit: query.limit,
        ...(nextCursor === undefined ? {} : { nextCursor }),
        state,
      };
    },
    async artist(id) {
      const row = await titles.get("music", id);
      if (row === undefined) throw new Fault("not_found", `${MANAGERS.music.app} has no artist with the id ${id}.`);
      refresh.artistWhenOld(id);
      const albums = await repository.albumsOf(id);
      const [artist = Artist.parse(row.record)] = await withProfile([Artist.parse(row.record)]);
      return { artist, albums: albums.map(({ record }) => Album.parse(record)) };
    },
    async albums(query) {
      await refresh.whenOld();
      const [{ rows, total, nextCursor }, state] = await Promise.all([repository.albums(query), refresh.state()]);
      return {
        items: rows.map(({ record }) => Album.parse(record)),
        total,
        limit: query.limit,
        ...(nextCursor === undefined ? {} : { nextCursor }),
        state,
      };
    },
    async album(id) {
      const row = await albumRow(id);
      refresh.artistWhenOld(row.artistId);
      return { album: Album.parse(row.record), tracks: await looked(await tracksOf(id)) };
    },
    files: async (fileIds) => await filesOf(await repository.tracksOfFiles(fileIds)),
    filesAt: async (paths) => await filesOf(await repository.tracksAt(paths)),
    async albumFiles(albumId) {
      const album = Album.parse((await albumRow(albumId)).record);
      const ofFile = Map.groupBy(await tracksOf(albumId), ({ file }) => file?.id);
      return [...ofFile.values()].flatMap((tracks) => asJobTakesIt(tracks, album) ?? []);
    },
    ownersOfFiles: refresh.ownersOfFiles,
    refresh: refresh.all,
    refreshArtist: refresh.artist,
    state: refresh.state,
    settled: refresh.settled,
    close: refresh.close,
  };
}
