import { join, resolve } from "node:path";
import { ffmpeg } from "../fixtures/music.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { startLidarr } from "./arr/lidarr.ts";
import { pathOf } from "./arr/movies_model.ts";
import { startProwlarr } from "./arr/prowlarr.ts";
import { startRadarr } from "./arr/radarr.ts";
import { episodePath } from "./arr/series_model.ts";
import { Clock } from "./arr/shared/clock.ts";
import { materialise } from "./arr/shared/materialise.ts";
import { startSonarr } from "./arr/sonarr.ts";
import { startSlskd } from "./slskd.ts";

/** Speed of the fakes' clock relative to real time, so that downloads run ten times as fast. */
const SPEED = 10;

const MOVIES = 300;
const SERIES = 40;
const ARTISTS = 40;

/** Starts all five applications with a library of small real files, for manual UI testing: `deno task fakes FOLDER`. */
async function run(folder: string): Promise<void> {
  const at = (name: string) => join(folder, name);
  const [video, audio, mp3] = [at("clip.mkv"), at("clip.flac"), at("clip.mp3")];
  await Deno.mkdir(folder, { recursive: true });
  await makeSmallClip(video, { seconds: 2, width: 320, height: 180 });
  for (const path of [audio, mp3]) await ffmpeg(["-f", "lavfi", "-i", "sine=f=440:r=44100:d=2", path]);
  const clock = new Clock({ speed: SPEED });
  const below = (name: string) => ({ root: at(name), downloads: at(`downloads/${name}`), clock });
  await using radarr = await startRadarr({ ...below("movies"), files: video, movies: MOVIES, port: 7878 });
  await using sonarr = await startSonarr({
    ...below("tv"),
    files: video,
    series: SERIES,
    episodes: SERIES * 25,
    port: 8989,
  });
  await using lidarr = await startLidarr({ ...below("music"), files: audio, artists: ARTISTS, port: 8686 });
  await using prowlarr = await startProwlarr({ ...below("indexers"), port: 9696 });
  await using slskd = await startSlskd({
    downloads: at("downloads/soulseek"),
    files: audio,
    clock,
    port: 5030,
  });

  const { movies } = radarr;
  const { shows } = sonarr;
  await materialise(
    video,
    movies.all().flatMap((movie) => movie.file === undefined ? [] : [pathOf(movie, movie.file)]),
  );
  await materialise(video, shows.files.values().map((file) => episodePath(shows.get(file.seriesId), file)));
  const tracks = lidarr.music.files.values().map(({ path }) => path).toArray();
  await materialise(audio, tracks.filter((path) => path.endsWith(".flac")));
  await materialise(mp3, tracks.filter((path) => path.endsWith(".mp3")));

  for (const [name, { url, key }] of Object.entries({ radarr, sonarr, lidarr, prowlarr, slskd })) {
    console.log(`${name.padEnd(9)} ${url.padEnd(24)} ${key}`);
  }
  console.log(`\nLibraries and downloads are below ${folder}. Ctrl-C ends it.`);
  const ended = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => ended.resolve());
  await ended.promise;
  await clock.stop();
}

if (import.meta.main) {
  const [folder] = Deno.args;
  if (folder === undefined) {
    console.error("expected a folder to put small media files in, found nothing: deno task fakes FOLDER");
    Deno.exit(1);
  }
  await run(resolve(folder));
}
