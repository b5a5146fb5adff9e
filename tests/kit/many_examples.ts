import fc from "fast-check";

/** Loaded before each property test of `deno task properties`: other examples every time, and many. */
fc.configureGlobal({ numRuns: Number(Deno.env.get("LATHE_EXAMPLES") ?? 2000) });
