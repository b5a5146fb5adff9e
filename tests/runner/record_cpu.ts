/**
 * Loaded before each test file of a run: adds to the file of `LATHE_TEST_COSTS` the processor time that the test file took,
 * with that of the programs it started and waited for. Files of one process run one after the other.
 */
import { processorSeconds } from "../kit/processor_time.ts";

const target = Deno.env.get("LATHE_TEST_COSTS");
const started = processorSeconds("self");
if (target !== undefined) {
  addEventListener("unload", () => {
    const line = JSON.stringify({
      url: Deno.mainModule,
      costMs: Math.round((processorSeconds("self") - started) * 1000),
    });
    Deno.writeTextFileSync(target, `${line}\n`, { append: true });
  });
}
