import { findDevices } from "../../encode/hardware/devices.ts";
import { testEncode } from "../../encode/hardware/trial_encode.ts";
import { encodersOf } from "../../encode/hardware/choose.ts";
import { METHOD_FACTS, METHODS } from "../../encode/profiles/encoders/methods.ts";
import type { AgentCard } from "../protocol.ts";

/** GPU and limit chosen by the owner of the machine. A limit of 0 disables it. */
export interface ChosenCard {
  device: string;
  limit: number;
}

/** Limit of a detected GPU for which the owner has chosen none. */
const DEFAULT_LIMIT = 1;

/**
 * Returns the GPUs on which at least one encoder works, according to a trial encode per encoder. GPUs are detected
 * unless the owner has listed them.
 */
export async function trialCards(
  ffmpegPath: string,
  chosen: readonly ChosenCard[] | undefined,
  encode = testEncode,
): Promise<AgentCard[]> {
  const cards: AgentCard[] = [];
  for (const { device, limit } of chosen ?? await detectedCards()) {
    if (limit === 0) continue;
    const encoders: string[] = [];
    for (const method of METHODS.filter((each) => METHOD_FACTS[each].selects?.(device))) {
      for (const encoder of encodersOf(method)) {
        const trial = await encode({ ffmpegPath, method, device, hardwareDecoding: false, videoEncoders: [encoder] });
        if (trial.ok && trial.note === undefined) encoders.push(encoder);
      }
    }
    if (encoders.length > 0) cards.push({ device, limit, encoders });
  }
  return cards;
}

async function detectedCards(): Promise<ChosenCard[]> {
  const { renderNodes, nvidiaGpus } = await findDevices();
  return [...nvidiaGpus.map(({ index }) => String(index)), ...renderNodes.map(({ path }) => path)]
    .map((device) => ({ device, limit: DEFAULT_LIMIT }));
}
