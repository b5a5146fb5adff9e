import fc from "fast-check";

/**
 * Module that is loaded before each property test of `deno task properties`. The tests use many examples, which differ
 * in every run.
 */
fc.configureGlobal({ numRuns: Number(Deno.env.get("LATHE_EXAMPLES") ?? 2000) });
