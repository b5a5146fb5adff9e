import type { TrackImporter } from "./lidarr_import.ts";
import type { Music } from "./lidarr_library.ts";
import { releasesOf } from "./lidarr_search.ts";
import type { Artist } from "./music_model.ts";
import type { Execute } from "./shared/commands.ts";
import { entriesOf, sizeOf } from "./shared/disk.ts";
import type { Downloads } from "./shared/downloads.ts";
import { numbersIn } from "./shared/numbers.ts";
import type { Fields } from "./shared/types.ts";

/** Services for the commands. */
export interface LidarrParts {
  music: Music;
  importer: TrackImporter;
  downloads: Downloads;
}

/** Returns the commands that Lidarr supports. */
export function lidarrCommands(parts: LidarrParts): Record<string, Execute> {
  const { music, importer, downloads } = parts;
  const rescan = async ({ artistId, artistIds }: Fields) => {
    for (const artist of someArtists(music, [...numbersIn([artistId]), ...numbersIn(artistIds)])) {
      await refresh(parts, artist);
    }
  };
  return {
    RescanFolders: rescan,
    RefreshArtist: rescan,
    ManualImport: (body) => importer.manual(body),
    DownloadedAlbumsScan: (body) => scanFolder(parts, body),
    AlbumSearch: async ({ albumIds }) => {
      const albums = numbersIn(albumIds).flatMap((id) => music.albums.get(id) ?? []);
      const best = albums.map((album) => releasesOf(music, album)[0]);
      for (const one of best) if (one?.rejections.length === 0) downloads.start(one);
      await Promise.resolve();
    },
  };
}

const someArtists = (music: Music, ids: number[]): Artist[] =>
  ids.length === 0 ? [...music.artists.values()] : ids.flatMap((id) => music.artists.get(id) ?? []);

/** Adds the albums of a new artist, then removes missing files and adds new ones. */
async function refresh({ music, importer }: LidarrParts, artist: Artist): Promise<void> {
  const { desk } = music;
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

async function scanFolder({ music, importer }: LidarrParts, { path, importMode }: Fields) {
  const mode = importMode === "copy" ? "copy" : "move";
  const { problems, imported } = await importer.folder(typeof path === "string" ? path : "", mode);
  music.desk.log.push(
    ...problems,
    ...(imported === 0 ? [`DownloadedAlbumsScan: nothing imported from [${path}]`] : []),
  );
  return imported === 0 ? "unsuccessful" as const : undefined;
}
