import { join } from "node:path";
import { table } from "../table.ts";
import { INTERFACE_RULES } from "./rules.ts";
import { testFiles } from "../../tests/runner/test_files.ts";
import { SLOW_PREFIX } from "../../tests/runner/tiers.ts";

/** A test file with its path. */
export interface TestText {
  path: string;
  text: string;
}

/**
 * A rule of the interface, and the file of each test that covers it. The file is undefined if there is no such test.
 */
export interface RuleTests {
  section: string;
  rule: string;
  tests: { name: string; path?: string }[];
}

/** Reads all test files of the repository. */
export const readTests = async (root: string): Promise<TestText[]> =>
  await Promise.all(
    (await testFiles(root, [], "all")).map(async (path) => ({ path, text: await Deno.readTextFile(join(root, path)) })),
  );

/** Returns every rule with the files of its tests. Tests are found by name. Pure. */
export const ruleTests = (tests: readonly TestText[]): RuleTests[] =>
  INTERFACE_RULES.map(({ section, rule, tests: names }) => ({
    section,
    rule,
    tests: names.map((name) => ({ name, path: tests.find(({ text }) => hasTest(text, name))?.path })),
  }));

const hasTest = (text: string, name: string): boolean =>
  ["", SLOW_PREFIX].some((tier) => text.includes(`"${tier}${name}"`) || text.includes(`\`${tier}${name}\``));

/** Returns the rules of the interface with their tests as Markdown. Pure. */
export function interfaceText(rules: readonly RuleTests[]): string {
  const sections = [...Map.groupBy(rules, ({ section }) => section)].map(([title, members]) =>
    `## ${title}\n\n` + table(
      ["rule", "tests"],
      members.map(({ rule, tests }) => [rule, tests.map(({ name, path }) => `${name} (\`${path}\`)`).join("; ")]),
    )
  );
  return ["# Rules of the interface and their tests", ...sections].join("\n\n") + "\n";
}
