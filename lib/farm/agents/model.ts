import * as z from "zod";

/** An agent as returned by the API. */
export const Agent = z.object({
  id: z.string(),
  name: z.string(),
  platform: z.string(),
  /** Version of Lathe on the agent. */
  version: z.string(),
  ffmpegVersion: z.string(),
  encoders: z.array(z.string()),
  approved: z.boolean(),
  state: z.enum(["pending", "online", "busy", "offline"]),
  paused: z.boolean().describe("It accepts no new segments and finishes its current ones"),
  reason: z.string().optional().describe("Reason that it receives no work although it is approved"),
  otherVersion: z.boolean().describe(
    "It runs a different Lathe release; it receives no work until both match",
  ),
  rejected: z.boolean().describe("It delivered an incorrect result; `clearRejection` lets it work again"),
  slots: z.int().describe("Concurrent segments"),
  maxSlots: z.int().optional().describe("Limit of concurrent segments; absent: as many as the agent offers"),
  running: z.array(z.string()).describe("IDs of the segments it is encoding"),
  load: z.number().optional().describe("CPU usage, 0 to 1"),
  mediaAccess: z.enum(["shared", "transfer"]).describe("Whether it can access the media folders directly"),
  joinedAt: z.iso.datetime(),
  approvedAt: z.iso.datetime().optional(),
  lastSeen: z.iso.datetime().optional(),
  figures: z.object({
    parts: z.int(),
    pictures: z.int(),
    seconds: z.number(),
    bytes: z.int(),
    failures: z.int(),
    framesPerSecond: z.number().optional(),
    lastError: z.string().optional(),
  }),
}).meta({ id: "Agent" });
export type Agent = z.infer<typeof Agent>;

/** The last state of a revoked agent. */
export const RevokedAgent = Agent.extend({
  warning: z.string().optional().describe("Description of the access that this service cannot revoke"),
}).meta({ id: "RevokedAgent" });
export type RevokedAgent = z.infer<typeof RevokedAgent>;

/** All agents, and the reason if no parts can be sent to them. */
export const AgentList = z.object({
  enabled: z.boolean(),
  foreignServer: z.boolean().describe(
    "Segments are sent through the NATS server in the settings. A revoked agent may keep using it until you change its access on that server",
  ),
  /** Reason why no parts can be sent. */
  problem: z.string().optional(),
  items: z.array(Agent),
}).meta({ id: "AgentList" });
export type AgentList = z.infer<typeof AgentList>;

/** Fields that the user may change. */
export const AgentChange = z.object({
  name: z.string().trim().min(1).max(100).optional(),
  paused: z.boolean().optional().describe("A paused agent accepts no new segments and finishes its current ones"),
  slots: z.int().min(1).max(64).nullable().optional().describe(
    "Concurrent segments; null: as many as the agent offers",
  ),
  clearRejection: z.boolean().optional(),
}).meta({ id: "AgentChange" });
export type AgentChange = z.infer<typeof AgentChange>;

/** Invitation for another machine to join. */
export const JoinInvitation = z.object({
  id: z.string().describe("ID of the code, not secret: `join-code-used` contains it once a machine has joined"),
  code: z.string(),
  command: z.string().describe("Command to run on the other machine"),
  addresses: z.array(z.string()),
  expiresAt: z.iso.datetime(),
  qrSvg: z.string().optional().describe("The code as a QR code"),
}).meta({ id: "JoinInvitation" });
export type JoinInvitation = z.infer<typeof JoinInvitation>;

/** Bus events of agents. */
export interface FarmBusEvents {
  agent: { agent: Agent };
  "agent-removed": { id: string };
  /** Published when the agents become reachable or unreachable. `problem` is absent if they are reachable. */
  agents: { problem?: string };
  /** Published after a machine has joined. `id` is the ID of its join code. */
  "join-code-used": { id: string };
}
