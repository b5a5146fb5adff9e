/** Tries one mutant after the other in a copy of the checkout. */
import { join } from "node:path";
import { filterArgs, hasNoTestOf } from "../runner/tiers.ts";
import { PRELOADED } from "../runner/preloaded.ts";
import type { TestCoverage } from "./coverage_map.ts";
import type { Mutant } from "./places.ts";

/** Which tier noticed a mutant, and by which test files it could have been noticed. */
export interface Verdict {
  mutant: Mutant;
  noticedBy: "fast" | "slow" | "none";
  /** Test files of the process that failed. */
  by: string[];
  /** Test files that run the function and were tried. */
  tried: number;
}

/** Milliseconds of processor time of test files that one mutant is worth, by tier. Beyond it a mutant counts as unnoticed. */
const BUDGET_MS = { fast: 120_000, slow: 240_000 };
/** Test files per process: the nearest alone, as it notices most mutants. */
const CHUNKS = [1, 4, 12, 30];
/** A mutant may make an endless loop: this many times the usual processor time, and a start. */
const PATIENCE = 4;
const START_SECONDS = 60;

/** A copy of the checkout in which files can be changed; `node_modules` is that of the checkout. */
export async function copyCheckout(root: string, target: string): Promise<void> {
  for await (const { name } of Deno.readDir(root)) {
    if ([".git", "node_modules", ".coverage", "dist"].includes(name)) continue;
    const { success } = await new Deno.Command("cp", { args: ["-a", join(root, name), target] }).output();
    if (!success) throw new Error(`${name} cannot be copied to ${target}.`);
  }
  await Deno.symlink(join(root, "node_modules"), join(target, "node_modules"));
}

/** Changes the copy, runs the tests that can notice it until one fails, and puts the copy back. */
export async function tryMutant(copy: string, mutant: Mutant, tests: TestCoverage[]): Promise<Verdict> {
  const file = join(copy, mutant.path);
  const text = await Deno.readTextFile(file);
  const write = async (content: string): Promise<void> => {
    await Deno.writeTextFile(file, content);
    if (mutant.path.startsWith("islands/")) await buildScripts(copy);
  };
  const changed = text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end);
  // Tests that also fail without the change say nothing of it.
  const notices = async (tier: "fast" | "slow", chunk: TestCoverage[]): Promise<boolean> => {
    if (await passes(copy, tier, chunk)) return false;
    await write(text);
    const noticed = await passes(copy, tier, chunk);
    if (!noticed) await write(changed);
    return noticed;
  };
  try {
    await write(changed);
    let tried = 0;
    for (const tier of ["fast", "slow"] as const) {
      const files = affordable(await ofTier(copy, tier, tests), BUDGET_MS[tier]);
      for (const chunk of chunksOf(files)) {
        tried += chunk.length;
        if (await notices(tier, chunk)) {
          return {
            mutant,
            noticedBy: tier,
            by: chunk.map(({ path }) => path),
            tried,
          };
        }
      }
    }
    return { mutant, noticedBy: "none", by: [], tried };
  } finally {
    await write(text);
  }
}

async function ofTier(copy: string, tier: "fast" | "slow", tests: TestCoverage[]): Promise<TestCoverage[]> {
  const found: TestCoverage[] = [];
  for (const test of tests) {
    if (!hasNoTestOf(tier, await Deno.readTextFile(join(copy, test.path)))) found.push(test);
  }
  return found;
}

function affordable(tests: TestCoverage[], budgetMs: number): TestCoverage[] {
  let left = budgetMs;
  return tests.filter(({ costMs }) => (left -= costMs) >= 0 || left + costMs === budgetMs);
}

function* chunksOf(tests: TestCoverage[]): Generator<TestCoverage[]> {
  for (let at = 0, turn = 0; at < tests.length; turn++) {
    const size = CHUNKS[turn] ?? CHUNKS.at(-1) ?? 1;
    yield tests.slice(at, at + size);
    at += size;
  }
}

async function passes(copy: string, tier: "fast" | "slow", tests: TestCoverage[]): Promise<boolean> {
  const seconds = Math.ceil(tests.reduce((sum, { costMs }) => sum + costMs, 0) / 1000 * PATIENCE) + START_SECONDS;
  const args = [
    ...["--kill-after=5", String(seconds), Deno.execPath(), "test", "-A", "--no-check", "--fail-fast"],
    ...[...PRELOADED.flatMap((path) => ["--preload", path]), ...filterArgs(tier), ...tests.map(({ path }) => path)],
  ];
  // `timeout` ends the programs of the tests as well.
  const { success } = await new Deno.Command("timeout", { args, cwd: copy, stdout: "null", stderr: "null" }).output();
  return success;
}

/** A change that the build of the browser's scripts refuses stays in the built scripts as it was; the tests then tell. */
async function buildScripts(copy: string): Promise<void> {
  await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "build/assets.ts"],
    cwd: copy,
    stdout: "null",
    stderr: "null",
  }).output();
}
