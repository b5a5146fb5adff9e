import { type Method, METHOD_FACTS, METHODS } from "../../encode/profiles/encoders/methods.ts";

/** Limit of one GPU, from the settings. */
export interface Card {
  /** GPU index or render node. */
  device: string;
  /** Maximum number of concurrent encodes. */
  limit: number;
  enabled: boolean;
}

/** Returns the listed GPUs that the encoders of a method can use, including disabled ones. Pure. */
export const cardsOf = (method: Method, cards: readonly Card[]): Card[] =>
  cards.filter(({ device }) => METHOD_FACTS[method].selects?.(device) ?? false);

/** Returns the methods whose encodes use limited GPUs. Pure. */
export const limitedMethods = (cards: readonly Card[]): Method[] =>
  METHODS.filter((method) => cardsOf(method, cards).some(({ enabled }) => enabled));

/** State of the GPUs that determines which one is chosen. */
export interface CardUse {
  /** Number of running encodes by device. */
  used(device: string): number;
  /** Number of encodes that have failed on the device since the last successful one. */
  faults?(device: string): number;
  /** Devices that the job must not use. */
  avoid?: readonly string[];
  /** Device that is used if several are equally suitable. */
  preferred?: string;
}

/**
 * Returns the enabled GPU with a free slot and the fewest encodes. GPUs on which encodes failed are used last.
 * Undefined if all are in use. Pure.
 */
export function chooseCard(cards: readonly Card[], use: CardUse): Card | undefined {
  const { used, faults = () => 0, avoid = [], preferred } = use;
  return cards
    .filter(({ device, limit, enabled }) => enabled && used(device) < limit && !avoid.includes(device))
    .toSorted((a, b) =>
      faults(a.device) - faults(b.device) || used(a.device) - used(b.device) ||
      Number(b.device === preferred) - Number(a.device === preferred)
    )[0];
}

/** Returns the name of a GPU in sentences: `GPU 0`, `/dev/dri/renderD128`. */
export const cardName = (device: string): string => /^\d+$/.test(device) ? `GPU ${device}` : device;

/** Returns the name of a GPU for narrow fields: `GPU 0`, `renderD128`. */
export const shortCardName = (device: string): string => cardName(device.replace(/^.*\//, ""));
