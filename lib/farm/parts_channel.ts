import type { PartFigures } from "../jobs/segments/remote_machines.ts";
import type { AgentAbilities, PartMessage, PartProgress } from "./protocol.ts";

/** An agent that is there: approved, and heard of within a minute. */
export interface AgentInUse {
  readonly id: string;
  readonly name: string;
  /** Parts it encodes at once, as its owner or a person here limits it. */
  readonly slots: number;
  /** Encoder's name to its mark. */
  readonly encoders: AgentAbilities["encoders"];
  readonly ffmpegVersion: string;
  /** Ids of the parts that it said it encodes. */
  readonly running: readonly string[];
  /** Why it takes no new parts, in words: it is paused, rests, was rejected, or is of another version. */
  readonly unusedReason?: string | undefined;
}

/** How parts reach agents and what is heard of them: what the transfer of parts builds on. */
export interface PartsChannel {
  /** The agents that are there. Those with an `unusedReason` take nothing new, and go on with what they have. */
  present(): AgentInUse[];
  /** Resolves when the message is stored for the agent. Throws an `Error` with a sentence when it cannot be. */
  send(agentId: string, part: PartMessage): Promise<void>;
  /** Deletes the message when it was not delivered yet and tells the agent to end that part. Throws nothing. */
  withdraw(agentId: string, partId: string): Promise<void>;
  /** Every progress report of an approved agent; call the answer to end that. */
  onProgress(listener: (agentId: string, progress: PartProgress) => void): () => void;
  /**
   * An agent can bring nothing any more: silent, rejected, revoked, or the way to it is closed. One that is paused takes
   * nothing new and finishes what it has.
   */
  onGone(listener: (agentId: string, why: string) => void): () => void;
  /** `present()` may answer something else. */
  onChange(listener: () => void): () => void;
  /** A part of this agent was verified and counts. */
  recordDone(agentId: string, figures: PartFigures): void;
  /** A part of this agent failed; `message` is a sentence. */
  recordFailure(agentId: string, message: string): void;
  /** The agent brought something wrong: it gets nothing more until a person clears that. */
  reject(agentId: string, reason: string): void;
  /** Deletes every message that is stored: whoever waited for their results is gone. Called once at the start. */
  purge(): Promise<void>;
}
