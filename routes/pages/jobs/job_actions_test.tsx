import { deepStrictEqual as same } from "node:assert/strict";
import { shownJob } from "../../../tests/fixtures/shown_job.ts";
import type { Job } from "../../../lib/jobs/schema.ts";
import { renderView } from "../../../lib/ui/render.tsx";
import { JobActions } from "./job.tsx";
import { DecisionBar } from "./review/decision_bar.tsx";

const VIEW = { base: "", assets: {}, instanceName: "Lathe", version: "1", path: "/jobs/j1" };

const BESIDE: Partial<Job> = {
  status: "done",
  review: "undecided",
  source: { kind: "file", localPath: "/m/Heat.mkv" },
  outputPath: "/m/Heat.small.mkv",
  inputSizeBytes: 100,
  outputSizeBytes: 40,
};

const VIDEO: NonNullable<Job["streams"]>[number] = {
  index: 0,
  type: "video",
  codec: "h264",
  action: "encode",
  why: "",
};
const SETTLED: Partial<Job> = { ...BESIDE, review: undefined };
const AGAIN = "Encode again with…";

const ACTIONS = [
  "Cancel",
  "Retry",
  AGAIN,
  "Delete this encode",
  "Try smaller",
  "Keep both",
  "Replace the original",
  "Decide again",
  "Restore the original",
  "Delete the original",
];

const actionsOf = (job: Partial<Job>, comparable = true): string[] => {
  const shown = shownJob(job);
  const html = renderView(
    VIEW,
    <>
      <JobActions job={shown} comparable={comparable} />
      <DecisionBar job={shown} comparable={comparable} />
    </>,
  );
  return ACTIONS.filter((name) => html.includes(name));
};

for (
  const [name, job, comparable, actions] of [
    ["beside its original", BESIDE, true, [AGAIN, "Delete this encode", "Keep both", "Replace the original"]],
    ["whose review no version recorded", { ...BESIDE, review: undefined }, true, [
      ...[AGAIN, "Delete this encode", "Replace the original"],
    ]],
    ["that is to be kept too", { ...BESIDE, review: "kept" }, true, [
      ...[AGAIN, "Delete this encode", "Replace the original", "Decide again"],
    ]],
    ["of its video", { ...BESIDE, streams: [VIDEO] }, true, [
      ...[AGAIN, "Delete this encode", "Try smaller", "Keep both", "Replace the original"],
    ]],
    ["that is as small as it gets", { ...BESIDE, streams: [VIDEO], overrides: { streams: [], smaller: 5 } }, true, [
      ...[AGAIN, "Delete this encode", "Keep both", "Replace the original"],
    ]],
    ["that is not smaller", { ...BESIDE, outputSizeBytes: 100 }, true, [AGAIN, "Delete this encode", "Keep both"]],
    ["that is about to replace its original", { ...BESIDE, review: "replacing" }, true, [AGAIN]],
    ["in place of its original", { ...SETTLED, outputPath: "/m/Heat.mkv" }, true, [AGAIN]],
    ["with a kept original", { ...SETTLED, originalKeptAt: "/m/.lathe-bin/1" }, true, [
      ...["Restore the original", "Delete the original"],
    ]],
    ["that was undone", { ...SETTLED, outputPath: undefined }, true, [AGAIN]],
  ] as [string, Partial<Job>, boolean, string[]][]
) {
  Deno.test(`a finished encode ${name} offers what can be done`, () => same(actionsOf(job, comparable), actions));
}

Deno.test("an encode whose original is not accessible can only be taken off the list", () =>
  same(actionsOf(BESIDE, false), []));

Deno.test("a running job offers neither replacement nor deletion", () =>
  same(actionsOf({ ...SETTLED, status: "encoding" }), ["Cancel"]));
