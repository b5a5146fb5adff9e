import { deepStrictEqual as same, ok } from "node:assert/strict";
import { exceeded, runCards } from "./run_cards.ts";

Deno.test({
  name: "slow: jobs on two GPUs, the CPU and an agent with faults keep every limit, and each result is verified",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const result = await runCards(12);
    same([result.problems, exceeded(result), result.jobs.length], [[], [], 12]);
    const faults = result.devices.reduce((sum, { record }) => sum + record.refused + record.lost, 0);
    ok(faults > 0, JSON.stringify(result.devices));
  },
});
