/**
 * Module that is loaded before each test file of a run. It adds the CPU time of the test file and its awaited child
 * processes to the file in `LATHE_TEST_COSTS`. The files of one process run sequentially.
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
