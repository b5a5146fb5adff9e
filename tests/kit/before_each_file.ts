import { outliveLostSockets } from "../../lib/kit/process/lost_sockets.ts";

// Loaded before each test file: the parts that run here are as safe from lost sockets as in the program.
outliveLostSockets(() => {});

/**
 * A test that never ends fails its file, with its name, rather than holding up the run. The longest test takes a tenth
 * of this on an idle machine, so the limit judges no speed.
 */
const LIMIT_MS = 15 * 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;

Deno.test.beforeEach(() => {
  const started = setTimeout(() => {
    throw new Error(`A test still ran after ${LIMIT_MS / 60_000} minutes.`);
  }, LIMIT_MS);
  Deno.unrefTimer(started);
  timer = started;
});
Deno.test.afterEach(() => clearTimeout(timer));
