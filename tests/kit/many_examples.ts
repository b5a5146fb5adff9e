import fc from "fast-check";

/** Loaded before each property test of `deno task properties`: many examples, different in every run. */
fc.configureGlobal({ numRuns: Number(Deno.env.get("LATHE_EXAMPLES") ?? 2000) });
