import { join } from "node:path";
import { generateMovies, generateSeries } from "../fakes/arr/data.ts";
import { startLidarr } from "../fakes/arr/lidarr.ts";
import { type Movie, pathOf } from "../fakes/arr/movies_model.ts";
import { startProwlarr } from "../fakes/arr/prowlarr.ts";
import { startRadarr } from "../fakes/arr/radarr.ts";
import { episodePath } from "../fakes/arr/series_model.ts";
import { materialise } from "../fakes/arr/shared/materialise.ts";
import { startJellyfin } from "../fakes/jellyfin.ts";
import { startSonarr } from "../fakes/arr/sonarr.ts";
import { ffmpeg } from "../fixtures/music.ts";
import { writeFiles } from "../fixtures/local_media.ts";
import { makeSmallClip } from "../kit/clips.ts";

interface LibraryOptions {
  drawnArtwork?: boolean;
  /** Numbers of movies and series. */
  films?: number;
  shows?: number;
}

/** Titles that are difficult to display. */
const HARD_TITLES = [
  "Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb",
  "千と千尋の神隠し",
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
  "기생충",
  "Ôte-toi de là, l’été arrive — édition intégrale remasterisée",
  "卧虎藏龙：一个很长的标题用来检查换行是否正确",
  "Up",
  "Кин-дза-дза!",
];

/** Starts Radarr, Sonarr, Lidarr and Prowlarr with libraries of small real files below `media`, and a player. */
export async function startLibraries(
  media: string,
  { drawnArtwork = false, films = 300, shows: seriesCount = 24 }: LibraryOptions = {},
) {
  const at = (name: string) => join(media, name);
  const clip = at("clip.mkv");
  const song = at("song.flac");
  await makeSmallClip(clip, { seconds: 4, width: 320, height: 180 });
  await ffmpeg(["-f", "lavfi", "-i", "sine=f=440:r=44100:d=2", song]);
  const movies = generateMovies({ count: films, root: at("movies") }).map((movie, i): Movie => {
    const title = i % 9 === 4 ? HARD_TITLES[Math.floor(i / 9)] : undefined;
    return title === undefined ? movie : { ...movie, title };
  });
  const series = generateSeries({ series: seriesCount, episodes: seriesCount * 24, root: at("tv") });
  await materialise(clip, movies.flatMap((movie) => movie.file ? pathOf(movie, movie.file) : []));
  const shows = new Map(series.series.map((one) => [one.id, one]));
  await materialise(
    clip,
    series.files.flatMap((file) => {
      const show = shows.get(file.seriesId);
      return show ? episodePath(show, file) : [];
    }),
  );
  const radarr = await startRadarr({ root: at("movies"), movies, files: clip, drawnArtwork });
  const sonarr = await startSonarr({ root: at("tv"), series, files: clip, drawnArtwork });
  const lidarr = await startLidarr({ root: at("music"), artists: 12, files: song, drawnArtwork });
  const prowlarr = await startProwlarr();
  await materialise(song, lidarr.music.files.values().map(({ path }) => path));
  await writeLocal(at("local"), clip);
  const jellyfin = startJellyfin({ root: at("movies") });
  jellyfin.streams = [{ title: "Up", device: "Living room" }];
  const started = [radarr, sonarr, lidarr, prowlarr, jellyfin];
  const connected = ({ url, key }: { url: string; key: string }) => ({ enabled: true, url, apiKey: key });
  return {
    clip,
    movies,
    connections: {
      movie: connected(radarr),
      series: connected(sonarr),
      music: connected(lidarr),
      indexer: connected(prowlarr),
    },
    player: {
      ...{ name: "Jellyfin", kind: "jellyfin", url: jellyfin.url, token: jellyfin.token },
      // The stream is played directly, so the encode of the demo runs beside it.
      ...{ pauseEncodes: true, ignoreDirectPlay: true },
    },
    async [Symbol.asyncDispose]() {
      for (const one of started) await one[Symbol.asyncDispose]();
    },
  };
}

/** Creates movies and a series that are in no manager's library. */
async function writeLocal(folder: string, clip: string): Promise<void> {
  const paths = [
    "Movies/Heat (1995)/Heat.1995.2160p.UHD.BluRay.Remux.HEVC.DTS-HD.MA.5.1-GRP.mkv",
    "Movies/A Film with Quite a Long Title That Has to Wrap Somewhere on a Phone (2001)/film.mkv",
    "Movies/七人の侍 (1954)/七人の侍.mkv",
    ...Array.from({ length: 12 }, (_, i) => `TV Shows/Dark/Season 01/Dark - S01E${String(i + 1).padStart(2, "0")}.mkv`),
  ].map((path) => join(folder, path));
  await materialise(clip, paths);
  writeFiles(folder, ["Music/Somebody/Something (1999)/01 - One.flac"]);
}
