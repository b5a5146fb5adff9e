import type { FreeSlots } from "../../../db/jobs/job_events.ts";
import type { Method } from "../../encode/profiles/encoders/methods.ts";
import { type Card, cardName, cardsOf, chooseCard, limitedMethods } from "./cards.ts";

/** Settings that determine the number of slots. */
export interface SlotSettings {
  /** Maximum number of encodes on the CPU and on GPUs without a limit. */
  concurrency: number;
  transcoding: { device: string; cards: Card[] };
}

/** Result of a request for a slot: `granted`, `busy`, or `none` if every GPU of the method is excluded. */
export type SlotAnswer = "granted" | "busy" | "none";

/**
 * Slots of the CPU and of each limited GPU, and the jobs that use them. The settings are read on each call, so a new
 * limit applies to the next encode. Running encodes keep their slot.
 */
export interface EncodeSlots {
  /** Returns the slots that are free at present. */
  free(): Pick<FreeSlots, "cpu" | "open" | "full">;
  /**
   * Requests a slot for an encode with `method`. If the job already uses a suitable slot, it keeps this slot. Otherwise
   * the new slot replaces its previous one. If no slot is granted, the job keeps its previous slot.
   */
  acquire(jobId: string, method: Method, avoid?: readonly string[]): SlotAnswer;
  release(jobId: string): void;
  /** Returns the limited GPU that a job uses, or undefined if it uses none. */
  deviceOf(jobId: string): string | undefined;
  /** True if the settings list GPUs of a method. */
  isLimited(method: Method): boolean;
  /** True if a GPU is enabled and has a free slot. */
  hasFree(card: Card): boolean;
  /** Records a failure of a GPU, which is used last until an encode on it succeeds. */
  recordFault(device: string): void;
  recordSuccess(device: string): void;
  /** Returns the reason why a queued job waits, as text. Undefined if a slot is free or the job may use the CPU. */
  waitReason(method: Method | null, avoid?: readonly string[]): string | undefined;
  /** Returns the number of slots in total. */
  total(): number;
  /** Calls `listener` when a slot becomes free. */
  onRelease(listener: () => void): void;
}

/** Key of the CPU among the devices. */
const CPU = "cpu";

/** Creates the slots. No slot is in use. */
export function createEncodeSlots(settings: { current(): SlotSettings }): EncodeSlots {
  const held = new Map<string, string>();
  const faults = new Map<string, number>();
  let released = () => {};
  const used = (device: string) => [...held.values()].filter((each) => each === device).length;
  const cards = () => settings.current().transcoding.cards;
  const cpuFree = () => used(CPU) < settings.current().concurrency;
  const choose = (method: Method, avoid: readonly string[]) =>
    chooseCard(cardsOf(method, cards()), {
      ...{ used, avoid, faults: (device: string) => faults.get(device) ?? 0 },
      preferred: settings.current().transcoding.device,
    });
  const hold = (jobId: string, device: string): SlotAnswer => {
    const before = held.get(jobId);
    held.set(jobId, device);
    if (before !== undefined && before !== device) released();
    return "granted";
  };
  return {
    free() {
      const limited = limitedMethods(cards());
      const open = limited.filter((method) => choose(method, []) !== undefined);
      return { cpu: cpuFree(), open, full: limited.filter((method) => !open.includes(method)) };
    },
    acquire(jobId, method, avoid = []) {
      const mine = held.get(jobId);
      const listed = cardsOf(method, cards());
      if (listed.length === 0) return mine === CPU || cpuFree() ? hold(jobId, CPU) : "busy";
      const usable = listed.filter(({ device, enabled }) => enabled && !avoid.includes(device));
      if (usable.length === 0) return "none";
      if (usable.some(({ device }) => device === mine)) return "granted";
      const card = choose(method, avoid);
      return card ? hold(jobId, card.device) : "busy";
    },
    release(jobId) {
      if (held.delete(jobId)) released();
    },
    deviceOf(jobId) {
      const device = held.get(jobId);
      return device === CPU ? undefined : device;
    },
    isLimited: (method) => cardsOf(method, cards()).length > 0,
    hasFree: (card) => chooseCard([card], { used }) !== undefined,
    recordFault: (device) => void faults.set(device, (faults.get(device) ?? 0) + 1),
    recordSuccess: (device) => void faults.delete(device),
    waitReason(method, avoid = []) {
      if (method === null || choose(method, avoid) !== undefined) return undefined;
      const usable = cardsOf(method, cards()).filter(({ device, enabled }) => enabled && !avoid.includes(device));
      return usable.length === 0
        ? undefined
        : `Waiting for a free slot on ${usable.map(({ device }) => cardName(device)).join(" or ")}`;
    },
    total: () =>
      settings.current().concurrency +
      cards().reduce((sum, { limit, enabled }) => sum + (enabled ? limit : 0), 0),
    onRelease: (listener) => void (released = listener),
  };
}
