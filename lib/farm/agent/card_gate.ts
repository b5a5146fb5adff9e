import { chooseCard } from "../../jobs/capacity/cards.ts";
import type { AgentCard } from "../protocol.ts";

/** Place on the CPU or a GPU for one part. `device` is absent for the CPU. */
export interface Placement {
  device?: string;
  release(): void;
}

/** Limits of this machine, which hold even if a service sends more parts at the same time. */
export interface CardGate {
  /** True if a GPU of this machine has the encoder. */
  has(encoder: string): boolean;
  /**
   * Waits for a place for a part with this encoder. `avoid` are GPUs that have failed for the part. Returns undefined if
   * there is no other GPU. Throws the reason of `signal`.
   */
  enter(encoder: string, avoid: readonly string[], signal: AbortSignal): Promise<Placement | undefined>;
}

/** Creates the limits. `cpuSlots` is the number of concurrent parts on the CPU. */
export function createCardGate(cards: readonly AgentCard[], cpuSlots: number): CardGate {
  const used = new Map<string, number>();
  const waiting = new Set<() => void>();
  const take = (key: string): () => void => {
    used.set(key, (used.get(key) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      used.set(key, (used.get(key) ?? 1) - 1);
      for (const wake of [...waiting]) wake();
    };
  };
  const ableCards = (encoder: string) =>
    cards.filter(({ encoders }) => encoders.includes(encoder)).map((card) => ({ ...card, enabled: true }));
  const tryEnter = (encoder: string, avoid: readonly string[]): Placement | undefined => {
    const able = ableCards(encoder);
    if (able.length === 0) return (used.get("") ?? 0) < cpuSlots ? { release: take("") } : undefined;
    const card = chooseCard(able, { used: (device) => used.get(device) ?? 0, avoid });
    return card && { device: card.device, release: take(card.device) };
  };
  return {
    has: (encoder) => ableCards(encoder).length > 0,
    async enter(encoder, avoid, signal) {
      const able = ableCards(encoder);
      if (able.length > 0 && able.every(({ device }) => avoid.includes(device))) return undefined;
      for (;;) {
        signal.throwIfAborted();
        const place = tryEnter(encoder, avoid);
        if (place !== undefined) return place;
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.add(resolve);
        signal.addEventListener("abort", resolve as () => void, { once: true });
        await promise;
        waiting.delete(resolve);
        signal.removeEventListener("abort", resolve as () => void);
      }
    },
  };
}
