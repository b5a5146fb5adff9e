import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { isFinished } from "../lib/jobs/states.ts";
import type { JobFigures, JobsChanged } from "../lib/jobs/change_schema.ts";
import type { Job, JobQuality } from "../lib/jobs/schema.ts";
import type { JobPage } from "../lib/jobs/request_schema.ts";
import { type CallInit, openApp, type TestApp } from "../tests/fixtures/app.ts";
import { makeSmallClip } from "../tests/kit/clips.ts";
import { makePacedFfmpeg } from "../tests/kit/paced_ffmpeg.ts";

const QUICK = { encoder: "libx264", quality: 40, preset: "ultrafast", pixelFormat: "yuv420p" };

/** Returns the parsed JSON of a successful response. Fails otherwise. */
async function read<T>(app: TestApp, path: string, init?: CallInit): Promise<T> {
  const response = await app.call(path, init);
  const text = await response.text();
  ok(response.ok, `${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

const codeOf = async (response: Response): Promise<[number, string]> => [response.status, (await response.json()).code];

/** Returns width and height of a JPEG from its frame header. */
async function sizeOf(response: Response): Promise<[number, number]> {
  is(response.headers.get("content-type"), "image/jpeg", response.ok ? "" : await response.text());
  const bytes = new Uint8Array(await response.arrayBuffer());
  const view = new DataView(bytes.buffer);
  for (let at = 2; at < bytes.length; at += 2 + view.getUint16(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xc0 || marker === 0xc2) return [view.getUint16(at + 7), view.getUint16(at + 5)];
  }
  throw new Error("This is no JPEG.");
}

const routeTest = (name: string, fn: () => Promise<void>): void =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

async function quickProfile(app: TestApp): Promise<string> {
  return (await read<{ id: string }>(app, "/api/profiles", { json: { name: "Quick", video: QUICK } })).id;
}

async function queue(app: TestApp, profileId: string, name: string): Promise<Job> {
  const path = join(app.folder, name);
  await Deno.copyFile(join(app.folder, "clip.mkv"), path);
  return await read<Job>(app, "/api/jobs", { json: { profileId, source: { localPath: path } } });
}

/** Resolves with the job once the condition holds. */
function when(app: TestApp, id: string, holds: (job: Job) => boolean): Promise<Job> {
  const { promise, resolve } = Promise.withResolvers<Job>();
  const off = app.instance.bus.on("job", ({ job }) => void (job.id === id && holds(job) && resolve(job)));
  return promise.finally(off);
}

/** Requests a frame at every update of a job until there is one or the job has ended. */
async function whileRunning(app: TestApp, id: string, ask: () => Promise<Response>): Promise<Response> {
  while (true) {
    const news = when(app, id, () => true);
    const answer = await ask();
    if (answer.ok) return answer;
    await answer.body?.cancel();
    const { status } = await news;
    if (isFinished(status)) throw new Error(`No picture before the job was ${status}.`);
  }
}

routeTest(
  "slow: queued jobs are moved, failed ones queued again, and finished ones cleared by their state",
  async () => {
    await using app = await openApp();
    await makeSmallClip(join(app.folder, "clip.mkv"), { seconds: 1 });
    const profileId = await quickProfile(app);
    const [first, second, third] = [
      await queue(app, profileId, "One.mkv"),
      await queue(app, profileId, "Two.mkv"),
      await queue(app, profileId, "Three.mkv"),
    ];
    const order = async () =>
      (await read<JobPage>(app, "/api/jobs?status=queued&sort=position&order=asc")).items.map(({ id }) => id);
    same(await order(), [first.id, second.id, third.id]);
    await read(app, `/api/jobs/${third.id}/reorder`, { json: { direction: "top" } });
    same(await order(), [third.id, first.id, second.id]);
    await read(app, `/api/jobs/${third.id}/reorder`, { json: { position: 2 } });
    same(await order(), [first.id, third.id, second.id]);
    await read(app, `/api/jobs/${second.id}/reorder`, { json: { before: first.id } });
    same(await order(), [second.id, first.id, third.id]);
    same(await codeOf(await app.call(`/api/jobs/${first.id}/reorder`, { json: { before: "nobody" } })), [
      409,
      "bad_state",
    ]);
    same(await codeOf(await app.call(`/api/jobs/${first.id}/reorder`, { json: { direction: "up" } })), [
      422,
      "invalid",
    ]);

    await Deno.remove(join(app.folder, "One.mkv"));
    const failed = when(app, first.id, ({ status }) => status === "failed");
    const done = when(app, third.id, ({ status }) => status === "done");
    await app.instance.jobs.start();
    same([(await failed).status, (await done).status], ["failed", "done"]);
    await app.instance.jobs.setPaused(true);
    await Deno.copyFile(join(app.folder, "clip.mkv"), join(app.folder, "One.mkv"));
    same(await read(app, "/api/jobs/retry-failed", { method: "POST" }), { retried: 1 });
    is((await read<Job>(app, `/api/jobs/${first.id}`)).status, "queued");
    same(await read(app, "/api/jobs/clear", { json: { statuses: ["failed"] } }), { removed: 0 });
    same(await read(app, "/api/jobs/clear", { method: "POST" }), { removed: 2 });
    same((await read<JobPage>(app, "/api/jobs")).items.map(({ id }) => id), [first.id]);
  },
);

routeTest(
  "slow: a running job shows the frames of source and result; a finished one both, with their similarity",
  async () => {
    await using app = await openApp();
    const tools = join(app.folder, "tools");
    await Deno.mkdir(tools);
    const ffmpegPath = await makePacedFfmpeg(tools, 2);
    await read(app, "/api/settings", { method: "PUT", json: { ffmpegPath } });
    await makeSmallClip(join(app.folder, "clip.mkv"), { seconds: 16 });
    const { id } = await queue(app, await quickProfile(app), "Long.mkv");
    same(await codeOf(await app.call(`/api/jobs/${id}/preview/live.jpg`)), [404, "no_preview"]);
    const done = when(app, id, ({ status }) => status === "done");
    await app.instance.jobs.start();
    same(await sizeOf(await whileRunning(app, id, () => app.call(`/api/jobs/${id}/preview/live.jpg`))), [640, 360]);
    same(await sizeOf(await whileRunning(app, id, () => app.call(`/api/jobs/${id}/preview/encoded.jpg`))), [640, 360]);
    await done;
    same(await codeOf(await app.call(`/api/jobs/${id}/preview/encoded.jpg`)), [404, "no_preview"]);
    for (const which of ["source", "output"]) {
      same(await sizeOf(await app.call(`/api/jobs/${id}/frame?which=${which}&t=3.5&w=320`)), [320, 180]);
    }
    same(await codeOf(await app.call(`/api/jobs/${id}/frame?which=both`)), [422, "invalid"]);

    const before = await app.call(`/api/jobs/${id}/quality`);
    ok([200, 404].includes(before.status), String(before.status));
    await before.body?.cancel();
    const measured = await read<JobQuality>(app, `/api/jobs/${id}/quality`, { method: "POST" });
    ok(measured.metric.length > 0);
    same(await read(app, `/api/jobs/${id}/quality`), measured);
  },
);

routeTest("slow: files are kept as a selection, previewed as frames, and checked until that is stopped", async () => {
  await using app = await openApp();
  const clip = join(app.folder, "clip.mkv");
  await makeSmallClip(clip, { seconds: 2 });
  const kept = await app.call("/api/selections", { json: { paths: [clip, clip] } });
  is(kept.status, 201);
  const { id, count } = await kept.json() as { id: string; count: number };
  ok(count >= 1 && id.length > 8);
  same(await codeOf(await app.call("/api/selections", { json: { paths: [] } })), [422, "invalid"]);

  const at = encodeURIComponent(clip);
  same(await sizeOf(await app.call(`/api/media/frame?path=${at}&t=1`)), [560, 316]);
  same((await codeOf(await app.call(`/api/media/frame?path=${at}%2Fnone`)))[0], 422);

  const { checks } = await read<{ checks: { path: string; state: string }[] }>(app, "/api/media/check", {
    json: { paths: [clip] },
  });
  same(checks.map(({ path }) => path), [clip]);
  same((await read<{ checks: { path: string }[] }>(app, "/api/media/checks")).checks.map(({ path }) => path), [clip]);
  same(await read(app, `/api/media/check?path=${at}`, { method: "DELETE" }), { ok: true });
  const states = async () =>
    (await read<{ checks: { state: string }[] }>(app, "/api/media/checks")).checks.map(({ state }) => state);
  while ((await states()).includes("running")) await new Promise((resolve) => setTimeout(resolve, 20));
  ok(!(await states()).includes("done"), (await states()).join());
});

routeTest("slow: S-FILE-3: an original is replaced after a comparison, and then restored or deleted", async () => {
  await using app = await openApp();
  await app.instance.jobs.start();
  const profileId = await quickProfile(app);
  const replaced = async (name: string) => {
    const clip = join(app.folder, name);
    await makeSmallClip(clip, { seconds: 2 });
    const original = await Deno.readFile(clip);
    const { id } = await read<Job>(app, "/api/jobs", { json: { profileId, source: { localPath: clip } } });
    await when(app, id, ({ status }) => isFinished(status));
    const settled = when(app, id, ({ message }) => /^The original was /.test(message ?? ""));
    await read(app, `/api/jobs/${id}/replace`, { method: "POST" });
    const { message, originalKeptAt = "" } = await settled;
    is(message, "The original was replaced.");
    same(await Deno.readFile(originalKeptAt), original);
    return { id, clip, original, originalKeptAt };
  };
  const first = await replaced("Heat.mkv");
  same(await codeOf(await app.call(`/api/jobs/${first.id}/replace`, { method: "POST" })), [409, "bad_state"]);
  await read(app, `/api/jobs/${first.id}/undo`, { method: "POST" });
  same(await Deno.readFile(first.clip), first.original);
  const second = await replaced("Ronin.mkv");
  await read(app, `/api/jobs/${second.id}/delete-original`, { method: "POST" });
  await rejects(Deno.stat(second.originalKeptAt));
  const { message, originalKeptAt, outputPath } = await read<Job>(app, `/api/jobs/${second.id}`);
  same([message, originalKeptAt], ["The original was deleted from the recycle bin.", undefined]);
  ok((await Deno.stat(outputPath ?? "")).isFile);
  same(await codeOf(await app.call(`/api/jobs/${second.id}/undo`, { method: "POST" })), [409, "bad_state"]);
});

routeTest("many jobs are named with their sizes and changed by one call", async () => {
  await using app = await openApp();
  await makeSmallClip(join(app.folder, "clip.mkv"), { seconds: 1 });
  const profileId = await quickProfile(app);
  const [first, second] = [await queue(app, profileId, "One.mkv"), await queue(app, profileId, "Two.mkv")];
  const figures = await read<JobFigures>(app, "/api/jobs/figures?status=queued&q=two");
  same([figures.total, figures.jobs.map(({ id, bytes }) => [id, bytes])], [1, [[second.id, second.inputSizeBytes]]]);
  const changed = await read<JobsChanged>(app, "/api/jobs/change", {
    json: { ids: [second.id, "nobody"], action: "top" },
  });
  same([changed.changed, changed.errors.map(({ code }) => code)], [1, ["not_found"]]);
  is((await read<Job>(app, `/api/jobs/${first.id}`)).position, 2);
  const unknown = { ids: [first.id], action: "profile", profileId: "nobody" };
  same(await codeOf(await app.call("/api/jobs/change", { json: unknown })), [422, "no_profile"]);
  same(await codeOf(await app.call("/api/jobs/change", { json: { ids: [first.id], action: "profile" } })), [
    422,
    "invalid",
  ]);
  const ids = Array.from({ length: 10_001 }, (_, i) => `job${i}`);
  same(await codeOf(await app.call("/api/jobs/change", { json: { ids, action: "cancel" } })), [422, "invalid"]);
  const page = await read<JobPage>(app, "/api/jobs?status=queued&sort=position&order=asc&limit=1&page=2");
  same(page.items.map(({ id }) => id), [first.id]);
});
