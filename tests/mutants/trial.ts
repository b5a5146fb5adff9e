/** Tests mutants one after the other in a copy of the checkout. */
import { join } from "node:path";
import { batchArgs } from "../runner/deno_test.ts";
import { hasNoTestOf } from "../runner/tiers.ts";
import type { TestCoverage } from "./coverage_map.ts";
import type { Mutant } from "./places.ts";

/** The tier that detected a mutant, and the number of test files that were tried. */
export interface Verdict {
  mutant: Mutant;
  noticedBy: "fast" | "slow" | "none";
  /** Test files of the failed process. */
  by: string[];
  /** Number of test files that run the function and were run for the mutant. */
  tried: number;
}

/**
 * Maximum CPU time of test files per mutant and tier in milliseconds. When it is exceeded, the mutant is treated as
 * undetected.
 */
const BUDGET_MS = { fast: 120_000, slow: 240_000 };
/** Number of test files per process. The nearest test file runs alone, because it detects most mutants. */
const CHUNKS = [1, 4, 12, 30];
/** Limit for endless loops: this multiple of the usual CPU time, plus the start time. */
const PATIENCE = 4;
const START_SECONDS = 60;

/** Copies the checkout for modification. `node_modules` is shared with the original. */
export async function copyCheckout(root: string, target: string): Promise<void> {
  for await (const { name } of Deno.readDir(root)) {
    if ([".git", "node_modules", ".coverage", "dist"].includes(name)) continue;
    const { success } = await new Deno.Command("cp", { args: ["-a", join(root, name), target] }).output();
    if (!success) throw new Error(`${name} cannot be copied to ${target}.`);
  }
  await Deno.symlink(join(root, "node_modules"), join(target, "node_modules"));
}

/** Applies the mutant to the copy, runs the tests that can detect it until one fails, and restores the copy. */
export async function tryMutant(copy: string, mutant: Mutant, tests: TestCoverage[]): Promise<Verdict> {
  const file = join(copy, mutant.path);
  const text = await Deno.readTextFile(file);
  const write = async (content: string): Promise<void> => {
    await Deno.writeTextFile(file, content);
    if (mutant.path.startsWith("islands/")) await buildScripts(copy);
  };
  const changed = text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end);
  // Tests that also fail without the change prove nothing.
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
    ...["--kill-after=5", String(seconds), Deno.execPath()],
    ...batchArgs(tier, copy, tests.map(({ path }) => path), ["--fail-fast"]),
  ];
  // `timeout` also kills child processes of the tests.
  const { success } = await new Deno.Command("timeout", { args, cwd: copy, stdout: "null", stderr: "null" }).output();
  return success;
}

/** If the build rejects the change, the previous scripts remain in place and the tests decide. */
async function buildScripts(copy: string): Promise<void> {
  await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "build/assets.ts"],
    cwd: copy,
    stdout: "null",
    stderr: "null",
  }).output();
}
