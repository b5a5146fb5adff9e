import { deepStrictEqual as same, rejects, throws } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { findingRepository } from "../../../db/library/findings.ts";
import { insertJobs } from "../../../db/jobs/job_insert.ts";
import { jobRepository } from "../../../db/jobs/jobs.ts";
import { qualityReportRepository } from "../../../db/jobs/quality_reports.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { writeFiles } from "../../../tests/fixtures/intake.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import { withStore } from "../../../tests/fixtures/store.ts";
import { makeSmallClip } from "../../../tests/kit/clips.ts";
import { FFMPEG, FFPROBE } from "../../../tests/kit/ffmpeg.ts";
import { createPool, yieldToEventLoop } from "../../kit/async.ts";
import { createDiskReads } from "../../kit/disk/disk_reads.ts";
import { Fault } from "../../kit/fault.ts";
import { probeFile } from "../../media/probe/ffprobe.ts";
import type { SourceFile } from "../intake/source_file.ts";
import { createFileChecks } from "./checks.ts";
import { createQualityReports, QualityReport, reportOf } from "./quality.ts";
import type { FileCheck } from "./schema.ts";
import { comparable, createReports, type ReportsDeps } from "./service.ts";

const score = fc.record({
  atSeconds: fc.double({ min: 0, max: 100, noNaN: true }),
  score: fc.double({ min: 0, max: 100, noNaN: true }),
});

Deno.test("a quality report of any scores names seconds once, in order, and the worst moments apart from each other", () => {
  fc.assert(fc.property(fc.array(score, { maxLength: 60 }), (scores) => {
    const report = reportOf(scores, 100);
    const seconds = report.series.map(({ atSeconds }) => atSeconds);
    same(seconds, [...new Set(scores.map(({ atSeconds }) => Math.floor(atSeconds) + 0.5))].toSorted((a, b) => a - b));
    same(report.frames, scores.length);
    same(report.worst.length <= 6, true);
    const [first] = report.worst;
    if (scores.length > 0) {
      same([first?.score, report.minimum], [
        report.minimum,
        Math.min(...scores.map(({ score }) => score)),
      ]);
    }
    for (const [i, one] of report.worst.entries()) {
      same(report.worst.slice(i + 1).every((other) => Math.abs(other.atSeconds - one.atSeconds) >= 4), true);
    }
    const lowest = report.minimum - 1e-9;
    if (scores.length > 0) same([report.mean >= lowest, report.low >= lowest], [true, true]);
    QualityReport.parse({ metric: "vmaf", ...report, measuredAt: "2026-11-25T00:00:00.000Z" });
  }));
});

Deno.test("a report of a movie without measured video is empty, in displayable numbers", () => {
  const { mean, low, minimum, series, worst } = reportOf([], 5);
  same([mean, low, minimum, series, worst].map((value) => typeof value === "number" ? Number.isFinite(value) : value), [
    ...[true, true, true],
    [],
    [],
  ]);
});

const quality = (
  work: (made: ReturnType<typeof createQualityReports>, asked: string[]) => Promise<void>,
  found: unknown = undefined,
) =>
  withStore(async (store) => {
    await store.write((tx) => insertJobs(tx, [jobRow({ id: "a", status: "done" })]));
    const asked: string[] = [];
    const reports = createQualityReports({
      repository: qualityReportRepository(store),
      media: { capabilities: () => Promise.reject(new Fault("tool_missing", "There is no ffmpeg.")) },
      clock: { now: () => new Date(0), monotonicMs: () => 0 },
      pool: createPool({ running: 1, waiting: 8 }),
      comparable: (id) => Promise.resolve(void asked.push(id)).then(() => found as undefined),
    });
    await work(reports, asked);
  });

Deno.test("a missing report is not found; none is created for missing files", () =>
  quality(async (reports) => {
    await rejects(reports.get("a"), { code: "not_found", message: /not been measured yet/ });
    await rejects(reports.make("a"), { code: "bad_state", message: /whose source still exists/ });
  }));

for (const [name, plan] of [["copied", { video: { encoder: "copy" } }], ["left out", {}]] as const) {
  Deno.test(`video that was ${name} is not compared with itself`, () =>
    quality((reports) => rejects(reports.make("a"), { code: "bad_state" }), { plan }));
}

