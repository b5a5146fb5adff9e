/**
 * Checks every state of the pages in both themes with axe-core, for cut texts and for layout faults, and captures it:
 * `deno task screenshots [FOLDER] [--only REGEX] [--widths 390,1440] [--no-pictures]`.
 */
import { parseArgs } from "node:util";
import { mapConcurrent } from "../../lib/kit/async.ts";
import { openBrowser } from "../kit/browser.ts";
import { STATES } from "./states/all.ts";
import { visitState, WIDTHS } from "./visit.ts";
import { openWorld } from "./world.ts";

/** Number of pages open at the same time. */
const AT_ONCE = 4;

const { values, positionals } = parseArgs({
  args: Deno.args,
  options: {
    only: { type: "string", default: "" },
    widths: { type: "string", default: WIDTHS.join(",") },
    pictures: { type: "boolean", default: true },
  },
  allowPositionals: true,
  allowNegative: true,
});
const folder = values.pictures ? positionals[0] ?? await Deno.makeTempDir({ prefix: "lathe-screenshots-" }) : undefined;
if (folder !== undefined) await Deno.mkdir(folder, { recursive: true });
const widths = values.widths.split(",").map(Number);
const wanted = STATES.filter(({ name }) => new RegExp(values.only).test(name));
console.log(`${wanted.length} states${folder === undefined ? "" : `, pictures in ${folder}`}`);

let faulty = 0;
let pictures = 0;
await using world = await openWorld();
const browser = await openBrowser();
try {
  await mapConcurrent(wanted, AT_ONCE, async (state) => {
    const visit = await visitState(browser, world, state, { widths, folder });
    const { name, seconds, faults } = visit;
    pictures += visit.pictures;
    if (faults.size > 0) faulty++;
    console.log(`${name.padEnd(26)} ${seconds.toFixed(0).padStart(4)} s  ${faults.size === 0 ? "clean" : faults.size}`);
    for (const [fault, where] of faults) console.log(`    ${fault} [${where.join(", ")}]`);
  });
} finally {
  await browser.close();
}
console.log(`${wanted.length} states, ${pictures} pictures, ${faulty} states with faults`);
Deno.exitCode = faulty === 0 ? 0 : 1;
