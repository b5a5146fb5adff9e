import { parseArgs } from "node:util";
import { exceeded, runCards } from "./run_cards.ts";

/**
 * Encodes 500 jobs on stand-in GPUs and the CPU of a service and an agent, with faults. Fails if a limit was exceeded,
 * or a job is lost or wrong.
 *
 *     deno task cards [--count N]
 */

const { values } = parseArgs({ args: Deno.args, options: { count: { type: "string", default: "500" } } });
const result = await runCards(Number(values.count));
for (const { name, limit, record } of result.devices) {
  const { peak, opened, refused, lost } = record;
  console.log(`${name}: limit ${limit}, peak ${peak}, ${opened} sessions, ${refused} refused, ${lost} lost`);
}
const { jobs, problems, byAgent, software } = result;
console.log(`${jobs.length} jobs: ${byAgent} by the agent, ${software} moved to the CPU, ${problems.length} wrong`);
for (const problem of [...problems, ...exceeded(result)]) console.log(problem);
Deno.exit(problems.length + exceeded(result).length > 0 ? 1 : 0);