Deno.test("two simultaneous requests for a report cause one measurement, and another after a failure", () =>
  quality(async (reports, asked) => {
    const ends = await Promise.allSettled([reports.make("a"), reports.make("a"), reports.make("b")]);
    same([ends.map(({ status }) => status), asked], [["rejected", "rejected", "rejected"], ["a", "b"]]);
    await rejects(reports.make("a"), { code: "tool_missing" });
    same(asked, ["a", "b", "a"]);
  }, { plan: { video: { encoder: "libx265" } } }));

const fileOf = (path: string): SourceFile => ({
  path,
  identity: { sizeBytes: path.length, mtimeNs: "1", inode: path, device: "1" },
});

/** File checks whose reads wait for the test and then fail. `/gone` does not exist. */
const checking = (
  work: (scene: {
    checks: ReturnType<typeof createFileChecks>;
    read: PromiseWithResolvers<never>[];
    told: string[];
    findings: ReturnType<typeof findingRepository>;
    /** Promises that the next lookups of earlier results wait for, one each. */
    gates: Promise<void>[];
  }) => Promise<void>,
) =>
  withStore(async (store) => {
    const findings = findingRepository(store);
    const read: PromiseWithResolvers<never>[] = [];
    const told: string[] = [];
    const gates: Promise<void>[] = [];
    const checks = createFileChecks({
      findings: {
        ...findings,
        get: async (kind, key) => {
          await gates.shift();
          return await findings.get(kind, key);
        },
      },
      media: {
        probe: () => {
          const one = Promise.withResolvers<never>();
          read.push(one);
          return one.promise;
        },
        capabilities: () => Promise.resolve({ ffmpegPath: "ffmpeg", ffprobePath: "ffprobe" } as never),
      },
      clock: { now: () => new Date(0), monotonicMs: () => 0 },
      source: (path) => path === "/gone" ? Promise.reject(noSuchFile()) : Promise.resolve(fileOf(path)),
      changed: ({ path, state }) => void told.push(`${path} ${state}`),
    });
    await work({ checks, read, told, findings, gates });
    for (const one of read) one.reject(new Error("over"));
    await checks.stop();
  });
const noSuchFile = () =>
  new Fault("unreadable", "No such file.", { cause: Object.assign(new Error("stat"), { code: "ENOENT" }) });
const states = (list: FileCheck[]) => list.map(({ path, state }) => `${path} ${state}`);
/** Lets all pending work proceed. */
const settled = yieldToEventLoop;

Deno.test("files are checked one after the other, in the order of the requests", () =>
  checking(async ({ checks, read, told }) => {
    same(states(await checks.start(["/a", "/b", "/a"])), ["/a running", "/b queued", "/a running"]);
    await settled();
    same([states(await checks.list()), read.length], [["/a running", "/b queued"], 1]);
    read[0]?.reject(new Error("Not a film."));
    await settled();
    same(states(await checks.list()), ["/b running"]);
    same(told, ["/a running", "/a failed", "/b running"]);
  }));

Deno.test("one unreadable file is reported beside the others; alone it is refused", () =>
  checking(async ({ checks }) => {
    const [gone, good] = await checks.start(["/gone", "/a"]);
    same([gone?.state, gone?.error, good?.state], ["failed", "No such file.", "running"]);
    await rejects(checks.start(["/gone"]), { code: "unreadable" });
    same(await checks.start([]), []);
  }));

Deno.test("a waiting check is removed at once, a running one is stopped; a later one of that file is new", () =>
  checking(async ({ checks, read, told }) => {
    await checks.start(["/a", "/b"]);
    await settled();
    checks.cancel("/b");
    same(states(await checks.list()), ["/a running"]);
    throws(() => checks.cancel("/b"), { code: "not_found" });
    checks.cancel("/a");
    read[0]?.reject(new Error("stopped"));
    await settled();
    same(told, ["/a running", "/b cancelled", "/a cancelled"]);
    same(states(await checks.start(["/b"])), ["/b running"]);
  }));

