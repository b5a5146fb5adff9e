/** Rate limit for the heartbeats of each agent. */
export interface HeartbeatLimit {
  push(agentId: string, value: Uint8Array): void;
  /** Discards pending heartbeats of an agent that has left. */
  drop(agentId: string): void;
  end(): void;
}

/**
 * Minimum interval in milliseconds. An agent sends a heartbeat every 15 seconds, and whenever it starts or ends a part.
 */
const EVERY_MS = 1_000;

/**
 * Forwards at most one heartbeat per agent and `everyMs`: the first one immediately, and the newest of those that
 * follow after the interval. An agent cannot block other agents, whatever it sends.
 */
export function limitHeartbeats(
  forward: (agentId: string, value: Uint8Array) => void,
  everyMs = EVERY_MS,
): HeartbeatLimit {
  const resting = new Map<string, { timer: ReturnType<typeof setTimeout>; newest?: Uint8Array | undefined }>();
  const pass = (agentId: string, value: Uint8Array) => {
    const timer = setTimeout(() => {
      const newest = resting.get(agentId)?.newest;
      resting.delete(agentId);
      if (newest !== undefined) pass(agentId, newest);
    }, everyMs);
    resting.set(agentId, { timer });
    forward(agentId, value);
  };
  return {
    push(agentId, value) {
      const rest = resting.get(agentId);
      if (rest === undefined) pass(agentId, value);
      else rest.newest = value;
    },
    drop(agentId) {
      const rest = resting.get(agentId);
      if (rest !== undefined) rest.newest = undefined;
    },
    end() {
      for (const { timer } of resting.values()) clearTimeout(timer);
      resting.clear();
    },
  };
}
