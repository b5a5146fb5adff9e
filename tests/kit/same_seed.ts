import fc from "fast-check";

/**
 * Loaded before each test file of a full run: property tests use the same examples every time, so that a result depends
 * on the changes and not on chance. `deno task properties` uses other examples.
 */
fc.configureGlobal({ seed: 20_261_123 });
