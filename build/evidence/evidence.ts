import type { Evidence } from "../../lib/app/status/evidence.ts";

/** Test results by test name, as written by the test runner. */
export type TestResults = Record<string, "passed" | "failed" | "skipped">;

/** Data from which the evidence is generated. */
export interface EvidenceInput {
  version: string;
  denoVersion: string;
  /** Text of `docs/safety.md`. */
  safety: string;
  /** Names of the tests that cover each rule, by rule. */
  tests: Map<string, string[]>;
  /** Results by test name. Undefined if no test results were recorded. */
  results?: TestResults;
}

/** Combines the rules of the document with their tests and results. Pure: equal input gives equal evidence. */
export function evidenceOf({ version, denoVersion, safety, tests, results = {} }: EvidenceInput): Evidence {
  const known = Object.entries(results).map(([name, result]) => [name.replace(/^slow: /, ""), result] as const);
  const testsOf = (rule: string) =>
    [...new Set(tests.get(rule) ?? [])].sort().map((source) => {
      const pattern = patternOf(source);
      const found = known.filter(([name]) => pattern.test(name)).map(([, result]) => result);
      const result = WORST_FIRST.find((one) => found.includes(one));
      const name = source.replaceAll(PLACEHOLDER, "…");
      return result === undefined ? { name } : { name, result };
    });
  const areas = areasOf(safety).map(({ name, rules }) => ({
    name,
    rules: rules.map((rule) => ({ ...rule, tests: testsOf(rule.id) })).filter((rule) => rule.tests.length > 0),
  }));
  return { version, denoVersion, areas: areas.filter(({ rules }) => rules.length > 0) };
}

const WORST_FIRST = ["failed", "skipped", "passed"] as const;

/** Placeholder for a value that a test inserts into its name. */
const PLACEHOLDER = /\$\{[^}]*\}/g;

/** Returns a pattern for all names that a test name in the sources can produce. */
const patternOf = (source: string): RegExp =>
  new RegExp(`^${source.split(PLACEHOLDER).map((text) => RegExp.escape(text)).join(".+")}$`);

interface Area {
  name: string;
  rules: { id: string; requirement: string }[];
}

/** Reads the second-level headings and the table rows below them. */
function areasOf(safety: string): Area[] {
  return safety.split(/^## /m).slice(1).map((section) => ({
    name: section.slice(0, section.indexOf("\n")).trim(),
    rules: [...section.matchAll(/^\| (S-[A-Z]+-\d+) +\| *([^|]+?) *\|/gm)].map(([, id = "", requirement = ""]) => ({
      id,
      requirement,
    })),
  }));
}
