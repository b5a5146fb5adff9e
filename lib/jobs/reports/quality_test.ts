import { deepStrictEqual as same } from "node:assert/strict";
import { reportOf } from "./quality.ts";

Deno.test("a quality report has means of each second and the worst moments, some seconds apart", () => {
  const scores = Array.from({ length: 40 }, (_, i) => ({ atSeconds: i / 2, score: i === 10 || i === 11 ? 40 : 90 }));
  const report = reportOf(scores, 20);
  same([report.frames, report.minimum, report.durationSeconds], [40, 40, 20]);
  same(report.series.map(({ atSeconds }) => atSeconds), Array.from({ length: 20 }, (_, i) => i + 0.5));
  same(report.worst[0], { atSeconds: 5, score: 40 });
  for (const one of report.worst) {
    for (const other of report.worst) same(one === other || Math.abs(one.atSeconds - other.atSeconds) >= 4, true);
  }
  same(reportOf([], 20).minimum, 0);
});
