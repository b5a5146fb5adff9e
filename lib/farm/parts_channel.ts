import type { PartFigures } from "../jobs/capacity/remote_machines.ts";
import type { AgentAbilities, PartMessage, PartProgress } from "./protocol.ts";

/** An agent that can be used: approved, and with a heartbeat within the last minute. */
export interface AgentInUse {
  readonly id: string;
  readonly name: string;
  /** Number of concurrent parts, limited by the owner of the agent or by the user of this service. */
  readonly slots: number;
  /** Benchmark results, keyed by encoder name. */
  readonly encoders: AgentAbilities["encoders"];
  /** GPUs with their limits and encoders. */
  readonly cards?: AgentAbilities["cards"];
  readonly ffmpegVersion: string;
  /** IDs of the parts that the agent reported as running. */
  readonly running: readonly string[];
  /** Reason why the agent accepts no new parts: it is paused, resting or rejected, or has another version. */
  readonly unusedReason?: string | undefined;
}

/** Sends parts to agents and receives their messages. The transfer of parts is based on it. */
export interface PartsChannel {
  /** Returns the online agents. Agents with an `unusedReason` accept no new parts, but finish their current ones. */
  present(): AgentInUse[];
  /** Sends a part. Resolves when the message is stored for the agent. Throws an `Error` with a message for users. */
  send(agentId: string, part: PartMessage): Promise<void>;
  /** Deletes the message if it was not delivered yet, and makes the agent stop the part. Never throws. */
  withdraw(agentId: string, partId: string): Promise<void>;
  /** Subscribes to the progress reports of approved agents. Returns a function that unsubscribes. */
  onProgress(listener: (agentId: string, progress: PartProgress) => void): () => void;
  /**
   * Subscribes to agents that can no longer deliver results, because they are silent, rejected, revoked or unreachable.
   * A paused agent finishes its parts and is not reported.
   */
  onGone(listener: (agentId: string, why: string) => void): () => void;
  /** Subscribes to changes of `present()`. */
  onChange(listener: () => void): () => void;
  /** Records a part from this agent that was verified. */
  recordDone(agentId: string, figures: PartFigures): void;
  /** Records a part from this agent that has failed. `message` is a sentence. */
  recordFailure(agentId: string, message: string): void;
  /**
   * Rejects an agent that has delivered wrong results. The agent receives no more parts until the user clears the
   * rejection.
   */
  reject(agentId: string, reason: string): void;
  /** Deletes all stored messages, because their results are no longer needed. Called once at the start. */
  purge(): Promise<void>;
}
