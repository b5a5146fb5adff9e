/**
 * V8 flags for all distributions of the program, chosen for a service that is mostly idle. The young generation is
 * small, and a collection runs before the heap grows by a third. Reading 30,000 movies then adds 56 MB of memory
 * instead of 158. Optimising the heap only for size does not make it smaller at rest, and causes a 30 ms collection on
 * every tenth page. Unused memory is released after seconds instead of half a minute, which saves 5 MB when idle. Both
 * generations start at the size needed for startup, which avoids a dozen collections (a tenth of the startup time).
 * Compiled code is dropped at each full collection, of which an idle service runs two. This saves 4 MB, and code that
 * is called again is recompiled in milliseconds.
 */
export const V8_FLAGS = [
  "--min-semi-space-size=2",
  "--max-semi-space-size=2",
  "--initial-old-space-size=48",
  "--heap-growing-percent=30",
  "--gc-memory-reducer-start-delay-ms=3000",
  "--memory-reducer-delay-ms=2000",
  "--stress-flush-code",
].join(",");

/** Runtime arguments for a program staged by `stageProgram`. */
export const RUN_ARGS = [
  "run",
  "--quiet",
  "--allow-all",
  `--v8-flags=${V8_FLAGS}`,
  "--no-config",
  "--no-lock",
  "--no-remote",
];

/**
 * Environment variables of the runtime. All threads share one malloc arena, which retains less freed memory. Tools
 * started by Lathe do not inherit it.
 */
export const RUN_ENV = { MALLOC_ARENA_MAX: "1" };
