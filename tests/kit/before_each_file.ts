import "./ffmpeg.ts";
import { outliveLostSockets } from "../../lib/kit/process/lost_sockets.ts";

// Module that is loaded before each test file. It protects the tested modules from lost sockets, as in the program.
outliveLostSockets(() => {});

/**
 * Timeout in milliseconds with which a hanging test fails instead of blocking the run. The longest test takes a tenth
 * of this on an idle machine, so slow machines do not reach the limit.
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
