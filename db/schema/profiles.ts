import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ProfileInput } from "../../lib/encode/profiles/schema.ts";
import type { SmartProfileInput } from "../../lib/encode/profiles/smart/schema.ts";
import { json } from "./columns.ts";

/** Tables of profiles. Times are milliseconds since 1970 (UTC). */

/** User-defined profiles. The presets are defined in code. */
export const profiles = sqliteTable("profiles", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  profile: json("profile").$type<ProfileInput>().notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/** User-defined smart profiles. The two built-in smart profiles are defined in code. */
export const smartProfiles = sqliteTable("smart_profiles", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  profile: json("profile").$type<SmartProfileInput>().notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
