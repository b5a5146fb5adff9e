import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { LOCAL_KINDS, type LocalMeta, type TitleIds } from "../../lib/library/local/recognition/model.ts";
import { flag, json } from "./columns.ts";

/** The tables of the index of local media. Times are milliseconds since 1970 (UTC); scans are numbered. */

/** Folders of local media: what the next scan needs to pass an unchanged one by. */
export const localFolders = sqliteTable("local_folders", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  path: text("path").notNull().unique(),
  root: text("root").notNull(),
  stamp: text("stamp").notNull().default(""),
  /** Folders in it that are looked into: as long as one is not stored, it was not walked to its end. */
  subfolders: integer("entries").notNull().default(0),
  /** Of roots and mount points (safety.md, S-FILE-9). */
  device: integer("device"),
  landmarks: json("landmarks").$type<string[]>(),
  poster: text("poster"),
  unreadable: integer("unreadable").notNull().default(0),
  /** The scan that first did not find it. */
  missingSince: integer("missing_since"),
}, (t) => [
  index("local_folders_missing").on(t.missingSince).where(sql`missing_since is not null`),
  index("local_folders_unreadable").on(t.unreadable).where(sql`unreadable > 0`),
]);
/** A folder of local media as it is stored. */
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
  /** The folder is this title's own, and so is the poster in it. */
  ownsFolder: flag("owns_folder"),
  root: text("root").notNull(),
  sizeBytes: integer("size_bytes").notNull().default(0),
  fileCount: integer("file_count").notNull().default(0),
  /** A manager manages it. */
  managed: flag("managed"),
  /** It is managed, and what is managed is not shown. */
  hidden: flag("hidden"),
  /** Of its files, each word between two spaces. */
  facets: text("facets").notNull().default(""),
  meta: json("meta").$type<LocalMeta>(),
  /** Of public databases, as the folder's name states them. */
  ids: json("ids").$type<TitleIds>(),
}, (t) => [
  // All that a list is sorted and narrowed by, so that a place in the middle of it is found without a record being read.
  index("local_lists").on(t.hidden, t.titleKey, t.id, t.kind, t.year, t.sizeBytes, t.managed, t.anime, t.facets),
  index("local_items_by_kind").on(t.hidden, t.kind, t.titleKey, t.id),
  index("local_items_without_meta").on(t.id).where(sql`meta is null`),
]);
/** A title of local media as it is stored. */
export type LocalItemRow = typeof localItems.$inferSelect;

/** Their files. Of a disc the one folder that stands for it. */
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
  /** Codec, resolution, range or format, as its name tells them, each word between two spaces. */
  facets: text("facets").notNull().default(""),
  /** The scan that found it last. */
  seen: integer("seen").notNull(),
  /** The scan that first did not find it. */
  missingSince: integer("missing_since"),
}, (t) => [
  primaryKey({ columns: [t.folderId, t.name] }),
  index("local_files_by_item").on(t.itemId, t.sizeBytes),
  index("local_files_missing").on(t.missingSince).where(sql`missing_since is not null`),
]);
/** A file of local media as it is stored. */
export type LocalFileRow = typeof localFiles.$inferSelect;
