import { deepStrictEqual as same } from "node:assert/strict";
import { type EndedJob, notificationOf } from "./job_notifications.ts";

const AT = "2026-11-28T12:00:00.000Z";
const NOW = Date.parse(AT) + 5_000;
const DONE: EndedJob = {
  ...{ id: "j1", title: "Dark", subtitle: "S01E05 Truths", status: "done", finishedAt: AT, outputPath: "/m/a.mkv" },
  ...{ inputSizeBytes: 34.7e9, outputSizeBytes: 12.1e9 },
};

Deno.test("a finished encode is announced with its sizes, a failed one with its reason", () => {
  same(notificationOf(DONE, NOW), {
    ...{ title: "Encode finished: Dark - S01E05 Truths", body: "34.7 GB → 12.1 GB (65 % smaller)", path: "/jobs/j1" },
  });
  same(notificationOf({ ...DONE, status: "failed", error: "The disk is full." }, NOW), {
    ...{ title: "Encode failed: Dark - S01E05 Truths", body: "The disk is full.", path: "/jobs/j1" },
  });
});

for (
  const [name, change] of [
    ["that runs", { status: "encoding", finishedAt: undefined }],
    ["that was cancelled", { status: "cancelled" }],
    ["that gave its file to others", { outputPath: undefined }],
    ["that ended an hour ago and changed since", { finishedAt: "2026-11-28T11:00:00.000Z" }],
  ] as [string, Partial<EndedJob>][]
) {
  Deno.test(`a job ${name} is not announced`, () => same(notificationOf({ ...DONE, ...change }, NOW), undefined));
}
