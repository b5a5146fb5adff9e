import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AgentAbilities } from "../../lib/farm/protocol.ts";
import { flag, json } from "./columns.ts";

/** The machines that asked to encode for this one. Times are milliseconds since 1970 (UTC). */
export const agents = sqliteTable("agents", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  /** Public half of its NATS user key. */
  publicKey: text("public_key").notNull().unique(),
  /** SHA-256 of what it shows over HTTPS. */
  credentialDigest: text("credential_digest").notNull(),
  state: text("state", { enum: ["pending", "approved", "revoked"] }).notNull(),
  paused: flag("paused"),
  /** What it brought was wrong: it gets nothing more until a person clears that. */
  rejectedReason: text("rejected_reason"),
  /** What it said of itself last. */
  abilities: json("abilities").$type<AgentAbilities>().notNull(),
  /** Parts at once as a person here limits it. */
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
/** An agent as it is stored. */
export type AgentRow = typeof agents.$inferSelect;
/** An agent to be stored. */
export type NewAgentRow = typeof agents.$inferInsert;
