import { equal, match, ok } from "node:assert/strict";
import { makeClip } from "../../../tests/fixtures/media.ts";
import { namesIn, openQueue, withFolders } from "../../../tests/fixtures/queue.ts";

const target = { encoder: "libx264", preset: "veryfast", targetMetric: "ssim", targetScore: 0.97 };

Deno.test("slow: a job with a quality target searches, encodes, scores and stores the result", () =>
  withFolders(async ({ media, configDir }) => {
    const path = await makeClip(media, "film.mkv", { seconds: 12, width: 640, height: 360 });
    await using queue = await openQueue({ configDir });
    const profile = await queue.quickProfile({ video: target });
    const { id } = await queue.create(path, profile);
    equal((await queue.until(id, (job) => job.phase === "search")).status, "encoding");
    const finished = await queue.finished(id);
    equal(finished.status, "done", finished.error ?? "");
    const { quality, command } = await queue.jobs.get(id);
    ok(quality?.measured !== undefined && quality.trials.length >= 1 && quality.trials.length <= 5);
    ok(Math.abs(quality.measured - 0.97) <= 0.005, String(quality.measured));
    match(command ?? "", new RegExp(`-crf:v:0 ${quality.quality}\\b`));
    const left = await namesIn(queue.storage.folders.transcodes);
    equal(left.filter((name) => name.includes(id)).join(), "");
  }));

Deno.test("slow: cancelling during the search ends its tools and leaves no files", () =>
  withFolders(async ({ media, configDir }) => {
    const path = await makeClip(media, "film.mkv", { seconds: 40, width: 960, height: 540 });
    await using queue = await openQueue({ configDir });
    const profile = await queue.quickProfile({ video: { ...target, preset: "veryslow" } });
    const { id } = await queue.create(path, profile);
    await queue.until(id, (job) => job.phase === "search");
    equal((await queue.jobs.cancel(id)).status, "cancelled");
    equal((await namesIn(queue.storage.folders.transcodes)).filter((name) => name.includes(id)).join(), "");
    equal((await queue.storage.machine.children(new Set(), [queue.storage.folders.transcodes])).length, 0);
  }));

Deno.test("a smart profile without work creates no job; in a bulk request it counts as skipped", () =>
  withFolders(async ({ media, configDir }) => {
    const small = [
      "-c:v",
      "libx265",
      "-preset",
      "ultrafast",
      "-pix_fmt",
      "yuv420p10le",
      "-x265-params",
      "log-level=error:crf=45",
    ];
    const path = await makeClip(media, "small.mkv", { seconds: 4, video: small });
    const large = await makeClip(media, "large.mkv", { seconds: 4, width: 640, height: 360 });
    await using queue = await openQueue({ configDir, start: false });
    const answer = await queue.jobs.create({
      profileId: "builtin-smart-remux",
      audioOnly: false,
      priority: "bottom",
      source: { kind: "file", localPath: path },
    });
    ok("skipped" in answer && answer.job === null);
    match(answer.reason, /Nothing to do: .*x265 10-bit, CRF 20/);
    const items = [path, large].map((localPath) => ({ source: { kind: "file" as const, localPath } }));
    const bulk = await queue.jobs.createBulk({
      profileId: "builtin-smart-remux",
      audioOnly: false,
      includeEncoded: false,
      items,
    });
    equal(`${bulk.created} ${bulk.skipped} ${bulk.errors.length}`, "1 1 0");
  }));

Deno.test("slow: a job of a smart profile lists the rules that fired", () =>
  withFolders(async ({ media, configDir }) => {
    const path = await makeClip(media, "Heat (1995) Remux-1080p.mkv", { seconds: 2, width: 640, height: 360 });
    await using queue = await openQueue({ configDir });
    const base = await queue.quickProfile();
    const smart = await queue.profiles.smart.create({
      name: "Mine",
      description: "",
      mediaType: "any",
      baseProfileId: base,
      rules: [{ name: "Old", when: [{ fact: "year", op: "lt", value: 2000 }], set: { video: { quality: 40 } } }],
      audioRules: [],
      subtitleRules: [],
      skip: { minSavingPercent: 0, keepCodecs: [], maxVideoKbpsPerMegapixel: 0 },
      onNothing: "skip",
    });
    const finished = await queue.finished((await queue.create(path, smart.id)).id);
    equal(finished.status, "done", finished.error ?? "");
    const job = await queue.jobs.get(finished.id);
    match(job.resolvedProfile?.reasons?.join(" ") ?? "", /Old \(year below 2000\)/);
    match(job.command ?? "", /-crf:v:0 40/);
  }));
