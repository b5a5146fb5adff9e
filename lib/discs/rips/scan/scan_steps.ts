import type { StoredRip } from "../../rip_schema.ts";
import type { StepProgress } from "../../ripper_model.ts";
import { announceRip } from "../announce.ts";
import type { RipsState, Working } from "../deps.ts";

/** Returns the fields of a rip whose disc could not be read. */
export const failed = ({ clock }: RipsState, error: string): Pick<StoredRip, "error" | "finishedAt"> => ({
  error: error.slice(0, 4000),
  finishedAt: clock.now().toISOString(),
});

/** Reports the progress of a program. It is not stored. */
export function showStep(state: RipsState, id: string, working: Working, { step, fraction }: StepProgress): void {
  const percent = Math.round(Math.min(1, Math.max(0, fraction ?? 0)) * 1000) / 10;
  if (working.progress?.step === step && working.progress.percent === percent) return;
  working.progress = { percent, step, titleIndex: 0, titleCount: 0 };
  void state.repository.get(id).then((row) => row && announceRip(state, row)).catch(() => {});
}
