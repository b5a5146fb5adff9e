import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { sql } from "drizzle-orm";
import { openApp, type TestApp } from "../../../tests/fixtures/app.ts";
import { connect, grabTest } from "../../../tests/fixtures/grab.ts";

/** A combined Radarr and Sonarr that counts requests. Like the real ones, it rejects a list with an unknown ID. */
function countingManager(folder: string) {
  const asked: string[] = [];
  let films = 1;
  let episodes = 1;
  const quality = { quality: { id: 3, name: "WEBDL-1080p", source: "webdl", resolution: 1080, modifier: "none" } };
  const file = (id: number, path: string) => ({ id, path: `${folder}/${path}`, size: 1, quality });
  const movieFile = (id: number) => ({ ...file(5_000 + id, `${id}.mkv`), movieId: id });
  const movie = (id: number) => ({
    ...{
      id,
      tmdbId: id,
      title: `Film ${id}`,
      year: 2000,
      path: `${folder}/Film ${id}`,
      hasFile: true,
      monitored: true,
    },
    movieFile: movieFile(id),
  });
  const show = () => ({ id: 7, tvdbId: 7, title: "Dark", year: 2017, path: `${folder}/Dark`, monitored: true });
  const episodeFile = (number: number) => ({ ...file(8_000 + number, `e${number}.mkv`), seriesId: 7, seasonNumber: 1 });
  const episode = (number: number) => ({
    ...{ id: number, seriesId: 7, seasonNumber: 1, episodeNumber: number, title: `E ${number}`, hasFile: true },
    ...{ monitored: true, episodeFileId: 8_000 + number, episodeFile: episodeFile(number) },
  });
  const upTo = <T>(count: number, make: (number: number) => T) => Array.from({ length: count }, (_, i) => make(i + 1));
  const listed = <T extends { id: number }>(url: URL, parameter: string, all: T[]): T[] | undefined => {
    const ids = url.searchParams.getAll(parameter).map(Number);
    const found = all.filter(({ id }) => ids.includes(id));
    return ids.length === 0 ? all : found.length === ids.length ? found : undefined;
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/api\/v3/, "");
    asked.push(path);
    const one = /^\/movie\/(\d+)$/.exec(path)?.[1];
    const answer = one !== undefined
      ? movie(Number(one))
      : path === "/movie"
      ? upTo(films, movie)
      : path === "/moviefile"
      ? listed(url, "movieFileIds", upTo(films, movieFile))
      : path === "/series"
      ? [show()]
      : path === "/series/7"
      ? show()
      : path === "/episode"
      ? upTo(episodes, episode)
      : path === "/episodefile"
      ? listed(url, "episodeFileIds", upTo(episodes, episodeFile))
      : [];
    return answer === undefined
      ? Response.json({ message: "Expected query to return 2 rows but returned 1" }, { status: 500 })
      : Response.json(answer);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    key: "k",
    /** Returns the requests since the last call, by path. */
    counted: () =>
      Object.fromEntries([...Map.groupBy(asked.splice(0), (path) => path)].map(([p, all]) => [p, all.length])),
    hold: (now: { films?: number; episodes?: number }) =>
      [films, episodes] = [now.films ?? films, now.episodes ?? episodes],
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

type Counting = ReturnType<typeof countingManager>;

async function world(): Promise<TestApp & { manager: Counting }> {
  const app = await openApp();
  const manager = countingManager(app.folder);
  await connect(app, "movie", manager);
  await connect(app, "series", manager);
  await app.instance.jobs.setPaused(true);
  await app.instance.library.refresh("movie");
  await app.instance.library.refresh("series");
  await Promise.all(Array.from({ length: 12 }, async (_, i) => {
    await Deno.writeTextFile(`${app.folder}/${i + 1}.mkv`, `${i}`);
    await Deno.writeTextFile(`${app.folder}/e${i + 1}.mkv`, `e${i}`);
  }));
  manager.counted();
  const dispose = app[Symbol.asyncDispose].bind(app);
  return Object.assign(app, {
    manager,
    async [Symbol.asyncDispose]() {
      await dispose();
      await manager[Symbol.asyncDispose]();
    },
  });
}

const bulk = async (app: TestApp, arr: string, fileIds: number[]) =>
  await (await app.call("/api/jobs/bulk", {
    json: { profileId: "builtin-web-mp4", items: fileIds.map((fileId) => ({ source: { arr, fileId } })) },
  })).json();
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);

grabTest("slow: a dozen imported movies cause one request and one reading of the list", async () => {
  await using app = await world();
  app.manager.hold({ films: 12 });
  const { created, errors } = await bulk(app, "movie", numbers(5_001, 12));
  same([created, errors], [12, []]);
  same(app.manager.counted(), { "/moviefile": 1, "/movie": 1, "/qualityprofile": 1, "/tag": 1 });
  await bulk(app, "movie", numbers(5_001, 12));
  same(app.manager.counted(), {}, "what is known is not asked for");
});

grabTest("slow: an imported season causes one request and one reading of the series", async () => {
  await using app = await world();
  app.manager.hold({ episodes: 12 });
  const { created, errors } = await bulk(app, "series", numbers(8_001, 12));
  same([created, errors], [12, []]);
  const { "/episodefile": files = 0, ...rest } = app.manager.counted();
  is(files, 2, "one by their numbers, one by the series");
  same(rest, { "/series/7": 1, "/episode": 1 });
});

grabTest("one wrong number in a list does not keep the others from being found", async () => {
  await using app = await world();
  app.manager.hold({ films: 8 });
  const { created, errors } = await bulk(app, "movie", [...numbers(5_002, 7), 9_999]);
  same([created, errors.map(({ index }: { index: number }) => index)], [7, [7]]);
  const { "/moviefile": questions = 0 } = app.manager.counted();
  ok(questions <= 7, `${questions} questions: halves of halves`);
});

grabTest("thousands of wrong numbers are few questions", async () => {
  await using app = await world();
  const { created, errors } = await bulk(app, "movie", numbers(20_000, 3_000));
  same([created, errors.length], [0, 3_000]);
  ok((app.manager.counted()["/moviefile"] ?? 0) <= 100);
});

grabTest("slow: files of a manager are looked up by their numbers in one statement each, by indexes", async () => {
  await using app = await world();
  for (
    const [table, index] of [["catalogue_titles", "catalogue_by_file"], ["catalogue_episodes", "episodes_by_file"]]
  ) {
    const plan = await app.instance.store.db.all(sql.raw(`EXPLAIN QUERY PLAN SELECT * FROM ${table}
      WHERE ${table === "catalogue_titles" ? "arr = 'movie' AND" : ""} record ->> '$.file.id' IN
      (SELECT value FROM json_each('[1]'))`));
    ok(JSON.stringify(plan).includes(index ?? ""), JSON.stringify(plan));
  }
  is((await app.instance.library.files("movie", [5_001])).get(5_001)?.source.arrId, 1);
  is((await app.instance.library.files("nonsense", [5_001])).size, 0);
});
