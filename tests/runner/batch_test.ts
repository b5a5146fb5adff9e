import { deepStrictEqual as same, ok } from "node:assert/strict";
import { inFolder } from "../fixtures/folder.ts";
import { run } from "../kit/run.ts";
import { fileURLToPath } from "node:url";
import { batchArgs } from "./deno_test.ts";
import { readOutcome } from "./outcome.ts";
import { resultsIn } from "./results.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const SHARED = "globalThis.loads = (globalThis.loads ?? 0) + 1;";
const FILES = {
  "shared.ts": SHARED,
  "a_test.ts": `import "./shared.ts"; Deno.test("a loads once", () => { if (loads !== 1) throw new Error(); });`,
  "b_test.ts": `import "./shared.ts"; Deno.test("b loads once", () => { if (loads !== 1) throw new Error(); });`,
  "broken_test.ts": `import "./missing.ts"; Deno.test("is never defined", () => {});`,
  "slow_test.ts": `Deno.test("slow: c", () => { throw new Error("slow ran"); });`,
};

inFolder("a batch runs the tests of its tier, loads shared modules once and reports a broken file", async (dir) => {
  for (const [name, text] of Object.entries(FILES)) await Deno.writeTextFile(`${dir}/${name}`, text);
  const costs = `${dir}/costs`;
  const report = `${dir}/report.xml`;
  const files = ["a", "broken", "slow", "b"].map((name) => `${name}_test.ts`);
  const args = batchArgs("fast", dir, files, [`--junit-path=${report}`]);
  const { code, stdout, stderr } = await run(Deno.execPath(), args, { cwd: ROOT, env: { LATHE_TEST_COSTS: costs } });
  const { failures, ...counts } = readOutcome(stdout + stderr, code);
  same(counts, { passed: 2, failed: 1, ignored: 0 });
  ok(failures.includes("missing.ts") && !failures.includes("slow ran"), failures);
  same(resultsIn(await Deno.readTextFile(report)), {
    [`${dir}/broken_test.ts can be loaded`]: "failed",
    "a loads once": "passed",
    "b loads once": "passed",
    "slow: c": "skipped",
  });
  const lines = (await Deno.readTextFile(costs)).trim().split("\n").map((line) => JSON.parse(line).path);
  same(lines, files.map((file) => `${dir}/${file}`));
});
