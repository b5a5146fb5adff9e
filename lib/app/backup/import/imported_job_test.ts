import { deepEqual, equal, match, ok } from "node:assert/strict";
import { jobDetails, type JobRow, jobs, type NewJobRow } from "../../../../db/schema/jobs.ts";
import { jobRow } from "../../../../tests/fixtures/job_rows.ts";
import { isFinished, JOB_STATES } from "../../../jobs/states.ts";
import { importedDetails, importedJob, type PathRules } from "./imported_job.ts";
import { driverValues, rowReader } from "./row_schema.ts";
import type { ForeignRow } from "./foreign_database.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const ANYWHERE: PathRules = { mediaRoots: [], ownFolders: ["/config"], rips: "/config/cache/rips" };
const ROOTS: PathRules = { ...ANYWHERE, mediaRoots: ["/media"] };

/** A job as stored in a backup's database. */
const raw = (change: Partial<NewJobRow> = {}): ForeignRow =>
  driverValues(jobs, jobRow({ id: "job-1", status: "done", ...change }) as JobRow);
const read = (change: Partial<NewJobRow> = {}, paths = ANYWHERE, more: ForeignRow = {}) => {
  const given = Object.entries({ ...raw(change), ...more }).filter(([, value]) => value !== null);
  return importedJob(Object.fromEntries(given), { paths, now: NOW });
};
const job = (change: Partial<NewJobRow> = {}, paths = ANYWHERE) => {
  const found = read(change, paths);
  ok("row" in found, JSON.stringify(found));
  return found;
};

for (const status of JOB_STATES) {
  const ended = isFinished(status) && status !== "publish_failed";
  Deno.test(`importedJob(): a job that was ${status} ${ended ? "is history" : "has failed and is not started"}`, () => {
    const { row, interrupted } = job({ status });
    equal(interrupted, !ended);
    equal(row.status, ended ? status : "failed");
    equal(row.errorCode, ended ? null : "interrupted");
    if (!ended) {
      match(row.error ?? "", new RegExp(`while this job was ${status.replaceAll("_", " ")}\\. It was not restarted`));
      equal(row.finishedAt, NOW.getTime());
    }
  });
}

Deno.test("importedJob(): no reference to a file, a process or a lease is imported", () => {
  const { row } = job({
    tempPath: "/media/x.partial",
    plannedOutput: "/media/x.mkv",
    originalKeptAt: "/media/bin/x.mkv",
    originalKeptUntil: 5,
    leaseInstance: "i",
    leaseBoot: "b",
    childToken: "t",
    childPid: 1,
    childStart: "s",
  });
  for (
    const name of [
      ...["tempPath", "plannedOutput", "originalKeptAt", "originalKeptUntil", "spaceNeeds"] as const,
      ...["leaseInstance", "leaseBoot", "childToken", "childPid", "childStart"] as const,
    ]
  ) equal(row[name], null, name);
});

Deno.test("importedJob(): a decision is imported with both files, and a comparison that ran is not continued", () => {
  const both = { sourcePath: "/media/a.mkv", outputPath: "/media/b.mkv", wouldFreeBytes: 5 };
  const of = (change: Partial<NewJobRow>, paths = ROOTS) => {
    const { row } = job({ ...both, ...change }, paths);
    return [row.review, row.wouldFreeBytes];
  };
  deepEqual(of({ review: "undecided" }), ["undecided", 5]);
  deepEqual(of({ review: "replacing" }), ["undecided", 5]);
  deepEqual(of({ review: "kept", wouldFreeBytes: 0 }), ["kept", 0]);
  deepEqual(of({ review: "undecided", outputPath: "/other/b.mkv" }), [null, 0]);
});

for (
  const [name, path, paths, kept] of [
    ["a file below a root", "/media/a.mkv", ROOTS, true],
    ["a file anywhere where there are no roots", "/srv/a.mkv", ANYWHERE, true],
    ["a finished rip", "/config/cache/rips/a.mkv", ANYWHERE, true],
    ["a file outside of the roots", "/srv/a.mkv", ROOTS, false],
    ["a file beside a root whose name begins like it", "/media2/a.mkv", ROOTS, false],
    ["the service's own folder", "/config/lathe.db", ANYWHERE, false],
    ["a folder beside the rips", "/config/cache/rips2/a.mkv", ANYWHERE, false],
    ["a relative path", "media/a.mkv", ANYWHERE, false],
    ["steps upwards", "/media/../config/lathe.db", ANYWHERE, false],
    ["a path that is not written plainly", "/media//a.mkv", ANYWHERE, false],
    ["a process", "/proc/self/environ", ANYWHERE, false],
    ["a device", "/dev/sda", ANYWHERE, false],
    ["a path with a NUL", "/media/a\0.mkv", ANYWHERE, false],
    ["a path that was not UTF-8", "/media/\ufffd.mkv", ANYWHERE, false],
  ] as const
) {
  Deno.test(`importedJob(): ${name} is ${kept ? "kept" : "left out"} as source and as output`, () => {
    const source = job({ sourcePath: path, source: { kind: "file", localPath: path }, sourceKey: path }, paths);
    deepEqual([source.row.sourcePath, source.row.source.localPath], kept ? [path, path] : ["", undefined]);
    const output = job({ sourcePath: "", source: { kind: "file" }, outputPath: path }, paths);
    equal(output.row.outputPath, kept ? path : null);
    deepEqual([source.pathLeftOut, output.pathLeftOut], [!kept, !kept]);
  });
}

