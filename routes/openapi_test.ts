import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { createBlurayShelf, SEASON } from "../tests/fixtures/discs/bluray_discs.ts";
import { makeBridgeImage } from "../tests/fixtures/discs/image_bridge.ts";
import { makeSmallClip } from "../tests/kit/clips.ts";
import { isFinished } from "../lib/jobs/states.ts";
import { ProfileInput } from "../lib/encode/profiles/schema.ts";
import { type CallInit, openApp, type TestApp } from "../tests/fixtures/app.ts";
import { joinFarmOf, openFarmOf } from "../tests/fixtures/farm_app.ts";
import { documentOf, type Endpoint, endpointsOf } from "../tests/fixtures/document.ts";
import { REACHED_ELSEWHERE } from "../tests/fixtures/reached_elsewhere.ts";

Deno.test("the API document is valid OpenAPI 3.1", async () => {
  await using app = await openApp();
  const document = await documentOf(app);
  const { valid, errors } = await new Validator().validate(
    structuredClone(document) as unknown as Record<string, unknown>,
  );
  ok(valid, JSON.stringify(errors, null, 1));
  is(document.openapi, "3.1.0");
});

Deno.test("the document contains every route of the API, each with its purpose", async () => {
  await using app = await openApp();
  const { paths } = await documentOf(app);
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary }]) => {
      ok(summary, `${method} ${path} has no summary`);
      return `${method.toUpperCase()} /api${path.replace(/\{(\w+)\}/g, ":$1")}`;
    })
  );
  const registered = app.app.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/"))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !["GET /api/openapi.json", "GET /api/docs"].includes(route));
  same([...new Set(registered)].sort(), described.sort());
});

/** IDs of existing items to request. */
interface Ids {
  job: string;
  /** A finished encode. */
  done: string;
  task: string;
  log: string;
  backup: string;
  app: string;
  /** A local title with a poster. */
  local: string;
  profile: string;
  smart: string;
  /** A saved list. */
  view: string;
  /** A sampled estimate. */
  estimate: string;
  /** A scanned disc in the first drive, which is an image. */
  rip: string;
  drive: string;
  link: string;
  /** A joined agent. */
  agent: string;
  /** A restore of several originals. */
  undo: string;
  /** A finding of the health check. */
  problem: string;
}

/**
 * Returns valid and invalid requests that together cause all responses of one route. The requests are grouped by the ID
 * in their path: one group for each existing ID, and one for an unknown ID.
 */
function requests({ method, path, operation }: Endpoint, clip: string, ids: Ids): [string, CallInit][][] {
  if (path.includes("backups/restore")) {
    // The body is read as bytes. An invalid archive is rejected here, and the tests of the backup service restore a
    // valid one.
    return [[[path, { method: "POST", body: "no archive", headers: { "Content-Type": "application/zip" } }]]];
  }
  const bodies: unknown[] = [
    undefined,
    {},
    { nonsense: true },
    { limit: 2 },
    { paused: true },
    { dismissed: true },
    { step: "folders", skipped: true },
    { watchedOn: "tv", preference: "balanced" },
    { row: "failed", count: 0 },
    { id: ids.problem },
    { id: "nothing" },
    { drive: "PLEXTOR PX-716A", readOffset: 6 },
    { titles: { kind: "movies", list: {} } },
    { titles: { kind: "artists", list: {} } },
    { kind: "movies", name: "Large", query: "?sort=size" },
    { source: JSON.stringify({ PresetList: [{ PresetName: "Fast", VideoEncoder: "x264", VideoQualitySlider: 22 }] }) },
    { direction: "top" },
    { position: 0 },
    { name: "Copy" },
    { code: "883929671526", kind: "movie", title: "Heat", externalId: "tmdb:949", add: false },
    { code: "883929671526", kind: "movie", title: "Heat", externalId: "tmdb:949" },
    { code: "12" },
    { name: "Fresh", video: { encoder: "libx264", preset: "fast", quality: 23 } },
    { name: "Broken", video: { encoder: "libx264", extraArgs: "-i /etc/passwd" } },
    { profileId: ids.profile, path: clip },
    { profileId: "builtin-web-mp4" },
    { profileId: ids.profile, source: { localPath: clip } },
    { profileId: "nobody", source: { localPath: clip } },
    { profileId: ids.profile, source: { localPath: "/proc/version" } },
    { profileId: ids.profile, items: [{ source: { localPath: clip } }, { source: { localPath: "/none" } }] },
    { items: [{ localPath: clip }, { localPath: "/none" }] },
    { items: [{ localPath: clip }], profileIds: [ids.profile], sample: true },
    { concurrency: 2 },
    { concurrency: -1 },
    { statuses: ["failed"] },
    { name: "Mine", baseProfileId: "builtin-movie-1080p" },
    { name: "Mine", baseProfileId: "nobody" },
    { name: "Mine", baseProfileId: ids.profile, rules: [{ name: "x", when: [{ fact: "year", op: "has", value: 1 }] }] },
    { smart: { name: "Mine", baseProfileId: "builtin-movie-1080p" }, path: clip },
    { profileId: "builtin-smart-remux", source: { localPath: clip } },
    { hardwareAcceleration: "none" },
    { hardwareAcceleration: "amf", device: "$(x)" },
    { paths: [clip] },
    { paths: ["/none", "/proc/version"] },
    { url: "http://127.0.0.1:1", apiKey: "x" },
    { url: "no address" },
    { kind: "webhook", url: "http://127.0.0.1:1/hook" },
    { kind: "script", path: "/tmp" },
    { approved: true },
    { ids: [ids.job, "nobody"], action: "top" },
    { ids: [ids.job, "nobody"] },
    { bulk: "nobody" },
    { clear: true },
    { eventType: "Test" },
    { eventType: "Download" },
    { kind: "movie", externalId: "tmdb:949" },
    { path: DISC },
    { selectedTitleIds: [0], audioMode: "all", options: { transcode: false, deliver: false } },
  ];
  const queries = [
    "",
    `?path=${encodeURIComponent(clip)}`,
    "?path=/none",
    "?path=/proc/version",
    "?which=source&t=0",
    "?limit=0",
    "?status=done",
    "?limit=2&sort=title",
    "?tail=3",
    "?url=http://127.0.0.1/x.jpg",
    "?q=heat",
    "?q=heat&arr=movie&arrId=1&online=1",
  ];
  const known = path.includes("{") ? ["nobody", ...Object.values(ids)] : [""];
  // A route that reads no body returns the same response for all bodies.
  const sent = operation.requestBody === undefined ? bodies.slice(0, 2) : bodies;
  return known.map((id) => {
    const address = path.replace(/\{\w+\}/, id).replace("{title}", "0");
    return method === "GET"
      ? queries.map((query): [string, CallInit] => [address + query, { method }])
      : sent.map((json): [string, CallInit] => [address, json === undefined ? { method } : { method, json }]);
  });
}

