import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { OddReading } from "../../lib/library/video/model.ts";
import { flag, json, LIBRARY_KINDS } from "./columns.ts";

/** What the managers hold, kept here so that no page waits for them. Everything can be read anew at any time. */

/** Where the file of a record lies on this machine, and its manager's number of it; spelled as the indexes are. */
export const filePlace = sql`record ->> '$.file.localPath'`;
/** The number its manager has for the file of a record; spelled as the indexes are. */
export const fileNumber = sql`record ->> '$.file.id'`;
/** Whether the file of an episode is a remux; spelled as the index is. */
export const isRemuxEpisode = sql`record ->> '$.file.isRemux' = 1`;

/** What titles are sorted by in romaji: their own where there is none; spelled as the index is. */
export const romajiTitle = sql<string>`lower(coalesce(record ->> '$.titleRomaji', sort_key))`;

/** The albums of an artist; spelled as the index is. */
export const albumCount = sql<number>`coalesce(record ->> '$.statistics.albumCount', 0)`;
/** The tracks of an artist that are there; spelled as the index is. */
export const trackFileCount = sql<number>`coalesce(record ->> '$.statistics.trackFileCount', 0)`;

/** Films, series and artists of the managers. */
export const catalogueTitles = sqliteTable("catalogue_titles", {
  arr: text("arr", { enum: LIBRARY_KINDS }).notNull(),
  id: integer("id").notNull(),
  title: text("title").notNull(),
  /** As it is sorted, and everything it may be searched by: lower case, NFKD without marks. */
  sortKey: text("sort_key").notNull(),
  searchText: text("search_text").notNull(),
  year: integer("year").notNull().default(0),
  sizeBytes: integer("size_bytes").notNull().default(0),
  addedAt: integer("added_at").notNull().default(0),
  onDisk: flag("on_disk"),
  /** Some of it is missing. */
  missing: flag("missing"),
  remux: flag("remux"),
  anime: flag("anime"),
  /** The folder as this machine sees it. */
  localPath: text("local_path").notNull(),
  /** The record as the API answers it. */
  record: json("record").$type<unknown>().notNull(),
  /** Tells whether anything changed since the last reading. */
  fingerprint: text("fingerprint").notNull(),
  /** Codec, resolution, range and languages of its files, each word between two spaces. */
  facets: text("facets").notNull().default(""),
}, (t) => [
  // All that a list is sorted and narrowed by, so that a place in the middle of it is found without a record being read.
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
/** A film, series or artist as it is stored. */
export type CatalogueTitleRow = typeof catalogueTitles.$inferSelect;

/** The episodes of the series. */
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
/** An episode as it is stored. */
export type CatalogueEpisodeRow = typeof catalogueEpisodes.$inferSelect;

/** When each manager was read last, and what went wrong since. */
export const catalogueState = sqliteTable("catalogue_state", {
  arr: text("arr", { enum: LIBRARY_KINDS }).primaryKey(),
  refreshedAt: integer("refreshed_at"),
  triedAt: integer("tried_at").notNull(),
  error: text("error"),
  /** What of the last reading was not as it should be; null when everything was. */
  odd: json("odd").$type<OddReading>(),
});
/** The state of one manager's catalogue as it is stored. */
export type CatalogueStateRow = typeof catalogueState.$inferSelect;

/** The albums of the music manager's artists. */
export const catalogueAlbums = sqliteTable("catalogue_albums", {
  id: integer("id").primaryKey(),
  artistId: integer("artist_id").notNull(),
  /** As they are sorted and searched: lower case, NFKD without marks. */
  titleKey: text("title_key").notNull(),
  artistKey: text("artist_key").notNull(),
  searchText: text("search_text").notNull(),
  year: integer("year").notNull().default(0),
  sizeBytes: integer("size_bytes").notNull().default(0),
  onDisk: flag("on_disk"),
  /** Some of it is missing. */
  missing: flag("missing"),
  /** There are files, and nothing was left out of any of them. */
  lossless: flag("lossless"),
  /** Formats and kinds of sound of its files, each word between two spaces. */
  facets: text("facets").notNull().default(""),
  /** The record as the API answers it. */
  record: json("record").$type<unknown>().notNull(),
}, (t) => [
  index("albums_by_artist").on(t.artistId),
  // All that a list is sorted and narrowed by, as of titles.
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
/** An album as it is stored. */
export type CatalogueAlbumRow = typeof catalogueAlbums.$inferSelect;

/** Their tracks; several may share one file. */
export const catalogueTracks = sqliteTable("catalogue_tracks", {
  id: integer("id").primaryKey(),
  albumId: integer("album_id").notNull(),
  artistId: integer("artist_id").notNull(),
  /** 0 when there is no file. */
  fileId: integer("file_id").notNull().default(0),
  mediumNumber: integer("medium_number").notNull(),
  absoluteNumber: integer("absolute_number").notNull(),
  /** Its title as it is searched: folded, without case, marks and punctuation. */
  searchText: text("search_text").notNull().default(""),
  record: json("record").$type<unknown>().notNull(),
}, (t) => [
  index("tracks_by_album").on(t.albumId, t.mediumNumber, t.absoluteNumber),
  index("tracks_by_artist").on(t.artistId),
  index("tracks_by_file").on(t.fileId),
  index("tracks_by_place").on(filePlace),
  // Holds all that a search of titles reads.
  index("tracks_by_text").on(t.searchText, t.albumId),
]);
/** A track as it is stored. */
export type CatalogueTrackRow = typeof catalogueTracks.$inferSelect;
