import { BIN_STEPS, DELIVERY_STEPS, type JournalStepName, REPLACE_STEPS, UNDO_STEPS } from "./journal_steps.ts";

/** Points within steps, and around the child process, at which a crash leaves work unfinished. */
const BETWEEN = [
  "created",
  "claimed",
  "probed",
  "child-intended",
  "child-spawned",
  "child-recorded",
  "tool-exited",
  "copied-half",
  "published-linked",
  "moved-away",
  "delivered",
  "recovered-one",
] as const;

/** Name of a point at which a test kills the process. */
export type CrashPoint = (typeof BETWEEN)[number] | `${JournalStepName}:${"intended" | "acted" | "recorded"}`;

/** All crash points of the engine. The soak tests kill the process at each of them. */
export const CRASH_POINTS: readonly CrashPoint[] = [
  ...BETWEEN,
  ...[...DELIVERY_STEPS, ...UNDO_STEPS, ...REPLACE_STEPS, ...BIN_STEPS].flatMap((step) =>
    (["intended", "acted", "recorded"] as const).map((moment) => `${step}:${moment}` as const)
  ),
];
