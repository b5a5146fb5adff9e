import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { makeSmallClip } from "../../../tests/kit/clips.ts";
import { openApp, type TestApp } from "../../../tests/fixtures/app.ts";
import { isFinished } from "../../jobs/states.ts";
import { createDiskReads } from "../../kit/disk/disk_reads.ts";
import { systemClock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { type Auto, type AutoOptions, createAuto } from "./service.ts";

/** Automatic transcoding with real files and real ffmpeg, against a Radarr whose library the test changes. */

interface Film {
  id: number;
  fileId: number;
  path: string;
  size: number;
  quality: string;
}

function radarr() {
  const films: Film[] = [];
  let broken = false;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    if (broken) return new Response(null, { status: 500 });
    if (!new URL(request.url).pathname.endsWith("/movie")) return Response.json({});
    return Response.json(films.map(({ id, fileId, path, size, quality }) => ({
      id,
      title: `Film ${id}`,
      year: 2000,
      tmdbId: id,
      path: "/films",
      hasFile: true,
      movieFile: {
        id: fileId,
        path,
        size,
        quality: { quality: { name: quality, modifier: /Remux/.test(quality) ? "remux" : "none" } },
      },
    })));
  });
  return {
    films,
    url: `http://127.0.0.1:${server.addr.port}`,
    breakIt: (now: boolean) => void (broken = now),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });
const json = async (response: Promise<Response>) => await (await response).json();
const scan = (app: TestApp, query = "") => json(app.call(`/api/auto/scan${query}`, { method: "POST" }));

async function setUp(app: TestApp, url: string, more: Record<string, unknown> = {}): Promise<void> {
  const video = { encoder: "libx264", quality: 40, preset: "ultrafast", pixelFormat: "yuv420p" };
  const profile = await json(app.call("/api/profiles", { json: { name: "Quick", video } }));
  await app.instance.settings.update({
    connections: { movie: { enabled: true, url, apiKey: "k" } },
    auto: { enabled: true, profiles: { movie: profile.id }, ...more },
  });
}

async function film(app: TestApp, id: number, quality = "Remux-1080p"): Promise<Film> {
  const path = `${app.folder}/Film ${id} ${/Remux/.test(quality) ? "REMUX" : "WEB"}.mkv`;
  await makeSmallClip(path, { seconds: 1 });
  return { id, fileId: 100 + id, path, size: (await Deno.stat(path)).size, quality };
}

test("slow: the first scan records, the second queues new files, and an encode that is reported as REMUX is skipped", async () => {
  await using server = radarr();
  await using app = await openApp();
  await setUp(app, server.url);
  server.films.push(await film(app, 1), await film(app, 2, "WEBDL-1080p"));
  const dry = await scan(app, "?dryRun=1");
  same([dry.dryRun, dry.found, dry.queued.length, dry.baseline], [true, 1, 0, 1]);
  is((await json(app.call("/api/auto/status"))).baselineAt, undefined, "a dry run changes nothing");
  is((await scan(app)).baseline, 1);

  server.films.push(await film(app, 3));
  await app.instance.jobs.start();
  const done = Promise.withResolvers<string>();
  app.instance.bus.on("job", ({ job }) => isFinished(job.status) && done.resolve(job.id));
  const second = await scan(app);
  same(second.queued.map(({ title, profileName }: Record<string, string>) => [title, profileName]), [[
    "Film 3 (2000)",
    "Quick",
  ]]);
  const job = await json(app.call(`/api/jobs/${await done.promise}`));
  same([job.status, job.trigger, job.labels, job.source.arr, job.source.fileId], [
    "done",
    "auto",
    ["Auto"],
    "movie",
    103,
  ]);

  // Radarr imports the encode as a different file, moves it, and still reports a remux.
  const moved = `${app.folder}/Film 3 Remux-1080p.mkv`;
  await Deno.copyFile(job.outputPath, moved);
  server.films[2] = { id: 3, fileId: 999, path: moved, size: job.outputSizeBytes, quality: "Remux-1080p" };
  const third = await scan(app);
  same([third.queued, third.skippedSeen], [[], 2]);
  const { counts } = await json(app.call("/api/auto/status"));
  same(counts, { queued: 1, baseline: 1, output: 2, existing: 0 }, "the encode is known under both its names");
  const page = await (await app.call("/auto?preview=1", { headers: { Accept: "text/html" } })).text();
  ok(page.includes("/api/webhook/radarr") && page.includes("0 queued; 2 found"));
  ok(!page.includes("Saved so far"), "nothing is saved while the original stays beside its encode");
});

