import * as z from "zod";

/** Setup steps after the installation, in display order. */
export const STEP_IDS = ["programs", "folders", "managers", "profiles", "password"] as const;
/** ID of a setup step. */
export type StepId = (typeof STEP_IDS)[number];

/** Stored state of the first-run check and the setup steps. */
export interface SetupMemory {
  dismissed(): Promise<boolean>;
  dismiss(dismissed: boolean): Promise<void>;
  /** Returns the setup steps that are not suggested again. */
  skipped(): Promise<StepId[]>;
  skip(step: StepId, skipped: boolean): Promise<void>;
  /** True if the user chose the default profiles, even if they are the same as in a new installation. */
  choseProfiles(): Promise<boolean>;
  chooseProfiles(): Promise<void>;
}

/** Key-value store in which the state is kept. */
export interface KeptValues {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
}

const DISMISSED = "setup.dismissed";
const SKIPPED = "setup.skipped";
const CHOSE_PROFILES = "setup.choseProfiles";
/** Invalid stored data is treated as empty. */
const SkippedSteps = z.array(z.enum(STEP_IDS)).catch([]);

/** Creates the memory, which is stored in `values`. */
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
    choseProfiles: async () => await values.get(CHOSE_PROFILES) === true,
    chooseProfiles: () => values.set(CHOSE_PROFILES, true),
  };
}