/** Path of a disc image that contains a season. */
const DISC = `${await Deno.makeTempDir({ prefix: "lathe_disc_" })}/SEASON.iso`;

/** Adds the disc image as a drive and waits until its disc can be ripped. */
async function scannedDisc({ instance: { bus, drives, rips, settings } }: TestApp): Promise<Pick<Ids, "rip" | "link">> {
  const shelf = createBlurayShelf();
  await makeBridgeImage((await shelf.make(SEASON)).folder, DISC, { volumeName: "SEASON_D1" });
  shelf.remove();
  // An image that was just modified might still be incomplete.
  await Deno.utime(DISC, 0, Date.now() / 1000 - 60);
  await settings.update({ disc: { minTitleSeconds: 0 }, discdb: { enabled: false } });
  const ready = Promise.withResolvers<string>();
  const off = bus.on("rip", ({ rip }) => rip.status === "ready" ? ready.resolve(rip.id) : undefined);
  const { id: link } = await drives.link({ path: DISC });
  await drives.detect();
  const rip = await ready.promise;
  off();
  await rips.patch(rip, {});
  return { rip, link };
}

/** Encodes a copy of the clip completely and measures it. */
async function finishedJob({ instance, call }: TestApp, clip: string): Promise<string> {
  const path = clip.replace("Clip", "Other clip");
  await Deno.copyFile(clip, path);
  const video = { encoder: "libx264", quality: 40, preset: "ultrafast", pixelFormat: "yuv420p" };
  const { id: profileId } = await instance.profiles.create(ProfileInput.parse({ name: "Quick", video }));
  const done = Promise.withResolvers<string>();
  const off = instance.bus.on("job", ({ job }) => {
    if (isFinished(job.status)) done.resolve(job.id);
  });
  await instance.jobs.setPaused(false);
  await instance.jobs.start();
  await call("/api/jobs", { json: { profileId, source: { localPath: path } } });
  const id = await done.promise;
  off();
  await instance.jobs.setPaused(true);
  is((await call(`/api/jobs/${id}/quality`, { method: "POST" })).status, 200);
  return id;
}

/** Adds a movie with a poster in a separate folder, and returns its ID in the index. */
async function localTitle({ instance, folder }: TestApp, clip: string): Promise<string> {
  const media = `${folder}/media`;
  await Deno.mkdir(`${media}/Movies/Film (2000)`, { recursive: true });
  await Deno.copyFile(clip, `${media}/Movies/Film (2000)/film.mkv`);
  const frame = await instance.media.frame({ path: clip, atSeconds: 0, width: 60 });
  await Deno.writeFile(`${media}/Movies/Film (2000)/poster.jpg`, frame);
  await instance.settings.update({ localMedia: { folders: [{ path: media }] } });
  await instance.local.refresh(new AbortController().signal);
  const [item] = (await instance.local.items({ limit: 1, filter: "all", sort: "title" })).items;
  ok(item, "expected a title");
  return item.id;
}