test("slow: a manager that is connected after auto transcode was switched on has its library recorded first", async () => {
  await using server = radarr();
  await using app = await openApp();
  await app.instance.jobs.setPaused(true);
  await app.instance.settings.update({ auto: { enabled: true } });
  const empty = await scan(app);
  same([empty.found, empty.baseline, empty.queued], [0, undefined, []]);
  server.films.push(await film(app, 1), await film(app, 2));
  await setUp(app, server.url);
  const first = await scan(app);
  same([first.found, first.baseline, first.queued], [2, 2, []]);
  server.films.push(await film(app, 3));
  is((await scan(app)).queued.length, 1);
  // Another Radarr at a different address. Its library is treated as existing, not as new.
  await using other = radarr();
  for (const id of [11, 12, 13]) other.films.push({ ...await film(app, id), fileId: 900 + id });
  await app.instance.settings.update({ connections: { movie: { url: other.url } } });
  same((await scan(app)).queued, []);
  // While the manager is disabled, its files are ignored.
  other.films.push(await film(app, 14));
  await app.instance.settings.update({ connections: { movie: { enabled: false } } });
  same((await scan(app)).found, 0);
  await app.instance.settings.update({ connections: { movie: { enabled: true } } });
  is((await scan(app)).queued.length, 1);
});

test("an unreadable library sets no baseline, unreadable files are tried again, and a scan has a limit", async () => {
  await using server = radarr();
  await using app = await openApp();
  await setUp(app, server.url, { includeExisting: true, maxPerScan: 1 });
  await app.instance.jobs.setPaused(true);
  server.breakIt(true);
  const failed = await scan(app);
  match(failed.errors[0], /500/);
  is((await json(app.call("/api/auto/status"))).baselineAt, undefined);
  server.breakIt(false);
  server.films.push(await film(app, 1), await film(app, 2));
  server.films.push({ ...server.films[1], id: 3, fileId: 103, path: "/nowhere/3.mkv" } as Film);
  const first = await scan(app);
  same([first.queued.length, first.pending.length, first.skippedMissing], [1, 1, ["/nowhere/3.mkv"]]);
  const second = await scan(app);
  same([second.queued.map(({ arrId }: { arrId: number }) => arrId), second.skippedMissing.length], [[2], 1]);
  is((await app.call("/api/auto/reset", { method: "POST" })).status, 200);
  is((await json(app.call("/api/auto/status"))).seen, 0);
});

test("slow: refused files do not use up the places of others", async () => {
  await using server = radarr();
  await using app = await openApp();
  await setUp(app, server.url, { includeExisting: true, maxPerScan: 1 });
  await app.instance.jobs.setPaused(true);
  for (const id of [1, 2, 3, 4]) server.films.push(await film(app, id));
  const allowed = `${app.folder}/allowed`;
  await Deno.mkdir(allowed);
  for (const one of server.films.slice(2)) {
    await Deno.rename(one.path, `${allowed}/${one.id}.mkv`);
    one.path = `${allowed}/${one.id}.mkv`;
  }
  await app.instance.settings.update({ general: { security: { mediaRoots: [allowed] } } });
  const ids = (items: { arrId: number }[]) => items.map(({ arrId }) => arrId);
  const first = await scan(app);
  same([ids(first.queued), ids(first.pending), first.errors.length], [[3], [4], 2]);
  const second = await scan(app);
  same([ids(second.queued), ids(second.pending), second.errors.length], [[4], [], 2]);
});

