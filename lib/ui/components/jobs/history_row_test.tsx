import { deepStrictEqual as same, doesNotMatch, match, strictEqual as is } from "node:assert/strict";
import { shownJob } from "../../../../tests/fixtures/shown_job.ts";
import type { Job } from "../../../jobs/schema.ts";
import { renderView } from "../../render.tsx";
import { HistoryRow } from "./history_row.tsx";

const VIEW = { base: "/lathe", assets: {}, instanceName: "Lathe", version: "1", path: "/" };
const NOW = new Date("2026-11-20T12:00:00Z");
const finished = (change: Partial<Job>): string =>
  renderView(VIEW, <table>{<HistoryRow job={shownJob({ status: "done", ...change })} now={NOW} />}</table>);
/** Returns the text of a history cell. */
const cell = (html: string, label: string): string =>
  (new RegExp(`data-label="${label}">(.*?)</td>`).exec(html)?.[1] ?? "missing").replace(/<[^>]*>/g, " ").trim();
for (
  const [name, change, wanted] of [
    [
      "both sizes and the saving",
      { inputSizeBytes: 4e9, outputSizeBytes: 1e9, outputPath: "/o" },
      "4.0 GB → 1.0 GB 75 % smaller",
    ],
    ["the source's where the result is gone", { inputSizeBytes: 4e9, outputSizeBytes: 1e9 }, "4.0 GB"],
    ["a dash where neither is known", {}, "–"],
    ["no saving of an empty source", { inputSizeBytes: 0, outputSizeBytes: 5, outputPath: "/o" }, "0 B → 5 B"],
  ] as const
) {
  Deno.test(`HistoryRow: the size shows ${name}`, () => {
    is(cell(finished(change), "Size").replace(/\s+/g, " "), wanted);
  });
}

Deno.test("HistoryRow: time and end, or dashes and nothing", () => {
  const html = finished({ durationSeconds: 3729, finishedAt: "2026-11-20T09:00:00.000Z" });
  same([cell(html, "Duration"), cell(html, "Finished")], ["1:02:09", "3 h ago"]);
  match(html, /datetime="2026-11-20T09:00:00.000Z" title="2026-11-20 09:00 UTC"/i);
  same([cell(finished({}), "Duration"), cell(finished({}), "Finished")], ["–", ""]);
});

Deno.test("HistoryRow: a failed job shows its reason, and can be retried", () => {
  const html = finished({ status: "failed", error: "<b>no</b>" });
  match(html, /&lt;b>no&lt;\/b>/);
  match(html, /action="\/lathe\/api\/jobs\/j1\/retry"/);
  doesNotMatch(finished({}), /\/retry"/);
});

Deno.test("HistoryRow: warnings are counted", () => {
  match(finished({ warnings: ["a", "b"] }), /data-tone="warn">2 ⚠</);
  doesNotMatch(finished({}), /⚠/);
});

Deno.test("HistoryRow: removing a job whose encode is beside its place asks for confirmation, and names the file", () => {
  const html = finished({ status: "publish_failed" });
  match(html, /hx-delete="\/lathe\/api\/jobs\/j1\?discard=1"/);
  match(html, /hx-confirm="This deletes the history entry of [^"]* and its finished encode/);
  const plain = finished({});
  match(plain, /hx-delete="\/lathe\/api\/jobs\/j1"/);
  match(plain, /hx-confirm="[^"]*Its files are not touched/);
});
