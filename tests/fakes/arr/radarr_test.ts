import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { inFolder } from "../../fixtures/folder.ts";
import { generateMovies } from "./data.ts";
import { pathOf } from "./movies_model.ts";
import { startRadarr } from "./radarr.ts";
import { Clock } from "./shared/clock.ts";
import { type Ask, asker, fields, rows, workMs } from "./testing.ts";

const HALF_HOUR = 30 * 60_000;
const clock = () => new Clock({ manual: true });

async function release(ask: Ask, which: (found: Record<string, unknown>) => boolean) {
  const found = rows(await ask("GET", "/release?movieId=1")).find(which);
  ok(found, "expected a release");
  return { guid: found.guid, indexerId: found.indexerId, found };
}

/** Runs a command and advances the clock until it has finished. */
async function run(ask: Ask, fake: { tick(ms: number): Promise<void> }, body: Record<string, unknown>) {
  const { status, ...sent } = await ask("POST", "/command", body);
  is(status, 201);
  await fake.tick(10_000);
  return fields(await ask("GET", `/command/${fields({ status, ...sent }).id}`));
}

inFolder("a grab passes through the queue to a file in the root, history and webhooks", async (dir) => {
  await Deno.writeTextFile(`${dir}/small.mkv`, "film");
  const received: Record<string, unknown>[] = [];
  await using hook = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    received.push(await request.json());
    return new Response();
  });
  const root = `${dir}/movies`;
  const [movie] = generateMovies({ count: 1, root, missingShare: 1 });
  ok(movie);
  await using fake = await startRadarr({
    root,
    remoteRoot: "/movies/",
    files: `${dir}/small.mkv`,
    clock: clock(),
    movies: [{ ...movie, path: "/movies/Film (2000)" }],
  });
  fake.connect(`http://127.0.0.1:${hook.addr.port}/hook`);
  const ask = asker(fake, "v3");
  const { guid, indexerId, found } = await release(ask, ({ mappedMovieId }) => mappedMovieId === 1);
  const grabbed = await ask("POST", "/release", { guid, indexerId });
  is(grabbed.status, 200);
  is(fields(grabbed).downloadId, undefined);
  const [event] = rows(await ask("GET", "/history/movie?movieId=1&eventType=grabbed"));
  ok(event);
  const states = [];
  for (const ms of [0, 10_000, 56_000, 6000, 5000]) {
    await fake.tick(ms);
    const [entry] = rows(await ask("GET", "/queue"));
    states.push(entry && `${entry.status} ${entry.trackedDownloadState}`);
    if (entry !== undefined) is(entry.downloadId, event.downloadId);
  }
  same(states, [
    "queued downloading",
    "downloading downloading",
    "completed importPending",
    "completed importing",
    "completed imported",
  ]);
  await fake.tick(10_000);
  same(rows(await ask("GET", "/queue")), []);
  const [imported] = rows(await ask("GET", `/history?downloadId=${event.downloadId}&eventType=3`));
  const to = (imported?.data as Record<string, string>).importedPath ?? "";
  ok(to.startsWith("/movies/Film (2000)/"), to);
  is(await Deno.readTextFile(root + to.slice("/movies".length)), "film");
  const [file] = rows(await ask("GET", "/moviefile?movieId=1"));
  same([file?.path, file?.quality, file?.size], [to, found.quality, 4]);
  same(received.map(({ eventType, isUpgrade }) => [eventType, isUpgrade]), [["Grab", undefined], ["Download", false]]);
  same([
    fake.deliveries.map(({ status }) => status),
    typeof (received[1]?.movieFile as Record<string, unknown>).quality,
  ], [[200, 200], "string"]);
});

Deno.test("a release can be grabbed for half an hour, and not after a restart", async () => {
  await using fake = await startRadarr({ movies: 3, clock: clock() });
  const ask = asker(fake, "v3");
  const { guid, indexerId, found } = await release(ask, ({ mappedMovieId }) => mappedMovieId === 1);
  fake.refusing.add(Number(indexerId));
  const refused = await ask("POST", "/release", { guid, indexerId });
  same([refused.status, fields(refused).message], [409, "Getting release from indexer failed"]);
  fake.refusing.clear();
  await fake.tick(HALF_HOUR - 1000);
  is((await ask("POST", "/release", { guid, indexerId })).status, 200);
  await fake.tick(2000);
  is((await ask("POST", "/release", { guid, indexerId })).status, 404);
  await release(ask, () => true);
  fake.restart();
  is((await ask("POST", "/release", { guid, indexerId })).status, 404);
  ok(Array.isArray(found.rejections));
});