/** Auto transcode without remembered files, for the test's library. Imports are batched for a short time. */
const autoOver = (library: Pick<AutoOptions["library"], "remuxes"> & Partial<AutoOptions["library"]>): Auto =>
  createAuto({
    settings: { current: () => Settings.parse({ auto: { enabled: true } }) },
    library: {
      refresh: () => Promise.resolve({ stale: false }),
      leftOut: () => Promise.resolve([]),
      settled: () => Promise.resolve(),
      ...library,
    },
    profiles: { recipe: () => Promise.reject(new Fault("no_profile", "None.")) },
    jobs: { create: () => Promise.reject(new Error("Nothing is to be queued.")) },
    memory: {
      all: () => Promise.resolve([]),
      remember: () => Promise.resolve(),
      adopt: () => Promise.resolve(),
      activeFiles: () => Promise.resolve([]),
      counts: () => Promise.resolve({}),
      clear: () => Promise.resolve(),
    },
    facts: { get: () => Promise.resolve(undefined), set: () => Promise.resolve(), remove: () => Promise.resolve() },
    events: { record: () => {} },
    bus: { on: () => () => {} },
    clock: systemClock,
    disks: createDiskReads(),
    gatherMs: 30,
  });

test("S-JOB-2: a thousand imports within the wait are one scan", async () => {
  let scans = 0;
  const scanned = Promise.withResolvers<void>();
  const auto = autoOver({ remuxes: () => (scans++, scanned.resolve(), Promise.resolve([])) });
  for (let i = 0; i < 1000; i++) auto.imported();
  await scanned.promise;
  await auto.close();
  is(scans, 1);
});

test("a scan reads titles that were imported before it, and not during it", async () => {
  const [begun, waits, goesOn, isRead, scannedAgain] = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const done: string[] = [];
  const auto = autoOver({
    async remuxes() {
      begun?.resolve();
      await goesOn?.promise;
      done.push("scan");
      if (done.length > 1) scannedAgain?.resolve();
      return [];
    },
    async settled() {
      waits?.resolve();
      await isRead?.promise;
      done.push("reading");
    },
  });
  const first = auto.scan("schedule");
  await begun?.promise;
  auto.imported();
  await waits?.promise;
  goesOn?.resolve();
  await first;
  isRead?.resolve();
  await scannedAgain?.promise;
  await auto.close();
  same(done, ["scan", "reading", "scan"]);
});

test("an import is not expected in a scan that began while a library from before it was still being read", async () => {
  const [waits, isRead, begun, goesOn, scannedAgain] = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  let scans = 0;
  const auto = autoOver({
    async remuxes() {
      if (++scans > 1) scannedAgain?.resolve();
      begun?.resolve();
      await goesOn?.promise;
      return [];
    },
    async settled() {
      waits?.resolve();
      await isRead?.promise;
    },
  });
  auto.imported();
  await waits?.promise;
  const joining = auto.scan("manual");
  await begun?.promise;
  isRead?.resolve();
  goesOn?.resolve();
  is((await joining).reason, "manual");
  await scannedAgain?.promise;
  await auto.close();
  is(scans, 2);
});

test("webhooks are answered immediately, a test event and others without a scan", async () => {
  await using server = radarr();
  await using app = await openApp();
  await setUp(app, server.url);
  const send = (eventType: string, arr = "radarr") =>
    app.call(`/api/webhook/${arr}`, { json: { eventType, movie: { id: 1 } } });
  same(await json(send("Test")), { ok: true });
  same(await json(send("Grab")), { ok: true });
  same(await json(app.call("/api/webhook/radarr", { json: {} })), { ok: true });
  is((await app.call("/api/webhook/radarr", { method: "POST" })).status, 200, "nothing at all is no import");
  is((await send("Download", "lidarr")).status, 404);
  same(await json(send("Download", "movie-manager")), { accepted: true, scanInSeconds: 15 });
});
