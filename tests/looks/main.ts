/** Captures every state of the pages at five widths in both themes: `deno task screenshots [FOLDER] [--only REGEX]`. */
import { parseArgs } from "node:util";
import { mapConcurrent } from "../../lib/kit/async.ts";
import { openBrowser } from "../kit/browser.ts";
import { DISC_STATES } from "./states/discs.ts";
import { LIBRARY_STATES } from "./states/library.ts";
import { SETUP_STATES } from "./states/setup.ts";
import { SHELL_STATES } from "./states/shell.ts";
import { WORK_STATES } from "./states/work.ts";
import { visitState } from "./visit.ts";
import { openWorld } from "./world.ts";

/** Number of pages open at the same time. */
const AT_ONCE = 4;

const STATES = [...WORK_STATES, ...LIBRARY_STATES, ...DISC_STATES, ...SETUP_STATES, ...SHELL_STATES];

const { values, positionals } = parseArgs({
  args: Deno.args,
  options: { only: { type: "string", default: "" } },
  allowPositionals: true,
});
const folder = positionals[0] ?? await Deno.makeTempDir({ prefix: "lathe-screenshots-" });
await Deno.mkdir(folder, { recursive: true });
const wanted = STATES.filter(({ name }) => new RegExp(values.only).test(name));
console.log(`${wanted.length} states, pictures in ${folder}`);

let faulty = 0;
let pictures = 0;
await using world = await openWorld();
const browser = await openBrowser();
try {
  await mapConcurrent(wanted, AT_ONCE, async (state) => {
    const visit = await visitState(browser, world, state, folder);
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
