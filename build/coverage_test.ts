import { deepStrictEqual as same } from "node:assert/strict";
import { coverageByDistrict, coverageLines } from "./coverage.ts";

const record = (path: string, found: number, hit: number) =>
  `SF:/app/${path}\nDA:1,1\nLF:${found}\nLH:${hit}\nend_of_record\n`;

Deno.test("lines are added up by district, in the order of their names", () => {
  const lcov = record("routes/jobs.ts", 10, 5) + record("lib/media/a.ts", 10, 10) +
    record("lib/media/probe/b.ts", 30, 20);
  same(coverageByDistrict(lcov, "/app/"), [
    { district: "lib/media", files: 2, lines: 40, run: 30 },
    { district: "routes", files: 1, lines: 10, run: 5 },
  ]);
});

Deno.test("a report without records is no lines, not a fault", () => {
  same(coverageByDistrict("", "/app/"), []);
  same(coverageLines([]), ["all              0.0 % of 0 lines in 0 files"]);
});
