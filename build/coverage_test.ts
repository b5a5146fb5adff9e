import { deepStrictEqual as same, equal as is } from "node:assert/strict";
import { join } from "node:path";
import { coverageByDistrict, coverageLines, isWholeReport } from "./coverage.ts";
import { inFolder } from "../tests/fixtures/folder.ts";

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

const report = (name: string) =>
  JSON.stringify({ functions: [{ name, ranges: [{ count: 1 }] }], url: `file:///${"a".repeat(6000)}.ts` });

inFolder(
  "a report that a thread did not write completely is detected as incomplete, wherever it was cut",
  async (dir) => {
    const path = join(dir, "report.json");
    const isWhole = async (text: string) => {
      await Deno.writeTextFile(path, text);
      return isWholeReport(path);
    };
    // The first chunk of this report ends with a brace, which is also the end of a complete report.
    const text = report("f".repeat(4095 - report("").indexOf("}")));
    is(text[4095], "}");
    for (const length of [0, 1, 100, 4096, text.length - 1]) {
      is(
        await isWhole(text.slice(0, length)),
        false,
        `${length}`,
      );
    }
    is(await isWhole(text), true);
    is(await isWhole(report("f".repeat(8192 - report("").length))), true);
  },
);
