/**
 * Loaded before each test file of a whole run: a test that never ends fails its file, with its name, rather than holding
 * up the run. The longest test takes a tenth of this on an idle machine, so the limit judges no speed.
 */
const LIMIT_MS = 15 * 60_000;

let timer: number | undefined;

Deno.test.beforeEach(() => {
  timer = setTimeout(() => {
    throw new Error(`A test still ran after ${LIMIT_MS / 60_000} minutes.`);
  }, LIMIT_MS);
  Deno.unrefTimer(timer);
});
Deno.test.afterEach(() => clearTimeout(timer));
