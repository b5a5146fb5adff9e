import { parseArgs } from "node:util";
import { compare, ENCODERS } from "./compare.ts";
import { CUT_SOURCES } from "./sources.ts";

/**
 * Compares films encoded in parts with the same films by one process: every source with every encoder.
 *
 *     deno task segments [--only REGEX]
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ args: Deno.args, options: { only: { type: "string", default: "" } } });
  const only = new RegExp(values.only);
  let wrong = 0;
  for (const [name, source] of Object.entries(CUT_SOURCES)) {
    for (const encoder of Object.keys(ENCODERS) as (keyof typeof ENCODERS)[]) {
      if (!only.test(`${name} by ${encoder}`)) continue;
      const folder = await Deno.makeTempDir({ prefix: "lathe-segments-" });
      const result = await compare(folder, source, encoder);
      await Deno.remove(folder, { recursive: true });
      if ("reason" in result) {
        const expected = result.reason === source.whole;
        if (!expected) wrong++;
        console.log(`${expected ? "ok" : "WRONG"} ${name} by ${encoder}: one process, ${result.reason}`);
        continue;
      }
      const { differences, parts, sizeRatio, ssimAtCuts } = result;
      const good = differences.length === 0 && source.whole === undefined;
      if (!good) wrong++;
      console.log(
        `${good ? "ok" : "WRONG"} ${name} by ${encoder}: ${parts} parts, size ${
          ((sizeRatio - 1) * 100).toFixed(2)
        } %, ` +
          `SSIM at cuts ${ssimAtCuts.toFixed(4)}${differences.map((one) => `\n  ${one}`).join("")}`,
      );
    }
  }
  console.log(wrong === 0 ? "All are the same film." : `${wrong} are not.`);
  if (wrong > 0) Deno.exit(1);
}

if (import.meta.main) await main();
