/** CPU time of each test file in its last run on this machine. A run starts with the most expensive files. */
import { join, relative } from "node:path";
import type { Costed } from "./schedule.ts";
import type { Tier } from "./tiers.ts";

const fileOf = (folder: string, tier: Tier) => join(folder, `costs-${tier}.json`);

/** Returns the CPU time in milliseconds by path relative to the root. Empty if no run has finished on this machine. */
export async function readCosts(folder: string, tier: Tier): Promise<Map<string, number>> {
  try {
    return new Map(JSON.parse(await Deno.readTextFile(fileOf(folder, tier))));
  } catch {
    return new Map();
  }
}

/**
 * Stores the costs that the processes of a run wrote to `written`. Returns the costs of this run, most expensive first.
 */
export async function writeCosts(
  folder: string,
  tier: Tier,
  known: Map<string, number>,
  written: string,
  root: string,
): Promise<Costed[]> {
  const lines = (await Deno.readTextFile(written)).split("\n").filter((line) => line !== "");
  const costs = lines.map((line): Costed => {
    const { path, costMs } = JSON.parse(line) as Costed;
    return { path: relative(root, path), costMs };
  });
  const all = new Map([...known, ...costs.map(({ path, costMs }) => [path, costMs] as const)]);
  await Deno.mkdir(folder, { recursive: true });
  const target = fileOf(folder, tier);
  await Deno.writeTextFile(`${target}.${Deno.pid}`, JSON.stringify([...all]));
  await Deno.rename(`${target}.${Deno.pid}`, target);
  return costs.sort((a, b) => b.costMs - a.costMs);
}