Deno.test("a search without an ID finds unrelated releases; an unmapped release needs a movie", async () => {
  await using fake = await startRadarr({ movies: 5, clock: clock() });
  const ask = asker(fake, "v3");
  ok(new Set(rows(await ask("GET", "/release")).map(({ mappedMovieId }) => mappedMovieId)).size > 2);
  const { guid, indexerId, found } = await release(ask, ({ mappedMovieId }) => mappedMovieId === undefined);
  is(found.downloadAllowed, false);
  is((await ask("POST", "/release", { guid, indexerId })).status, 404);
  is((await ask("POST", "/release", { guid, indexerId, movieId: 2 })).status, 200);
  is(rows(await ask("GET", "/queue"))[0]?.movieId, 2);
});

Deno.test("a download that cannot be imported waits for a manual import, and a removed one leaves no import", async () => {
  await using fake = await startRadarr({ movies: 1, clock: clock() });
  const ask = asker(fake, "v3");
  fake.next.outcome = "importBlocked";
  const { guid, indexerId } = await release(ask, ({ mappedMovieId }) => mappedMovieId === 1);
  await ask("POST", "/release", { guid, indexerId });
  await fake.tick(300_000);
  const [entry] = rows(await ask("GET", "/queue"));
  same([entry?.status, entry?.trackedDownloadState, entry?.trackedDownloadStatus], [
    "completed",
    "importBlocked",
    "warning",
  ]);
  is(rows(await ask("GET", `/manualimport?downloadId=${entry?.downloadId}`)).length, 1);
  is((await ask("DELETE", `/queue/${entry?.id}?removeFromClient=true&blocklist=false`)).status, 200);
  same([rows(await ask("GET", "/queue")), rows(await ask("GET", "/history?eventType=3"))], [[], []]);
});

inFolder("ManualImport completes in any case; only the library shows the result", async (dir) => {
  const root = `${dir}/movies`;
  await Deno.mkdir(`${dir}/rips/Heat`, { recursive: true });
  await Deno.writeTextFile(`${dir}/rips/Heat/Heat_t00.mkv`, "new film");
  const [movie] = generateMovies({ count: 1, root, missingShare: 0 });
  ok(movie?.file);
  const old = pathOf(movie, movie.file);
  await Deno.mkdir(movie.path, { recursive: true });
  await Deno.writeTextFile(old, "old");
  await using fake = await startRadarr({ root, clock: clock(), movies: [movie], recycleBin: `${dir}/bin` });
  const ask = asker(fake, "v3");
  const [item] = rows(await ask("GET", `/manualimport?folder=${dir}/rips/Heat&filterExistingFiles=true`));
  same((item?.rejections as { reason: string }[])[0]?.reason, "Unknown Movie");
  same(rows(await ask("GET", `/manualimport?folder=${dir}/rips/Heat&movieId=1`)).map(({ path }) => path), [old]);
  same((await ask("GET", "/manualimport?folder=/none")).body, []);
  is((await ask("POST", "/manualimport", [])).status, 400);

  const file = {
    path: `${dir}/rips/Heat/Heat_t00.mkv`,
    movieId: 1,
    quality: item?.quality,
    languages: [{ id: 1, name: "English" }],
  };
  const import_ = (files: unknown[], importMode = "move") =>
    run(ask, fake, { name: "manualimport", importMode, files });
  const lost = await import_([{ ...file, path: "/none.mkv" }]);
  same([lost.status, lost.result, fake.log.length], ["completed", "successful", 1]);
  const wrong = await import_([{ ...file, movieId: 77 }]);
  same([wrong.status, fake.log.length], ["completed", 2]);
  const bad = await import_([{ ...file, quality: null }]);
  is(bad.status, "failed");
  ok(String(bad.exception).includes("NullReference"));
  const copied = await import_([file], "copy");
  same([copied.status, await Deno.readTextFile(file.path)], ["completed", "new film"]);
  const [kept] = rows(await ask("GET", "/moviefile?movieId=1"));
  is(await Deno.readTextFile(String(kept?.path)), "new film");
  is(await Deno.readTextFile(`${dir}/bin/${old.split("/").at(-1)}`), "old");
  const deleted = rows(await ask("GET", "/history/movie?movieId=1&eventType=movieFileDeleted"));
  same(deleted.map(({ data }) => data), [{ reason: "Upgrade" }]);
});

