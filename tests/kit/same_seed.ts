import fc from "fast-check";

/**
 * Module that is loaded before each test file of a full run. With it, property tests use the same examples in every
 * run, so that a result depends on the changes and not on chance. `deno task properties` uses other examples.
 */
fc.configureGlobal({ seed: 20_261_123 });
