import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import {
  aidsIn,
  ANIME_LAYOUT,
  type AnimeIdKind,
  type AnimeName,
  type AnimeRow,
  type EpisodePlace,
  isWhole,
  unpackNames,
} from "./anime_rows.ts";

/** Read access to an anime file. Every call takes a few microseconds on the calling thread. */
export interface AnimeFile {
  counts(): { animeCount: number; mappingCount: number };
  /** Returns the IDs of the anime whose names contain a term, ascending, or an empty array for an unknown term. */
  aidsOf(term: string): Uint32Array;
  /** Same as `aidsOf` for terms that start with a prefix. Uses the first `limit` terms in alphabetical order. */
  aidsOfBeginning(beginning: string, limit: number): Uint32Array[];
  /** Returns an anime with all of its names. */
  anime(aid: number): AnimeRow & { names: AnimeName[] } | undefined;
  /** Returns the anime that map to the given ID of another database, sorted by season and then by first episode. */
  byId(kind: AnimeIdKind, value: string | number): AnimeRow[];
  close(): void;
}

/** A small cache suffices, because the operating system caches the file. */
const CACHE_KIB = 1_000;
/** Maximum number of IDs kept in memory, 2 MB. The lists for common words are long and used frequently. */
const MAX_KEPT_AIDS = 500_000;
const COLUMNS = `a.aid, title, romaji, kanji, english, is_movie, tvdb_id, tvdb_season, tvdb_offset, tvdb_places,
  tmdb_id, imdb_id`;

/** Opens a file for reading. Returns undefined if there is none with this layout. Does not throw for a damaged file. */
export function openAnimeFile(path: string): AnimeFile | undefined {
  let db: DatabaseSync;
  try {
    db = new DatabaseSync(path, { readOnly: true });
  } catch {
    return undefined;
  }
  try {
    const layout = db.prepare("PRAGMA user_version").get()?.user_version;
    if (layout !== ANIME_LAYOUT) throw new Error("another layout");
    return fileOf(db);
  } catch {
    db.close();
    return undefined;
  }
}

function fileOf(db: DatabaseSync): AnimeFile {
  db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  const term = db.prepare("SELECT aids FROM terms WHERE term = ?");
  const lists = keepLists((text) => aidsIn(term.get(text)?.aids));
  const beginning = db.prepare("SELECT term FROM terms WHERE term >= ? AND term < ? ORDER BY term LIMIT ?");
  const whole = db.prepare("SELECT aid FROM wholes WHERE term = ?");
  const wholeBeginning = db.prepare("SELECT aid FROM wholes WHERE term >= ? AND term < ? ORDER BY term LIMIT ?");
  const one = db.prepare(`SELECT ${COLUMNS}, names FROM anime a WHERE aid = ?`);
  const named = db.prepare(`SELECT ${COLUMNS} FROM ids JOIN anime a USING (aid) WHERE kind = ? AND value = ?
    ORDER BY coalesce(tvdb_season, 1), tvdb_offset, a.aid`);
  const count = db.prepare("SELECT value FROM counts WHERE name = ?");
  return {
    counts: () => ({
      animeCount: Number(count.get("anime")?.value ?? 0),
      mappingCount: Number(count.get("mapping")?.value ?? 0),
    }),
    aidsOf: (text) => isWhole(text) ? aidsOfRows(whole.all(text)) : lists(text),
    aidsOfBeginning(text, limit) {
      const range = [text, `${text}\u{10ffff}`, limit] as const;
      if (isWhole(text)) return [aidsOfRows(wholeBeginning.all(...range))];
      return beginning.all(...range).map(({ term }) => lists(String(term)));
    },
    anime(aid) {
      const row = one.get(aid);
      return row === undefined ? undefined : { ...rowOf(row), names: unpackNames(String(row.names)) };
    },
    byId: (kind, value) => named.all(kind, String(value)).map(rowOf),
    close: () => db.close(),
  };
}

/** Wraps `read` with an LRU cache. */
function keepLists(read: (term: string) => Uint32Array): (term: string) => Uint32Array {
  const kept = new Map<string, Uint32Array>();
  let size = 0;
  return (term) => {
    const known = kept.get(term);
    const list = known ?? read(term);
    if (list.length === 0) return list;
    if (known === undefined) size += list.length;
    else kept.delete(term);
    kept.set(term, list);
    for (const [oldest, { length }] of kept) {
      if (size <= MAX_KEPT_AIDS) break;
      kept.delete(oldest);
      size -= length;
    }
    return list;
  };
}

const aidsOfRows = (rows: readonly Record<string, SQLOutputValue>[]): Uint32Array =>
  Uint32Array.from(rows, ({ aid }) => Number(aid));

const text = (value: SQLOutputValue | undefined): string | null => typeof value === "string" ? value : null;
const number = (value: SQLOutputValue | undefined): number | null => typeof value === "number" ? value : null;

const rowOf = (row: Record<string, SQLOutputValue>): AnimeRow => ({
  aid: Number(row.aid),
  title: String(row.title),
  romaji: text(row.romaji),
  kanji: text(row.kanji),
  english: text(row.english),
  isMovie: row.is_movie === 1,
  tvdbId: number(row.tvdb_id),
  tvdbSeason: number(row.tvdb_season),
  tvdbOffset: Number(row.tvdb_offset),
  tvdbPlaces: row.tvdb_places === "" ? [] : JSON.parse(String(row.tvdb_places)) as EpisodePlace[],
  tmdbId: number(row.tmdb_id),
  imdbId: text(row.imdb_id),
});
