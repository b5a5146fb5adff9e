/**
 * Runs the tests of a tier in several processes: `deno run -A tests/runner/main.ts [--fast | --slow | --all] [PATH …]`.
 * Runs the fast tests by default. With paths, runs every test in these files and folders by default. Exits with 1 if a
 * test failed. `LATHE_FFMPEG=/folder/bin` runs them with the ffmpeg and ffprobe in this folder.
 * `LATHE_TEST_RESULTS=FILE` writes the result of each test to a JSON file.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder } from "../kit/cached_files.ts";
import { batchArgs, fileArgs } from "./deno_test.ts";
import { type Costed, guessCost, takeBatch } from "./schedule.ts";
import { type Outcome, readOutcome, sumOutcomes } from "./outcome.ts";
import { createSharedBrowser } from "./shared_browser.ts";
import { joinResults, resultsIn, type TestResults } from "./results.ts";
import { readCosts, writeCosts } from "./costs.ts";
import { testFiles, usesBrowser } from "./test_files.ts";
import type { Tier } from "./tiers.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Number of files listed at the end of a run. */
const DEAREST_FILES = 10;

const paths = Deno.args.filter((arg) => !arg.startsWith("--"));
const tier: Tier = Deno.args.includes("--slow")
  ? "slow"
  : Deno.args.includes("--all") || (paths.length > 0 && !Deno.args.includes("--fast"))
  ? "all"
  : "fast";

const coverage = Deno.env.get("LATHE_COVERAGE");
const coverageFlags = coverage === undefined ? [] : ["--coverage-raw-data-only", `--coverage=${coverage}`];

/** Runs a single file, which prints its tests as they run. */
async function runAlone(file: string): Promise<number> {
  const args = fileArgs(tier, file, coverageFlags);
  return (await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdin: "null" }).spawn().status).code;
}

const resultsFile = Deno.env.get("LATHE_TEST_RESULTS");

async function runBatch(files: string[], env: Record<string, string>, results: TestResults[]): Promise<Outcome> {
  const report = resultsFile && await Deno.makeTempFile({ prefix: "lathe_test_results_" });
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: batchArgs(tier, ROOT, files, [...coverageFlags, ...(report ? [`--junit-path=${report}`] : [])]),
    cwd: ROOT,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const text = new TextDecoder();
  if (report) {
    results.push(resultsIn(await Deno.readTextFile(report)));
    await Deno.remove(report);
  }
  return readOutcome(text.decode(stdout) + text.decode(stderr), code);
}

async function runAll(files: string[]): Promise<number> {
  const started = performance.now();
  const known = await readCosts(cacheFolder(), tier);
  const cost = (path: string): Costed => ({ path, costMs: known.get(path) ?? guessCost(path) });
  const waiting = files.map(cost).sort((a, b) => b.costMs - a.costMs);
  // There are more processes than processors, because tests often wait for programs and pages.
  const processes = navigator.hardwareConcurrency + 4;
  const costsFile = await Deno.makeTempFile({ prefix: "lathe_test_costs_" });
  await using browser = createSharedBrowser();
  const outcomes: Outcome[] = [];
  const results: TestResults[] = [];
  let finished = 0;
  const work = async () => {
    while (waiting.length > 0) {
      const batch = takeBatch(waiting, processes).map(({ path }) => path);
      const env: Record<string, string> = { LATHE_TEST_COSTS: costsFile };
      if (await usesBrowser(ROOT, batch)) env.LATHE_TEST_BROWSER = await browser.endpoint();
      const outcome = await runBatch(batch, env, results);
      outcomes.push(outcome);
      finished += batch.length;
      const { passed, failed } = sumOutcomes(outcomes);
      console.log(
        `${
          minutes(performance.now() - started)
        }  ${finished} of ${files.length} files, ${passed} passed, ${failed} failed`,
      );
      if (outcome.failures !== "") console.log(`\n${outcome.failures}\n`);
    }
  };
  await Promise.all(Array.from({ length: processes }, work));
  const costs = await writeCosts(cacheFolder(), tier, known, costsFile, ROOT);
  await Deno.remove(costsFile);
  if (resultsFile) await Deno.writeTextFile(resultsFile, `${JSON.stringify(joinResults(results), undefined, 1)}\n`);
  const { passed, failed, ignored, failures } = sumOutcomes(outcomes);
  if (failures !== "") console.log(`\nAll failures again:\n\n${failures}`);
  console.log(`\nThe ${DEAREST_FILES} most expensive files, in seconds of processor time:`);
  for (const { path, costMs } of costs.slice(0, DEAREST_FILES)) {
    console.log(`${(costMs / 1000).toFixed(1).padStart(8)}  ${path}`);
  }
  const totalMs = costs.reduce((sum, { costMs }) => sum + costMs, 0);
  console.log(
    `\n${minutes(performance.now() - started)} on the clock, ${minutes(totalMs)} of processor time in test files.`,
  );
  console.log(`${passed} passed, ${failed} failed, ${ignored} skipped`);
  return failed === 0 ? 0 : 1;
}

/** Formats 65 seconds as `1:05`. */
function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const files = await testFiles(ROOT, paths.map((path) => join(Deno.cwd(), path)), tier);
if (files.length === 0) {
  console.error(`No test of this tier below ${paths.join(", ") || ROOT}.`);
  Deno.exit(1);
}
const [only] = files;
Deno.exit(files.length === 1 && only !== undefined && !resultsFile ? await runAlone(only) : await runAll(files));
