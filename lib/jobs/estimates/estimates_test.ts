import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { openApp, type TestApp } from "../../../tests/fixtures/app.ts";
import { makeFilmClip } from "../../../tests/fixtures/film_clips.ts";
import { correctionFor } from "../../encode/sampling/estimate.ts";
import { quantile } from "../../kit/quantile.ts";
import { correctionOf, correctionsOf } from "../decision/estimate_history.ts";
import { isFinished } from "../states.ts";
import { ProfileInput } from "../../encode/profiles/schema.ts";
import type { Estimate, EstimateAccuracy, EstimateRun, Estimates } from "../estimate_schema.ts";

/** Starts a sampled estimate, waits for the event of its end and fetches the result. */
async function measured({ instance, call }: TestApp, json: object): Promise<Estimates> {
  const ended = Promise.withResolvers<void>();
  const parts: number[] = [];
  const off = instance.bus.on("estimate", ({ estimate }) => {
    parts.push(estimate.progress);
    if (estimate.status !== "running") ended.resolve();
  });
  const response = await call("/api/estimate", { json: { ...json, sample: true } });
  equal(response.status, 202);
  const address = response.headers.get("Location") ?? "";
  equal((await response.json()).status, "running");
  await ended.promise;
  off();
  deepEqual(parts, parts.toSorted((a, b) => a - b), "progress never goes back");
  const run = await (await call(address)).json() as EstimateRun;
  equal(run.status, "done", JSON.stringify(run.error));
  equal(run.progress, 1);
  return run.result ?? { estimates: [], probed: 0, files: 0, errors: [] };
}

const quick = ProfileInput.parse({
  name: "Quick",
  video: { encoder: "libx264", preset: "ultrafast", quality: 26, pixelFormat: "yuv420p" },
});

Deno.test("slow: finished jobs correct the next estimate, and samples beat the model before there are any", async () => {
  await using app = await openApp();
  const { instance, call, folder } = app;
  const ask = async (path: string, more = {}): Promise<Estimate> => {
    const json = { items: [{ localPath: path }], profileIds: [id], ...more };
    const { estimates, errors } = "sample" in more
      ? await measured(app, json)
      : await (await call("/api/estimate", { json })).json() as Estimates;
    const [first] = estimates;
    if (!first) throw new Error(JSON.stringify(errors));
    return first;
  };
  const { id } = await instance.profiles.create(quick);
  const clips = await Promise.all(["drawing", "pattern"].map((name) => makeFilmClip(folder, name, 20)));
  const [first = "", second = ""] = clips;
  const model = await ask(second);
  equal(model.encodeSeconds, undefined, "nothing tells how long it takes");
  const sampled = await ask(second, { sample: true });
  ok(sampled.sampled && (sampled.encodeSeconds ?? 0) >= 0);
  equal((await ask(second, { sample: true })).bytes, sampled.bytes, "a second time it is remembered");
  const later = await ask(second);
  equal([later.bytes, later.sampled].join(), [sampled.bytes, true].join(), "it replaces the estimate");
  const unmeasured = `${second}.copy.mkv`;
  await Deno.copyFile(second, unmeasured);

  await instance.jobs.start();
  const sizes = new Map<string, number>();
  for (const path of [first, second]) {
    const done = Promise.withResolvers<number>();
    const off = instance.bus.on("job", ({ job }) => {
      if (isFinished(job.status)) done.resolve(job.outputSizeBytes ?? 0);
    });
    await call("/api/jobs", { json: { profileId: id, source: { localPath: path } } });
    sizes.set(path, await done.promise);
    off();
  }
  // A job finishes before its accuracy is recorded.
  const taught = async (): Promise<EstimateAccuracy> => {
    const accuracy = await (await call("/api/estimate/accuracy")).json() as EstimateAccuracy;
    return accuracy.jobs === 2 ? accuracy : await taught();
  };
  ok((await taught()).models[0]?.correction);
  const size = sizes.get(second) ?? 1;
  const off = ({ bytes }: Estimate) => Math.abs(bytes / size - 1);
  const corrected = await ask(unmeasured);
  ok(off(sampled) < 0.15, `sampled ${off(sampled)}`);
  ok(off(corrected) < off(model), `${off(corrected)} after, ${off(model)} before`);
  ok(
    corrected.notes.some((note) => /Corrected with the results of 2 earlier jobs/.test(note)) &&
      corrected.encodeSeconds !== undefined,
  );
});

Deno.test("slow: a measurement is cancelled during its encode: ffmpeg and its files are removed; unknown ones are 404", async () => {
  await using app = await openApp();
  const { instance, call, folder } = app;
  const { id: profileId } = await instance.profiles.create({
    ...quick,
    video: { ...quick.video, encoder: "libx265", preset: "veryslow" },
  });
  const clip = await makeFilmClip(folder, "pattern", 20);
  const json = { items: [{ localPath: clip }], profileIds: [profileId], sample: true };
  const encoding = Promise.withResolvers<void>();
  const off = instance.bus.on("estimate", ({ estimate }) => {
    if (/Encoding samples/.test(estimate.message)) encoding.resolve();
  });
  const { id } = await (await call("/api/estimate", { json })).json() as EstimateRun;
  const { id: waiting } = await (await call("/api/estimate", { json })).json() as EstimateRun;
  await encoding.promise;
  off();
  const transcodes = instance.storage.folders.transcodes;
  const cancel = async (which: string) =>
    await (await call(`/api/estimate/${which}`, { method: "DELETE" })).json() as EstimateRun;
  const drawn = await (await call(`/api/estimate/${id}`, { headers: { Accept: "text/html" } })).text();
  match(drawn, /<progress /);
  match(drawn, /<button type="button"[^>]*hx-delete="[^"]*\/api\/estimate\//);
  equal((await cancel(waiting)).status, "cancelled");
  equal((await cancel(id)).status, "cancelled");
  equal((await cancel(id)).status, "cancelled", "a second time changes nothing");
  const ended = await (await call(`/api/estimate/${id}`, { headers: { Accept: "text/html" } })).text();
  ok(/was cancelled/.test(ended) && !ended.includes("every 1s"), "a page stops asking");
  deepEqual(await processesUsing(transcodes), []);
  deepEqual([...Deno.readDirSync(transcodes)].filter(({ name }) => name.startsWith("sample-")), []);
  equal((await call("/api/estimate/nothing")).status, 404);
  equal((await call("/api/estimate/nothing", { method: "DELETE" })).status, 404);
  const unknown = await call("/api/estimate", { json: { ...json, profileIds: ["nobody"] } });
  ok(unknown.status >= 400 && unknown.status < 500, "an unknown profile is refused before anything is started");
  await unknown.body?.cancel();
});

