import * as z from "zod";
import type { Music } from "./lidarr_library.ts";
import { type Album, type Artist, type Release, type Track, type TrackFile, trackPath } from "./music_model.ts";
import { extensionOf, mediaBelow, sizeOf } from "./shared/disk.ts";
import type { Download, Downloads } from "./shared/downloads.ts";
import { bare } from "./shared/names.ts";
import { qualityIn } from "./shared/qualities.ts";
import { howTo, type ImportMode, replace } from "./shared/replace.ts";
import type { Fields, QualityModel } from "./shared/types.ts";
import { clientOf, webhookClient } from "./shared/webhook_file.ts";

/** A file to import. Its tracks belong to one release. */
export interface TrackImport {
  from: string;
  artist: Artist;
  album: Album;
  release: Release;
  tracks: Track[];
  quality: QualityModel;
  mode: ImportMode;
  download?: Download | undefined;
}

const Wanted = z.looseObject({
  path: z.string(),
  artistId: z.number().int(),
  albumId: z.number().int(),
  albumReleaseId: z.number().int(),
  trackIds: z.array(z.number().int()),
  quality: z.custom<QualityModel>((value) => typeof value === "object" && value !== null),
  downloadId: z.string().nullish(),
  disableReleaseSwitching: z.boolean().nullish(),
});

export class TrackImporter {
  constructor(readonly music: Music, readonly downloads: () => Downloads) {}

  /** Imports one file. Throws the message that Lidarr would log. */
  async import({ from, artist, album, release, tracks, quality, mode, download }: TrackImport): Promise<TrackFile> {
    const { music } = this;
    const { desk } = music;
    const [first] = tracks;
    if (first === undefined) throw new Error(`Couldn't find similar tracks for ${from}`);
    const olds = [...new Set(tracks.flatMap(({ trackFileId }) => music.files.get(trackFileId) ?? []))];
    const to = desk.paths.join(artist.path, ...trackPath(artist.artistName, album, first, extensionOf(from)));
    const how = howTo(desk, mode, download?.protocol === "torrent");
    const { size } = await replace(desk, { from, to, olds: olds.map(({ path }) => path), how });
    olds.forEach((old) => this.forget(old, "Upgrade"));
    for (const one of album.releases) one.monitored = one === release;
    const { id: artistId } = artist;
    const { id: albumId } = album;
    const file = music.addFile({
      artistId,
      albumId,
      path: to,
      size,
      releaseGroup: download?.releaseGroup ?? "",
      quality,
    }, tracks);
    for (const track of tracks) {
      desk.history.add({
        eventType: "trackFileImported",
        sourceTitle: download?.title ?? desk.paths.name(from),
        quality,
        downloadId: download?.downloadId,
        target: { artistId, albumId, trackId: track.id },
        data: {
          fileId: String(file.id),
          droppedPath: from,
          importedPath: to,
          downloadClient: clientOf(download),
          downloadClientName: clientOf(download),
          releaseGroup: file.releaseGroup,
          size: String(size),
        },
      });
    }
    return file;
  }

  forget(file: TrackFile, reason: string): void {
    const { artistId, albumId, quality, path } = file;
    const [trackId = 0] = (this.music.albums.get(albumId)?.releases ?? [])
      .flatMap(({ tracks }) => tracks.filter(({ trackFileId }) => trackFileId === file.id).map(({ id }) => id));
    this.music.forgetFile(file);
    this.music.desk.history.add({
      eventType: "trackFileDeleted",
      sourceTitle: path,
      quality,
      target: { artistId, albumId, trackId },
      data: { reason },
    });
  }

  /** Sends the webhook of an album after all of its files have been imported. */
  async tell(artist: Artist, album: Album, files: TrackFile[], download?: Download): Promise<void> {
    const { desk } = this.music;
    if (files.length === 0) return;
    if (download !== undefined) {
      const { title: sourceTitle, quality, downloadId } = download;
      desk.history.add({
        eventType: "downloadImported",
        sourceTitle,
        quality,
        downloadId,
        target: { artistId: artist.id, albumId: album.id },
        data: {},
      });
    }
    await desk.webhooks.send({
      ...desk.event("Download"),
      artist: { id: artist.id, name: artist.artistName, path: artist.path, mbId: artist.foreignArtistId },
      album: {
        id: album.id,
        title: album.title,
        mbId: album.foreignAlbumId,
        albumType: album.albumType,
        releaseDate: album.releaseDate,
      },
      tracks: this.music.tracksOf(album).map(({ id, title, trackNumber }) => ({ id, title, trackNumber })),
      trackFiles: files.map(({ id, path, size, quality }) => ({
        id,
        path,
        size,
        quality: quality.quality.name,
        qualityVersion: 1,
      })),
      isUpgrade: false,
      ...webhookClient(download),
    });
  }