Deno.test("two simultaneous requests for the check of a file cause one check", () =>
  checking(async ({ checks, read, gates }) => {
    const slow = Promise.withResolvers<void>();
    gates.push(Promise.resolve(), slow.promise);
    const [first, second] = [checks.start(["/a"]), checks.start(["/a"])];
    await first;
    slow.resolve();
    same(states(await second), ["/a running"]);
    await checks.start(["/b"]);
    same(states(await checks.list()).toSorted(), ["/a running", "/b queued"]);
    checks.cancel("/a");
    read[0]?.reject(new Error("stopped"));
    await settled();
    same(states(await checks.list()), ["/b running"], "the one check of the file is over");
  }));

const health = { ok: true, problems: [], streams: [], places: [], durationSeconds: 1, seconds: 1 };

Deno.test("a file that was checked in its current state is checked again only on request", () =>
  checking(async ({ checks, findings, read }) => {
    const key = "1:/a:2:1";
    await findings.save({ kind: "check", key, path: "/a", result: health, foundAt: Date.UTC(2026, 9, 25, 0, 30) });
    const [known] = await checks.start(["/a"]);
    same([known?.state, known?.percent, known?.checkedAt, known?.health], [
      "done",
      100,
      "2026-10-25T00:30:00.000Z",
      health,
    ]);
    same((await checks.get("/a")).state, "done");
    same(read.length, 0);
    same(states(await checks.start(["/a"], { again: true })), ["/a running"]);
    same((await checks.get("/a")).state === "done", false);
    await rejects(checks.get("/other"), { code: "not_found", message: /has not been checked in its current state/ });
  }));

Deno.test("the list shows running and waiting checks before finished ones, the latest first", () =>
  checking(async ({ checks, findings }) => {
    for (const [path, foundAt] of [["/old", 1], ["/new", 2]] as const) {
      await findings.save({ kind: "check", key: path, path, result: health, foundAt });
    }
    await findings.save({ kind: "sample", key: "x", path: "/sample", result: {}, foundAt: 3 });
    await checks.start(["/a"]);
    await settled();
    same(states(await checks.list()), ["/a running", "/new done", "/old done"]);
  }));

Deno.test("a damaged file that no longer exists is listed as missing", () =>
  checking(async ({ checks, findings }) => {
    const damaged = { ...health, ok: false, problems: ["Stream 0 is empty."] };
    for (const [path, result] of [["/gone", damaged], ["/here", damaged], ["/well", health]] as const) {
      await findings.save({ kind: "check", key: path, path, result, foundAt: 1 });
    }
    const list = await checks.list();
    same(list.map(({ path, missing }) => [path, missing]).sort(), [
      ["/gone", true],
      ["/here", undefined],
      ["/well", undefined],
    ]);
  }));

inFolder(
  "a file that is removed or changed during its check is not stored as damaged",
  (folder) =>
    withStore(async (store) => {
      const path = join(folder, "cut.mkv");
      await makeSmallClip(path, { seconds: 1, width: 160, height: 90 });
      await Deno.truncate(path, (await Deno.stat(path)).size / 2);
      const findings = findingRepository(store);
      const probe = await probeFile(path, { ffprobePath: FFPROBE });
      const changed = { ...fileOf(path), identity: { ...fileOf(path).identity, sizeBytes: 1 } };
      const cases: [() => Promise<SourceFile>, string, RegExp | undefined][] = [
        [() => Promise.reject(noSuchFile()), "failed", /No such file/],
        [() => Promise.resolve(changed), "failed", /was changed during the check/],
        [() => Promise.resolve(fileOf(path)), "done", undefined],
      ];
      for (const [later, state, error] of cases) {
        let looks = 0;
        const ended = Promise.withResolvers<FileCheck>();
        const checks = createFileChecks({
          findings,
          media: {
            probe: () => Promise.resolve(probe),
            capabilities: () => Promise.resolve({ ffmpegPath: FFMPEG, ffprobePath: FFPROBE } as never),
          },
          clock: { now: () => new Date(0), monotonicMs: () => 0 },
          source: () => looks++ === 0 ? Promise.resolve(fileOf(path)) : later(),
          changed: (check) => check.state === "running" || ended.resolve({ ...check }),
        });
        await checks.start([path]);
        const check = await ended.promise;
        same([check.state, error === undefined || error.test(check.error ?? "")], [state, true]);
        same((await findings.newest("check", 9)).length, state === "done" ? 1 : 0);
        await checks.stop();
      }
    }),
);

