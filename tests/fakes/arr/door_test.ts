import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import { inFolder } from "../../fixtures/folder.ts";
import { startLidarr } from "./lidarr.ts";
import { startRadarr } from "./radarr.ts";
import { asker, fields, rows } from "./testing.ts";

Deno.test("a wrong key is 401 without a body, ping needs none, and the query is looked at first", async () => {
  await using fake = await startRadarr();
  const get = (path: string, headers = {}) => fetch(fake.url + path, { headers, redirect: "manual" });
  const refused = await get("/api/v3/system/status");
  same([refused.status, await refused.text()], [401, ""]);
  const right = { "X-Api-Key": fake.key };
  const wrong = await get("/api/v3/system/status?apikey=wrong", right);
  same([wrong.status, await wrong.text()], [401, ""]);
  const bearer = await get("/api/v3/system/status", { Authorization: `Bearer ${fake.key}` });
  is((await bearer.json()).appName, "Radarr");
  same(await (await get("/ping")).json(), { status: "OK" });
});

Deno.test("addresses outside the API show the login page, and a URL base is kept", async () => {
  await using fake = await startRadarr({ urlBase: "/radarr" });
  ok(fake.url.endsWith("/radarr"));
  const away = await fetch(`${fake.url}/movies`, { redirect: "manual" });
  same([away.status, away.headers.get("location")], [302, "/radarr/login?returnUrl=%2Fmovies"]);
  await away.body?.cancel();
  const page = await fetch(`${fake.url}/movies`);
  ok(page.headers.get("content-type")?.startsWith("text/html"));
  await page.body?.cancel();
  const cover = await fetch(`${fake.url}/api/v3/mediacover/1/poster.jpg`, { headers: { "X-Api-Key": fake.key } });
  same([...new Uint8Array(await cover.arrayBuffer()).slice(1, 4)], [...new TextEncoder().encode("PNG")]);
  is((await asker(fake, "v3")("GET", "/system/status")).status, 200);
});

Deno.test("all three shapes of an error are there", async () => {
  await using fake = await startRadarr({ movies: 1 });
  const ask = asker(fake, "v3");
  const invalid = await ask("POST", "/movie", { tmdbId: 900_000, qualityProfileId: 99, rootFolderPath: "/nowhere" });
  is(invalid.status, 400);
  same(rows(invalid).map(({ errorCode }) => errorCode), [
    "RootFolderExistsValidator",
    "QualityProfileExistsValidator",
    "MovieExistsValidator",
  ]);
  const missing = await ask("GET", "/movie/99");
  same([missing.status, fields(missing).message], [404, "Movie with ID 99 does not exist"]);
  is(fields(await ask("GET", "/history?eventType=grabbed")).title, "One or more validation errors occurred.");
  const wrong = await ask("POST", "/movie", { tmdbId: 603, addOptions: { monitor: "everything" } });
  same([wrong.status, Object.keys(fields(wrong))], [400, ["$.addOptions.monitor"]]);
  const text = await ask("POST", "/movie", { tmdbId: 603, monitored: "yes" });
  same([text.status, fields(text).status], [400, 400]);
  is((await ask("GET", "/moviefile")).status, 400);
  is((await ask("PATCH", "/movie")).status, 405);
});

Deno.test("a tag is lower case and unique, and pages contain ten unless more are requested", async () => {
  await using fake = await startRadarr({ movies: 200 });
  const ask = asker(fake, "v3");
  const [made, again] = [await ask("POST", "/tag", { label: "Lathe" }), await ask("POST", "/tag", { label: "lathe" })];
  same([made.status, made.body, again.body], [201, { id: 1, label: "lathe" }, { id: 1, label: "lathe" }]);
  is(rows(await ask("GET", "/wanted/cutoff")).length, 10);
  ok(rows(await ask("GET", "/wanted/cutoff?pageSize=1000")).length > 10);
});

inFolder("a folder that is missing is empty, and one without a slash is its parent's prefix", async (dir) => {
  await Deno.mkdir(`${dir}/rips/heat`, { recursive: true });
  await Deno.writeTextFile(`${dir}/rips/marker`, "x");
  await using fake = await startRadarr({ mounts: [{ remote: "/data", local: dir }] });
  const ask = asker(fake, "v3");
  const listed = fields(
    await ask("GET", "/filesystem?path=/data/rips&includeFiles=true&allowFoldersWithoutTrailingSlashes=true"),
  );
  is(listed.parent, "/data/");
  same([listed.directories, listed.files].map((list) => (list as { path: string }[]).map(({ path }) => path)), [[
    "/data/rips/heat/",
  ], ["/data/rips/marker"]]);
  const parent = fields(await ask("GET", "/filesystem?path=/data/rips")).directories as { name: string }[];
  same(parent.map(({ name }) => name), ["rips"]);
  const none = await ask("GET", "/filesystem?path=/data/none/&includeFiles=true");
  same([none.status, fields(none).directories, fields(none).files], [200, [], []]);
  same(fields(await ask("GET", "/filesystem/type?path=/data/none")), { type: "folder" });
  same((await ask("GET", "/filesystem/mediafiles?path=/data/none")).body, []);
});

Deno.test("failures affect only their paths, and end", async () => {
  await using fake = await startLidarr();
  const ask = asker(fake, "v1");
  fake.fail({
    mode: "answer",
    status: 503,
    body: { message: "Search for 'x' failed. Unable to communicate with LidarrAPI." },
  }, { path: "/lookup", times: 1 });
  is((await ask("GET", "/artist/lookup?term=x")).status, 503);
  is((await ask("GET", "/artist/lookup?term=x")).status, 200);
  fake.fail({ mode: "malformed" });
  await rejects(ask("GET", "/tag"));
  fake.recover();
  fake.fail({ mode: "html" });
  is(typeof (await ask("GET", "/tag")).body, "string");
  fake.recover();
  for (const mode of ["drop", "truncated"] as const) {
    fake.fail({ mode });
    await rejects(ask("GET", "/tag"), mode);
    fake.recover();
  }
  fake.fail({ mode: "huge", megabytes: 3 }, { path: "/album" });
  ok(rows(await ask("GET", "/album")).length > 3);
  for (const [mode, status] of [["unauthorized", 401], ["error", 500], ["redirect", 302]] as const) {
    fake.recover();
    fake.fail({ mode });
    is((await ask("GET", "/tag")).status, status);
  }
  fake.recover();
  fake.fail({ mode: "slow", ms: 60 });
  const before = performance.now();
  is((await ask("GET", "/tag")).status, 200);
  ok(performance.now() - before > 50);
});

Deno.test("an unreachable manager refuses connections, and returns at the same address", async () => {
  await using fake = await startRadarr();
  const ask = asker(fake, "v3");
  is((await ask("GET", "/tag")).status, 200);
  await fake.down();
  await rejects(ask("GET", "/tag"), TypeError);
  fake.up();
  is((await ask("GET", "/tag")).status, 200);
});

Deno.test("a hung request or an endless response does not delay the end of a fake", async () => {
  const fake = await startRadarr();
  fake.fail({ mode: "hang" }, { path: "/tag" });
  fake.fail({ mode: "huge", megabytes: 500 });
  const hanging = asker(fake, "v3")("GET", "/tag").catch(() => undefined);
  const abort = new AbortController();
  const huge = await fetch(`${fake.url}/api/v3/movie`, { signal: abort.signal });
  await huge.body?.cancel();
  await fake[Symbol.asyncDispose]();
  await hanging;
});
