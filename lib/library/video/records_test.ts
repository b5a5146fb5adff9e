import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { generateMovies, generateSeries } from "../../../tests/fakes/arr/data.ts";
import { startRadarr } from "../../../tests/fakes/arr/radarr.ts";
import { startSonarr } from "../../../tests/fakes/arr/sonarr.ts";
import { Clock } from "../../../tests/fakes/arr/shared/clock.ts";
import { openApp, type TestApp } from "../../../tests/fixtures/app.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import { insertJobs } from "../../../db/jobs/job_insert.ts";
import type { NewJobRow } from "../../../db/schema/jobs.ts";
import type { Episode, Movie, Series } from "../video_model.ts";

/** Complete records with Lathe's own annotations, from managers that behave like the real ones. */

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });
const get = async <T>(app: TestApp, path: string): Promise<T> => await (await app.call(path)).json();
const connect = (app: TestApp, kind: "movie" | "series", fake: { url: string; key: string }) =>
  app.instance.settings.update({ connections: { [kind]: { enabled: true, url: fake.url, apiKey: fake.key } } });
const addJobs = (app: TestApp, rows: NewJobRow[]) => app.instance.store.write((tx) => insertJobs(tx, rows));

/** Fields of titles and files that a manager can provide. */
const TITLE =
  "id imdbId title year overview poster fanart monitored path genres status runtime rating qualityProfile originalLanguage alternateTitles inQueue"
    .split(" ");
const MOVIE = [...TITLE, ..."tmdbId hasFile file studio".split(" ")];
const SERIES = [...TITLE, ..."tvdbId seriesType seasons network certification seasonTitles statistics".split(" ")];
const EPISODE = "id seasonNumber episodeNumber absoluteNumber title airDate hasFile monitored file".split(" ");
const FILE =
  "id path localPath visible size quality isRemux videoCodec audioCodec audioChannels resolution languages cutoffMet"
    .split(" ");
const missing = (record: object, fields: string[]) =>
  fields.filter((field) => (record as Record<string, unknown>)[field] === undefined);

test("a movie has every field from Radarr", async () => {
  await using radarr = await startRadarr({ movies: 40, clock: new Clock({ manual: true }) });
  await using app = await openApp();
  await connect(app, "movie", radarr);
  await app.instance.library.refresh("movie");
  const all = async () => (await get<{ items: Movie[] }>(app, "/api/library/movies?limit=500")).items;
  let items = await all();
  is(items.length, 40);
  // A list does not wait for a slow disk. Until the disk responds, a file is treated as present.
  for (let tries = 0; tries < 100 && items.some(({ file }) => file?.visible); tries++) items = await all();
  for (const movie of items) {
    const sent = radarr.movies.resource(radarr.movies.get(movie.id));
    same(missing(movie, movie.hasFile ? MOVIE : MOVIE.filter((field) => field !== "file")), [], movie.title);
    is(movie.year, sent.year);
    is(movie.path, sent.path);
    is(movie.studio, sent.studio);
    is(movie.rating, Math.round((sent.ratings as { imdb: { value: number } }).imdb.value * 10));
    ok(["Any", "HD-1080p", "Ultra-HD", "HD - 720p/1080p"].includes(movie.qualityProfile ?? ""));
    if (!movie.file) continue;
    const file = sent.movieFile as { id: number; size: number; quality: { quality: { name: string } } };
    same(missing(movie.file, FILE), [], movie.title);
    same([movie.file.id, movie.file.size, movie.file.quality], [file.id, file.size, file.quality.quality.name]);
    is(movie.file.isRemux, /Remux/.test(movie.file.quality));
    is(movie.file.visible, false, "the fake made no files");
  }
  const anime = items.find(({ originalLanguage }) => originalLanguage === "Japanese");
  ok(anime?.alternateTitles[0]?.includes("原題"));
});

test("a series has every field from Sonarr, and so have its episodes", async () => {
  await using sonarr = await startSonarr({
    series: generateSeries({ series: 6, episodes: 120, root: "/tv", animeShare: 0.5 }),
    clock: new Clock({ manual: true }),
  });
  await using app = await openApp();
  await connect(app, "series", sonarr);
  await app.instance.library.refresh("series");
  const { items } = await get<{ items: Series[] }>(app, "/api/library/series?limit=500");
  is(items.length, 6);
  let absolute = 0;
  for (const series of items) {
    const sent = sonarr.shows.resource(sonarr.shows.get(series.id));
    same(missing(series, SERIES), [], series.title);
    const counts = sent.statistics as { totalEpisodeCount: number; episodeFileCount: number };
    same(
      [series.statistics.episodeCount, series.statistics.episodeFileCount],
      [counts.totalEpisodeCount, counts.episodeFileCount],
    );
    const episodes = await get<Episode[]>(app, `/api/library/series/${series.id}/episodes`);
    is(episodes.length, sonarr.shows.episodesOf(series.id).length);
    for (const episode of episodes) {
      const wanted = EPISODE.filter((field) =>
        (field !== "file" || episode.hasFile) && (field !== "absoluteNumber" || series.seriesType === "anime")
      ).filter((field) => field !== "absoluteNumber" || episode.seasonNumber > 0);
      same(missing(episode, wanted), [], `${series.title} ${episode.id}`);
      if (episode.absoluteNumber) absolute++;
      if (episode.file) same(missing(episode.file, FILE), []);
    }
    const remuxes = new Set(episodes.flatMap(({ file }) => file?.isRemux ? file.id : []));
    is(series.statistics.remuxFileCount, remuxes.size);
    is(series.seasons.reduce((sum, season) => sum + season.remuxCount, 0), remuxes.size);
  }
  ok(absolute > 0, "expected an anime");
});

