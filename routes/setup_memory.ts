import * as z from "zod";
import { STEP_IDS, type StepId } from "./pages/home/first_steps.ts";

/** What the first-run check and the first steps remember. */
export interface SetupMemory {
  dismissed(): Promise<boolean>;
  dismiss(dismissed: boolean): Promise<void>;
  /** First steps that are not asked for again. */
  skipped(): Promise<StepId[]>;
  skip(step: StepId, skipped: boolean): Promise<void>;
}

/** Where it is kept. */
export interface KeptValues {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
}

const DISMISSED = "setup.dismissed";
const SKIPPED = "setup.skipped";
/** What no version wrote counts as nothing. */
const SkippedSteps = z.array(z.enum(STEP_IDS)).catch([]);

/** Keeps it in `values`. */
export function setupMemory(values: KeptValues): SetupMemory {
  const skipped = async () => SkippedSteps.parse(await values.get(SKIPPED));
  return {
    dismissed: async () => await values.get(DISMISSED) === true,
    dismiss: (dismissed) => values.set(DISMISSED, dismissed),
    skipped,
    async skip(step, isSkipped) {
      const others = (await skipped()).filter((one) => one !== step);
      await values.set(SKIPPED, isSkipped ? [...others, step] : others);
    },
  };
}
