import type { CatalogueAlbumRow } from "../../../db/schema/catalogue.ts";
import type { ManagerFile } from "../../jobs/deps.ts";
import { Fault } from "../../kit/fault.ts";
import { MANAGERS } from "../../platform/managers/kinds.ts";
import { lettersOfSigns } from "../lists/letters.ts";
import type { MusicChoice } from "../lists/list_choice.ts";
import type { LibraryPage, LibraryState, TitleLetters } from "../video_model.ts";
import { withProfileNames } from "../video/profile_names.ts";
import { filesOfAlbum, filesOfTracks } from "./music_files.ts";
import type { ChosenFile } from "../video/chosen_files.ts";
import {
  Album,
  type AlbumListing,
  type AlbumQuery,
  Artist,
  type ArtistListing,
  type ArtistQuery,
  type MusicFile,
  Track,
} from "../music_model.ts";
import type { MqaListening } from "./music_mqa.ts";
import { createMusicRefresh, type MusicRefresh, type MusicRefreshOptions } from "./music_refresh.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import type { CatalogueRepository } from "../../../db/library/catalogue.ts";
import type { MusicCatalogueRepository } from "../../../db/library/music_catalogue.ts";

/** Lidarr's artists, albums and tracks as of the last refresh. Only the methods that refresh wait for Lidarr. */
export interface MusicLibrary {
  artists(query: ArtistQuery): Promise<LibraryPage<Artist>>;
  /** Returns an artist. Throws `not_found`. */
  artist(id: number): Promise<{ artist: Artist; albums: Album[] }>;
  albums(query: AlbumQuery): Promise<LibraryPage<Album>>;
  /** Returns an album. Throws `not_found`. */
  album(id: number): Promise<{ album: Album; tracks: Track[] }>;
  /** Returns only the names on a page of artists or albums. */
  artistNames(query: ArtistQuery): Promise<string[]>;
  albumNames(query: AlbumQuery): Promise<string[]>;
  /** Returns the positions of the index letters in a list of artists. */
  artistLetters(listing: ArtistListing): Promise<TitleLetters>;
  /** Returns the positions of the index letters in a list of albums by title or artist. */
  albumLetters(listing: AlbumListing): Promise<TitleLetters>;
  /** Returns the files of the selected artists or albums. */
  chosenFiles(choice: MusicChoice): Promise<ChosenFile[]>;
  /** Returns the known files with these IDs in Lidarr, as job input. */
  files(fileIds: number[]): Promise<ManagerFile[]>;
  /** Returns the artists of files, according to the current data in Lidarr. Throws `ManagerProblem`. */
  ownersOfFiles(fileIds: number[]): Promise<number[]>;
  /** Returns the known files at these local paths. */
  filesAt(paths: string[]): Promise<ManagerFile[]>;
  /** Returns the files of an album as job input. Throws `not_found`. */
  albumFiles(albumId: number): Promise<ManagerFile[]>;
  /** Refreshes the library. Concurrent calls share one refresh. A failure is stored in the state and not thrown. */
  refresh(): Promise<LibraryState>;
  /** Refreshes one artist, with albums and tracks. Throws `ManagerProblem`. */
  refreshArtist(id: number): Promise<void>;
  state(): Promise<LibraryState>;
  /** Resolves when no refresh is in progress. */
  settled(): Promise<void>;
  /** Aborts refreshes in progress. */
  close(): Promise<void>;
}

/** Services of the music library. `mqa` provides stored MQA results, `disks` whether files can be opened here. */
export interface MusicLibraryOptions extends MusicRefreshOptions {
  mqa: Pick<MqaListening, "known">;
  disks: Pick<DiskReads, "visible">;
}

/** Maximum time in milliseconds that the page of an album waits for the disks. */
const PATIENCE_MS = 1_000;

interface MusicLibraryDeps extends MusicLibraryOptions {
  readonly refresh: MusicRefresh;
}

/** Creates the music library on the database, which is refreshed from Lidarr in the background. Starts no refresh. */
export function createMusicLibrary(options: MusicLibraryOptions): MusicLibrary {
  const { repository } = options;
  const refresh = createMusicRefresh(options);
  const deps: MusicLibraryDeps = { ...options, refresh };
  return {
    artists: (query) => artistPage(deps, query),
    artist: (id) => artistWithAlbums(deps, id),
    albums: (query) => albumPage(deps, query),
    album: (id) => albumWithTracks(deps, id),
    artistNames: (query) => options.titles.names("music", query),
    albumNames: (query) => repository.namesOfAlbums(query),
    artistLetters: async (listing) => lettersOfSigns(await options.titles.firstSigns("music", listing)),
    albumLetters: async (listing) => lettersOfSigns(await repository.firstSignsOfAlbums(listing)),
    chosenFiles: (choice) => filesOfChoice(options, choice),
    files: async (fileIds) => await filesOfTracks(repository, await repository.tracksOfFiles(fileIds)),
    filesAt: async (paths) => await filesOfTracks(repository, await repository.tracksAt(paths)),
    albumFiles: (albumId) => albumFiles(deps, albumId),
    ownersOfFiles: refresh.ownersOfFiles,
    refresh: refresh.all,
    refreshArtist: refresh.artist,
    state: refresh.state,
    settled: refresh.settled,
    close: refresh.close,
  };
}

