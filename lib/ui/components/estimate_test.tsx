import { doesNotMatch, match, ok, strictEqual as is } from "node:assert/strict";
import type { EstimateRun } from "../../jobs/estimate_schema.ts";
import { renderView } from "../render.tsx";
import { EstimateRunView } from "./estimate_run.tsx";
import { type SizeEstimateData, SizeEstimateLines } from "./size_estimate.tsx";

const VIEW = { base: "/lathe", assets: {}, instanceName: "Lathe", version: "1", path: "/" };
const estimate = (more: Partial<SizeEstimateData> = {}): SizeEstimateData => ({
  bytes: 2_000_000_000,
  low: 1_500_000_000,
  high: 2_600_000_000,
  exact: false,
  notes: [],
  sourceBytes: 8_000_000_000,
  ...more,
});
const lines = (more: Partial<SizeEstimateData>): string =>
  renderView(VIEW, <SizeEstimateLines estimate={estimate(more)} />);

Deno.test("SizeEstimateLines: a guess is marked as such, with its bounds", () => {
  const html = lines({});
  match(html, /<strong>≈ 2.0 GB<\/strong>/);
  match(html, /75 % smaller/);
  match(html.replaceAll(/<[^>]*>/g, ""), /between 1.5 GB and 2.6 GB/);
});

Deno.test("SizeEstimateLines: an exact size has no bounds", () => {
  const html = lines({ exact: true });
  match(html, /<strong>2.0 GB<\/strong>/);
  doesNotMatch(html, /between|≈/);
});

for (
  const [name, more, wanted] of [
    ["a larger result is told", { bytes: 8_800_000_000 }, /10 % larger/],
    ["one of the same size", { bytes: 8_000_000_000 }, /same size/],
    ["one that was measured", { sampled: true }, /data-tone="good">measured</],
    ["how long it takes", { encodeSeconds: 3729 }, /takes about 1:02:09/],
    ["even when that is no time", { encodeSeconds: 0 }, /takes about 0:00/],
    ["notes as text", { notes: ["<b>first</b>", "second"] }, /&lt;b>first&lt;\/b><\/p><p[^>]*>second/],
  ] as [string, Partial<SizeEstimateData>, RegExp][]
) Deno.test(`SizeEstimateLines: ${name}`, () => match(lines(more), wanted));

Deno.test("SizeEstimateLines: a source of no size saves nothing, and an unknown time is not shown", () => {
  const html = lines({ sourceBytes: 0 });
  doesNotMatch(html, /NaN|Infinity|smaller|larger|takes about|measured/);
});

const AT = "2026-11-20T10:00:00.000Z";
const run = (more: Partial<EstimateRun>): string => {
  const whole: EstimateRun = {
    id: "e1",
    status: "running",
    progress: 0.335,
    message: "Encoding pieces.",
    startedAt: AT,
    ...more,
  };
  return renderView(VIEW, <EstimateRunView run={whole} />);
};
const result = (more: Partial<NonNullable<EstimateRun["result"]>>): EstimateRun["result"] => ({
  estimates: [],
  probed: 1,
  files: 1,
  errors: [],
  ...more,
});

Deno.test("EstimateRunView: a running estimate polls, and can be cancelled", () => {
  const html = run({});
  match(html, /<progress value="34" max="100" aria-label="Measured 34 %"/);
  match(html, /hx-get="\/lathe\/api\/estimate\/e1"/);
  match(html, /hx-trigger="every 1s"/);
  match(html, /hx-delete="\/lathe\/api\/estimate\/e1"/);
});

Deno.test("EstimateRunView: a finished estimate stops polling, under the same ID", () => {
  for (const status of ["done", "failed", "cancelled"] as const) {
    const html = run({ status, result: result({}) });
    doesNotMatch(html, /hx-get|hx-delete|<progress/);
    match(html, /id="measure-e1"/);
  }
});

for (
  const [name, more, wanted] of [
    ["cancelled", { status: "cancelled" }, "The measurement was cancelled."],
    ["failed with a reason", { status: "failed", error: { code: "tool_failed", message: "<x265>" } }, "&lt;x265>"],
    ["failed without one", { status: "failed", message: "Encoding pieces." }, "Encoding pieces."],
    ["done, though no file could be read", {
      status: "done",
      result: result({ errors: [{ code: "a", message: "One." }, { code: "b", message: "Two." }] }),
    }, "One. Two."],
  ] as [string, Partial<EstimateRun>, string][]
) {
  Deno.test(`EstimateRunView: ${name}`, () => {
    const html = run(more);
    ok(html.includes(wanted), html);
    is(/data-tone="(\w+)"/.exec(html)?.[1], name === "cancelled" ? "info" : "bad");
  });
}
