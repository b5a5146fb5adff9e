import { isCostTest } from "./cost_tests.ts";

/** Result of each test by name. */
export type TestResults = Record<string, "passed" | "failed" | "skipped">;

/**
 * Reads the results of a JUnit report of `deno test`. A name that several files use is treated as failed if one of its
 * tests failed.
 */
export function resultsIn(junit: string): TestResults {
  const results: TestResults = {};
  for (const [, head = "", body = ""] of junit.matchAll(/<testcase\b([^>]*?)(?:\/>|>([^]*?)<\/testcase>)/g)) {
    const name = unescaped(/\bname="([^"]*)"/.exec(head)?.[1] ?? "");
    if (isCostTest(name)) continue;
    const result = /<(?:failure|error)\b/.test(body) ? "failed" : /<skipped\b/.test(body) ? "skipped" : "passed";
    results[name] = worse(results[name], result);
  }
  return results;
}

/** Joins the results of several runs, sorted by name. */
export function joinResults(runs: readonly TestResults[]): TestResults {
  const all: TestResults = {};
  for (const run of runs) {
    for (const [name, result] of Object.entries(run)) {
      all[name] = worse(all[name], result);
    }
  }
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => a < b ? -1 : 1));
}

const ORDER = ["passed", "skipped", "failed"] as const;
const worse = (a: TestResults[string] | undefined, b: TestResults[string]): TestResults[string] =>
  a !== undefined && ORDER.indexOf(a) > ORDER.indexOf(b) ? a : b;

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const unescaped = (text: string): string =>
  text.replaceAll(
    /&(?:#(x?)([\da-f]+)|(\w+));/gi,
    (whole, hex: string, digits: string | undefined, name: string) =>
      digits === undefined ? ENTITIES[name] ?? whole : String.fromCodePoint(parseInt(digits, hex === "" ? 10 : 16)),
  );