inFolder("a scan imports names that parse, and reports unsuccessful without any", async (dir) => {
  const root = `${dir}/movies`;
  await using fake = await startRadarr({ root, clock: clock() });
  const ask = asker(fake, "v3");
  const add = {
    tmdbId: 949,
    qualityProfileId: 4,
    rootFolderPath: `${root}/`,
    monitored: false,
    addOptions: { searchForMovie: false },
  };
  is((await ask("POST", "/movie", add)).status, 201);
  is(rows(await ask("POST", "/movie", add))[0]?.errorCode, "MovieExistsValidator");
  const scan = (path: string) => run(ask, fake, { name: "DownloadedMoviesScan", path, importMode: "move" });
  const none = await scan("/none");
  same([none.status, none.result], ["completed", "unsuccessful"]);
  await Deno.mkdir(`${dir}/rips`);
  await Deno.writeTextFile(`${dir}/rips/title_t00.mkv`, "film");
  is((await scan(`${dir}/rips`)).result, "unsuccessful");
  await Deno.rename(`${dir}/rips/title_t00.mkv`, `${dir}/rips/Heat.1995.1080p.BluRay.REMUX-GRP.mkv`);
  is((await scan(`${dir}/rips`)).result, "successful");
  const [movie] = rows(await ask("GET", "/movie?tmdbId=949"));
  const file = movie?.movieFile as Record<string, unknown>;
  same([movie?.hasFile, file.path], [true, `${root}/Heat (1995)/Heat (1995) Remux-1080p.mkv`]);
  await Deno.remove(String(file.path));
  await Deno.writeTextFile(`${root}/other`, "the root is not empty");
  await run(ask, fake, { name: "RescanMovie", movieId: movie?.id });
  is(rows(await ask("GET", "/movie?tmdbId=949"))[0]?.hasFile, false);
});

Deno.test("commands wait for each other, equal ones are merged, and ended ones are removed after a day", async () => {
  await using fake = await startRadarr({ movies: 2, clock: clock() });
  const ask = asker(fake, "v3");
  is((await ask("POST", "/command", { name: "Dance" })).status, 500);
  const one = fields(await ask("POST", "/command", { name: "rescanmovie", movieId: 1 }));
  const same_ = fields(await ask("POST", "/command", { name: "RescanMovie", movieId: 1 }));
  const two = fields(await ask("POST", "/command", { name: "RescanMovie", movieId: 2 }));
  same([one.name, same_.id, two.id], ["RescanMovie", one.id, Number(one.id) + 1]);
  await fake.tick(100);
  same(rows(await ask("GET", "/command")).map(({ status }) => status), ["started", "queued"]);
  is((await ask("DELETE", `/command/${one.id}`)).status, 409);
  is((await ask("DELETE", `/command/${two.id}`)).status, 200);
  fake.restart();
  same(rows(await ask("GET", "/command")).map(({ status }) => status), ["orphaned", "cancelled"]);
  await fake.tick(86_400_001);
  is((await ask("GET", `/command/${one.id}`)).status, 404);
});

Deno.test("with a fast clock a download completes", async () => {
  await using fake = await startRadarr({ movies: 1, speed: 2000, durations: { linger: 0 } });
  const ask = asker(fake, "v3");
  const { guid, indexerId } = await release(ask, ({ mappedMovieId }) => mappedMovieId === 1);
  await ask("POST", "/release", { guid, indexerId });
  const until = performance.now() + 60_000;
  while (rows(await ask("GET", "/history?eventType=3")).length === 0 && performance.now() < until) {
    await new Promise((done) => setTimeout(done, 10));
  }
  is(rows(await ask("GET", "/history?eventType=3")).length, 1);
});

Deno.test("a put replaces the whole movie, and null is never returned", async () => {
  await using fake = await startRadarr({ movies: 1, clock: clock() });
  const ask = asker(fake, "v3");
  const movie = fields(await ask("GET", "/movie/1"));
  is((await ask("PUT", "/movie/1", { ...movie, tags: [1], nonsense: 1 })).status, 202);
  is((await ask("PUT", "/movie/1", { monitored: true })).status, 400);
  const changed = await ask("GET", "/movie/1");
  same(fields(changed).tags, [1]);
  ok(!JSON.stringify(changed.body).includes("null"));
  await fake.testWebhooks();
});

Deno.test("five thousand movies are created within a second, always the same", async () => {
  const ms = workMs(() => void generateMovies({ count: 5000, root: "/movies" }));
  ok(ms < 1000, `took ${ms} ms`);
  const movies = generateMovies({ count: 5000, root: "/movies" });
  same(movies.slice(0, 50), generateMovies({ count: 50, root: "/movies" }));
  is(new Set(movies.map(({ path }) => path)).size, 5000);
  const remuxes = movies.filter(({ file }) => file?.quality.quality.modifier === "remux").length;
  const held = movies.filter(({ file }) => file !== undefined).length;
  ok(Math.abs(remuxes / held - 0.2) < 0.03);
  await using fake = await startRadarr({ movies });
  is(rows(await asker(fake, "v3")("GET", "/movie")).length, 5000);
});
