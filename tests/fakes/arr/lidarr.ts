import { generateArtists } from "./data_music.ts";
import { albumRoutes } from "./lidarr_albums.ts";
import { artistRoutes } from "./lidarr_artists.ts";
import { lidarrCommands } from "./lidarr_commands.ts";
import { TrackImporter } from "./lidarr_import.ts";
import { Music } from "./lidarr_library.ts";
import { manualImportRoutes } from "./lidarr_manual.ts";
import { searching } from "./lidarr_search.ts";
import { trackRoutes } from "./lidarr_tracks.ts";
import type { ArtistFacts } from "./music_model.ts";
import { type ArrFake, startLibrary } from "./shared/arr_server.ts";
import { commandsOf } from "./shared/commands.ts";
import { type Desk, openDesk } from "./shared/desk.ts";
import { extensionOf } from "./shared/disk.ts";
import { type Download, type Downloads, downloadsOf } from "./shared/downloads.ts";
import { filesystemRoutes } from "./shared/filesystem.ts";
import { json } from "./shared/http.ts";
import { listRoutes } from "./shared/lists.ts";
import { cleaned } from "./shared/names.ts";
import type { ArrOptions } from "./shared/options.ts";
import { searchesOf } from "./shared/releases.ts";
import type { Fields } from "./shared/types.ts";

export interface LidarrOptions extends ArrOptions {
  /** Artists, or the number of artists to generate. */
  artists?: readonly ArtistFacts[] | number;
}

export interface LidarrFake extends ArrFake {
  music: Music;
  next: Downloads["next"];
  refusing: Set<number>;
  /** Starts a download as after a grab. */
  startDownload: Downloads["start"];
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

/** Starts a fake Lidarr that behaves like the real application and uses a real folder. */
export async function startLidarr(options: LidarrOptions = {}): Promise<LidarrFake> {
  const desk = await openDesk("Lidarr", options, {
    numbers: EVENTS,
    of: { path: "artist", id: "artistId" },
    also: ["albumId"],
  });
  const { artists = 0 } = options;
  const music = new Music(desk, typeof artists === "number" ? generateArtists(artists) : artists);
  const importer: TrackImporter = new TrackImporter(music, () => downloads);
  const downloads: Downloads = downloadsOf(desk, {
    main: "artistId",
    names: (download) => filesOf(music, download),
    deliver: async (download) =>
      (await importer.folder(desk.paths.toRemote(download.folder), "auto", download)).problems,
  });
  const searches = searchesOf(desk, downloads, searching(music));
  const commands = commandsOf({
    clock: desk.clock,
    takesMs: desk.durations.command,
    known: lidarrCommands({ music, importer, downloads }),
  });
  const fake = startLibrary(desk, {
    downloads,
    searches,
    commands,
    version: "v1",
    routes: {
      ...listRoutes(desk, () => music.artists.values().map(({ path }) => path), ROOT),
      "GET /metadataprofile": () => json(METADATA),
      ...filesystemRoutes(desk.paths, options.windows === true),
      ...artistRoutes(
        music,
        (artist) => commands.push("RefreshArtist", { artistIds: [artist.id], isNewArtist: true }),
      ),
      ...albumRoutes(music),
      ...trackRoutes(music),
      ...manualImportRoutes({ music, importer, download: (id) => downloads.find(id) }),
    },
    test: () => sendTest(desk),
  });
  return { ...fake, music, startDownload: downloads.start };
}

/** Returns the files of a downloaded album, one per track. */
function filesOf(music: Music, { targets }: Download): string[] {
  const album = music.albums.get(targets[0]?.albumId ?? 0);
  const extension = extensionOf(music.desk.options.files ?? ".flac");
  return (album === undefined ? [] : music.tracksOf(album)).map(({ absoluteTrackNumber, title }) =>
    `${String(absoluteTrackNumber).padStart(2, "0")} - ${cleaned(title)}${extension}`
  );
}

const sendTest = (desk: Desk): Promise<void> =>
  desk.webhooks.send({
    ...desk.event("Test"),
    artist: { id: 1, name: "Test Name", path: "C:\\testpath", mbId: "aaaaa-aaa-aaaa-aaaaaa" },
    albums: [{ id: 123, title: "Test title" }],
  });
