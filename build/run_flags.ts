/**
 * How the program is run wherever it is shipped: a service that mostly waits has a small young generation, and a heap that
 * is tidied before it grows by a third. Reading 30,000 films raises its memory by 56 MB instead of 158. A heap that is
 * optimized for size alone is no smaller at rest, and is tidied during every tenth page, for 30 ms. Memory that nobody uses
 * is given back after seconds instead of half a minute: 5 MB of an idle service. Both begin as large as a start needs them,
 * which otherwise tidies them a dozen times: a tenth of its time. Compiled code is dropped whenever the heap is tidied as a
 * whole, which an idle service does twice: what is called again is compiled again, in milliseconds. It is 4 MB.
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

/** The runtime's arguments before the program, for a program that `stageProgram` laid out. */
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
 * The environment of the runtime: its threads share one arena of the C library, which keeps less of what was freed. Tools
 * that Lathe starts do not inherit it.
 */
export const RUN_ENV = { MALLOC_ARENA_MAX: "1" };
