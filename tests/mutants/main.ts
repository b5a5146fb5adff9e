/**
 * Measures the quality of the tests: applies seeded changes to the program, one at a time, and reports which test tier
 * detects them. `deno task mutants [--count 300] [--seed 1] [--again]`. Coverage and results are stored in the cache of
 * the tests, so an interrupted run can be resumed. `--again` retries the undetected mutants.
 */
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { SOURCE_FOLDERS, sourceFiles } from "../../build/imports.ts";
import { cacheFolder } from "../kit/cached_files.ts";
import { processorSeconds } from "../kit/processor_time.ts";
import { batchArgs } from "../runner/deno_test.ts";
import { testFiles } from "../runner/test_files.ts";
import { chooseMutants } from "./choose.ts";
import { readFunctions, type TestCoverage, testsFor } from "./coverage_map.ts";
import { findMutants, type Mutant } from "./places.ts";
import { reportLines } from "./report.ts";
import { copyCheckout, tryMutant, type Verdict } from "./trial.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const { values } = parseArgs({
  args: Deno.args,
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    again: { type: "boolean", default: false },
  },
});
const folder = join(cacheFolder(), "mutants");
const processes = navigator.hardwareConcurrency;

async function allMutants(): Promise<Mutant[]> {
  const found: Mutant[] = [];
  for (const top of SOURCE_FOLDERS) {
    for await (const path of sourceFiles(join(ROOT, top))) {
      found.push(...findMutants(relative(ROOT, path), await Deno.readTextFile(path)));
    }
  }
  return found.sort((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : a.start - b.start);
}

/** Runs a test file in a separate process, with coverage including its child processes. */
async function coverageOf(path: string): Promise<TestCoverage> {
  const reports = await Deno.makeTempDir({ prefix: "lathe_mutants_" });
  const costs = join(reports, "costs");
  await new Deno.Command(Deno.execPath(), {
    args: batchArgs("all", ROOT, [path], ["--coverage-raw-data-only", `--coverage=${reports}`]),
    cwd: ROOT,
    env: { DENO_COVERAGE_DIR: reports, LATHE_TEST_COSTS: costs },
    stdout: "null",
    stderr: "null",
  }).output();
  const cost = await Deno.readTextFile(costs).catch(() => `{"costMs":60000}`);
  const functions = await readFunctions(reports, ROOT);
  await Deno.remove(reports, { recursive: true });
  return { path, costMs: (JSON.parse(cost.split("\n")[0] ?? "") as { costMs: number }).costMs, functions };
}

async function readLines<T>(file: string): Promise<T[]> {
  const text = await Deno.readTextFile(file).catch(() => "");
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as T);
}

const append = (file: string, value: unknown): Promise<void> =>
  Deno.writeTextFile(file, `${JSON.stringify(value)}\n`, { append: true });

/** Calls `work` for all `items`, with one concurrent call per processor. */
async function inTurns<T>(items: T[], work: (item: T, slot: number) => Promise<void>): Promise<void> {
  const waiting = [...items];
  await Promise.all(Array.from({ length: processes }, async (_, slot) => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item, slot);
  }));
}

async function readCoverage(): Promise<TestCoverage[]> {
  const file = join(folder, "coverage.jsonl");
  const known = await readLines<TestCoverage>(file);
  const files = await testFiles(ROOT, [], "all");
  const missing = files.filter((path) => !known.some((one) => one.path === path));
  await inTurns(missing, async (path) => {
    const coverage = await coverageOf(path);
    known.push(coverage);
    console.log(`Coverage of ${known.length} of ${files.length} test files`);
    await append(file, coverage);
  });
  return known.filter(({ path }) => files.includes(path));
}

const keyOf = ({ path, start, replacement }: Mutant): string => `${path}:${start}:${replacement}`;

await Deno.mkdir(folder, { recursive: true });
const coverage = await readCoverage();
const chosen = chooseMutants(await allMutants(), Number(values.count), Number(values.seed));
const verdictsFile = join(folder, `verdicts-${values.seed}.jsonl`);
const verdicts = new Map((await readLines<Verdict>(verdictsFile)).map((one) => [keyOf(one.mutant), one]));
const wanted = chosen.filter((mutant) => {
  const known = verdicts.get(keyOf(mutant));
  return known === undefined || (values.again && known.noticedBy === "none");
});
const copies = await Promise.all(Array.from({ length: processes }, async () => {
  const copy = await Deno.makeTempDir({ prefix: "lathe_mutant_copy_" });
  await copyCheckout(ROOT, copy);
  return copy;
}));
let done = 0;
await inTurns(wanted, async (mutant, slot) => {
  const verdict = await tryMutant(copies[slot] ?? "", mutant, testsFor(mutant, coverage));
  verdicts.set(keyOf(mutant), verdict);
  await append(verdictsFile, verdict);
  const seconds = processorSeconds("self").toFixed(0);
  console.log(
    `${++done} of ${wanted.length} (${seconds} s): ${mutant.path}:${mutant.line} ${mutant.kind}: ${verdict.noticedBy}`,
  );
});
for (const copy of copies) await Deno.remove(copy, { recursive: true });
const results = chosen.flatMap((mutant) => verdicts.get(keyOf(mutant)) ?? []);
for (const line of await reportLines(results, (path) => Deno.readTextFile(join(ROOT, path)))) console.log(line);
