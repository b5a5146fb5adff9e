import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ProfileInput } from "../../lib/encode/profiles/schema.ts";
import type { SmartProfileInput } from "../../lib/encode/profiles/smart/schema.ts";
import { json } from "./columns.ts";

/** The tables of profiles. Times are milliseconds since 1970 (UTC). */

/** Profiles that people made; the presets live in code. */
export const profiles = sqliteTable("profiles", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  profile: json("profile").$type<ProfileInput>().notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/** Smart profiles that people made; the two built-in ones live in code. */
export const smartProfiles = sqliteTable("smart_profiles", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  profile: json("profile").$type<SmartProfileInput>().notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
