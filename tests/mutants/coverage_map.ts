/**
 * Maps functions of the program to the test files that run them, so that a mutant is tested only with files that can
 * detect it.
 */
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Mutant } from "./places.ts";

/** Functions that one test file runs, in both tiers. */
export interface TestCoverage {
  path: string;
  /** CPU time with coverage, in milliseconds. */
  costMs: number;
  /** Names of executed functions by source file. A file that was only loaded has an empty list. */
  functions: Record<string, string[]>;
}

/** V8's report for one script. */
interface Report {
  url: string;
  functions: { functionName: string; ranges: { count: number }[] }[];
}

const PROGRAM = /^(lib|db|routes|islands)\/.*(?<!_test)\.tsx?$/;

/** Merges the reports of `deno test --coverage=FOLDER` and its child processes. Damaged reports are ignored. */
export async function readFunctions(folder: string, root: string): Promise<TestCoverage["functions"]> {
  const found = new Map<string, Set<string>>();
  for await (const { name } of Deno.readDir(folder)) {
    const report = parseReport(await Deno.readTextFile(join(folder, name)));
    if (report === undefined || !report.url.startsWith("file://")) continue;
    const path = relative(root, fileURLToPath(report.url));
    if (!PROGRAM.test(path)) continue;
    const names = found.get(path) ?? new Set();
    for (const { functionName, ranges } of report.functions) {
      if (functionName !== "" && (ranges[0]?.count ?? 0) > 0) names.add(functionName);
    }
    found.set(path, names);
  }
  return Object.fromEntries([...found].map(([path, names]) => [path, [...names].sort()]));
}

/** A killed process leaves an incomplete report. */
function parseReport(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}

/**
 * Returns the test files that run the function of a mutant, sorted by proximity and then by cost. Page scripts run in
 * Chromium, where no coverage is collected, so every page test may detect a mutant of `islands/`.
 */
export function testsFor(mutant: Mutant, all: TestCoverage[]): TestCoverage[] {
  const [name] = mutant.functions;
  const runs = ({ path, functions }: TestCoverage): boolean => {
    if (mutant.path.startsWith("islands/") && path.startsWith("tests/e2e/")) return true;
    const names = functions[mutant.path];
    return names !== undefined && (name === undefined || names.includes(name));
  };
  const distance = ({ path }: TestCoverage): number => commonFolders(path, mutant.path);
  return all.filter(runs).sort((a, b) => distance(b) - distance(a) || a.costMs - b.costMs);
}

/** Returns the number of common folders of two paths, plus one if the test file has the name of the source file. */
function commonFolders(test: string, source: string): number {
  const [a, b] = [test.split("/"), source.split("/")];
  let shared = 0;
  while (shared < a.length - 1 && a[shared] === b[shared]) shared++;
  return shared + (test.replace(/_test\.tsx?$/, "") === source.replace(/\.tsx?$/, "") ? 1 : 0);
}
