import * as z from "zod";

/** Result of a test for this release. Absent if the build had no test results. */
const TestResult = z.enum(["passed", "failed", "skipped"]);

/** Safety rules with the tests that cover them, as generated for a build. */
export const Evidence = z.object({
  version: z.string(),
  /** Version of Deno that built the program. */
  denoVersion: z.string(),
  areas: z.array(z.object({
    name: z.string(),
    rules: z.array(z.object({
      id: z.string(),
      requirement: z.string(),
      tests: z.array(z.object({ name: z.string(), result: TestResult.optional() })),
    })),
  })),
});
/** Content of `static/evidence.json`. */
export type Evidence = z.infer<typeof Evidence>;
/** One rule with its tests. */
export type EvidenceRule = Evidence["areas"][number]["rules"][number];

/** Counts of a rule's tests by result. `unknown` counts tests without a recorded result. */
export interface ResultCounts {
  passed: number;
  failed: number;
  skipped: number;
  unknown: number;
}

/** Counts the tests of rules by their results. A test that covers several rules is counted once. Pure. */
export function countResults(rules: readonly EvidenceRule[]): ResultCounts {
  const counts: ResultCounts = { passed: 0, failed: 0, skipped: 0, unknown: 0 };
  const results = new Map(rules.flatMap(({ tests }) => tests.map(({ name, result }) => [name, result])));
  for (const result of results.values()) counts[result ?? "unknown"]++;
  return counts;
}

/** Reads the evidence of this build. Returns undefined if none was generated, as in a checkout. */
export async function readEvidence(url: URL): Promise<Evidence | undefined> {
  const text = await Deno.readTextFile(url).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  return text === undefined ? undefined : Evidence.parse(JSON.parse(text));
}
