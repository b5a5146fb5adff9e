import type { Method } from "../../encode/profiles/encoders/methods.ts";
import { JobFailure } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import type { EncodeSlots } from "./encode_slots.ts";

/**
 * Runs the sample encodes of a plan, one after another, on a GPU with a free slot. `device` is undefined for the CPU and
 * for GPUs without a limit. Throws `JobFailure` `tool_failed` if all GPUs of the method are in use.
 */
export type OnCard = <T>(method: Method, work: (device: string | undefined) => Promise<T>) => Promise<T>;

/** Creates the function that holds a slot of a GPU during sample encodes. Samples on the CPU use no slot. */
export const sampleCards = (slots: EncodeSlots): OnCard => async (method, work) => {
  if (!slots.isLimited(method)) return await work(undefined);
  const id = `sample-${newId()}`;
  if (slots.acquire(id, method) !== "granted") {
    throw new JobFailure("tool_failed", `Every GPU of ${method} is in use. Try again when an encode has ended.`);
  }
  try {
    return await work(slots.deviceOf(id));
  } finally {
    slots.release(id);
  }
};