/** Returns the command lines of running programs that contain a folder. */
async function processesUsing(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const line = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
    if (line.includes(folder)) found.push(line);
  }
  return found;
}

Deno.test("slow: many files are read in part and scaled, and one bad file blocks no other", async () => {
  await using app = await openApp();
  const clip = await makeFilmClip(app.folder, "pattern", 2);
  const items = Array.from({ length: 12 }, (_, i) => ({ localPath: join(app.folder, `copy ${i}.mkv`) }));
  for (const { localPath } of items.slice(1)) await Deno.copyFile(clip, localPath);
  const json = { items, profileIds: ["builtin-web-mp4", "builtin-smart-remux"] };
  const answer = await (await app.call("/api/estimate", { json })).json() as Estimates;
  equal(answer.files, 12);
  equal(answer.probed, 11);
  equal(answer.errors.length, 1);
  equal(answer.estimates[0]?.sourceBytes, (await Deno.stat(clip)).size * 11);
});

const row = (model: string, videoRatio: number, finishedAt = 0) => ({
  jobId: "x",
  model,
  profileId: "p",
  sampled: false,
  estimatedBytes: 1,
  lowBytes: 1,
  highBytes: 1,
  actualBytes: 1,
  videoRatio,
  megapixelsPerSecond: 10,
  finishedAt,
});

Deno.test("one job far from the model moves the next estimate a little and narrows nothing", () => {
  const { factor, low, high, jobs } = correctionOf([row("a", 0.09)]);
  equal(jobs, 1);
  ok(factor < 1 && factor > 0.6, String(factor));
  deepEqual([low, high], [0.65, 1.5]);
});

Deno.test("correctionsOf() counts a job once, in however many groups it is; jobs of other presets are the prior", () => {
  const key = "libx265/none/1080p/slow";
  equal(correctionsOf([row(key, 0.5)])[key]?.factor, correctionOf([row(key, 0.5)]).factor);
  const wider = correctionOf([row("libx265/none/1080p/fast", 2)]).factor;
  const both = correctionsOf([row(key, 0.5), row("libx265/none/1080p/fast", 2)])[key]?.factor;
  equal(both, correctionOf([row(key, 0.5)], wider).factor);
});

Deno.test("corrections stay within a factor of 3, trust more jobs more, and their ranges hold the estimate", () => {
  fc.assert(fc.property(
    fc.array(fc.double({ min: 0, max: 1000, noNaN: true }), { minLength: 0, maxLength: 30 }),
    (ratios) => {
      const { factor, low, high } = correctionOf(ratios.map((ratio) => row("a", ratio)));
      ok(factor >= 1 / 3 - 1e-9 && factor <= 3 + 1e-9);
      ok(low <= 0.91 && low > 0 && high >= 1.1 && Number.isFinite(high));
      if (ratios.length < 5) ok(low <= 0.65 && high >= 1.5);
    },
  ));
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 100, noNaN: true }), fc.integer({ min: 1, max: 19 }), (ratio, n) => {
      const log = (jobs: number) => Math.abs(Math.log(correctionOf(Array(jobs).fill(row("a", ratio))).factor));
      ok(log(n + 1) >= log(n) - 1e-9, "more jobs of the same kind never weigh less");
    }),
  );
});

Deno.test("a kind of job that was never run is corrected by wider ones, without a narrower range or a time", () => {
  const model = "libx265/none/1080p";
  const rows = Array.from({ length: 12 }, (_, i) => row(`${model}/slow`, 0.5, i));
  const corrections = correctionsOf([...rows, row(model, 0.5)]);
  const own = correctionFor(corrections, `${model}/slow`);
  const other = correctionFor(corrections, `${model}/medium`);
  const unlike = correctionFor(corrections, "libx265/grain/2160p/slow");
  ok(own?.exact && own.correction.jobs === 12 && own.correction.low > 0.65);
  ok(other && !other.exact && other.correction.jobs === 13 && other.correction.factor < 1);
  ok(unlike && !unlike.exact);
  equal(correctionFor(corrections, "libx264/none/1080p/slow"), undefined);
});

Deno.test("quantiles lie between the least and the most", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 9, noNaN: true }), { minLength: 1 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (values, part) => {
        const sorted = values.toSorted((a, b) => a - b);
        const at = quantile(sorted, part);
        ok(at >= (sorted[0] ?? 0) && at <= (sorted.at(-1) ?? 0) + 1e-9);
      },
    ),
  );
});
