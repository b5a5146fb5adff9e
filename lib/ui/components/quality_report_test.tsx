import { deepStrictEqual as same, doesNotMatch, match, strictEqual as is } from "node:assert/strict";
import type { QualityReport } from "../../jobs/reports/quality.ts";
import { renderView } from "../render.tsx";
import { QualityReportView } from "./quality_report.tsx";

const VIEW = { base: "/lathe", assets: {}, instanceName: "Lathe", version: "1", path: "/" };
const draw = (more: Partial<QualityReport>): string => {
  const report: QualityReport = {
    metric: "vmaf",
    mean: 95.04,
    low: 88,
    minimum: 71.5,
    frames: 2880,
    durationSeconds: 3729,
    series: [{ atSeconds: 0.5, score: 96 }, { atSeconds: 60.5, score: 80 }],
    worst: [{ atSeconds: 60.125, score: 71.5 }],
    measuredAt: "2026-11-20T10:30:00.000Z",
    ...more,
  };
  return renderView(VIEW, <QualityReportView jobId="j1" report={report} />);
};
const fact = (html: string, name: string): string | undefined =>
  new RegExp(`<dt>${name}</dt><dd>(.*?)</dd>`).exec(html)?.[1]?.replaceAll(/<[^>]*>/g, "");

Deno.test("QualityReportView shows the scores, the first with the name of its metric", () => {
  const html = draw({});
  is(fact(html, "On average"), "VMAF 95.0");
  is(fact(html, "95 % of the frames above"), "88.0");
  is(fact(html, "Worst frame"), "71.5");
  is(fact(html, "Measured"), "2026-11-20 10:30 UTC");
  match(html, /aria-label="VMAF 95.0 on average over 1:02:09"/);
});

Deno.test("QualityReportView shows the worst moments of source and result at the same time", () => {
  const frames = [...draw({}).matchAll(/<img src="([^"]*)" alt="([^"]*)"/g)].map(([, src, alt]) => [src, alt]);
  same(frames, [
    ["/lathe/api/jobs/j1/frame?which=source&amp;t=60.125&amp;w=480", "Source at 1:00"],
    ["/lathe/api/jobs/j1/frame?which=output&amp;t=60.125&amp;w=480", "Result at 1:00"],
  ]);
});

Deno.test("QualityReportView opens the comparison at a worst moment", () => {
  match(draw({}), /href="\/lathe\/jobs\/j1\?at=60\.125#compare-h"/);
});

Deno.test("QualityReportView draws every worst frame inside its plot, also one below the means of the seconds", () => {
  const html = draw({});
  const [lowest] = [...html.matchAll(/<circle[^>]*cy="([^"]*)"/g)].map(([, y]) => Number(y));
  const axis = [...html.matchAll(/<line[^>]*y1="([^"]*)"/g)].map(([, y]) => Number(y));
  is(lowest, Math.max(...axis));
});

for (
  const [name, more] of [
    ["without a series", { series: [], worst: [] }],
    ["of one moment", { series: [{ atSeconds: 0, score: 100 }], minimum: 100, worst: [] }],
    ["of no length", { durationSeconds: 0 }],
  ] as [string, Partial<QualityReport>][]
) {
  Deno.test(`QualityReportView draws a report ${name} with numbers that are numbers`, () => {
    doesNotMatch(draw({ ...more }), /NaN|Infinity/);
  });
}
