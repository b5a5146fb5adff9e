import { costTestName } from "./cost_tests.ts";

/**
 * The two tiers of tests. Tests whose name starts with `slow: ` run only with `deno task test:all`. All other tests
 * also run with `deno task test`.
 */
export type Tier = "fast" | "slow" | "all";

export const SLOW_PREFIX = "slow: ";

/** Returns the `--filter` arguments that select a tier. Deno's regular expressions have no lookahead. */
export function filterArgs(tier: Tier): string[] {
  if (tier === "all") return [];
  if (tier === "slow") return [`--filter=/^(?:${SLOW_PREFIX}|${costTestName("")})/`];
  const others = [...SLOW_PREFIX].map((letter, i) => `${SLOW_PREFIX.slice(0, i)}(?:[^${letter}]|$)`);
  return [`--filter=/^(?:${others.join("|")})/`];
}

/** Matches the start of a test definition, including helpers such as `inFolder("…")`, up to the quote of its name. */
const TEST_NAME =
  /^[ \t]*(?:for \(.*\) )?(?:Deno\.test|[a-z]\w*[tT]est|test|inFolder\w*)\(\s*(?:\{\s*(?:name:\s*)?)?(["'`])(.{0,6})/gm;
const TEST_START = /^[ \t]*(?:for \(.*\) )?(?:Deno\.test|[a-z]\w*[tT]est|test|inFolder\w*)\(/gm;

/** True if the text of a test file contains no test of the tier. False if a name is not a plain string. */
export function hasNoTestOf(tier: Tier, text: string): boolean {
  if (tier === "all") return false;
  if (tier === "slow") return !/["'`]slow: /.test(text);
  const names = [...text.matchAll(TEST_NAME)];
  return names.length > 0 && names.length === [...text.matchAll(TEST_START)].length &&
    names.every(([, , start = ""]) => start.startsWith(SLOW_PREFIX));
}
