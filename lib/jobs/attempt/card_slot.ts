import type { Plan } from "../../encode/plan/model.ts";
import { videoEncoder } from "../../encode/profiles/encoders.ts";
import type { Method } from "../../encode/profiles/encoders/methods.ts";
import type { Attempt } from "./attempt.ts";
import { CHOOSY_PAUSE_MS } from "./card_policy.ts";
import { SlotBusy } from "./failure.ts";

/** Returns the hardware method that encodes the video of a plan. `none` is the CPU. */
export const methodOf = ({ video }: Pick<Plan, "video">): Method =>
  video === undefined ? "none" : videoEncoder(video.encoder).method;

/**
 * Requests the slot that a plan needs, on the CPU or on a GPU. Returns false if all GPUs of its method are excluded.
 * `refused` are the GPUs that had no free session in this attempt. Throws `SlotBusy` if no slot is free.
 */
export function holdSlot(
  plan: Pick<Plan, "video">,
  refused: readonly string[],
  { encodeSlots, run, record: { row }, deps }: Pick<Attempt, "encodeSlots" | "run" | "record" | "deps">,
): boolean {
  const method = methodOf(plan);
  const failed = row.cardFaults?.failed ?? [];
  // A job that encodes nothing needs no slot and runs in addition to the limit.
  if (run.beside && method === "none") return true;
  const answer = encodeSlots.acquire(run.id, method, [...failed, ...refused]);
  if (answer === "busy") {
    // The queue does not know which GPUs a job avoids, so without a pause it could be started again immediately.
    const notBefore = failed.length === 0 ? 0 : deps.clock.now().getTime() + CHOOSY_PAUSE_MS;
    throw new SlotBusy({ hardware: method, notBefore });
  }
  return answer === "granted";
}

/** Returns the GPU on which the video of a plan is encoded. Undefined for the CPU, and for the first GPU. */
export function deviceFor(
  plan: Pick<Plan, "video">,
  { encodeSlots, run, deps }: Pick<Attempt, "encodeSlots" | "run" | "deps">,
): string | undefined {
  if (methodOf(plan) === "none") return undefined;
  return encodeSlots.deviceOf(run.id) ?? (deps.settings.current().transcoding.device || undefined);
}
