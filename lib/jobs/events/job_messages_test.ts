import { doesNotMatch, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { shownJob } from "../../../tests/fixtures/shown_job.ts";
import { JOB_STATES } from "../states.ts";
import { jobText, jobTitle } from "./job_messages.ts";

const without = { kind: "file" as const };

for (
  const [name, change, wanted] of [
    ["a film that is done", { status: "done" }, "Encode finished: Heat (1995)"],
    [
      "an episode",
      { status: "done", title: "Dark", subtitle: "S01E05 Truths" },
      "Encode finished: Dark - S01E05 Truths",
    ],
    ["one that failed", { status: "failed" }, "Encode failed: Heat (1995)"],
    [
      "one that lies beside its place",
      { status: "publish_failed" },
      "Encode could not be moved into place: Heat (1995)",
    ],
    ["one whose file never came", { status: "failed", source: without }, "Download failed: Heat (1995)"],
    ["one whose file others took", { status: "done", source: without }, undefined],
  ] as const
) Deno.test(`jobTitle() of ${name}`, () => equal(jobTitle(shownJob(change)), wanted));

Deno.test("jobTitle(): jobs that continue, were cancelled or had nothing to do send no notification", () => {
  for (const status of JOB_STATES) {
    const told = ["done", "failed", "publish_failed"].includes(status);
    equal(jobTitle(shownJob({ status })) !== undefined, told, status);
  }
});

const done = { status: "done", inputSizeBytes: 38_100_000_000, outputSizeBytes: 9_600_000_000 } as const;

for (
  const [name, change, wanted] of [
    [
      "sizes, saving, time and profile",
      { ...done, durationSeconds: 18_720 },
      "38.1 GB to 9.6 GB (75 % saved) in 5 h 12 min, Movie 1080p x265",
    ],
    [
      "a result that is larger",
      { ...done, outputSizeBytes: 42_672_000_000 },
      "38.1 GB to 42.7 GB (12 % larger), Movie 1080p x265",
    ],
    [
      "a result of the same size",
      { ...done, outputSizeBytes: 38_100_000_001 },
      "38.1 GB to 38.1 GB (0 % saved), Movie 1080p x265",
    ],
    ["a source of no size", { ...done, inputSizeBytes: 0 }, "0 B to 9.6 GB, Movie 1080p x265"],
    ["a source whose size is not known", { ...done, inputSizeBytes: undefined }, "0 B to 9.6 GB, Movie 1080p x265"],
    ["no result of its own", { status: "done", durationSeconds: 40 }, "in 40 s, Movie 1080p x265"],
    ["nothing but a profile", { status: "done" }, "Movie 1080p x265"],
    ["nothing at all", { status: "done", profileName: "" }, ""],
    ["89 seconds", { status: "done", durationSeconds: 89.4, profileName: "" }, "in 89 s"],
    ["90 seconds", { status: "done", durationSeconds: 90, profileName: "" }, "in 2 min"],
    ["just under an hour", { status: "done", durationSeconds: 3599, profileName: "" }, "in 1 h 0 min"],
    ["days", { status: "done", durationSeconds: 200_000, profileName: "" }, "in 55 h 33 min"],
  ] as const
) Deno.test(`jobText() of a finished job contains ${name}`, () => equal(jobText(shownJob(change)), wanted));

const reason = (error?: string) => jobText(shownJob({ status: "failed", error }));

for (
  const [name, error, wanted] of [
    ["no reason", undefined, "The reason is unknown."],
    ["the first line only", "x265 [error]: no\nat line 2", "x265 [error]: no"],
    ["a path as the name of its file", "/media/Films/Heat.mkv: Invalid data", "Heat.mkv: Invalid data"],
    ["a path of Windows", "C:\\Media\\Films\\Heat.mkv: Invalid data", "Heat.mkv: Invalid data"],
    ["a path in quotes", 'Cannot open "/srv/media/Heat.mkv".', 'Cannot open "Heat.mkv".'],
    ["two paths", "/a/b/c.mkv and /d/e/f.mkv", "c.mkv and f.mkv"],
    ["a folder", "No space in /var/lib/lathe/", "No space in lathe"],
    ["a fraction", "frame 3/4 of 24000/1001", "frame 3/4 of 24000/1001"],
    ["at most 500 characters", "a".repeat(2000), "a".repeat(500)],
  ] as const
) Deno.test(`jobText() of a failed job contains ${name}`, () => equal(reason(error), wanted));

for (
  const [error, wanted] of [
    ["/srv/My Movies/Secret Folder/Heat (1995)/Heat.mkv: no such file", "Heat.mkv: no such file"],
    ["\n\n/srv/My Movies/Secret Folder/Heat (1995)/Heat.mkv is gone", "Heat.mkv is gone"],
    ["/srv/My Movies/Secret Folder/Heat (1995) cannot be written", "Heat (1995) cannot be written"],
    ["D:\\My Films\\x y\\Heat.x265.mkv is full", "Heat.x265.mkv is full"],
  ] as const
) {
  Deno.test(`S-SEC-4: ${JSON.stringify(error)} is shown without the folders of the job`, () => {
    const job = shownJob({ status: "failed", error, outputPath: "D:\\My Films\\x y\\Heat.x265.mkv" });
    job.source = { ...job.source, localPath: "/srv/My Movies/Secret Folder/Heat (1995)/Heat.mkv" };
    equal(jobText(job), wanted);
  });
}

for (
  const [error, wanted] of [
    ["/srv/other/secret/file.mkv is gone", "file.mkv is gone"],
    ["/srv cannot be written", "srv cannot be written"],
    ["/srv2/secret/file.mkv is gone", "file.mkv is gone"],
    ["/srv/Heat.mkv.partial is gone", "Heat.mkv.partial is gone"],
  ] as const
) {
  Deno.test(`S-SEC-4: beside a job of /srv, ${error} is shown without folders`, () => {
    const job = shownJob({ status: "failed", error });
    job.source = { ...job.source, localPath: "/srv/Heat.mkv" };
    equal(jobText(job), wanted);
  });
}

Deno.test("a reason is cut between characters, never inside one", () => {
  equal(reason("x".repeat(499) + "😀")?.isWellFormed(), true);
});

Deno.test("jobText() of a failed job names no folder of a path without blanks", () => {
  const part = fc.stringMatching(/^[a-z]{3,8}$/);
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 6 }),
      part,
      fc.constantFrom("", "C:"),
      (folders, file, drive) => {
        const separator = drive === "" ? "/" : "\\";
        const text = reason(
          `Cannot read ${drive}${separator}${["secret", ...folders, file].join(separator)}.mkv: broken`,
        );
        doesNotMatch(text, /secret/);
        ok(text.includes(`${file}.mkv: broken`), text);
      },
    ),
  );
});