test("movies show their active job and whether Lathe wrote their file, and are filtered by both", async () => {
  await using radarr = await startRadarr({
    movies: generateMovies({ count: 12, root: "/movies", missingShare: 0 }),
    clock: new Clock({ manual: true }),
  });
  await using app = await openApp();
  await connect(app, "movie", radarr);
  await app.instance.library.refresh("movie");
  const film = async (id: number) => await get<Movie>(app, `/api/library/movies/${id}`);
  const [byNumber, byPath, replaced, moved, wasCancelled] = await Promise.all([1, 2, 3, 4, 5].map(film));
  ok(byNumber?.file && byPath?.file && replaced?.file && moved?.file && wasCancelled?.file);
  const done = { status: "done", finishedAt: 5, sourcePath: replaced.file.localPath } as const;
  await addJobs(app, [
    jobRow({ id: "number", arr: "movie", source: { kind: "movie", arr: "movie", arrId: 1, fileId: byNumber.file.id } }),
    jobRow({ id: "path", status: "encoding", sourcePath: byPath.file.localPath }),
    jobRow({ id: "done", ...done, outputPath: replaced.file.localPath, outputSizeBytes: replaced.file.size }),
    jobRow({ id: "old", ...done, outputPath: replaced.file.localPath, outputSizeBytes: 1 }),
    jobRow({ id: "gone", status: "cancelled", sourcePath: wasCancelled.file.localPath }),
  ]);
  await app.instance.store.write(async (tx) => {
    const { autoMemory } = await import("../../../db/schema/library.ts");
    const sizeBytes = moved.file?.size ?? 0;
    await tx.insert(autoMemory).values({ localPath: "/out/x.mkv", arr: "movie", sizeBytes, reason: "output", at: 1 });
  });
  same(
    (await Promise.all([1, 2, 3, 4, 5].map(film))).map((
      { inQueue, jobId, file },
    ) => [inQueue, jobId, file?.encodedHere]),
    [
      [true, "number", undefined],
      [true, "path", undefined],
      [false, undefined, true],
      [false, undefined, true],
      [false, undefined, undefined],
    ],
  );
  const ids = async (filter: string) =>
    (await get<{ items: Movie[]; total: number }>(app, `/api/library/movies?filter=${filter}`)).items
      .map(({ id }) => id).sort((a, b) => a - b);
  same([await ids("inQueue"), await ids("encoded")], [[1, 2], [3, 4]]);
});

test("series and episodes show jobs of single files and of whole seasons that are still to come", async () => {
  await using sonarr = await startSonarr({
    series: generateSeries({ series: 3, episodes: 60, root: "/tv", missingShare: 0 }),
    clock: new Clock({ manual: true }),
  });
  await using app = await openApp();
  await connect(app, "series", sonarr);
  await app.instance.library.refresh("series");
  const episodes = async (id: number) => await get<Episode[]>(app, `/api/library/series/${id}/episodes`);
  const [first, second] = await episodes(1);
  ok(first?.file && second);
  await addJobs(app, [
    jobRow({
      id: "one",
      arr: "series",
      sourcePath: first.file.localPath,
      source: { kind: "episode", arr: "series", arrId: 1, episodeIds: [first.id], seasonNumber: first.seasonNumber },
    }),
    jobRow({
      id: "pack",
      status: "waiting",
      arr: "series",
      sourcePath: "",
      source: { kind: "episode", arr: "series", arrId: 2, seasonNumber: 1 },
    }),
  ]);
  same((await episodes(1)).filter(({ inQueue }) => inQueue).map(({ id, jobId }) => [id, jobId]), [[first.id, "one"]]);
  for (const { seasonNumber, inQueue } of await episodes(2)) is(inQueue, seasonNumber === 1);
  const marked = await get<{ items: Series[] }>(app, "/api/library/series?filter=inQueue");
  same(marked.items.map(({ id, jobId }) => [id, jobId]).sort(), [[1, "one"], [2, "pack"]]);
  is((await get<{ total: number }>(app, "/api/library/series?filter=encoded")).total, 0);
});

test("slow: jobs and filters accept every spelling of an application, and responses use the neutral word", async () => {
  await using app = await openApp();
  await app.instance.jobs.setPaused(true);
  await Deno.writeTextFile(`${app.folder}/a.mkv`, "x");
  const spellings = { movie: ["radarr", "movie-manager", "Radarr"], series: ["sonarr", "series-manager"] };
  for (const [kind, words] of Object.entries(spellings)) {
    for (const arr of [kind, ...words]) {
      const path = `${app.folder}/${arr}.mkv`;
      await Deno.writeTextFile(path, arr);
      const answer = await app.call("/api/jobs", {
        json: { profileId: "builtin-web-mp4", source: { localPath: path, arr, fileId: 1 } },
      });
      same([answer.status, (await answer.json()).source.arr], [201, kind], arr);
      const listed = await get<{ items: { source: { arr: string } }[] }>(app, `/api/jobs?arr=${arr}`);
      ok(listed.items.length > 0 && listed.items.every(({ source }) => source.arr === kind), arr);
    }
  }
  const refused = await app.call("/api/jobs", {
    json: { profileId: "builtin-web-mp4", source: { localPath: `${app.folder}/a.mkv`, arr: "plex" } },
  });
  is(refused.status, 422);
});
