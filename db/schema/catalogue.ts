import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { OddReading } from "../../lib/library/video_model.ts";
import { flag, json, LIBRARY_KINDS } from "./columns.ts";

/**
 * The managers' libraries, cached here so that no page waits for a manager. All of it can be read from the managers
 * again at any time.
 */

/** Local path of a record's file. The expression must be spelled exactly as in the index. */
export const filePlace = sql`record ->> '$.file.localPath'`;
/** The manager's ID of a record's file. The expression must be spelled exactly as in the index. */
export const fileNumber = sql`record ->> '$.file.id'`;
/** True if an episode's file is a remux. The expression must be spelled exactly as in the index. */
export const isRemuxEpisode = sql`record ->> '$.file.isRemux' = 1`;

/**
 * Sort key of titles in romaji, with the normal sort key as fallback. The expression must be spelled exactly as in the
 * index.
 */
export const romajiTitle = sql<string>`lower(coalesce(record ->> '$.titleRomaji', sort_key))`;

/** Number of an artist's albums. The expression must be spelled exactly as in the index. */
export const albumCount = sql<number>`coalesce(record ->> '$.statistics.albumCount', 0)`;
/** Number of an artist's tracks on disk. The expression must be spelled exactly as in the index. */
export const trackFileCount = sql<number>`coalesce(record ->> '$.statistics.trackFileCount', 0)`;

/** The managers' movies, series and artists. */
export const catalogueTitles = sqliteTable("catalogue_titles", {
  arr: text("arr", { enum: LIBRARY_KINDS }).notNull(),
  id: integer("id").notNull(),
  title: text("title").notNull(),
  /** Sort key and search text: lower case, NFKD without marks. */
  sortKey: text("sort_key").notNull(),
  searchText: text("search_text").notNull(),
  year: integer("year").notNull().default(0),
  sizeBytes: integer("size_bytes").notNull().default(0),
  addedAt: integer("added_at").notNull().default(0),
  onDisk: flag("on_disk"),
  /** True if some files of the title are missing. */
  missing: flag("missing"),
  remux: flag("remux"),
  anime: flag("anime"),
  /** Local path of the folder. */
  localPath: text("local_path").notNull(),
  /** The record as returned by the API. */
  record: json("record").$type<unknown>().notNull(),
  /** Fingerprint of the record, to detect changes since the last refresh. */
  fingerprint: text("fingerprint").notNull(),
  /** Codecs, resolutions, ranges and languages of the title's files, each with a space before and after it. */
  facets: text("facets").notNull().default(""),
}, (t) => [
  // Contains all columns for sorting and filtering, so that skipping many rows reads no records.
  index("catalogue_lists").on(
    t.arr,
    t.sortKey,
    t.id,
    t.year,
    t.sizeBytes,
    t.addedAt,
    t.onDisk,
    t.missing,
    t.remux,
    t.anime,
    t.facets,
    t.searchText,
  ),
  primaryKey({ columns: [t.arr, t.id] }),
  index("catalogue_by_year").on(t.arr, t.year, t.id),
  index("catalogue_by_size").on(t.arr, t.sizeBytes, t.id),
  index("catalogue_by_added").on(t.arr, t.addedAt, t.id),
  index("catalogue_remux").on(t.arr, t.sortKey).where(sql`remux = 1`),
  index("catalogue_by_place").on(t.arr, filePlace),
  index("catalogue_by_file").on(t.arr, fileNumber),
  index("catalogue_by_romaji").on(t.arr, romajiTitle, t.id),
  index("catalogue_by_albums").on(albumCount, t.id).where(sql`arr = 'music'`),
  index("catalogue_by_tracks").on(trackFileCount, t.id).where(sql`arr = 'music'`),
]);
/** Stored row of a movie, series or artist. */
export type CatalogueTitleRow = typeof catalogueTitles.$inferSelect;