Deno.test("importedJob(): the source has the path of the job's column, whatever its details contain", () => {
  const { row } = job({ sourcePath: "/media/a.mkv", source: { kind: "file", localPath: "/config/lathe.db" } });
  equal(row.source.localPath, "/media/a.mkv");
});

Deno.test("importedJob(): the key of a source is computed from its own identity, not imported", () => {
  const sourceIdentity = { sizeBytes: 5, mtimeNs: "7", inode: "11", device: "3" };
  equal(job({ sourceKey: "forged", sourceIdentity }).row.sourceKey, "3:11:5:7");
  equal(job({ sourceKey: "forged", sourcePath: "/media/b.mkv" }).row.sourceKey, "/media/b.mkv");
});

for (
  const [name, more, column] of [
    ["an id that leads elsewhere", { id: "../x" }, "id"],
    ["an empty id", { id: "" }, "id"],
    ["a state there is none of", { status: "exploded" }, "status"],
    ["labels that are no list", { labels: '"x"' }, "labels"],
    ["too many warnings", { warnings: JSON.stringify(Array(1001).fill("x")) }, "warnings"],
    ["no attempt", { attempt: 0 }, "attempt"],
    [
      "an identity of words",
      { source_identity: '{"sizeBytes":1,"mtimeNs":"x","inode":"1","device":"1"}' },
      "sourceIdentity",
    ],
    ["a source of another kind", { source: '{"kind":"disc"}' }, "source"],
  ] as [string, ForeignRow, string][]
) {
  Deno.test(`importedJob() refuses ${name}`, () => {
    const found = read({}, ANYWHERE, more);
    ok("problem" in found);
    equal(found.problem.split(/[.:]/)[0], column);
  });
}

for (
  const [name, poster, wanted] of [
    ["one of ours", "api/image?url=x", "api/image?url=x"],
    ["one of the web", "https://example.org/a.jpg", "https://example.org/a.jpg"],
    ["a script", "javascript:alert(1)", null],
    ["data", "data:image/svg+xml,<svg>", null],
  ] as const
) {
  Deno.test(`importedJob(): ${name} as a poster is ${wanted === null ? "left out" : "kept"}`, () => {
    equal(job({ poster }).row.poster, wanted);
  });
}

Deno.test("importedJob(): invalid references to other records are left out, the job stays", () => {
  const { row } = job({ parentId: "../../x", ripId: "rip-1", batchId: "a b" });
  deepEqual([row.parentId, row.ripId, row.batchId], [null, "rip-1", null]);
});

const details = (change: ForeignRow) => {
  const found = importedDetails({ job_id: "job-1", ...change });
  ok("row" in found, JSON.stringify(found));
  return found.row;
};

Deno.test("importedDetails(): only displayed values of a plan are imported, none that starts a tool", () => {
  const plan = { summary: ["Encoded."], streams: [], container: "mkv", video: { extraArgs: ["-f", "tee"] } };
  deepEqual(details({ plan: JSON.stringify(plan) }).plan, { summary: ["Encoded."], streams: [] });
});

Deno.test("importedDetails(): probe and estimate are not imported", () => {
  const { probe, estimate } = details({ probe: "{}", estimate: "{}" });
  deepEqual([probe, estimate], [null, null]);
});

Deno.test("importedDetails(): an invalid part is left out, the others stay", () => {
  const row = details({ plan: '{"summary":7}', quality: "[]", verification: '"x"', ocr: "[]" });
  deepEqual([row.plan, row.quality, row.verification, row.ocr], [null, null, null, []]);
});

Deno.test("importedDetails() reads an empty row like the reader of the table", () => {
  const read = rowReader(jobDetails)({ job_id: "job-1" });
  ok("row" in read);
  deepEqual(details({}), read.row);
});
