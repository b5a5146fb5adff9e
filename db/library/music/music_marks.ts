import { inArray, type SQL, sql } from "drizzle-orm";
import { ACTIVE_STATES } from "../../../lib/jobs/states.ts";
import { catalogueAlbums, catalogueTitles, catalogueTracks } from "../../schema/catalogue.ts";
import { findings, jobs } from "../../schema/jobs.ts";

/** Lathe's jobs, encodes and MQA results for the files of artists and albums. */

/** A mark that applies to a title if it applies to any of its files. */
export type MusicMark = "inQueue" | "encoded" | "mqa";

const filePath = sql`record ->> '$.file.localPath'`;
const fileSize = sql`record ->> '$.file.size'`;
const isActive = sql`arr = 'music' AND ${inArray(jobs.status, [...ACTIVE_STATES])}`;
const ours = sql`FROM ${jobs} WHERE status = 'done' AND arr = 'music' AND output_path IS NOT NULL`;

/**
 * SQL conditions for a track by its path. The `+` removes the affinity of a column, which would prevent the use of the
 * path index.
 */
const TRACKS: Record<MusicMark, SQL> = {
  inQueue: sql`${filePath} IN (SELECT +source_path FROM ${jobs} WHERE ${isActive})`,
  encoded: sql`${filePath} IN (SELECT +output_path ${ours})
    AND (${filePath}, ${fileSize}) IN (SELECT output_path, output_size_bytes ${ours})`,
  mqa: sql`${filePath} IN (SELECT +path FROM ${findings} WHERE kind = 'mqa' AND result ->> '$.isMqa' = 1)`,
};

const tracks = (column: SQL, mark: MusicMark): SQL =>
  sql`SELECT ${column} FROM ${catalogueTracks} WHERE ${TRACKS[mark]}`;

/** SQL condition for artists whose files have a mark. A job may refer to an artist that has no files yet. */
export const artistsMarked = (mark: MusicMark): SQL => {
  const ofFiles = sql`${catalogueTitles.id} IN (${tracks(sql`artist_id`, mark)})`;
  if (mark !== "inQueue") return ofFiles;
  return sql`(${catalogueTitles.id} IN (SELECT source ->> '$.arrId' FROM ${jobs} WHERE ${isActive}) OR ${ofFiles})`;
};

/** Same as `artistsMarked`, for albums. */
export const albumsMarked = (mark: MusicMark): SQL => {
  const ofFiles = sql`${catalogueAlbums.id} IN (${tracks(sql`album_id`, mark)})`;
  if (mark !== "inQueue") return ofFiles;
  return sql`(${catalogueAlbums.id} IN (SELECT source ->> '$.albumId' FROM ${jobs} WHERE ${isActive}) OR ${ofFiles})`;
};

/** True for filters that depend on Lathe's data about files. */
export const isMusicMark = (filter: string): filter is MusicMark => Object.hasOwn(TRACKS, filter);
