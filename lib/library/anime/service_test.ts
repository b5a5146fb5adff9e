import { deepStrictEqual as same, match, ok, rejects, strictEqual as is } from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { type AnimeSourcesFake, startAnimeSources } from "../../../tests/fakes/anime_sources.ts";
import { dumpText, KNOWN_ANIME } from "../../../tests/fixtures/anime_data.ts";
import { testHttpClient } from "../../../tests/fixtures/http_client.ts";
import { Fault } from "../../kit/fault.ts";
import { ownProgram } from "../../kit/process/own_program.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { createAnimeData } from "./service.ts";

const PROGRAM = ownProgram(new URL("../../../main.ts", import.meta.url).href, "work");
const HOUR_MS = 3_600_000;

/**
 * Opens the anime data service with a fake server and a clock that the test sets. `restart` reopens the service on the
 * same folder.
 */
async function openWorld() {
  const fake = await startAnimeSources();
  const http = testHttpClient({ security: { certificateValidation: "disabled" } }, {
    resolve: () => Promise.resolve(["93.184.216.34"]),
    reroute: () => ({ address: "127.0.0.1", port: fake.port }),
    userAgent: "Lathe/1.0",
  });
  const folder = await Deno.makeTempDir({ prefix: "lathe_test_" });
  let settings = Settings.parse({ animedb: { enabled: true } });
  let time = Date.parse("2026-03-02T10:00:00Z");
  let changes = 0;
  let program = PROGRAM;
  const open = () =>
    createAnimeData({
      settings: { current: () => settings },
      http,
      clock: { now: () => new Date(time), monotonicMs: () => time },
      log: () => {},
      folder,
      program,
      sources: fake.sources,
      changed: () => changes++,
    });
  let data = open();
  return {
    fake,
    folder,
    data: () => data,
    changes: () => changes,
    /**
     * Sets the shell script that builds the title file after the next restart. Without `script`, Lathe's own program
     * builds it.
     */
    makeWith: (script?: string) =>
      void (program = script === undefined ? PROGRAM : { path: "/bin/sh", args: ["-c", script], env: {} }),
    pass: (hours: number) => void (time += hours * HOUR_MS),
    switchTo(enabled: boolean) {
      settings = Settings.parse({ animedb: { enabled } });
      return data.settingsChanged();
    },
    async restart() {
      await data.close();
      data = open();
    },
    /** Returns the error message of a failed refresh, otherwise undefined. */
    refresh: () => data.refreshNow(new AbortController().signal).then(() => undefined, (error: Error) => error.message),
    async [Symbol.asyncDispose]() {
      await data.close();
      await http.close();
      await fake[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

const asked = ({ seen }: AnimeSourcesFake, path: string): number => seen.filter((one) => one.path === path).length;
const test = (name: string, work: (world: Awaited<ReturnType<typeof openWorld>>) => Promise<void>) =>
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using world = await openWorld();
      await work(world);
    },
  });

test("slow: anime data is downloaded, searched, and available after a restart without another download", async (world) => {
  same(await world.data().status(), {
    ...{ enabled: true, loaded: false, loading: true, animeCount: 0, mappingCount: 0 },
  });
  await world.data().settled();
  const status = await world.data().status();
  same([status.loaded, status.loading, status.error], [true, false, undefined]);
  ok(status.animeCount > 4_000 && status.mappingCount > 4_000);
  is(world.changes(), 1);
  const [hit] = await world.data().search("もののけ姫");
  same(hit, {
    aid: 7,
    title: "Mononoke Hime",
    romaji: "Mononoke Hime",
    kanji: "もののけ姫",
    english: "Princess Mononoke",
    score: 100,
    tmdbId: 128,
    imdbId: "tt0119698",
    isMovie: true,
  });
  await world.restart();
  is((await world.data().search("cowboy bebop"))[0]?.aid, 23);
  is((await world.data().status()).updatedAt, status.updatedAt);
  is(world.fake.seen.length, 3);
});

test("slow: AniDB receives at most one request a day, whoever requests and however often it starts or fails", async (world) => {
  world.fake.instead["/titles"] = () => new Response("", { status: 503 });
  match(await world.refresh() ?? "", /AniDB's title list could not be downloaded: the server returned status 503/);
  for (let hour = 0; hour < 23; hour += 4) {
    await world.restart();
    match(await world.refresh() ?? "", /less than 24 hours ago; it can be requested again after 2026-03-03 10:00 UTC/);
    world.pass(4);
  }
  is(asked(world.fake, "/titles"), 1);
  world.fake.instead["/titles"] = undefined;
  world.pass(1);
  is(await world.refresh(), undefined);
  is(asked(world.fake, "/titles"), 2);
  is(await world.refresh(), undefined, "what is there is of today");
  await Promise.all([world.refresh(), world.refresh(), world.data().refresh()]);
  is(asked(world.fake, "/titles"), 2);
  world.pass(-400);
  await world.refresh();
  world.pass(401);
  await world.refresh();
  ok(asked(world.fake, "/titles") <= 3, "a clock that was set back by weeks is one more request a day later");
});

test("slow: lists that did not change are not downloaded again", async (world) => {
  is(await world.refresh(), undefined);
  world.pass(24 * 7);
  is(await world.refresh(), undefined);
  same(world.fake.seen.map(({ path, status }) => `${path} ${status}`), [
    ...["/titles 200", "/mapping 200", "/seasons 200"],
    ...["/titles 200", "/mapping 304", "/seasons 304"],
  ]);
});

test("slow: an unusable download keeps the old copy in use, with a message and its age", async (world) => {
  is(await world.refresh(), undefined);
  const whole = world.fake.bodies["/titles"];
  const page = "<!DOCTYPE html><html><body>Down for maintenance</body></html>";
  const broken: [path: string, answer: () => Response, sentence: RegExp][] = [
    ["/titles", () => new Response("<error>Banned</error>"), /AniDB has temporarily banned this address/],
    ["/titles", () => new Response(page), /web page/],
    ["/titles", () => new Response(whole.slice(0, 5_000)), /damaged/],
    ["/titles", () => new Response(new Uint8Array(gzipSync(dumpText(KNOWN_ANIME)))), /contains only \d+ titles/],
    ["/titles", () => new Response("", { status: 403 }), /the server returned status 403/],
    ["/titles", () => new Response(new Uint8Array(gzipSync(new Uint8Array(110 << 20)))), /larger than 105 MB/],
    [
      "/titles",
      () => new Response(null, { status: 302, headers: { location: "http://127.0.0.1/x" } }),
      /was not contacted/,
    ],
    ["/mapping", () => new Response(page), /Fribb's ID list is not a complete JSON list/],
    ["/mapping", () => new Response("[]"), /contains only 0 anime/],
    ["/mapping", () => new Response("429: Too Many Requests", { status: 429 }), /the server returned status 429/],
    ["/seasons", () => new Response("<anime-list></anime-list>"), /contains only 0 anime/],
    ["/seasons", () => new Response(page), /Anime-Lists list is not/],
  ];
  for (const [path, answer, sentence] of broken) {
    world.pass(25);
    world.fake.instead[path] = answer;
    const said = await world.refresh() ?? "";
    match(said, sentence);
    match(said, /The copy from 2026-03-\d\d is still used\./);
    is((await world.data().status()).error, said);
    is((await world.data().search("Mononoke Hime"))[0]?.tmdbId, 128, `${sentence}`);
    world.fake.instead[path] = undefined;
  }
  world.pass(25);
  is(await world.refresh(), undefined);
  is((await world.data().status()).error, undefined);
});

test("without ID lists there are still titles, and a redirect to the same service is followed", async (world) => {
  world.fake.instead["/mapping"] = () => new Response("", { status: 404 });
  world.fake.instead["/seasons"] = () => new Response("", { status: 500 });
  world.fake.instead["/titles"] = () =>
    new Response(null, { status: 301, headers: { location: "https://anime.example/moved" } });
  world.fake.instead["/moved"] = () => new Response(world.fake.bodies["/titles"]);
  const said = await world.refresh() ?? "";
  match(said, /Fribb's ID list could not .* status 404\. The Anime-Lists list could not .* status 500/);
  const [hit] = await world.data().search("Mononoke Hime");
  same([hit?.aid, hit?.tmdbId, hit?.isMovie], [7, undefined, false]);
});

test("while disabled it reports so, finds nothing and downloads nothing; enabling it loads the data", async (world) => {
  await world.switchTo(false);
  same(await world.data().status(), {
    ...{ enabled: false, loaded: false, loading: false, animeCount: 0, mappingCount: 0 },
  });
  const isOff = (error: unknown) => error instanceof Fault && error.code === "bad_state";
  await rejects(world.data().search("x"), isOff);
  await rejects(world.data().refresh(), isOff);
  same(await world.data().find([{ text: "Mononoke Hime" }], 5), []);
  is(await world.data().lookup(), undefined);
  is(world.fake.seen.length, 0);
  await world.switchTo(true);
  await rejects(world.data().search("x"), isOff, "it loads");
  await world.data().settled();
  is((await world.data().status()).loaded, true);
  const held = await world.data().lookup();
  await world.switchTo(false);
  is(held?.movie({ tmdbId: 128 }), undefined, "nothing is kept open");
  await world.switchTo(true);
  is(world.fake.seen.length, 3, "what is there is used again");
  is(held?.movie({ tmdbId: 128 })?.animedbId, 7);
});

test("slow: a cancelled refresh keeps the old data, and a damaged title file is created again", async (world) => {
  is(await world.refresh(), undefined);
  world.pass(25);
  const refreshing = world.refresh();
  await world.data().close();
  await refreshing;
  await world.restart();
  is((await world.data().search("Mononoke Hime"))[0]?.aid, 7);
  await world.data().close();
  await Deno.writeTextFile(`${world.folder}/anime.db`, "no database");
  await world.restart();
  await rejects(world.data().search("Mononoke Hime"), Fault);
  await world.data().settled();
  is((await world.data().search("Mononoke Hime"))[0]?.aid, 7);
  same(
    (await Array.fromAsync(Deno.readDir(world.folder))).map(({ name }) => name).sort(),
    ["anime-list-full.json", "anime-list.xml", "anime-titles.dat.gz", "anime.db", "downloads.json"],
  );
});

const BUILDS_THAT_FAIL: Record<string, string> = {
  "killed half way": "echo half > $TARGET; kill -9 $$",
  "fails with a sentence": "echo half > $TARGET; echo no space >&2; exit 3",
  "prints no answer": "echo half > $TARGET; echo done",
  "answers in another shape": "echo half > $TARGET; echo '{\"ok\":true}'",
  "says that it failed": 'echo \'{"ok":false,"message":"The disk is full."}\'',
  "makes no file": `echo '{"ok":true,"answer":{"built":true,"animeCount":1,"mappingCount":1,"refused":{}}}'`,
};
test("slow: a failing process of any kind keeps the earlier titles, and the next refresh creates them", async (world) => {
  is(await world.refresh(), undefined);
  const path = `${world.folder}/anime.db`;
  const before = await Deno.readFile(path);
  for (const [name, script] of Object.entries(BUILDS_THAT_FAIL)) {
    world.pass(25);
    world.makeWith(script.replaceAll("$TARGET", `${path}.new`));
    await world.restart();
    match(await world.refresh() ?? "", /failed/, name);
    same(await Deno.readFile(path), before, name);
    is((await world.data().search("Mononoke Hime"))[0]?.aid, 7, name);
    await rejects(Deno.stat(`${path}.new`), Deno.errors.NotFound, name);
  }
  world.makeWith();
  await world.restart();
  world.pass(25);
  is(await world.refresh(), undefined);
  is((await world.data().status()).loaded, true);
});

test("a process that is cancelled ends, and leaves the titles from before", async (world) => {
  is(await world.refresh(), undefined);
  const [path, mark] = [`${world.folder}/anime.db`, `${world.folder}/running`];
  const before = await Deno.readFile(path);
  world.pass(25);
  world.makeWith(`echo half > ${path}.new; echo $$ > ${mark}.tmp; mv ${mark}.tmp ${mark}; exec sleep 600`);
  await world.restart();
  const ending = new AbortController();
  const refreshing = world.data().refreshNow(ending.signal);
  const failed = rejects(refreshing, { name: "AbortError" });
  const pid = Number(await textOnceThere(mark));
  ending.abort(new DOMException("Cancelled.", "AbortError"));
  await failed;
  await rejects(Deno.stat(`/proc/${pid}`), Deno.errors.NotFound);
  await rejects(Deno.stat(`${path}.new`), Deno.errors.NotFound);
  same(await Deno.readFile(path), before);
  is((await world.data().search("Mononoke Hime"))[0]?.aid, 7);
});

/** Returns the content of a file as soon as it exists. */
async function textOnceThere(path: string): Promise<string> {
  const folder = path.slice(0, path.lastIndexOf("/"));
  using changes = Deno.watchFs(folder);
  const text = () => Deno.readTextFile(path).catch(() => undefined);
  const there = await text();
  if (there !== undefined) return there;
  for await (const _ of changes) {
    const now = await text();
    if (now !== undefined) return now;
  }
  throw new Error("Nothing is watched any more.");
}

test("slow: a title list that was downloaded before a restart is used afterwards, and not downloaded again", async (world) => {
  is(await world.refresh(), undefined);
  world.pass(25);
  const at = (name: string) => `${world.folder}/${name}`;
  await Deno.copyFile(at("anime-titles.dat.gz"), at("anime-titles.dat.gz.new"));
  await Deno.remove(at("anime-titles.dat.gz"));
  await Deno.remove(at("anime.db"));
  await Deno.writeTextFile(at("anime.db.new"), "half a file");
  await world.restart();
  is(await world.refresh(), undefined);
  is((await world.data().search("Mononoke Hime"))[0]?.aid, 7);
  is(asked(world.fake, "/titles"), 1);
});

test("slow: movies and series are distinguished from specials, and seasons get their names", async (world) => {
  is(await world.refresh(), undefined);
  const lookup = await world.data().lookup();
  same(lookup?.movie({ tmdbId: 128 }), { animedbId: 7, titleRomaji: "Mononoke Hime", titleKanji: "もののけ姫" });
  is(lookup?.movie({ tmdbId: 1, imdbId: "tt5311514" })?.animedbId, 11829);
  is(lookup?.movie({ tmdbId: 635302 })?.animedbId, 15105, "a film that TheTVDB has among the specials");
  is(lookup?.movie({ tmdbId: 1, imdbId: "tt0213338" }), undefined, "the id of a series");
  is(lookup?.series({ tvdbId: 78901 }), undefined, "a special makes no anime of its series");
  same(lookup?.series({ tvdbId: 267440 }), {
    animedbIds: [9541, 10944, 13241],
    titleRomaji: "Shingeki no Kyojin",
    titleKanji: "進撃の巨人",
    seasonTitles: [
      { title: "Shingeki no Kyojin Season 2", seasonNumber: 2 },
      { title: "Attack on Titan Season 2", seasonNumber: 2 },
      { title: "進撃の巨人 Season 2", seasonNumber: 2 },
      { title: "Shingeki no Kyojin Season 3", seasonNumber: 3 },
      { title: "Attack on Titan Season 3", seasonNumber: 3 },
      { title: "進撃の巨人 Season 3", seasonNumber: 3 },
    ],
  });
  same(lookup?.series({ tvdbId: 81797 })?.animedbIds, [69]);
  const counted = (tvdbId: number, episode: number) => lookup?.countedThrough({ tvdbId, episode });
  same(counted(76383, 27), [{ season: 2, episode: 1 }]);
  same(counted(76383, 55), [{ season: 3, episode: 5 }]);
  same(counted(76383, 87), [{ season: 0, episode: 4 }]);
  is(counted(76383, 5), undefined, "no list names it");
  is(counted(267440, 5), undefined);
  is(counted(1, 5), undefined);
});
