/** Modules that are loaded before each test file, in this order. */
export const PRELOADED = ["tests/kit/same_seed.ts", "tests/kit/before_each_file.ts", "tests/runner/record_cpu.ts"];