/** The episodes of all series. */
export const catalogueEpisodes = sqliteTable("catalogue_episodes", {
  id: integer("id").primaryKey(),
  seriesId: integer("series_id").notNull(),
  seasonNumber: integer("season_number").notNull(),
  episodeNumber: integer("episode_number").notNull(),
  record: json("record").$type<unknown>().notNull(),
}, (t) => [
  index("episodes_by_series").on(t.seriesId, t.seasonNumber, t.episodeNumber),
  index("episodes_by_place").on(filePlace),
  index("episodes_by_file").on(fileNumber),
  index("episodes_remux").on(t.seriesId, t.seasonNumber, t.episodeNumber).where(isRemuxEpisode),
]);
/** Stored row of an episode. */
export type CatalogueEpisodeRow = typeof catalogueEpisodes.$inferSelect;

/** Time of each manager's last refresh, and the error since then. */
export const catalogueState = sqliteTable("catalogue_state", {
  arr: text("arr", { enum: LIBRARY_KINDS }).primaryKey(),
  refreshedAt: integer("refreshed_at"),
  triedAt: integer("tried_at").notNull(),
  error: text("error"),
  /** Problems found during the last refresh. Null if there were none. */
  odd: json("odd").$type<OddReading>(),
});
/** Stored state of one manager's catalogue. */
export type CatalogueStateRow = typeof catalogueState.$inferSelect;

/** Albums of Lidarr's artists. */
export const catalogueAlbums = sqliteTable("catalogue_albums", {
  id: integer("id").primaryKey(),
  artistId: integer("artist_id").notNull(),
  /** Sort and search keys: lower case, NFKD without marks. */
  titleKey: text("title_key").notNull(),
  artistKey: text("artist_key").notNull(),
  searchText: text("search_text").notNull(),
  year: integer("year").notNull().default(0),
  sizeBytes: integer("size_bytes").notNull().default(0),
  onDisk: flag("on_disk"),
  /** True if some files of the album are missing. */
  missing: flag("missing"),
  /** True if there are files and all of them are lossless. */
  lossless: flag("lossless"),
  /** Formats and audio qualities of the album's files, each with a space before and after it. */
  facets: text("facets").notNull().default(""),
  /** The record as returned by the API. */
  record: json("record").$type<unknown>().notNull(),
}, (t) => [
  index("albums_by_artist").on(t.artistId),
  // Contains all columns for sorting and filtering, so that skipping many rows reads no records.
  index("album_lists").on(
    t.titleKey,
    t.id,
    t.artistKey,
    t.artistId,
    t.year,
    t.sizeBytes,
    t.onDisk,
    t.missing,
    t.lossless,
    t.facets,
    t.searchText,
  ),
  index("albums_by_artist_name").on(t.artistKey, t.id),
]);
/** Stored row of an album. */
export type CatalogueAlbumRow = typeof catalogueAlbums.$inferSelect;

/** Tracks of the albums. Several tracks may share one file. */
export const catalogueTracks = sqliteTable("catalogue_tracks", {
  id: integer("id").primaryKey(),
  albumId: integer("album_id").notNull(),
  artistId: integer("artist_id").notNull(),
  /** ID of the track's file in the manager. 0 if there is no file. */
  fileId: integer("file_id").notNull().default(0),
  mediumNumber: integer("medium_number").notNull(),
  absoluteNumber: integer("absolute_number").notNull(),
  /** Title for searching: folded, in lower case, without diacritics and punctuation. */
  searchText: text("search_text").notNull().default(""),
  record: json("record").$type<unknown>().notNull(),
}, (t) => [
  index("tracks_by_album").on(t.albumId, t.mediumNumber, t.absoluteNumber),
  index("tracks_by_artist").on(t.artistId),
  index("tracks_by_file").on(t.fileId),
  index("tracks_by_place").on(filePlace),
  // Contains all columns that the title search needs.
  index("tracks_by_text").on(t.searchText, t.albumId),
]);
/** Stored row of a track. */
export type CatalogueTrackRow = typeof catalogueTracks.$inferSelect;
