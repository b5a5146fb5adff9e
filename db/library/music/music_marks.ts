import { inArray, type SQL, sql } from "drizzle-orm";
import { ACTIVE_STATES } from "../../../lib/jobs/states.ts";
import { catalogueAlbums, catalogueTitles, catalogueTracks } from "../../schema/catalogue.ts";
import { findings, jobs } from "../../schema/jobs.ts";

/** What Lathe does, did and heard with the files of artists and albums. */

/** What may be said of any file of a title. */
export type MusicMark = "inQueue" | "encoded" | "mqa";

const filePath = sql`record ->> '$.file.localPath'`;
const fileSize = sql`record ->> '$.file.size'`;
const isActive = sql`arr = 'music' AND ${inArray(jobs.status, [...ACTIVE_STATES])}`;
const ours = sql`FROM ${jobs} WHERE status = 'done' AND arr = 'music' AND output_path IS NOT NULL`;

/** Of a track, by its place: a column with `+` in front has no affinity, without which the index of places is not used. */
const TRACKS: Record<MusicMark, SQL> = {
  inQueue: sql`${filePath} IN (SELECT +source_path FROM ${jobs} WHERE ${isActive})`,
  encoded: sql`${filePath} IN (SELECT +output_path ${ours})
    AND (${filePath}, ${fileSize}) IN (SELECT output_path, output_size_bytes ${ours})`,
  mqa: sql`${filePath} IN (SELECT +path FROM ${findings} WHERE kind = 'mqa' AND result ->> '$.isMqa' = 1)`,
};

const tracks = (column: SQL, mark: MusicMark): SQL =>
  sql`SELECT ${column} FROM ${catalogueTracks} WHERE ${TRACKS[mark]}`;

/** Artists of whose files this is said; a job may name its artist before it has a file. */
export const artistsMarked = (mark: MusicMark): SQL => {
  const ofFiles = sql`${catalogueTitles.id} IN (${tracks(sql`artist_id`, mark)})`;
  if (mark !== "inQueue") return ofFiles;
  return sql`(${catalogueTitles.id} IN (SELECT source ->> '$.arrId' FROM ${jobs} WHERE ${isActive}) OR ${ofFiles})`;
};

/** The same of albums. */
export const albumsMarked = (mark: MusicMark): SQL => {
  const ofFiles = sql`${catalogueAlbums.id} IN (${tracks(sql`album_id`, mark)})`;
  if (mark !== "inQueue") return ofFiles;
  return sql`(${catalogueAlbums.id} IN (SELECT source ->> '$.albumId' FROM ${jobs} WHERE ${isActive}) OR ${ofFiles})`;
};

/** Whether somebody's files are narrowed by what Lathe knows of them. */
export const isMusicMark = (filter: string): filter is MusicMark => Object.hasOwn(TRACKS, filter);
