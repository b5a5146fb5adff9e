import { equal, ok } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { openApp } from "../../tests/fixtures/app.ts";
import { makeFilmClip } from "../../tests/fixtures/film_clips.ts";
import { correctionsOf, quantile } from "../jobs/outcomes.ts";
import { isFinished } from "../jobs/states.ts";
import { ProfileInput } from "../profiles/schema.ts";
import type { Estimate, EstimateAccuracy, Estimates } from "./schema.ts";

const quick = ProfileInput.parse({
  name: "Quick",
  video: { encoder: "libx264", preset: "ultrafast", quality: 26, pixelFormat: "yuv420p" },
});

Deno.test("finished jobs correct the next estimate, and samples beat the model before there are any", async () => {
  await using app = await openApp();
  const { instance, call, folder } = app;
  const ask = async (path: string, more = {}): Promise<Estimate> => {
    const response = await call("/api/estimate", { json: { items: [{ localPath: path }], profileIds: [id], ...more } });
    const { estimates, errors } = await response.json() as Estimates;
    const [first] = estimates;
    if (!first) throw new Error(JSON.stringify(errors));
    return first;
  };
  const { id } = await instance.profiles.create(quick);
  const clips = await Promise.all(["zoom", "night"].map((name) => makeFilmClip(folder, name, 20)));
  const [first = "", second = ""] = clips;
  const model = await ask(second);
  equal(model.encodeSeconds, undefined, "nothing tells how long it takes");
  const sampled = await ask(second, { sample: true });
  ok(sampled.sampled && (sampled.encodeSeconds ?? 0) >= 0);
  equal((await ask(second, { sample: true })).bytes, sampled.bytes, "a second time it is remembered");

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
  // A job is done before what it taught is written down.
  const taught = async (): Promise<EstimateAccuracy> => {
    const accuracy = await (await call("/api/estimate/accuracy")).json() as EstimateAccuracy;
    return accuracy.jobs === 2 ? accuracy : await taught();
  };
  ok((await taught()).models[0]?.correction);
  const size = sizes.get(second) ?? 1;
  const off = ({ bytes }: Estimate) => Math.abs(bytes / size - 1);
  const corrected = await ask(second);
  ok(off(sampled) < 0.15, `sampled ${off(sampled)}`);
  ok(off(corrected) < off(model), `${off(corrected)} after, ${off(model)} before`);
  ok(corrected.notes.some((note) => /Corrected by 2 earlier jobs/.test(note)) && corrected.encodeSeconds !== undefined);
});

Deno.test("many files are read in part and scaled, and one bad file blocks no other", async () => {
  await using app = await openApp();
  const clip = await makeFilmClip(app.folder, "pattern", 2);
  const items = Array.from({ length: 12 }, (_, i) => ({ localPath: join(app.folder, `copy ${i}.mkv`) }));
  for (const { localPath } of items.slice(1)) await Deno.copyFile(clip, localPath);
  const json = { items, profileIds: ["builtin-web-mp4", "builtin-smart-remux"] };
  const answer = await (await app.call("/api/estimate", { json })).json() as Estimates;
  equal(answer.files, 12);
  equal(answer.probed, 8);
  equal(answer.errors.length, 1);
  equal(answer.estimates[0]?.sourceBytes, (await Deno.stat(clip)).size * 11);
});

Deno.test("corrections are medians with their spread, by what behaves alike", () => {
  const row = (model: string, videoRatio: number) => ({
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
    finishedAt: 0,
  });
  const learnt = correctionsOf([row("a", 1), row("a", 3), row("a", 2), row("b", 5)]);
  equal(learnt.a?.median, 2);
  equal(learnt.b?.jobs, 1);
  ok((learnt.a?.low ?? 0) < 2 && (learnt.a?.high ?? 0) > 2);
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
