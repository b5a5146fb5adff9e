import { DELIVERY_STEPS, type JournalStepName, UNDO_STEPS } from "./journal_steps.ts";

/** Moments inside of steps and around the child where a crash leaves something half done. */
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

/** The name of a place at which a test ends the process. */
export type CrashPoint = (typeof BETWEEN)[number] | `${JournalStepName}:${"intended" | "acted" | "recorded"}`;

/** Every named point of the engine; the soak suite ends the process at each of them. */
export const CRASH_POINTS: readonly CrashPoint[] = [
  ...BETWEEN,
  ...[...DELIVERY_STEPS, ...UNDO_STEPS].flatMap((step) =>
    (["intended", "acted", "recorded"] as const).map((moment) => `${step}:${moment}` as const)
  ),
];