/** Returns the difference between a response and the OpenAPI document. Undefined if there is none. */
async function undocumented(
  { operation }: Endpoint,
  response: Response,
  differs: (schema: unknown, value: unknown) => string | undefined,
): Promise<string | undefined> {
  const { status, headers } = response;
  const type = (headers.get("content-type") ?? "").split(";")[0] ?? "";
  const text = await response.text();
  const documented = operation.responses[status];
  if (documented === undefined) return `${status} is not documented: ${text.slice(0, 200)}`;
  const content = documented.content?.[type];
  if (content === undefined) return `${status}: ${type} is not documented`;
  if (!/json$/.test(type)) return undefined;
  const difference = differs(content.schema, JSON.parse(text));
  return difference && `${status}: ${difference}`;
}

Deno.test("slow: every route responds with documented codes and schemas only", async () => {
  await using app = await openApp();
  await app.instance.settings.update({ experiments: { barcode: true, wanted: true } });
  const document = await documentOf(app);
  const clip = `${app.folder}/Clip (2020).mkv`;
  await makeSmallClip(clip, { seconds: 1 });
  const profile = await app.instance.profiles.clone("builtin-web-mp4", "Mine");
  const done = await finishedJob(app, clip);
  const created = await (await app.call("/api/jobs", {
    json: { profileId: profile.id, source: { localPath: clip } },
  })).json();
  const smart = await app.instance.profiles.smart.clone("builtin-smart-remux");
  const backup = (await (await app.call("/api/system/backups", { method: "POST" })).json()).name;
  await Deno.writeTextFile(`${app.instance.storage.folders.logs}/service.txt`, "a\nb\n");
  const sampled = { items: [{ localPath: clip }], profileIds: [profile.id], sample: true };
  const estimate = (await (await app.call("/api/estimate", { json: sampled })).json()).id;
  const ids = {
    estimate,
    job: created.id,
    done,
    profile: profile.id,
    smart: smart.id,
    task: "health",
    log: "service.txt",
    backup,
    app: "radarr",
    local: await localTitle(app, clip),
    ...await scannedDisc(app),
    view: (await app.instance.views.add({ kind: "series", name: "Kept", query: "" })).id,
    agent: await joinFarmOf(app, await openFarmOf(app), "Attic"),
    undo: (await app.instance.jobs.undoRuns.start({ ids: [done, "nobody"] })).id,
    drive: "0",
    kind: "movies",
    problem: (await app.instance.health.check()).find(({ type }) => type !== "ok")?.id ?? "",
  };
  await app.call("/api/media/check", { json: { paths: [clip] } });

  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "document", components: document.components });
  // Each schema is compiled once, because compiling it for every response would take most of the time.
  const compiled = new Map<unknown, ValidateFunction>();
  const compile = (schema: unknown): ValidateFunction =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')));
  const differs = (schema: unknown, value: unknown): string | undefined => {
    const validate = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };
  const seen = new Set<string>();
  let asked = 0;
  const problems: string[] = [];
  const operations = endpointsOf(document).map((endpoint) => ({
    ...endpoint,
    route: `${endpoint.method} ${endpoint.path}`,
  }));
  // Routes that move or remove items run last, so that all other routes still find the items.
  const LAST = [
    /\/delete-encode$/,
    /\/replace$/,
    /\/smaller$/,
    /^DELETE(?!.*backups)|jobs\/clear$/,
    /^DELETE.*backups/,
  ];
  const place = (route: string) => LAST.findIndex((pattern) => pattern.test(route));
  operations.sort((a, b) => place(a.route) - place(b.route));
  for (const endpoint of operations) {
    const { route } = endpoint;
    for (const list of requests(endpoint, clip, ids)) {
      for (const [n, [address, init]] of list.entries()) {
        // Connection tests are limited to one per second and caller.
        asked++;
        const response = await app.call(address, { peer: `10.1.${asked >> 8}.${asked & 255}`, ...init });
        seen.add(`${route} ${response.status}`);
        const problem = await undocumented(endpoint, response, differs);
        if (problem) problems.push(`${route} <- ${address} ${JSON.stringify(init.json)}: ${problem}`);
        // If the first request with an ID returns 404, the route does not know the ID, so all further requests with it
        // are skipped.
        if (n === 0 && response.status === 404 && !address.includes("nobody")) break;
      }
    }
  }
  same(problems, []);
  const unreached = operations
    .filter(({ route }) => ![...seen].some((at) => at.startsWith(`${route} 2`)))
    .map(({ route }) => route);
  const elsewhere = Object.values(REACHED_ELSEWHERE).flat();
  same(unreached.filter((route) => !elsewhere.includes(route)), []);
});
