import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { LOCAL_KINDS, type LocalMeta, type TitleIds } from "../../lib/library/local_title_model.ts";
import { flag, json } from "./columns.ts";

/** Tables of the local media index. Times are milliseconds since 1970 (UTC). Each scan has a number. */

/** Folders of local media, with the data that allows the next scan to skip unchanged folders. */
export const localFolders = sqliteTable("local_folders", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  path: text("path").notNull().unique(),
  root: text("root").notNull(),
  stamp: text("stamp").notNull().default(""),
  /** Number of subfolders to enter. If fewer are stored, the scan was interrupted. */
  subfolders: integer("entries").notNull().default(0),
  /** Device of the file system. Set for roots and mount points (safety.md, S-FILE-9). */
  device: integer("device"),
  landmarks: json("landmarks").$type<string[]>(),
  poster: text("poster"),
  unreadable: integer("unreadable").notNull().default(0),
  /** Number of the first scan that did not find the folder. */
  missingSince: integer("missing_since"),
}, (t) => [
  index("local_folders_missing").on(t.missingSince).where(sql`missing_since is not null`),
  index("local_folders_unreadable").on(t.unreadable).where(sql`unreadable > 0`),
]);
/** Stored row of a folder. */
export type LocalFolderRow = typeof localFolders.$inferSelect;

/** Titles found on disk. */
export const localItems = sqliteTable("local_items", {
  id: text("id").primaryKey(),
  kind: text("kind", { enum: LOCAL_KINDS }).notNull(),
  title: text("title").notNull(),
  titleKey: text("title_key").notNull(),
  year: integer("year"),
  artist: text("artist"),
  anime: flag("anime"),
  imageCue: flag("image_cue"),
  folder: text("folder").notNull(),
  /** True if the folder, including its poster, belongs only to this title. */
  ownsFolder: flag("owns_folder"),
  root: text("root").notNull(),
  sizeBytes: integer("size_bytes").notNull().default(0),
  fileCount: integer("file_count").notNull().default(0),
  /** True if the title is in a manager's library. */
  managed: flag("managed"),
  /**
   * True if the title is managed and managed titles are hidden, or if all of its files are listed under other titles.
   */
  hidden: flag("hidden"),
  /** Facets of the title's files, each with a space before and after it. */
  facets: text("facets").notNull().default(""),
  meta: json("meta").$type<LocalMeta>(),
  /** IDs in public databases, from the folder name. */
  ids: json("ids").$type<TitleIds>(),
}, (t) => [
  // Contains all columns for sorting and filtering, so that skipping many rows reads no records.
  index("local_lists").on(t.hidden, t.titleKey, t.id, t.kind, t.year, t.sizeBytes, t.managed, t.anime, t.facets),
  index("local_items_by_kind").on(t.hidden, t.kind, t.titleKey, t.id),
  index("local_items_without_meta").on(t.id).where(sql`meta is null`),
]);
/** Stored row of a title. */
export type LocalItemRow = typeof localItems.$inferSelect;

/** Files of the titles. A disc is represented by its main folder. */
export const localFiles = sqliteTable("local_files", {
  folderId: integer("folder_id").notNull(),
  name: text("name").notNull(),
  itemId: text("item_id").notNull(),
  sizeBytes: integer("size_bytes").notNull(),
  mtime: integer("mtime").notNull(),
  season: integer("season"),
  episode: integer("episode"),
  lastEpisode: integer("last_episode"),
  airDate: text("air_date"),
  absolute: integer("absolute"),
  disc: integer("disc"),
  track: integer("track"),
  resolution: text("resolution"),
  isRemux: flag("is_remux"),
  quality: text("quality"),
  /** Codec, resolution, range or format from the file name, each with a space before and after it. */
  facets: text("facets").notNull().default(""),
  /** Identity of the file, which is the same for all of its paths. Null for discs and empty files. */
  identity: text("identity"),
  /** True if the entry is a symbolic link. */
  link: flag("link"),
  /**
   * Path of the entry that represents the same file. If set, this entry is a duplicate and is not counted for any
   * title.
   */
  sameAs: text("same_as"),
  /** Number of the last scan that found the file. */
  seen: integer("seen").notNull(),
  /** Number of the first scan that did not find the file. */
  missingSince: integer("missing_since"),
}, (t) => [
  primaryKey({ columns: [t.folderId, t.name] }),
  index("local_files_by_item").on(t.itemId, t.sizeBytes),
  index("local_files_by_identity").on(t.identity).where(sql`identity is not null`),
  index("local_files_same").on(t.sameAs).where(sql`same_as is not null`),
  index("local_files_missing").on(t.missingSince).where(sql`missing_since is not null`),
]);
/** Stored row of a file. */
export type LocalFileRow = typeof localFiles.$inferSelect;
