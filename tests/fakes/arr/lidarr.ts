import { generateArtists } from "./data_music.ts";
import { TrackImporter } from "./lidarr_import.ts";
import { Music } from "./lidarr_library.ts";
import { manualImportRoutes } from "./lidarr_manual.ts";
import { musicRoutes } from "./lidarr_routes.ts";
import type { Album, Artist, ArtistFacts } from "./music_model.ts";
import { type ArrFake, startLibrary } from "./shared/arr_server.ts";
import { commandsOf } from "./shared/commands.ts";
import { openDesk } from "./shared/desk.ts";
import { entriesOf, extensionOf, sizeOf } from "./shared/disk.ts";
import { type Download, type Downloads, downloadsOf } from "./shared/downloads.ts";
import { filesystemRoutes } from "./shared/filesystem.ts";
import { boolOf, intOf, json } from "./shared/http.ts";
import { listRoutes } from "./shared/lists.ts";
import { cleaned } from "./shared/names.ts";
import { offersOf } from "./shared/offers.ts";
import type { ArrOptions } from "./shared/options.ts";
import { paged } from "./shared/paging.ts";
import { type Found, judged, searchesOf } from "./shared/releases.ts";
import type { Fields } from "./shared/types.ts";

export interface LidarrOptions extends ArrOptions {
  /** Artists, or how many to make up. */
  artists?: readonly ArtistFacts[] | number;
}

export interface LidarrFake extends ArrFake {
  music: Music;
  next: Downloads["next"];
  refusing: Set<number>;
}

const EVENTS = {
  unknown: 0,
  grabbed: 1,
  artistFolderImported: 2,
  trackFileImported: 3,
  downloadFailed: 4,
  trackFileDeleted: 5,
  trackFileRenamed: 6,
  albumImportIncomplete: 7,
  downloadImported: 8,
  trackFileRetagged: 9,
  downloadIgnored: 10,
};

const ROOT: Fields = {
  name: "Music",
  defaultMetadataProfileId: 1,
  defaultQualityProfileId: 1,
  defaultMonitorOption: "all",
  defaultNewItemMonitorOption: "all",
  defaultTags: [],
};

const METADATA = [{ id: 1, name: "Standard", primaryAlbumTypes: [], secondaryAlbumTypes: [], releaseStatuses: [] }];

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "number") : [];

