import { decide, type DecideOptions, resolveFor } from "../../encode/decision/decide.ts";
import { nothingToDoText } from "../../encode/decision/nothing_to_do.ts";
import type { AnyRecipe } from "../../encode/profiles/smart/schema.ts";
import { correctionFor, type Corrections, type SizeEstimate } from "../../encode/sampling/estimate.ts";
import type { MediaEvaluationRow } from "../../../db/schema/media_index.ts";
import { JobFailure } from "../../kit/fault.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import type { Evaluation } from "./model.ts";

/** An evaluation, with the size model and the correction on which its estimate is based. */
export interface ModelledEvaluation {
  evaluation: Evaluation;
  /** Key of the size model. Absent if nothing was estimated. */
  model?: string;
}

/**
 * Decides what a profile does with a file, with the same functions as a job. Pure. Throws the errors of `decide` other
 * than `JobFailure`.
 */
export function evaluateProbe(
  probe: Probe,
  recipe: AnyRecipe,
  capabilities: Capabilities,
  options: DecideOptions,
): ModelledEvaluation {
  try {
    const { plan, estimate } = decide(probe, resolveFor(probe, recipe, capabilities, options), capabilities, options);
    const model = estimate.model?.key;
    const modelled = model === undefined ? {} : { model };
    if (plan.nothingToDo) return { evaluation: { outcome: "nothing", reason: nothingToDoText(plan) }, ...modelled };
    return { evaluation: encodeOf(estimate), ...modelled };
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    return { evaluation: { outcome: "refused", reason: error.message } };
  }
}

const encodeOf = ({ low, bytes, high, encodeSeconds }: SizeEstimate): Evaluation => ({
  outcome: "encode",
  bytes: { low: Math.round(low), typical: Math.round(bytes), high: Math.round(high) },
  ...(encodeSeconds === undefined ? {} : { encodeSeconds }),
});

/** Returns the stored row of an evaluation. */
export const evaluationRow = (
  found: Evaluation | SizeEstimate,
  place: Pick<MediaEvaluationRow, "recipeKey" | "path" | "sizeBytes">,
  { model = null, correction = null }: { model?: string | null; correction?: string | null } = {},
): MediaEvaluationRow => {
  const { outcome, reason, bytes, encodeSeconds } = "outcome" in found ? found : encodeOf(found);
  return {
    ...place,
    ...{ outcome, reason: reason ?? null, encodeSeconds: encodeSeconds ?? null, model, correction },
    ...{ lowBytes: bytes?.low ?? null, typicalBytes: bytes?.typical ?? null, highBytes: bytes?.high ?? null },
  };
};

/**
 * Returns the correction of a size model as a text for comparison. Null if the model has none. Small differences, which
 * each finished job causes, do not change the text.
 */
export function correctionText(corrections: Corrections, model: string | undefined | null): string | null {
  const correction = model === undefined || model === null ? undefined : correctionFor(corrections, model)?.correction;
  if (correction === undefined) return null;
  const { factor, low, high, megapixelsPerSecond } = correction;
  return [factor, low, high, megapixelsPerSecond].map((value) => value.toPrecision(2)).join(" ");
}
