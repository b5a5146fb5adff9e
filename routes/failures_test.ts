import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { insertJobs } from "../db/jobs/job_insert.ts";
import { jobFailures, jobs, type NewJobRow } from "../db/schema/jobs.ts";
import { ACTIONS } from "../lib/jobs/failures/cause_model.ts";
import type { FailureExplanation, FailureGroup } from "../lib/jobs/failures/schema.ts";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";
import { jobRow } from "../tests/fixtures/job_rows.ts";
import { makeSmallClip } from "../tests/kit/clips.ts";
import { until } from "../tests/kit/until.ts";

const routeTest = (name: string, fn: () => Promise<void>): void =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

/** A failed job, with the lines of its log. */
interface Failed extends Partial<NewJobRow> {
  id: string;
  log?: string[];
}

async function addFailed({ instance }: TestApp, failed: Failed[]): Promise<void> {
  const defaults = {
    status: "failed",
    errorCode: "tool_failed",
    error: "It failed.",
    finishedAt: Date.now(),
  } satisfies Partial<NewJobRow>;
  await instance.store.write((tx) =>
    insertJobs(tx, failed.map(({ log: _, ...row }) => jobRow({ ...defaults, ...row })))
  );
  for (const { id, log = [] } of failed) {
    const text = [JSON.stringify({ command: "ffmpeg", args: ["-i", "/media/Heat.mkv"] }), ...log, ""].join("\n");
    await Deno.writeTextFile(join(instance.storage.jobLogs, `${id}.log`), text);
  }
}

async function groupsOf(app: TestApp): Promise<FailureGroup[]> {
  const response = await app.call("/api/jobs/failures");
  is(response.status, 200, "groups");
  return (await response.json()).groups;
}

const NVENC =
  "[hevc_nvenc @ 0x55d0] Driver does not support the required nvenc API version. Required: 13.0 Found: 12.2";

routeTest("failed jobs are grouped by cause, and unknown ones by their decisive line", async () => {
  await using app = await openApp();
  await addFailed(app, [
    { id: "a1", log: [NVENC, "Conversion failed!"], finishedAt: 3 },
    { id: "a2", log: [NVENC], finishedAt: 5 },
    {
      id: "a3",
      log: ["[hevc_nvenc @ 0x1] Driver does not support the required nvenc API version. Required: 12.1 Found: 12.0"],
    },
    { id: "b1", log: ["[foo @ 0x1] Frobnication of packet 17 failed"], error: "foo: Frobnication of packet 17 failed" },
    { id: "b2", log: ["[foo @ 0x9] Frobnication of packet 4 failed"], error: "foo: Frobnication of packet 4 failed" },
    { id: "c1", log: [], errorCode: "source_missing", error: "/media/c1.mkv does not exist or cannot be read." },
    { id: "d1", status: "done", errorCode: null, error: null },
    { id: "e1", sourcePath: "", errorCode: "download_failed", error: "The download failed." },
  ]);
  const groups = await groupsOf(app);
  same(groups.map(({ count, known, jobIds }) => [count, known, [...jobIds].sort()]), [
    [3, true, ["a1", "a2", "a3"]],
    [2, false, ["b1", "b2"]],
    [1, true, ["c1"]],
  ]);
  const [first] = groups;
  is(first?.group, "nvenc-driver-old");
  ok(first?.title && first.explanation && first.remedy && first.action);
  is(first?.newest.id, "a3");
  match(groups.find(({ known }) => !known)?.explanation ?? "", /Frobnication of packet/);
});

routeTest("the failure of a job is explained with its decisive lines", async () => {
  await using app = await openApp();
  await addFailed(app, [{ id: "a", log: ["Press [q] to stop, [?] for help", NVENC, "Conversion failed!"] }]);
  const explained: FailureExplanation = await (await app.call("/api/jobs/a/failure")).json();
  is(explained.group, "nvenc-driver-old");
  is(explained.known, true);
  is(explained.lines[0], NVENC);
  is((await app.call("/api/jobs/nobody/failure")).status, 404);
  await app.instance.store.write((tx) => insertJobs(tx, [jobRow({ id: "q" })]));
  same(await (await app.call("/api/jobs/q/failure")).json().then(({ code }) => code), "bad_state");
});