/** A music manager that behaves like the real one, below a real folder. */
export async function startLidarr(options: LidarrOptions = {}): Promise<LidarrFake> {
  const desk = await openDesk("Lidarr", options, {
    numbers: EVENTS,
    of: { path: "artist", id: "artistId" },
    also: ["albumId"],
  });
  const { clock, durations } = desk;
  const wanted = options.artists ?? 0;
  const music = new Music(desk, typeof wanted === "number" ? generateArtists(wanted) : wanted);
  const importer: TrackImporter = new TrackImporter(music, () => downloads);
  const downloads: Downloads = downloadsOf(desk, { main: "artistId", names: namesOf, deliver });

  /** A file per track. */
  function namesOf({ targets }: Download): string[] {
    const album = music.albums.get(targets[0]?.albumId ?? 0);
    const extension = extensionOf(options.files ?? ".flac");
    return (album === undefined ? [] : music.tracksOf(album)).map(({ absoluteTrackNumber, title }) =>
      `${String(absoluteTrackNumber).padStart(2, "0")} - ${cleaned(title)}${extension}`
    );
  }

  async function deliver(download: Download): Promise<string[]> {
    return (await importer.folder(desk.paths.toRemote(download.folder), "auto", download)).problems;
  }

  function found(album: Album): Found[] {
    const artist = music.artist(album.artistId);
    const offers = offersOf("Lidarr", `${artist.artistName} - ${album.title} ${album.releaseDate.slice(0, 4)}`, {
      languages: [],
    });
    const all = offers.map((offer): Found => ({
      ...offer,
      targets: [{ artistId: artist.id, albumId: album.id }],
      rejections: [],
      extra: {
        discography: false,
        artistName: artist.artistName,
        albumTitle: album.title,
        artistId: artist.id,
        albumId: album.id,
      },
    }));
    return judged(desk.profile(artist.qualityProfileId), music.filesOf(album.id)[0]?.quality, all);
  }

  const searches = searchesOf(desk, downloads, {
    search: ({ query }) => {
      const [albumId, artistId] = [intOf(query, "albumId"), intOf(query, "artistId")];
      if (albumId !== undefined) return found(music.album(albumId));
      const some = artistId === undefined ? [...music.albums.values().take(5)] : music.albumsOf(artistId);
      return some.flatMap((album) => found(album).slice(0, 2));
    },
    mapped: ({ albumId }) => {
      const album = typeof albumId === "number" ? music.albums.get(albumId) : undefined;
      return album === undefined ? [] : [{ artistId: album.artistId, albumId: album.id }];
    },
    onGrab: async (release, downloadId) => {
      const artist = music.artist(release.targets[0]?.artistId);
      await desk.webhooks.send({
        ...desk.event("Grab"),
        artist: { id: artist.id, name: artist.artistName, path: artist.path, mbId: artist.foreignArtistId },
        release: {
          releaseTitle: release.title,
          indexer: release.indexer,
          size: release.size,
          quality: release.quality.quality.name,
        },
        downloadId,
      });
    },
  });

  /** Albums of an artist that was just added; then files that are gone are forgotten and new ones taken up. */
  async function refresh(artist: Artist): Promise<void> {
    const known = new Set(music.albumsOf(artist.id).map(({ foreignAlbumId }) => foreignAlbumId));
    for (const facts of artist.facts) {
      if (!known.has(facts.foreignAlbumId)) music.addAlbum(artist, facts, artist.monitored);
    }
    if ((await entriesOf(desk.rootOnDisk)).length === 0) return;
    for (const file of music.files.values().filter((one) => one.artistId === artist.id).toArray()) {
      const size = await sizeOf(desk.paths.toDisk(file.path));
      if (size === undefined) importer.forget(file, "MissingFromDisk");
      else file.size = size;
    }
    await importer.discover(artist);
  }
  const some = (ids: number[]) =>
    ids.length === 0 ? [...music.artists.values()] : ids.flatMap((id) => music.artists.get(id) ?? []);
  const rescan = async ({ artistId, artistIds }: Fields) => {
    for (const artist of some([...numbers([artistId]), ...numbers(artistIds)])) await refresh(artist);
  };
  const commands = commandsOf({
    clock,
    takesMs: durations.command,
    known: {
      RescanFolders: rescan,
      RefreshArtist: rescan,
      ManualImport: (body) => importer.manual(body),
      DownloadedAlbumsScan: async ({ path, importMode }) => {
        const mode = importMode === "copy" ? "copy" : "move";
        const { problems, imported } = await importer.folder(typeof path === "string" ? path : "", mode);
        desk.log.push(
          ...problems,
          ...(imported === 0 ? [`DownloadedAlbumsScan: nothing imported from [${path}]`] : []),
        );
        return imported === 0 ? "unsuccessful" : undefined;
      },
      AlbumSearch: async ({ albumIds }) => {
        const best = numbers(albumIds).flatMap((id) => music.albums.get(id) ?? []).map((album) => found(album)[0]);
        for (const one of best) if (one?.rejections.length === 0) downloads.start(one);
        await Promise.resolve();
      },
    },
  });

  return {
    ...startLibrary(desk, {
      downloads,
      searches,
      commands,
      version: "v1",
      routes: {
        ...listRoutes(desk, () => music.artists.values().map(({ path }) => path), ROOT),
        "GET /metadataprofile": () => json(METADATA),
        ...filesystemRoutes(desk.paths, options.windows === true),
        ...musicRoutes(
          music,
          (artist) => commands.push("RefreshArtist", { artistIds: [artist.id], isNewArtist: true }),
        ),
        ...manualImportRoutes(music, importer, (id) => downloads.find(id)),
        "GET /wanted/cutoff": ({ query }) => {
          const monitored = boolOf(query, "monitored", true);
          const below = [
            ...music.albums.values().filter((album) =>
              album.monitored === monitored &&
              music.filesOf(album.id).some((file) => music.fileResource(file).qualityCutoffNotMet)
            ),
          ];
          return paged(query, below, {
            resource: (album) => music.albumResource(album),
            sortKey: "releaseDate",
            keys: { releaseDate: ({ releaseDate }) => releaseDate },
          });
        },
      },
      test: () =>
        desk.webhooks.send({
          ...desk.event("Test"),
          artist: { id: 1, name: "Test Name", path: "C:\\testpath", mbId: "aaaaa-aaa-aaaa-aaaaaa" },
          albums: [{ id: 123, title: "Test title" }],
        }),
    }),
    music,
  };
}
