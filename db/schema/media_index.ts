import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Probe } from "../../lib/media/probe/model.ts";
import { json } from "./columns.ts";

/** Probes and evaluations of media files. All rows are a cache and may be removed at any time. */

/** Probes of media files. */
export const mediaProbes = sqliteTable("media_probes", {
  path: text("path").primaryKey(),
  sizeBytes: integer("size_bytes").notNull(),
  /** Null if the file could not be read. */
  probe: json("probe").$type<Probe>(),
  /** Reason why the file could not be read. */
  error: text("error"),
  /** Milliseconds since 1970 (UTC). */
  readAt: integer("read_at").notNull(),
});
/** Stored row of a probe. */
export type MediaProbeRow = typeof mediaProbes.$inferSelect;

/** Decisions about media files by recipe. Sizes are in bytes. */
export const mediaEvaluations = sqliteTable("media_evaluations", {
  /** Key of the recipe and of everything else on this machine that the decision depends on. */
  recipeKey: text("recipe_key").notNull(),
  path: text("path").notNull(),
  /** Size of the evaluated file. */
  sizeBytes: integer("size_bytes").notNull(),
  /** `nothing`: an encode would not change the file. `refused`: the profile cannot be used for the file. */
  outcome: text("outcome", { enum: ["encode", "nothing", "refused"] }).notNull(),
  reason: text("reason"),
  lowBytes: integer("low_bytes"),
  typicalBytes: integer("typical_bytes"),
  highBytes: integer("high_bytes"),
  encodeSeconds: integer("encode_seconds"),
  /** Key of the size model. */
  model: text("model"),
  /** Correction of the size model that was applied. Another correction makes the row outdated. */
  correction: text("correction"),
}, (t) => [primaryKey({ columns: [t.recipeKey, t.path] })]);
/** Stored row of an evaluation. */
export type MediaEvaluationRow = typeof mediaEvaluations.$inferSelect;
