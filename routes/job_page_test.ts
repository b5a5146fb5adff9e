import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { insertJobs } from "../db/jobs/job_insert.ts";
import { openApp } from "../tests/fixtures/app.ts";
import { jobRow } from "../tests/fixtures/job_rows.ts";
import { makeSmallClip } from "../tests/kit/clips.ts";
import { until } from "../tests/kit/until.ts";

Deno.test({
  name: "slow: the page of a finished job starts no tool, and shows the end of a long log",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using app = await openApp();
    const clip = join(app.folder, "Heat (1995).mkv");
    await makeSmallClip(clip, { seconds: 1 });
    const video = { encoder: "libx264", quality: 40, preset: "ultrafast", pixelFormat: "yuv420p" };
    const profile = await (await app.call("/api/profiles", { json: { name: "Quick", video } })).json();
    const ended = Promise.withResolvers<void>();
    app.instance.bus.on("job-ended", () => ended.resolve());
    await app.instance.jobs.start();
    const { id } = await (await app.call("/api/jobs", {
      json: { profileId: profile.id, source: { localPath: clip } },
    })).json();
    await ended.promise;

    const calls = join(app.folder, "calls");
    for (const name of ["ffmpeg", "ffprobe"]) {
      const tool = join(app.folder, name);
      await Deno.writeTextFile(tool, `#!/bin/sh\necho ${name} >> ${calls}\nexec /usr/bin/${name} "$@"\n`);
      await Deno.chmod(tool, 0o755);
    }
    const tools = { ffmpegPath: join(app.folder, "ffmpeg"), ffprobePath: join(app.folder, "ffprobe") };
    const saved = await app.call("/api/settings", { method: "PUT", json: tools });
    is(saved.status, 200, await saved.text());
    // Waits until the tools have been queried after the change of the settings, so that these queries are not counted.
    await app.instance.media.capabilities();
    await Deno.remove(calls).catch(() => {});
    const log = join(app.instance.storage.jobLogs, `${id}.log`);
    await Deno.writeTextFile(log, Array.from({ length: 100_000 }, (_, i) => `line number ${i}\n`).join(""), {
      append: true,
    });

    const page = await (await app.call(`/jobs/${id}`)).text();
    match(page, /JobCompare/);
    match(page, /line number 99999/);
    match(page, /Tool output, the last \d+ lines/);
    ok(page.length < 200_000, `${page.length} characters`);
    same(await Deno.readTextFile(calls).catch(() => ""), "");

    const played = await (await app.call(`/api/jobs/${id}/clips`, { json: { atSeconds: 0.2 } })).json();
    let clips = played;
    await until(async () => {
      clips = await (await app.call(`/api/jobs/${id}/clips/${played.id}`)).json();
      return clips.status !== "running";
    });
    same([clips.status, clips.result?.clips.map(({ side }: { side: unknown }) => side)], ["done", ["source", 0]]);
    for (const which of ["source", "output"]) {
      const part = await app.call(`/api/jobs/${id}/clip?which=${which}&t=0.2`, { headers: { Range: "bytes=0-99" } });
      same([part.status, (await part.arrayBuffer()).byteLength], [206, 100], which);
    }
    is((await app.call(`/api/jobs/${id}/clips/${played.id}`, { method: "DELETE" })).status, 200, "it has ended");
    is((await app.call(`/api/jobs/${id}/clip?which=source&t=0.1`)).status, 404, "not created");
    is((await app.call(`/api/jobs/${id}/clips`, { json: { atSeconds: -1 } })).status, 422);

    await Deno.remove(clip);
    is((await app.call(`/api/jobs/${id}/clips`, { json: { atSeconds: 0 } })).status, 404, "the source is gone");
    ok(!(await (await app.call(`/jobs/${id}`)).text()).includes("JobCompare"), "nothing to compare with");
  },
});

Deno.test({
  name: "a queued job shows when it will start and end, in the API and on its page",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using app = await openApp();
    const encode = { profileId: "p", inputSizeBytes: 10e9, sourceSeconds: 7200 };
    await app.instance.store.write((tx) =>
      insertJobs(tx, [
        jobRow({ id: "past", status: "done", ...encode, outputSizeBytes: 3e9, durationSeconds: 3600 }),
        jobRow({ id: "first", status: "queued", position: 1, ...encode }),
        jobRow({ id: "second", status: "queued", position: 2, ...encode }),
      ])
    );
    const { endsAt, jobs: [first, second, ...others] } = await (await app.call("/api/queue/plan")).json();
    same([first.id, second.id, others], ["first", "second", []]);
    ok(first.startsAt < first.endsAt && first.endsAt <= second.startsAt && second.endsAt === endsAt);
    const page = await (await app.call("/jobs/second")).text();
    match(page, /<dt>Expected start<\/dt><dd[^>]*><time/);
    match(page, /<dt>Expected end<\/dt><dd[^>]*><time/);
    ok(!/Expected start/.test(await (await app.call("/jobs/past")).text()));
  },
});