Deno.test("the waiting list is bounded: one file too many is refused, and the earlier ones keep waiting", () =>
  checking(async ({ checks }) => {
    const answers = await checks.start(Array.from({ length: 5001 }, (_, i) => `/${i}`));
    same(answers.filter(({ state }) => state === "queued" || state === "running").length, 5000);
    same(answers.at(-1), {
      path: "/5000",
      state: "failed",
      percent: 0,
      error: "Too many files are waiting to be checked.",
    });
    for (let i = 1; i < 5000; i++) checks.cancel(`/${i}`);
  }));

/** Runs `work` with the services of the reports, and functions that create files and jobs. */
const reporting = (
  work: (
    scene: {
      deps: ReportsDeps;
      files: (names: string[]) => Promise<string[]>;
      put: (row: Partial<JobRow>) => Promise<void>;
    },
  ) => Promise<void>,
) =>
  withStore(async (store, folder) => {
    const jobs = jobRepository(store);
    const deps: ReportsDeps = {
      ...{ store, jobs, findings: findingRepository(store), disks: createDiskReads() },
      media: {
        capabilities: () => Promise.reject(new Error("no ffmpeg")),
        probe: () => Promise.reject(new Error("no ffprobe")),
      },
      clock: { now: () => new Date(0), monotonicMs: () => 0 },
      source: (path) => Promise.resolve(fileOf(path)),
    };
    const put = async (row: Partial<JobRow>) => {
      await store.write((tx) => insertJobs(tx, [jobRow({ id: "a", status: "done", ...row })]));
    };
    await work({ deps, put, files: (names) => writeFiles(folder, names) });
  });
const video = { encoder: "libx265", frameRate: [24000, 1001], width: 1920, height: 800 };
const details = { jobId: "a", plan: { durationSeconds: 60, video }, probe: {} };

Deno.test("source and result are compared where both are there, of a replaced source the original that was kept", () =>
  reporting(async ({ deps, files, put }) => {
    const [source = "", result = "", kept = ""] = await files(["a.mkv", "b.mkv", "bin/a.mkv"]);
    await put({ sourcePath: source, outputPath: result });
    await deps.jobs.details("a");
    same(await comparable("a", deps), undefined, "a job that was never planned");
    await jobRepository(deps.store).saveDetails(details);
    same((await comparable("a", deps))?.sourcePath, source);
    same(await createReports(deps).comparison("a"), {
      durationSeconds: 60,
      frameRate: 24000 / 1001,
      width: 1920,
      height: 800,
    });
    await jobRepository(deps.store).patch("a", { outputPath: source });
    same(await comparable("a", deps), undefined, "the result took the place of its source");
    await jobRepository(deps.store).patch("a", { originalKeptAt: kept });
    same([(await comparable("a", deps))?.sourcePath, (await comparable("a", deps))?.outputPath], [kept, source]);
    await Deno.remove(kept);
    same(await comparable("a", deps), undefined);
    await rejects(comparable("gone", deps), { code: "not_found" });
  }));

Deno.test("an unfinished job, or one without video, has no comparable length", () =>
  reporting(async ({ deps, files, put }) => {
    const [source = "", result = ""] = await files(["a.mkv", "b.mkv"]);
    await put({ sourcePath: source, outputPath: result, status: "failed" });
    await jobRepository(deps.store).saveDetails({ ...details, plan: { durationSeconds: 60 } });
    same(await createReports(deps).comparison("a"), undefined);
    await deps.store.write(async (tx) => {
      await tx.run("UPDATE jobs SET status = 'done'");
    });
    same([await createReports(deps).comparison("a"), (await comparable("a", deps))?.outputPath], [undefined, result]);
  }));

Deno.test("a file that Lathe wrote is recognised while it is unchanged in its place", () =>
  reporting(async ({ deps, files, put }) => {
    const [mine = "", other = ""] = await files(["mine.mkv", "other.mkv"]);
    await put({ sourcePath: mine, outputPath: mine, outputSizeBytes: "mine.mkv".length });
    const { encodedHere, encodedAmong } = createReports(deps);
    same(await encodedHere([other, mine, `${other}.gone`, mine]), [mine, mine]);
    same([...await encodedAmong([{ path: mine, size: 8 }, { path: mine, size: 9 }])], [mine]);
    await Deno.writeTextFile(mine, "changed since");
    same(await encodedHere([mine]), []);
    same(await encodedHere([]), []);
  }));
