import type { Clock } from "../../kit/clock.ts";
import { type AgentHeartbeat, HEARTBEAT_TTL_MS } from "../protocol.ts";

/** Tracks which agents are online by their heartbeats. */
export interface Presence {
  /** Returns the newest heartbeat of an online agent. */
  get(id: string): AgentHeartbeat | undefined;
  /** Returns the time of an agent's last heartbeat, even if it is offline, in milliseconds of the wall clock. */
  seenAt(id: string): number | undefined;
  /** Returns true if the agent was offline before. */
  beat(id: string, heartbeat: AgentHeartbeat): boolean;
  /** Returns true if the agent was online. */
  forget(id: string): boolean;
  /** Removes silent agents and returns their ids. */
  sweep(): string[];
  /** Removes all agents and returns their ids. */
  clear(): string[];
}

/** The server's key-value store also removes silent agents, but does not notify anyone. */
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
