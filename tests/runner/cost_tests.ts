/** Tests that record the CPU time of a file in a batch. They run in every tier and are not counted in the results. */
const PREFIX = "CPU time of ";

/** Returns the name of the test that records the CPU time of a file. */
export const costTestName = (path: string): string => `${PREFIX}${path}`;

/** True if a test with this name records a CPU time. */
export const isCostTest = (name: string): boolean => name.startsWith(PREFIX);

/** Returns how many tests that record a CPU time passed according to the report of `deno test`. */
export const countCostTests = (report: string): number =>
  report.split("\n").filter((line) => isCostTest(line) && line.includes(" ... ok")).length;
