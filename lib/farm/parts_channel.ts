import type { PartFigures } from "../jobs/capacity/remote_machines.ts";
import type { AgentAbilities, PartMessage, PartProgress } from "./protocol.ts";

/** An online agent: approved, with a heartbeat within the last minute. */
export interface AgentInUse {
  readonly id: string;
  readonly name: string;
  /** Number of concurrent parts, as limited by its owner or by the user here. */
  readonly slots: number;
  /** Benchmark results, keyed by encoder name. */
  readonly encoders: AgentAbilities["encoders"];
  readonly ffmpegVersion: string;
  /** Ids of the parts that it reported as running. */
  readonly running: readonly string[];
  /** Reason why it accepts no new parts: it is paused, resting, rejected, or has another version. */
  readonly unusedReason?: string | undefined;
}

/** Sends parts to agents and receives their messages. The transfer of parts builds on it. */
export interface PartsChannel {
  /** Returns the online agents. Those with an `unusedReason` accept no new parts but finish their current ones. */
  present(): AgentInUse[];
  /** Resolves when the message is stored for the agent. Throws an `Error` with a user-facing message. */
  send(agentId: string, part: PartMessage): Promise<void>;
  /** Deletes the message if it was not delivered yet, and tells the agent to stop the part. Never throws. */
  withdraw(agentId: string, partId: string): Promise<void>;
  /** Subscribes to the progress reports of approved agents. Returns a function that unsubscribes. */
  onProgress(listener: (agentId: string, progress: PartProgress) => void): () => void;
  /**
   * Subscribes to agents that can deliver nothing any more, because they are silent, rejected, revoked or unreachable.
   * A paused agent finishes its parts and is not reported.
   */
  onGone(listener: (agentId: string, why: string) => void): () => void;
  /** Subscribes to changes of `present()`. */
  onChange(listener: () => void): () => void;
  /** Records a verified part of this agent. */
  recordDone(agentId: string, figures: PartFigures): void;
  /** Records a failed part of this agent. `message` is a sentence. */
  recordFailure(agentId: string, message: string): void;
  /** Rejects an agent that delivered wrong results. It gets no more parts until the user clears the rejection. */
  reject(agentId: string, reason: string): void;
  /** Deletes all stored messages, because no one waits for their results any more. Called once at the start. */
  purge(): Promise<void>;
}
