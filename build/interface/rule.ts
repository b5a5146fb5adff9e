/** A rule of the interface, with the names of tests that show it. */
export interface InterfaceRule {
  section: string;
  rule: string;
  tests: readonly string[];
}

/** The rules of one section, each with its tests. */
export const rules = (section: string, entries: readonly [rule: string, ...tests: string[]][]): InterfaceRule[] =>
  entries.map(([rule, ...tests]) => ({ section, rule, tests }));
