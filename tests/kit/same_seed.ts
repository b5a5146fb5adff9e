import fc from "fast-check";

/**
 * Loaded before each test file of a whole run: property tests take the same examples every time, so a run judges what was
 * changed and not its luck. Other examples are the business of `deno task properties`.
 */
fc.configureGlobal({ seed: 20_261_123 });
