import type { AgentRepository } from "../../../db/farm/agents.ts";
import type { AgentRow } from "../../../db/schema/agents.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Log } from "../../kit/log.ts";
import type { EventLog } from "../../platform/events/event_log.ts";
import type { PartFigures } from "../../jobs/capacity/remote_machines.ts";
import type { AgentInUse } from "../parts_channel.ts";
import type { AgentHeartbeat, JoinRequest } from "../protocol.ts";
import type { Agent, AgentChange, FarmBusEvents } from "./model.ts";

/** Agents that may encode for this server, and whether they are online. */
export interface Registry {
  list(): Agent[];
  rows(): AgentRow[];
  /** Returns the approved agents that are online, including those that accept no new parts. */
  present(): AgentInUse[];
  /**
   * Adds a machine that has a valid code. The result contains its credential, which is not stored. `agentId` is the
   * agent that was created earlier for the same code and key. It receives a new credential.
   */
  join(
    request: Omit<JoinRequest, "secret">,
    options: { state: "pending" | "approved"; agentId?: string | undefined },
  ): Promise<{ row: AgentRow; credential: string }>;
  /** Returns the agent with a credential. Undefined if the credential is unknown. */
  authenticate(credential: string): AgentRow | undefined;
  approve(id: string): Promise<Agent>;
  /** Revokes all access of the agent. */
  revoke(id: string): Promise<Agent>;
  change(id: string, change: AgentChange): Promise<Agent>;
  reject(id: string, reason: string): void;
  recordDone(id: string, figures: PartFigures): void;
  recordFailure(id: string, message: string): void;
  beat(id: string, heartbeat: AgentHeartbeat): void;
  /** Marks an agent as offline. */
  markOffline(id: string, why: string): void;
  sweep(): void;
  /** Marks all agents as offline because they cannot be reached. */
  markAllOffline(why: string): void;
  onGone(listener: (id: string, why: string) => void): () => void;
  onChange(listener: () => void): () => void;
  /** Resolves when all changes so far are stored. */
  settled(): Promise<void>;
}

/** Services and options of the registry. */
export interface RegistryDeps {
  repository: AgentRepository;
  events: Pick<EventLog, "record">;
  bus: Pick<Bus<FarmBusEvents>, "publish">;
  clock: Clock;
  log: Log;
  /** Version of Lathe on this server. */
  version: string;
}
