/** Which functions of the program each test file runs, so that a mutant meets only tests that can notice it. */
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Mutant } from "./places.ts";

/** Functions that one test file runs, in both tiers. */
export interface TestCoverage {
  path: string;
  /** Milliseconds of processor time with coverage. */
  costMs: number;
  /** Names of functions that ran, by source file. A file that was only loaded has an empty list. */
  functions: Record<string, string[]>;
}

/** One report of V8 for one script. */
interface Report {
  url: string;
  functions: { functionName: string; ranges: { count: number }[] }[];
}

const PROGRAM = /^(lib|db|routes|islands)\/.*(?<!_test)\.tsx?$/;

/** Adds up the reports that `deno test --coverage=FOLDER` and its child processes wrote. Damaged ones are left out. */
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

/** A process that is killed leaves a report without its end. */
function parseReport(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}

/**
 * The test files that run the function of a mutant, those that lie nearest to it first, then the cheaper ones. Pages run
 * their scripts in Chromium, where no coverage is read: every test file of pages may notice a mutant of `islands/`.
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

/** Number of folders that two paths share, plus one when the test file is named after the source. */
function commonFolders(test: string, source: string): number {
  const [a, b] = [test.split("/"), source.split("/")];
  let shared = 0;
  while (shared < a.length - 1 && a[shared] === b[shared]) shared++;
  return shared + (test.replace(/_test\.tsx?$/, "") === source.replace(/\.tsx?$/, "") ? 1 : 0);
}
