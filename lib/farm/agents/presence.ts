import type { Clock } from "../../kit/clock.ts";
import { type AgentHeartbeat, HEARTBEAT_TTL_MS } from "../protocol.ts";

/** Determines which agents are online from their heartbeats. */
export interface Presence {
  /** Returns the newest heartbeat of an online agent. */
  get(id: string): AgentHeartbeat | undefined;
  /** Returns the time of an agent's last heartbeat, even if it is offline, in milliseconds since 1970. */
  seenAt(id: string): number | undefined;
  /** Stores a heartbeat. Returns true if the agent was offline before. */
  beat(id: string, heartbeat: AgentHeartbeat): boolean;
  /** Removes an agent. Returns true if it was online. */
  forget(id: string): boolean;
  /** Removes agents whose heartbeats have stopped, and returns their IDs. */
  sweep(): string[];
  /** Removes all agents and returns their IDs. */
  clear(): string[];
}

/**
 * Creates the store for heartbeats. The key-value store of the server also removes agents whose heartbeats have
 * stopped, but does not notify Lathe.
 */
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
