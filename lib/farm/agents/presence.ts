import type { Clock } from "../../kit/clock.ts";
import { type AgentHeartbeat, HEARTBEAT_TTL_MS } from "../protocol.ts";

/** Which agents are there, by their heart beats. */
export interface Presence {
  /** The newest heart beat of an agent that is there. */
  get(id: string): AgentHeartbeat | undefined;
  /** When its last heart beat came, also of one that is gone; in milliseconds of the clock on the wall. */
  seenAt(id: string): number | undefined;
  /** Answers whether it was not there before. */
  beat(id: string, heartbeat: AgentHeartbeat): boolean;
  /** Answers whether it was there. */
  forget(id: string): boolean;
  /** Forgets the silent ones, and answers which. */
  sweep(): string[];
  /** Forgets all, and answers which. */
  clear(): string[];
}

/** The store of the server forgets silent agents too, but tells nobody. */
export function createPresence(clock: Clock, ttlMs = HEARTBEAT_TTL_MS): Presence {
  const known = new Map<string, { heartbeat: AgentHeartbeat; at: number }>();
  const seen = new Map<string, number>();
  const forgetAll = (ids: string[]) => ids.filter((id) => known.delete(id));
  return {
    get: (id) => known.get(id)?.heartbeat,
    seenAt: (id) => seen.get(id),
    beat(id, heartbeat) {
      const isNew = !known.has(id);
      seen.set(id, clock.now().getTime());
      known.set(id, { heartbeat, at: clock.monotonicMs() });
      return isNew;
    },
    forget: (id) => known.delete(id),
    sweep() {
      const now = clock.monotonicMs();
      return forgetAll([...known].filter(([, { at }]) => now - at >= ttlMs).map(([id]) => id));
    },
    clear: () => forgetAll([...known.keys()]),
  };
}
