import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AgentAbilities } from "../../lib/farm/protocol.ts";
import { flag, json } from "./columns.ts";

/** Agents: machines that have requested to encode for this server. Times are milliseconds since 1970 (UTC). */
export const agents = sqliteTable("agents", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  /** Public key of the agent's NATS user. */
  publicKey: text("public_key").notNull().unique(),
  /** SHA-256 of the agent's HTTPS credential. */
  credentialDigest: text("credential_digest").notNull(),
  state: text("state", { enum: ["pending", "approved", "revoked"] }).notNull(),
  paused: flag("paused"),
  /**
   * Reason why the agent was rejected. Set if its results were wrong. The agent receives no more parts until the user
   * clears the reason.
   */
  rejectedReason: text("rejected_reason"),
  /** Capabilities, as last reported by the agent. */
  abilities: json("abilities").$type<AgentAbilities>().notNull(),
  /** Maximum number of concurrent parts, set by the user. */
  maxSlots: integer("max_slots"),
  joinedAt: integer("joined_at").notNull(),
  approvedAt: integer("approved_at"),
  lastSeenAt: integer("last_seen_at"),
  partsDone: integer("parts_done").notNull().default(0),
  pictures: integer("pictures").notNull().default(0),
  seconds: real("seconds").notNull().default(0),
  bytes: integer("bytes").notNull().default(0),
  failures: integer("failures").notNull().default(0),
  lastError: text("last_error"),
});
/** Stored row of an agent. */
export type AgentRow = typeof agents.$inferSelect;
/** Row of an agent to insert. */
export type NewAgentRow = typeof agents.$inferInsert;