async function artistPage(
  { titles, repository, refresh }: MusicLibraryDeps,
  query: ArtistQuery,
): Promise<LibraryPage<Artist>> {
  await refresh.whenOld();
  const [{ rows, total, nextCursor }, state] = await Promise.all([titles.page("music", query), refresh.state()]);
  const queued = await repository.inQueue("artists", rows.map(({ id }) => id));
  const artists = rows.map(({ record }) => withQueue(Artist.parse(record), queued));
  return {
    items: await withProfileNames(titles, "music", artists),
    total,
    limit: query.limit,
    ...(nextCursor === undefined ? {} : { nextCursor }),
    state,
  };
}

const withQueue = <T extends { id: number }>(title: T, queued: ReadonlySet<number>): T =>
  queued.has(title.id) ? { ...title, inQueue: true } : title;

async function artistWithAlbums(
  { titles, repository, refresh }: MusicLibraryDeps,
  id: number,
): Promise<{ artist: Artist; albums: Album[] }> {
  const row = await titles.get("music", id);
  if (row === undefined) throw new Fault("not_found", `${MANAGERS.music.app} has no artist with the ID ${id}.`);
  refresh.artistWhenOld(id);
  const albums = await repository.albumsOf(id);
  const [artist = Artist.parse(row.record)] = await withProfileNames(titles, "music", [Artist.parse(row.record)]);
  return { artist, albums: albums.map(({ record }) => Album.parse(record)) };
}

async function albumPage({ repository, refresh }: MusicLibraryDeps, query: AlbumQuery): Promise<LibraryPage<Album>> {
  await refresh.whenOld();
  const [{ rows, total, nextCursor }, state] = await Promise.all([repository.albums(query), refresh.state()]);
  const queued = await repository.inQueue("albums", rows.map(({ id }) => id));
  return {
    items: rows.map(({ record }) => withQueue(Album.parse(record), queued)),
    total,
    limit: query.limit,
    ...(nextCursor === undefined ? {} : { nextCursor }),
    state,
  };
}

async function albumWithTracks(deps: MusicLibraryDeps, id: number): Promise<{ album: Album; tracks: Track[] }> {
  const row = await albumRow(deps, id);
  deps.refresh.artistWhenOld(row.artistId);
  return { album: Album.parse(row.record), tracks: await withFileFacts(deps, await tracksOf(deps, id)) };
}

async function albumFiles(deps: MusicLibraryDeps, albumId: number): Promise<ManagerFile[]> {
  const album = Album.parse((await albumRow(deps, albumId)).record);
  return filesOfAlbum(await tracksOf(deps, albumId), album);
}

async function albumRow({ repository }: MusicLibraryDeps, id: number): Promise<CatalogueAlbumRow> {
  const row = await repository.album(id);
  if (row === undefined) throw new Fault("not_found", `${MANAGERS.music.app} has no album with the ID ${id}.`);
  return row;
}

const tracksOf = async ({ repository }: MusicLibraryDeps, albumId: number): Promise<Track[]> =>
  (await repository.tracks(albumId)).map(({ record }) => Track.parse(record));

/** Adds whether each file can be opened on this machine, and its stored MQA result. */
async function withFileFacts({ disks, mqa }: MusicLibraryDeps, tracks: Track[]): Promise<Track[]> {
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

/** Returns the files of the selected artists or albums, without duplicates. */
async function filesOfChoice(
  { titles, repository }: {
    titles: Pick<CatalogueRepository, "idsOfList">;
    repository: Pick<MusicCatalogueRepository, "idsOfAlbums" | "filesOf">;
  },
  choice: MusicChoice,
): Promise<ChosenFile[]> {
  const listed = async (): Promise<number[]> =>
    choice.list === undefined
      ? []
      : choice.kind === "artists"
      ? await titles.idsOfList("music", choice.list)
      : await repository.idsOfAlbums(choice.list);
  const left = new Set(choice.except);
  const ids = (choice.ids ?? await listed()).filter((id) => !left.has(id));
  return await repository.filesOf(choice.kind, ids);
}
