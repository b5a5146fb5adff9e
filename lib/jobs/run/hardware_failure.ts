import { cardFault } from "../../encode/hardware/card_fault.ts";
import { softwareRecipe } from "../../encode/hardware/software_recipe.ts";
import type { Plan } from "../../encode/plan/model.ts";
import type { Recipe } from "../../encode/profiles/schema.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import { JobFailure } from "../../kit/fault.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { cardFailureText, nextStep } from "../attempt/card_policy.ts";
import { deviceFor, methodOf } from "../attempt/card_slot.ts";
import { SlotBusy } from "../attempt/failure.ts";
import { cardName, cardsOf } from "../capacity/cards.ts";
import { jobName } from "../job_name.ts";

/** Encode whose hardware failed. */
export interface HardwareEncode {
  plan: Plan;
  recipe: Recipe;
  /** GPUs that had no free session in this attempt. */
  refused: string[];
}

/**
 * Prepares the next encode of an attempt after its hardware failed: on another GPU, or on the CPU. Throws `SlotBusy` if
 * the job waits for a GPU. Throws `error`, or a `JobFailure` that explains it, if the job cannot continue.
 */
export async function afterHardwareFailure(error: unknown, encode: HardwareEncode, attempt: Attempt): Promise<void> {
  const { plan, recipe, refused } = encode;
  if (!isToolFailure(error) || methodOf(plan) === "none") throw error;
  const { record, deps, encodeSlots, run, log } = attempt;
  const fault = error.code === "tool_failed" ? cardFault(error.message) : undefined;
  const device = deviceFor(plan, attempt);
  const faults = record.row.cardFaults ?? { failed: [], sessionWaits: 0 };
  if (fault !== undefined && device !== undefined) {
    refused.push(device);
    if (fault !== "sessions") encodeSlots.recordFault(device);
  }
  const others = cardsOf(methodOf(plan), deps.settings.current().transcoding.cards)
    .filter((card) => card.enabled && card.device !== device && !faults.failed.includes(card.device));
  const step = nextStep({
    ...{ fault, device, faults, hasOther: others.length > 0 },
    otherIsFree: others.some((card) => !refused.includes(card.device) && encodeSlots.hasFree(card)),
    mayUseCpu: mayUseCpu(recipe, attempt),
  }, deps.sessionRetryMs);
  log("warn", "A hardware encode failed.", { job: run.id, device, fault, next: step.kind, error: error.message });
  if (step.kind === "fail") {
    throw fault === undefined
      ? error
      : new JobFailure(error.code, cardFailureText(fault, device, error.message), { cause: error });
  }
  if (step.kind === "cpu") return await turnToSoftware(plan, error.message, attempt);
  if (step.kind === "wait") {
    const notBefore = deps.clock.now().getTime() + step.pauseMs;
    const name = device === undefined ? "the GPU" : cardName(device);
    const message = `Waiting for a free session on ${name}`;
    throw new SlotBusy({ hardware: methodOf(plan), notBefore, cardFaults: step.faults, message }, message);
  }
  await record.patch({ cardFaults: step.faults });
}

const isToolFailure = (error: unknown): error is JobFailure =>
  error instanceof JobFailure && (error.code === "tool_failed" || error.code === "stalled");

/** Handles a plan for whose method every GPU is disabled or has failed: changes to the CPU, or fails the job. */
export async function withoutCard(plan: Plan, recipe: Recipe, attempt: Attempt): Promise<void> {
  const failed = attempt.record.row.cardFaults?.failed ?? [];
  const reason = failed.length > 0
    ? `${failed.map(cardName).join(" and ")} failed`
    : `every GPU of ${methodOf(plan)} is disabled in the settings`;
  if (mayUseCpu(recipe, attempt)) return await turnToSoftware(plan, reason, attempt);
  throw new JobFailure(
    "tool_failed",
    `No GPU is available for ${plan.video?.encoder}: ${reason}. Enable a GPU or the fallback to the CPU in the ` +
      "settings (Hardware); then retry.",
  );
}

/** True if the video may be encoded on the CPU instead of the GPU, and the job has not tried the CPU yet. */
const mayUseCpu = (recipe: Recipe, { deps, record }: Pick<Attempt, "deps" | "record">): boolean =>
  deps.settings.current().transcoding.fallbackToSoftware && !record.row.software &&
  softwareRecipe(recipe) !== undefined;

/** Changes the job to a software encoder. */
async function turnToSoftware(
  plan: Plan,
  reason: string,
  { record, jobStore }: Pick<Attempt, "record" | "jobStore">,
): Promise<void> {
  const warning = `${HARDWARE_WARNING} (${plan.video?.encoder}: ${reason}); encoded on the CPU instead.`;
  const patch = { software: true, warnings: [warning] };
  if (record.row.status === "encoding") await record.advance("hardwareFailed", patch);
  else await record.patch(patch);
  jobStore.publish("notice", { level: "warn", message: `${jobName(record.row)}: ${warning}` });
}

const HARDWARE_WARNING = "The hardware encoder failed";

/** Returns the warning about the CPU fallback, the only one that is kept from an earlier plan. */
export const fallbackWarnings = (row: JobRow): string[] =>
  row.software ? row.warnings.filter((warning) => warning.startsWith(HARDWARE_WARNING)) : [];
