/**
 * The two tiers of the tests. A test whose name begins with `slow: ` runs with `deno task test:all` alone; every other one
 * runs with `deno task test` as well.
 */
export type Tier = "fast" | "slow" | "all";

export const SLOW_PREFIX = "slow: ";

/** `--filter` arguments that select the tests of a tier. The regular expressions of Deno have no look-ahead. */
export function filterArgs(tier: Tier): string[] {
  if (tier === "all") return [];
  if (tier === "slow") return [`--filter=/^${SLOW_PREFIX}/`];
  const others = [...SLOW_PREFIX].map((letter, i) => `${SLOW_PREFIX.slice(0, i)}(?:[^${letter}]|$)`);
  return [`--filter=/^(?:${others.join("|")})/`];
}

/** Matches the start of a test definition, also by a helper such as `inFolder("…")`, up to the quote of its name. */
const TEST_NAME =
  /^[ \t]*(?:for \(.*\) )?(?:Deno\.test|[a-z]\w*[tT]est|test|inFolder\w*)\(\s*(?:\{\s*(?:name:\s*)?)?(["'`])(.{0,6})/gm;
const TEST_START = /^[ \t]*(?:for \(.*\) )?(?:Deno\.test|[a-z]\w*[tT]est|test|inFolder\w*)\(/gm;

/** Whether a test file has no test of the tier, by its text. False where a name is not a plain string. */
export function hasNoTestOf(tier: Tier, text: string): boolean {
  if (tier === "all") return false;
  if (tier === "slow") return !/["'`]slow: /.test(text);
  const names = [...text.matchAll(TEST_NAME)];
  return names.length > 0 && names.length === [...text.matchAll(TEST_START)].length &&
    names.every(([, , start = ""]) => start.startsWith(SLOW_PREFIX));
}
