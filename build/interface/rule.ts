/** A rule of the interface and the names of the tests that cover it. */
export interface InterfaceRule {
  section: string;
  rule: string;
  tests: readonly string[];
}

/** Creates the rules of one section with their tests. */
export const rules = (section: string, entries: readonly [rule: string, ...tests: string[]][]): InterfaceRule[] =>
  entries.map(([rule, ...tests]) => ({ section, rule, tests }));
