import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { GrabFacts, TransferFacts } from "../../lib/library/downloads/model.ts";
import { LIST_KINDS } from "../../lib/library/lists/model.ts";
import type { CueSplit, HistoryPlace } from "../../lib/library/music/cue_splits/model.ts";
import { json, LIBRARY_KINDS } from "./columns.ts";
import { jobs } from "./jobs.ts";

/** State of auto transcode, grabs and rescans. Times are milliseconds since 1970 (UTC). */

/**
 * Path prefix for remembering an original that was replaced by its encode. When the job is undone, the original is
 * restored, possibly under another name.
 */
export const REPLACED = "replaced:";

/** Files that auto transcode processed or made a decision about. */
export const autoMemory = sqliteTable("auto_memory", {
  /** Local path of the file. */
  localPath: text("local_path").primaryKey(),
  arr: text("arr", { enum: LIBRARY_KINDS }).notNull(),
  /** ID of the file in its manager. 0 for an output of Lathe that no manager has imported yet. */
  fileId: integer("file_id").notNull().default(0),
  sizeBytes: integer("size_bytes").notNull(),
  /**
   * Reason for the entry. `baseline`: the file existed at the first scan. `existing`: the file existed and was queued
   * later, or existed when a backup was restored. `nothing`: a smart profile would not change the file.
   */
  reason: text("reason", { enum: ["queued", "baseline", "existing", "output", "nothing"] }).notNull(),
  /** ID of the smart profile that would not change the file. With another profile, the file is checked again. */
  profile: text("profile"),
  at: integer("at").notNull(),
  /** Key of the file's movie or episodes, from `titleKeyOf`. Null if unknown. */
  titleKey: text("title_key"),
  /** Hash of the file's size and of samples of its content. Null if unknown. */
  fingerprint: text("fingerprint"),
}, (t) => [index("auto_by_file").on(t.arr, t.fileId), index("auto_by_size").on(t.sizeBytes)]);
/** Stored row of a processed file. */
export type AutoMemoryRow = typeof autoMemory.$inferSelect;

/** Grabbed releases whose files have not arrived yet. A row is removed when its job is no longer waiting. */
export const grabs = sqliteTable("grabs", {
  /** ID of the waiting job. If the job does not exist yet, it will be created with this ID. */
  jobId: text("job_id").primaryKey(),
  source: text("source", { enum: ["movie", "series", "music", "soulseek"] }).notNull(),
  guid: text("guid").notNull(),
  indexerId: integer("indexer_id").notNull(),
  /**
   * `sending`: stored before the request is sent. `unsure`: it is not known whether the manager accepted the request.
   * `importing`: Lidarr is importing it.
   */
  state: text("state", { enum: ["sending", "unsure", "following", "importing"] }).notNull(),
  /** The requested release. */
  request: json("request").$type<GrabFacts>().notNull(),
  /** ID of the newest entry in the manager's history before the request. Only later entries are considered. */
  afterId: integer("after_id").notNull().default(0),
  since: text("since").notNull(),
  downloadId: text("download_id"),
  /** Files that have arrived and were queued, by the manager's path. */
  taken: json("taken").$type<string[]>().notNull(),
  /** Time since which the download has been missing from the manager's queue. */
  goneSince: integer("gone_since"),
  /** Number of download attempts per file, and the state of the import. Used only for Soulseek. */
  transfers: json("transfers").$type<TransferFacts>(),
  createdAt: integer("created_at").notNull(),
}, (t) => [uniqueIndex("grabs_by_release").on(t.source, t.indexerId, t.guid)]);
/** Stored row of a grab. */
export type GrabRow = typeof grabs.$inferSelect;

/**
 * Finished encodes that their manager must rescan, and the progress of each rescan. Rows are kept as long as their
 * jobs. An undone job is rescanned again and then becomes `restored`.
 */
export const rescans = sqliteTable("rescans", {
  jobId: text("job_id").primaryKey().references(() => jobs.id, { onDelete: "cascade" }),
  state: text("state", { enum: ["ask", "wait", "verify", "over", "restored"] }).notNull(),
  commandId: integer("command_id"),
  tries: integer("tries").notNull().default(0),
  nextAt: integer("next_at").notNull(),
  /** Time at which the state was entered. */
  since: integer("since").notNull(),
  createdAt: integer("created_at").notNull(),
}, (t) => [index("rescans_due").on(t.state, t.nextAt)]);
/** Stored row of a rescan. */
export type RescanRow = typeof rescans.$inferSelect;

/** Cached responses from MusicBrainz, OMDb and TheDiscDb, which are kept for up to 30 days. */
export const metadataResponses = sqliteTable("release_answers", {
  /** The request. */
  question: text("question").primaryKey(),
  answer: json("answer").$type<unknown>().notNull(),
  at: integer("at").notNull(),
}, (t) => [index("release_answers_by_time").on(t.at)]);

/** Images that were or will be split into tracks by their cue sheets. */
export const cueSplits = sqliteTable("cue_splits", {
  id: text("id").primaryKey(),
  /** Download ID in Lidarr's queue. Null for other folders. */
  downloadId: text("download_id"),
  /** All data returned by the API. */
  record: json("record").$type<CueSplit>().notNull(),
  /** ID of the newest entry in Lidarr's history before the import was requested. */
  mark: json("mark").$type<HistoryPlace>(),
  createdAt: integer("created_at").notNull(),
}, (t) => [index("cue_splits_by_download").on(t.downloadId), index("cue_splits_by_time").on(t.createdAt)]);
/** Stored row of a split. */
export type CueSplitRow = typeof cueSplits.$inferSelect;

/** Saved views of lists. */
export const savedViews = sqliteTable("saved_views", {
  id: text("id").primaryKey(),
  kind: text("kind", { enum: LIST_KINDS }).notNull(),
  name: text("name").notNull(),
  /** Query string of the list's URL, without the `?`. */
  query: text("query").notNull(),
  createdAt: integer("created_at").notNull(),
}, (t) => [uniqueIndex("saved_views_by_name").on(t.kind, t.name)]);
/** Stored row of a saved view. */
export type SavedViewRow = typeof savedViews.$inferSelect;
