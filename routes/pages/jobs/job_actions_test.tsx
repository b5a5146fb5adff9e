import { deepStrictEqual as same } from "node:assert/strict";
import { shownJob } from "../../../tests/fixtures/shown_job.ts";
import type { Job } from "../../../lib/jobs/schema.ts";
import { renderView } from "../../../lib/ui/render.tsx";
import { JobActions } from "./job.tsx";

const VIEW = { base: "", assets: {}, instanceName: "Lathe", version: "1", path: "/jobs/j1" };

const BESIDE: Partial<Job> = {
  status: "done",
  source: { kind: "file", localPath: "/m/Heat.mkv" },
  outputPath: "/m/Heat.small.mkv",
  inputSizeBytes: 100,
  outputSizeBytes: 40,
};

const ACTIONS = [
  "Cancel",
  "Retry",
  "Encode again with…",
  "Delete this encode",
  "Replace the original",
  "Restore the original",
];

const actionsOf = (job: Partial<Job>, comparable = true): string[] => {
  const html = renderView(VIEW, <JobActions job={shownJob(job)} comparable={comparable} />);
  return ACTIONS.filter((name) => html.includes(name));
};

for (
  const [name, job, comparable, actions] of [
    ["beside its original", BESIDE, true, ["Encode again with…", "Delete this encode", "Replace the original"]],
    ["that is not smaller", { ...BESIDE, outputSizeBytes: 100 }, true, ["Encode again with…", "Delete this encode"]],
    ["whose original is gone", BESIDE, false, []],
    ["in place of its original", { ...BESIDE, outputPath: "/m/Heat.mkv" }, true, ["Encode again with…"]],
    ["with a kept original", { ...BESIDE, originalKeptAt: "/m/.lathe-bin/1" }, true, ["Restore the original"]],
    ["that was undone", { ...BESIDE, outputPath: undefined }, true, ["Encode again with…"]],
  ] as [string, Partial<Job>, boolean, string[]][]
) {
  Deno.test(`a finished encode ${name} offers what can be done`, () => same(actionsOf(job, comparable), actions));
}

Deno.test("a running job offers neither replacement nor deletion", () =>
  same(actionsOf({ ...BESIDE, status: "encoding" }), ["Cancel"]));
