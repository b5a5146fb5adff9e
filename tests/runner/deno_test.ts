/** Arguments with which `deno` runs test files. */
import { join } from "node:path";
import { filterArgs, type Tier } from "./tiers.ts";

/** Modules that are loaded before the tests, in this order. */
const PRELOADED = ["tests/kit/same_seed.ts", "tests/kit/before_each_file.ts"];

const testArgs = (tier: Tier, flags: string[]): string[] => [
  ...["test", "-A", "--no-check", ...PRELOADED.flatMap((path) => ["--preload", path])],
  ...filterArgs(tier),
  ...flags,
];

/** Returns the arguments that run one file, relative to the root. */
export const fileArgs = (tier: Tier, file: string, flags: string[] = []): string[] => [...testArgs(tier, flags), file];

/** Returns the arguments that run several files, relative to `root`, in one process. */
export const batchArgs = (tier: Tier, root: string, files: string[], flags: string[] = []): string[] => [
  ...testArgs(tier, flags),
  ...["tests/runner/batch.ts", "--", ...files.map((file) => join(root, file))],
];
