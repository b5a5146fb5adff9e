import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { dirname } from "node:path";
import { sql } from "drizzle-orm";
import { startSonarr } from "../../../tests/fakes/arr/sonarr.ts";
import { generateArtists } from "../../../tests/fakes/arr/data_music.ts";
import { startLidarr } from "../../../tests/fakes/arr/lidarr.ts";
import { asker, rows } from "../../../tests/fakes/arr/testing.ts";
import { openApp } from "../../../tests/fixtures/app.ts";
import { connect, grabTest } from "../../../tests/fixtures/grab.ts";

const FILMS = 1000;

/** A Radarr with movies in `folder`, one file each. */
async function films(folder: string, count: number) {
  const movie = (id: number) => ({
    ...{ id, tmdbId: id, title: `Film ${id}`, year: 2000, path: `/movies/Film ${id}`, hasFile: true, monitored: true },
    movieFile: {
      ...{ id: 5000 + id, path: `/movies/Film ${id}/Film.mkv`, size: 1 },
      quality: { quality: { id: 3, name: "WEBDL-1080p", source: "webdl", resolution: 1080, modifier: "none" } },
    },
  });
  for (let id = 1; id <= count; id++) {
    await Deno.mkdir(`${folder}/Film ${id}`, { recursive: true });
    await Deno.writeTextFile(`${folder}/Film ${id}/Film.mkv`, `${id}`);
  }
  const all = Array.from({ length: count }, (_, i) => movie(i + 1));
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => Response.json(new URL(request.url).pathname.endsWith("/movie") ? all : []),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    key: "k",
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

grabTest(
  "slow: a movie that is queued by its path alone is assigned to its manager, and explicit facts stay",
  async () => {
    await using app = await openApp();
    const folder = `${app.folder}/movies`;
    await using radarr = await films(folder, 3);
    await app.instance.settings.update({ pathMappings: [{ remote: "/movies", local: folder, app: "movie" }] });
    await connect(app, "movie", radarr);
    await app.instance.jobs.setPaused(true);
    await app.instance.library.refresh("movie");
    const queued = async (source: Record<string, unknown>, more: Record<string, unknown> = {}) =>
      await (await app.call("/api/jobs", { json: { profileId: "builtin-web-mp4", source, ...more } })).json();

    const { title, source } = await queued({ localPath: `${folder}/Film 1/Film.mkv` });
    same([title, source.arr, source.arrId, source.fileId, source.kind], ["Film 1 (2000)", "movie", 1, 5001, "movie"]);
    await Deno.symlink(folder, `${app.folder}/link`);
    const linked = await queued({ localPath: `${app.folder}/link/Film 2/Film.mkv` }, { title: "My own" });
    same([linked.title, linked.source.arrId, linked.source.localPath], ["My own", 2, `${folder}/Film 2/Film.mkv`]);
    const other = await queued({ localPath: `${folder}/Film 3/Film.mkv`, arr: "series", arrId: 9 });
    same([other.source.arr, other.source.arrId, other.source.fileId], ["series", 9, undefined]);
    await Deno.writeTextFile(`${app.folder}/alone.mkv`, "x");
    is((await queued({ localPath: `${app.folder}/alone.mkv` })).source.arr, undefined);

    await app.instance.settings.update({ connections: { movie: { enabled: false } } });
    same(await app.instance.library.filesAt([`${folder}/Film 1/Film.mkv`]), []);
  },
);

grabTest("an episode and a track that are queued by their path know their managers", async () => {
  await using app = await openApp();
  const { library, music, jobs } = app.instance;
  const [root, albums] = [`${app.folder}/tv`, `${app.folder}/music`];
  await Promise.all([Deno.mkdir(root), Deno.mkdir(albums)]);
  await using sonarr = await startSonarr({ root, series: 1, episodes: 10 });
  await using lidarr = await startLidarr({ root: albums, artists: generateArtists(1) });
  await connect(app, "series", sonarr);
  await connect(app, "music", lidarr);
  await jobs.setPaused(true);
  const [file] = rows(await asker(sonarr, "v3")("GET", "/episodefile?seriesId=1"));
  const [track] = rows(await asker(lidarr, "v1")("GET", "/trackfile?artistId=1"));
  ok(file && track);
  for (const { path } of [file, track]) {
    await Deno.mkdir(dirname(String(path)), { recursive: true });
    await Deno.writeTextFile(String(path), String(path));
  }
  await Promise.all([library.refreshTitle("series", 1), music.refreshArtist(1)]);
  const answer = await app.call("/api/jobs/bulk", {
    json: {
      profileId: "builtin-movie-1080p",
      items: [file, track].map(({ path }) => ({ source: { localPath: path } })),
    },
  });
  const { jobs: ids, errors } = await answer.json();
  same(errors, []);
  const [episode, song] = await Promise.all(ids.map((id: string) => jobs.get(id)));
  same([episode?.source.arr, episode?.source.fileId, episode?.source.kind], ["series", file.id, "episode"]);
  ok((episode?.source.episodeIds ?? []).length > 0);
  same([song?.source.arr, song?.source.fileId, song?.source.kind], ["music", track.id, "track"]);
});

grabTest("slow: a thousand files are looked up together, by indexes", async () => {
  await using app = await openApp();
  const folder = `${app.folder}/movies`;
  await using radarr = await films(folder, FILMS);
  await app.instance.settings.update({ pathMappings: [{ remote: "/movies", local: folder, app: "movie" }] });
  await connect(app, "movie", radarr);
  await app.instance.jobs.setPaused(true);
  await app.instance.library.refresh("movie");
  const paths = Array.from({ length: FILMS }, (_, i) => `${folder}/Film ${i + 1}/Film.mkv`);
  const answer = await app.call("/api/jobs/bulk", {
    json: { profileId: "builtin-web-mp4", items: paths.map((localPath) => ({ source: { localPath } })) },
  });
  const { created, jobs } = await answer.json();
  is(created, FILMS);
  is((await app.instance.jobs.get(jobs[FILMS - 1])).source.arrId, FILMS);
  const plan = await app.instance.store.db.all(sql`EXPLAIN QUERY PLAN SELECT * FROM catalogue_titles
    WHERE arr = 'movie' AND record ->> '$.file.localPath' IN (SELECT value FROM json_each('["a"]'))`);
  ok(JSON.stringify(plan).includes("catalogue_by_place"), JSON.stringify(plan));
});