routeTest("all jobs of a group are retried together, and other failed jobs are not", async () => {
  await using app = await openApp();
  const clips = ["one", "two"].map((name) => join(app.folder, `${name}.mkv`));
  await makeSmallClip(clips[0] ?? "", { seconds: 1 });
  for (const clip of clips.slice(1)) await Deno.copyFile(clips[0] ?? "", clip);
  const at = (clip = "") => ({ sourcePath: clip, sourceKey: clip, source: { kind: "file" as const, localPath: clip } });
  await addFailed(app, [
    { id: "a1", ...at(clips[0]), log: [NVENC] },
    { id: "a2", ...at(clips[1]), log: [NVENC] },
    { id: "b1", ...at(join(app.folder, "removed.mkv")), log: ["moov atom not found"] },
  ]);
  const retried = await app.call("/api/jobs/failures/retry", { json: { group: "nvenc-driver-old" } });
  same([retried.status, await retried.json()], [200, { changed: 2, errors: [] }]);
  const states = await app.instance.store.db.select({ id: jobs.id, status: jobs.status }).from(jobs).orderBy(jobs.id);
  same(states.map(({ id, status }) => `${id} ${status}`), ["a1 queued", "a2 queued", "b1 failed"]);
  same((await groupsOf(app)).map(({ group }) => group), ["mp4-index-missing"]);
  is((await app.call("/api/jobs/failures/retry", { json: { group: "nvenc-driver-old" } })).status, 404);
  const refused = await app.call("/api/jobs/failures/retry", { json: { group: "mp4-index-missing" } });
  same([refused.status, (await refused.json()).code], [409, "bad_state"], "a job whose file is missing");
  for (const group of ["", "../x", "A B", "x".repeat(65)]) {
    is((await app.call("/api/jobs/failures/retry", { json: { group } })).status, 422, group);
  }
});

routeTest("each failed attempt is recorded with its cause as it ends, and a finished job has no group", async () => {
  await using app = await openApp();
  const { failures, store, bus, jobs: service } = app.instance;
  await addFailed(app, [{ id: "a" }]);
  const end = async (attempt: number, status: "failed" | "done", line: string) => {
    await Deno.writeTextFile(join(app.instance.storage.jobLogs, "a.log"), `{}\n${line}\n`);
    await store.write((tx) => tx.update(jobs).set({ status, attempt }).where(eq(jobs.id, "a")));
    bus.publish("job-ended", { job: await service.get("a") });
  };
  const recorded = async () =>
    (await store.db.select().from(jobFailures)).map(({ attempt, groupKey }) => [attempt, groupKey]);
  await end(1, "failed", NVENC);
  await until(async () => (await recorded()).length === 1);
  await end(2, "failed", "moov atom not found");
  await until(async () => (await recorded()).length === 2);
  const [[, first], [, second]] = await recorded() as [[number, string], [number, string]];
  is(first === second, false, "two different causes");
  same((await failures.groups()).map(({ group, jobIds }) => [group, jobIds]), [[second, ["a"]]]);
  await end(2, "done", "");
  same(await failures.groups(), []);
});

routeTest("a failure report contains the failure and no private data", async () => {
  await using app = await openApp({
    settings: { connections: { movie: { url: "http://radarr.private:7878", apiKey: "c0ffee00c0ffee00" } } },
  });
  const path = "/home/somebody/My Movies/Secret Film (2001)/Secret Film (2001).mkv";
  await addFailed(app, [{
    id: "a",
    title: "Secret Film (2001)",
    sourcePath: path,
    source: { kind: "file", localPath: path },
    error: `${path}: broken`,
    log: [
      `Input #0, matroska,webm, from 'file:${path}':`,
      "    title           : Secret Film (2001)",
      "key c0ffee00c0ffee00",
      NVENC,
    ],
  }]);
  const response = await app.call("/api/jobs/a/failure-report?download=1");
  const text = await response.text();
  is(response.status, 200, text);
  match(response.headers.get("content-disposition") ?? "", /lathe-failure-a\.txt/);
  for (
    const part of ["Driver does not support", "nvenc-driver-old", "ffmpeg", "Video encoders: ", "## Plan", "## Command"]
  ) {
    ok(text.includes(part), `${part} is missing: ${text}`);
  }
  for (const secret of ["Secret", "somebody", "My Movies", "c0ffee00", "radarr.private", Deno.hostname(), app.folder]) {
    ok(!text.includes(secret), `${secret} remains: ${text}`);
  }
});

routeTest("the page of a failed job and the failed jobs explain the cause", async () => {
  await using app = await openApp();
  await addFailed(app, [{ id: "a", log: [NVENC] }, { id: "b", log: [NVENC] }]);
  const page = await (await app.call("/jobs/a")).text();
  for (
    const part of ["Why it failed", "NVIDIA driver is too old", "Open hardware settings", "Copy report", "It failed."]
  ) {
    ok(page.includes(part), `${part} is missing`);
  }
  const report = await (await app.call("/jobs/a?part=report", { headers: { "hx-request": "true" } })).text();
  match(report, /data-copy="# Failure report/);
  const failed = await (await app.call("/activity?status=failed")).text();
  match(failed, /Retry all 2/);
  match(failed, /name="group" value="nvenc-driver-old"/);
  ok(!(await (await app.call("/activity?tab=history")).text()).includes("Retry all 2"));
});

routeTest("every place that an explanation links to exists", async () => {
  await using app = await openApp();
  for (const { label, target } of Object.values(ACTIONS)) {
    if (target === "") continue;
    const [path = "", part] = target.split("#");
    const response = await app.call(path, { headers: { accept: "text/html" } });
    const html = await response.text();
    is(response.status, 200, label);
    ok(part === undefined || html.includes(`id="${part}"`), `${label}: ${part} is missing on ${path}`);
  }
});
