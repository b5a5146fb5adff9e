/**
 * Loads test files: `deno test -A tests/runner/batch.ts -- PATH …`. The files share one copy of the modules that they
 * import, because loading these for each file takes half of the CPU time of a run. With `LATHE_TEST_COSTS=FILE`, adds a
 * line to this file for each test file: the file and the CPU time of its tests and their awaited child processes.
 */
import { processorSeconds } from "../kit/processor_time.ts";
import { costTestName } from "./cost_tests.ts";

const target = Deno.env.get("LATHE_TEST_COSTS");
let measured = processorSeconds("self");

for (const path of Deno.args) {
  try {
    await import(path);
  } catch (error) {
    Deno.test(`${path} can be loaded`, () => {
      throw error;
    });
  }
  // Tests run in the order in which they are defined, so this one follows all tests of the file.
  if (target !== undefined) Deno.test(costTestName(path), () => writeCost(path, target));
}

function writeCost(path: string, target: string): void {
  const now = processorSeconds("self");
  const line = JSON.stringify({ path, costMs: Math.round((now - measured) * 1000) });
  measured = now;
  Deno.writeTextFileSync(target, `${line}\n`, { append: true });
}
