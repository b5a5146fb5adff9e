import { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../fixtures/folder.ts";
import { readFunctions, type TestCoverage, testsFor } from "./coverage_map.ts";
import type { Mutant } from "./places.ts";

const mutant = (path: string, ...functions: string[]): Mutant => ({
  ...{ path, kind: "number", start: 0, end: 1, replacement: "2", line: 1, functions },
});
const test = (path: string, costMs: number, functions: Record<string, string[]>): TestCoverage => ({
  ...{ path, costMs, functions },
});

Deno.test("testsFor() selects tests that run the function, the nearest and then the cheapest first", () => {
  const runs = { "lib/jobs/a.ts": ["go"] };
  const all = [
    test("routes/far_test.ts", 1, runs),
    test("lib/jobs/dear_test.ts", 9, runs),
    test("lib/jobs/cheap_test.ts", 2, runs),
    test("lib/jobs/a_test.ts", 99, runs),
    test("lib/jobs/other_test.ts", 1, { "lib/jobs/a.ts": ["other"] }),
    test("lib/jobs/unrelated_test.ts", 1, {}),
  ];
  const paths = (one: Mutant) => testsFor(one, all).map(({ path }) => path);
  same(paths(mutant("lib/jobs/a.ts", "go", "outer")), [
    "lib/jobs/a_test.ts",
    "lib/jobs/cheap_test.ts",
    "lib/jobs/dear_test.ts",
    "routes/far_test.ts",
  ]);
  same(paths(mutant("lib/jobs/a.ts")).length, 5);
  same(paths(mutant("lib/jobs/b.ts", "go")), []);
});

Deno.test("testsFor() selects every page test for scripts that run in the browser", () => {
  const all = [test("tests/e2e/pages_test.ts", 1, {}), test("lib/a_test.ts", 1, {})];
  same(testsFor(mutant("islands/a.ts", "go"), all).map(({ path }) => path), ["tests/e2e/pages_test.ts"]);
});

inFolder(
  "readFunctions() adds up functions that ran, and leaves out damaged reports and other programs",
  async (dir) => {
    const report = (url: string, functions: [name: string, count: number][]) =>
      JSON.stringify({
        url,
        functions: functions.map(([functionName, count]) => ({ functionName, ranges: [{ count }] })),
      });
    const root = join(dir, "root");
    const reports = {
      a: report(`file://${root}/lib/a.ts`, [["", 1], ["ran", 2], ["never", 0]]),
      b: report(`file://${root}/lib/a.ts`, [["also", 1]]),
      c: report(`file://${root}/lib/a_test.ts`, [["ran", 1]]),
      d: report("node:fs", [["ran", 1]]),
      e: report(`file://${root}/lib/b.ts`, [["x", 1]]).slice(0, -9),
      f: report(`file://${root}/lib/loaded.ts`, [["", 1]]),
    };
    const folder = join(dir, "reports");
    await Deno.mkdir(folder);
    for (const [name, text] of Object.entries(reports)) await Deno.writeTextFile(join(folder, name), text);
    same(await readFunctions(folder, root), { "lib/a.ts": ["also", "ran"], "lib/loaded.ts": [] });
  },
);