  /** Runs the command ManualImport. The release must belong to the album, and the tracks to the release. */
  async manual(body: Fields): Promise<void> {
    const { music } = this;
    const { log } = music.desk;
    const mode = z.enum(["auto", "move", "copy"]).catch("auto").parse(String(body.importMode).toLowerCase());
    if (!Array.isArray(body.files)) return void log.push("ManualImport: nothing to import");
    const files = new Map<Album, TrackFile[]>();
    const completed = new Map<Album, Download>();
    const cleared = new Set<Album>();
    for (const raw of body.files) {
      const { data, error } = Wanted.safeParse(raw);
      if (error?.issues.some(({ path }) => path[0] === "quality")) throw new Error("NullReferenceException: quality");
      const [artist, album] = [music.artists.get(data?.artistId ?? 0), music.albums.get(data?.albumId ?? 0)];
      const release = album?.releases.find(({ id }) => id === data?.albumReleaseId);
      const tracks = (data?.trackIds ?? []).flatMap((id) => release?.tracks.find((track) => track.id === id) ?? []);
      if (
        data === undefined || artist === undefined || album === undefined || release === undefined ||
        tracks.length !== data.trackIds.length
      ) {
        log.push(`ManualImport: cannot import ${JSON.stringify(raw)}`);
        continue;
      }
      if (body.replaceExistingFiles === true && !cleared.has(album)) {
        cleared.add(album);
        for (const old of music.filesOf(album.id)) {
          await Deno.remove(music.desk.paths.toDisk(old.path)).catch(() => {});
          this.forget(old, "Upgrade");
        }
      }
      const download = data.downloadId ? this.downloads().find(data.downloadId) : undefined;
      if (download !== undefined) completed.set(album, download);
      await this.import({ from: data.path, artist, album, release, tracks, quality: data.quality, mode, download })
        .then(
          (file) => files.set(album, [...files.get(album) ?? [], file]),
          (failure) => log.push(`ManualImport: ${failure}`),
        );
    }
    for (const [album, done] of files) {
      const download = completed.get(album);
      // A download is finished when every track of its album has a file.
      const isWhole = music.tracksOf(album).every(({ trackFileId }) => music.files.has(trackFileId));
      if (download !== undefined && isWhole) Object.assign(download, { state: "imported", messages: [] });
      await this.tell(music.artist(album.artistId), album, done, isWhole ? download : undefined);
    }
  }

  /** Guesses artist, album and track of a file from the words in its path. */
  guess(path: string): { artist?: Artist; album?: Album; track?: Track } {
    const { music } = this;
    const words = bare(path);
    const artist = music.artists.values().find(({ artistName }) => words.includes(bare(artistName)));
    const album = artist && music.albumsOf(artist.id).find(({ title }) => words.includes(bare(title)));
    const number = Number(/(?:^|[ ._-])(\d{1,2})(?=[ ._-])/.exec(music.desk.paths.name(path))?.[1]);
    const track = album && music.tracksOf(album).find(({ absoluteTrackNumber }) => absoluteTrackNumber === number);
    return { ...(artist && { artist }), ...(album && { album }), ...(track && { track }) };
  }

  /** Imports unknown files in the artist's folder whose names identify their track. */
  async discover(artist: Artist): Promise<void> {
    const { music } = this;
    const { paths } = music.desk;
    const known = new Set(music.files.values().map(({ path }) => path));
    for (const local of await mediaBelow(paths.toDisk(artist.path))) {
      const path = paths.toRemote(local);
      const { album, track } = this.guess(path);
      if (known.has(path) || album === undefined || track === undefined || track.trackFileId !== 0) continue;
      const [artistId, albumId, size] = [artist.id, album.id, await sizeOf(local) ?? 0];
      music.addFile({ artistId, albumId, path, size, releaseGroup: "", quality: qualityIn("Lidarr", path) }, [track]);
    }
  }

  /** True if the file matches a track. Lidarr rejects all files of a release if one does not match. */
  isMatched(from: string, download?: Download): boolean {
    const guess = this.guess(from);
    const album = this.music.albums.get(download?.targets[0]?.albumId ?? 0) ?? guess.album;
    const number = Number(/^(\d{2}) - /.exec(this.music.desk.paths.name(from))?.[1]);
    const release = album && this.music.releaseOf(album);
    return (release?.tracks.find((one) => one.absoluteTrackNumber === number) ?? guess.track) !== undefined;
  }

  /** Runs the command DownloadedAlbumsScan, and imports a finished download. */
  async folder(path: string, mode: ImportMode, download?: Download): Promise<{ problems: string[]; imported: number }> {
    const { music } = this;
    const { paths } = music.desk;
    const problems: string[] = [];
    const done = new Map<Album, TrackFile[]>();
    const found = (path === "" ? [] : await mediaBelow(paths.toDisk(path))).map((local) => paths.toRemote(local));
    const unmatched = new Set(
      found.filter((file) => !this.isMatched(file, download)).map((file) => paths.parent(file)),
    );
    for (const from of found) {
      const guess = this.guess(from);
      const album = music.albums.get(download?.targets[0]?.albumId ?? 0) ?? guess.album;
      const release = album && music.releaseOf(album);
      const number = Number(/^(\d{2}) - /.exec(paths.name(from))?.[1]);
      const track = release?.tracks.find((one) => one.absoluteTrackNumber === number) ?? guess.track;
      if (album === undefined || release === undefined || track === undefined) {
        problems.push(`Couldn't find similar album for ${from}`);
        continue;
      }
      if (unmatched.has(paths.parent(from))) {
        problems.push(`Has unmatched tracks: ${from}`);
        continue;
      }
      const quality = download?.quality ?? qualityIn("Lidarr", from);
      await this.import({
        from,
        artist: music.artist(album.artistId),
        album,
        release,
        tracks: [track],
        quality,
        mode,
        download,
      })
        .then((file) => done.set(album, [...done.get(album) ?? [], file]), (failure) => problems.push(String(failure)));
    }
    for (const [album, files] of done) await this.tell(music.artist(album.artistId), album, files, download);
    return { problems, imported: done.size };
  }
}
