import {
  type Album,
  type AlbumFacts,
  albumResource,
  type Artist,
  type ArtistFacts,
  artistFolder,
  artistResource,
  type Counts,
  type Release,
  type Track,
  type TrackFile,
  trackPath,
} from "./music_model.ts";
import type { Desk } from "./shared/desk.ts";
import { missing } from "./shared/errors.ts";
import { belowCutoff } from "./shared/profiles.ts";
import { qualityNamed } from "./shared/qualities.ts";
import { seeded } from "./shared/random.ts";
import type { Fields } from "./shared/types.ts";

/** Artists of a Lidarr with their albums, tracks and files. */
export class Music {
  readonly artists = new Map<number, Artist>();
  readonly albums = new Map<number, Album>();
  readonly files = new Map<number, TrackFile>();
  #last = { album: 0, release: 0, track: 0, file: 0 };

  constructor(readonly desk: Desk, artists: readonly ArtistFacts[]) {
    artists.forEach((facts, index) => {
      const random = seeded(`library/${index}`);
      const artist = this.add(facts, { qualityProfileId: random.pick([1, 2]), monitored: random.chance(0.8) });
      for (const album of facts.albums) {
        const added = this.addAlbum(artist, album, artist.monitored);
        if (random.chance(0.8)) {
          this.#fill(artist, added, random.pick(["FLAC", "FLAC", "FLAC 24bit", "MP3-320", "MP3-VBR-V0"]));
        }
      }
    });
  }

  #fill(artist: Artist, album: Album, quality: string): void {
    const extension = quality.startsWith("MP3") ? ".mp3" : ".flac";
    for (const track of this.tracksOf(album)) {
      const path = this.desk.paths.join(artist.path, ...trackPath(artist.artistName, album, track, extension));
      const size = Math.round(track.duration / 1000 * (extension === ".mp3" ? 40_000 : 115_000));
      this.addFile({
        artistId: artist.id,
        albumId: album.id,
        path,
        size,
        releaseGroup: "",
        quality: qualityNamed("Lidarr", quality),
      }, [track]);
    }
  }

  add(facts: ArtistFacts, over: Partial<Artist>): Artist {
    const { albums, ...rest } = facts;
    const artist: Artist = {
      ...rest,
      path: this.desk.paths.join(this.desk.root, artistFolder(facts)),
      qualityProfileId: 1,
      metadataProfileId: 1,
      monitored: false,
      monitorNewItems: "none",
      tags: [],
      added: this.desk.clock.date().toISOString(),
      facts: albums,
      ...over,
      id: Math.max(0, ...this.artists.keys()) + 1,
    };
    this.artists.set(artist.id, artist);
    return artist;
  }

  addAlbum(artist: Artist, facts: AlbumFacts, monitored: boolean): Album {
    const releases = facts.releases.map((release, index) => ({
      ...release,
      id: ++this.#last.release,
      monitored: index === 0,
      tracks: release.tracks.map((track) => ({ ...track, id: ++this.#last.track, trackFileId: 0 })),
    }));
    const album = { ...facts, id: ++this.#last.album, artistId: artist.id, monitored, anyReleaseOk: true, releases };
    this.albums.set(album.id, album);
    return album;
  }

  addFile(file: Omit<TrackFile, "id" | "dateAdded">, tracks: Track[]): TrackFile {
    const added = { ...file, id: ++this.#last.file, dateAdded: this.desk.clock.date().toISOString() };
    this.files.set(added.id, added);
    for (const track of tracks) track.trackFileId = added.id;
    return added;
  }

  forgetFile(file: TrackFile): void {
    this.files.delete(file.id);
    for (const release of this.albums.get(file.albumId)?.releases ?? []) {
      for (const track of release.tracks) if (track.trackFileId === file.id) track.trackFileId = 0;
    }
  }

  artist(id: number | string | undefined): Artist {
    const artist = this.artists.get(Number(id));
    if (artist === undefined) throw missing("Artist", id ?? 0);
    return artist;
  }

  album(id: number | string | undefined): Album {
    const album = this.albums.get(Number(id));
    if (album === undefined) throw missing("Album", id ?? 0);
    return album;
  }

  albumsOf(artistId: number): Album[] {
    return [...this.albums.values().filter((album) => album.artistId === artistId)];
  }

  filesOf(albumId: number): TrackFile[] {
    return [...this.files.values().filter((file) => file.albumId === albumId)];
  }

  releaseOf({ releases }: Album): Release | undefined {
    return releases.find(({ monitored }) => monitored) ?? releases[0];
  }

  /** Returns the tracks of the selected release. */
  tracksOf(album: Album): Track[] {
    return this.releaseOf(album)?.tracks ?? [];
  }

  artistResource(artist: Artist): Fields {
    const albums = this.albumsOf(artist.id);
    return artistResource(artist, { root: this.desk.root, counts: this.#count(albums), albumCount: albums.length });
  }

  albumResource(album: Album): Fields {
    const artist = this.artist(album.artistId);
    return albumResource(album, artistResource(artist, { root: this.desk.root }), this.#count([album]));
  }

  trackResource({ id: artistId }: Artist, album: Album, track: Track): Fields {
    return {
      artistId,
      albumId: album.id,
      explicit: false,
      hasFile: track.trackFileId > 0,
      ratings: { votes: 0, value: 0 },
      foreignTrackId: track.foreignRecordingId,
      ...track,
    };
  }

  fileResource(file: TrackFile): Fields {
    const profile = this.desk.profile(this.artists.get(file.artistId)?.qualityProfileId ?? 0);
    const { name } = file.quality.quality;
    const lossless = /FLAC|ALAC|WAV/.test(name);
    const deep = /24bit/.test(name);
    return {
      ...file,
      qualityWeight: file.quality.quality.id,
      customFormats: [],
      customFormatScore: 0,
      indexerFlags: 0,
      mediaInfo: {
        audioChannels: 2,
        audioBitRate: lossless ? deep ? "2780 kbps" : "1011 kbps" : "320 kbps",
        audioCodec: lossless ? name.replace(" 24bit", "") : "MP3",
        audioBits: lossless ? deep ? "24bit" : "16bit" : "0bit",
        audioSampleRate: deep ? "96kHz" : "44.1kHz",
      },
      qualityCutoffNotMet: profile !== undefined && belowCutoff(profile, file.quality.quality),
    };
  }

  #count(albums: Album[]): Counts {
    const tracks = albums.flatMap((album) => this.tracksOf(album).map((track) => ({ track, album })));
    const held = tracks.filter(({ track }) => track.trackFileId > 0);
    const files = new Set(held.map(({ track }) => track.trackFileId));
    return {
      trackFileCount: held.length,
      trackCount: tracks.filter(({ track, album }) => album.monitored || track.trackFileId > 0).length,
      totalTrackCount: tracks.length,
      sizeOnDisk: [...files].reduce((sum, id) => sum + (this.files.get(id)?.size ?? 0), 0),
    };
  }
}
