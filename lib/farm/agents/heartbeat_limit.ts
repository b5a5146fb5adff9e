/** Heart beats of agents, of each one only so many. */
export interface HeartbeatLimit {
  take(agentId: string, value: Uint8Array): void;
  /** The agent leaves: what it said before is handed on no more. */
  drop(agentId: string): void;
  end(): void;
}

/** An agent beats every 15 s, and when it takes or ends a part. */
const EVERY_MS = 1_000;

/**
 * Hands on one heart beat of an agent in `everyMs`: the first at once, of those that come meanwhile the newest afterwards.
 * Whatever one agent sends, the others are heard.
 */
export function limitHeartbeats(
  handOn: (agentId: string, value: Uint8Array) => void,
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
    handOn(agentId, value);
  };
  return {
    take(agentId, value) {
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
