import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { GrabFacts, TransferFacts } from "../../lib/library/downloads/model.ts";
import { LIST_KINDS } from "../../lib/library/lists/model.ts";
import type { CueSplit, HistoryPlace } from "../../lib/library/music/cue_splits/model.ts";
import { json, LIBRARY_KINDS } from "./columns.ts";
import { jobs } from "./jobs.ts";

/** What the library remembers of its own work: auto transcode, grabs, rescans. Times are milliseconds since 1970 (UTC). */

/**
 * The place under which an original is remembered whose encode took its own: it comes back when the job is undone, and may
 * have another name by the time it is seen.
 */
export const REPLACED = "replaced:";

/** What auto transcode has dealt with: nothing in here is ever encoded again. */
export const autoMemory = sqliteTable("auto_memory", {
  /** The file as this machine sees it. */
  localPath: text("local_path").primaryKey(),
  arr: text("arr", { enum: LIBRARY_KINDS }).notNull(),
  /** 0 for what was written here and no manager has named yet. */
  fileId: integer("file_id").notNull().default(0),
  sizeBytes: integer("size_bytes").notNull(),
  /** `baseline`: was there at the first scan. `existing`: that, queued later. `nothing`: a smart profile left it as it is. */
  reason: text("reason", { enum: ["queued", "baseline", "existing", "output", "nothing"] }).notNull(),
  /** The profile that had nothing to do, so that another one asks again. */
  profile: text("profile"),
  at: integer("at").notNull(),
  /** The film or the episodes it belongs to, as `titleKeyOf` writes it; null when it is not known. */
  titleKey: text("title_key"),
  /** Of what we wrote: its size and samples of its content. */
  fingerprint: text("fingerprint"),
}, (t) => [index("auto_by_file").on(t.arr, t.fileId), index("auto_by_size").on(t.sizeBytes)]);
/** A file that auto transcode has dealt with, as it is stored. */
export type AutoMemoryRow = typeof autoMemory.$inferSelect;

/** Releases that were grabbed and have not come in yet; a row is removed when its job waits no longer. */
export const grabs = sqliteTable("grabs", {
  /** The job that waits for it; made by this id when it is not there yet. */
  jobId: text("job_id").primaryKey(),
  source: text("source", { enum: ["movie", "series", "music", "soulseek"] }).notNull(),
  guid: text("guid").notNull(),
  indexerId: integer("indexer_id").notNull(),
  /** `sending`: stored before the request. `unsure`: not known whether the manager has it. `importing`: into Lidarr. */
  state: text("state", { enum: ["sending", "unsure", "following", "importing"] }).notNull(),
  /** What was asked for. */
  request: json("request").$type<GrabFacts>().notNull(),
  /** The newest entry of the manager's history before it was sent, by the manager's clock: only what follows counts. */
  afterId: integer("after_id").notNull().default(0),
  since: text("since").notNull(),
  downloadId: text("download_id"),
  /** What came in and was queued, by the manager's path. */
  taken: json("taken").$type<string[]>().notNull(),
  /** Since when the manager's queue does not hold it. */
  goneSince: integer("gone_since"),
  /** How often each file was asked for, and what imports them; Soulseek only. */
  transfers: json("transfers").$type<TransferFacts>(),
  createdAt: integer("created_at").notNull(),
}, (t) => [uniqueIndex("grabs_by_release").on(t.source, t.indexerId, t.guid)]);
/** A release under way as it is stored. */
export type GrabRow = typeof grabs.$inferSelect;

/**
 * Finished encodes that their manager has to rescan, and how far that is. Stays as long as its job. What is undone is
 * asked about once more and then `restored`.
 */
export const rescans = sqliteTable("rescans", {
  jobId: text("job_id").primaryKey().references(() => jobs.id, { onDelete: "cascade" }),
  state: text("state", { enum: ["ask", "wait", "verify", "over", "restored"] }).notNull(),
  commandId: integer("command_id"),
  tries: integer("tries").notNull().default(0),
  nextAt: integer("next_at").notNull(),
  /** Since when the state holds. */
  since: integer("since").notNull(),
  createdAt: integer("created_at").notNull(),
}, (t) => [index("rescans_due").on(t.state, t.nextAt)]);
/** A result that its manager has to rescan, as it is stored. */
export type RescanRow = typeof rescans.$inferSelect;

/** What the music release database answered; asked again after a month. */
export const releaseAnswers = sqliteTable("release_answers", {
  /** What was asked. */
  question: text("question").primaryKey(),
  answer: json("answer").$type<unknown>().notNull(),
  at: integer("at").notNull(),
}, (t) => [index("release_answers_by_time").on(t.at)]);

/** Images that were cut into tracks by their cue sheets, or will be. */
export const cueSplits = sqliteTable("cue_splits", {
  id: text("id").primaryKey(),
  /** Of Lidarr's queue; null for a folder that is in no queue. */
  downloadId: text("download_id"),
  /** All that the API answers. */
  record: json("record").$type<CueSplit>().notNull(),
  /** The newest entry of Lidarr's history before the tracks were sent to it. */
  mark: json("mark").$type<HistoryPlace>(),
  createdAt: integer("created_at").notNull(),
}, (t) => [index("cue_splits_by_download").on(t.downloadId), index("cue_splits_by_time").on(t.createdAt)]);
/** A split as it is stored. */
export type CueSplitRow = typeof cueSplits.$inferSelect;

/** Lists that a person keeps under a name. */
export const savedViews = sqliteTable("saved_views", {
  id: text("id").primaryKey(),
  kind: text("kind", { enum: LIST_KINDS }).notNull(),
  name: text("name").notNull(),
  /** What the address of the list says behind its `?`. */
  query: text("query").notNull(),
  createdAt: integer("created_at").notNull(),
}, (t) => [uniqueIndex("saved_views_by_name").on(t.kind, t.name)]);
/** A kept list as it is stored. */
export type SavedViewRow = typeof savedViews.$inferSelect;
