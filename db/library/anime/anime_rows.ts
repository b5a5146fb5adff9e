import type { SQLOutputValue } from "node:sqlite";

/** The file of anime titles: a SQLite database of its own beside that of the program, written as a whole and only read. */

/** The layout of now; a file of another one is made anew. */
export const ANIME_LAYOUT = 3;

export const ANIME_TABLES = `
  CREATE TABLE anime (
    aid INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    romaji TEXT,
    kanji TEXT,
    english TEXT,
    is_movie INTEGER NOT NULL,
    tvdb_id INTEGER,
    tvdb_season INTEGER,
    tvdb_offset INTEGER NOT NULL,
    tvdb_places TEXT NOT NULL,
    tmdb_id INTEGER,
    imdb_id TEXT,
    names TEXT NOT NULL
  );
  CREATE TABLE wholes (term TEXT NOT NULL, aid INTEGER NOT NULL);
  CREATE TABLE terms (term TEXT PRIMARY KEY, aids BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE ids (kind TEXT NOT NULL, value TEXT NOT NULL, aid INTEGER NOT NULL, PRIMARY KEY (kind, value, aid))
    WITHOUT ROWID;
  CREATE TABLE counts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
`;

/** Made when all rows are there: sorted once. */
export const ANIME_INDEX = "CREATE INDEX wholes_by_term ON wholes (term, aid)";

/** Terms that begin so are whole titles. Nearly each belongs to one anime, so they are rows; words are lists. */
export const isWhole = (term: string): boolean => term.startsWith("=");

/** Who gave a name its rank, by AniDB's numbers: one main title, official ones per language, the rest. */
export type NameKind = "main" | "synonym" | "short" | "official";

/** A name of an anime; `folded` is what it is compared by. */
export interface AnimeName {
  kind: NameKind;
  language: string;
  title: string;
  folded: string;
}

/**
 * Where episodes of an anime lie at TheTVDB: `first` and those after it up to `last`, or without an end, begin at `episode`
 * of `season`. `more` are further episodes there that a single one is, too. Episode 0 says that there is none.
 */
export interface EpisodePlace {
  first: number;
  last?: number;
  season: number;
  episode: number;
  more?: number[];
}

/** An anime with its ids elsewhere; `tvdbSeason` is null where episodes are counted through, 0 for specials. */
export interface AnimeRow {
  aid: number;
  title: string;
  romaji: string | null;
  kanji: string | null;
  english: string | null;
  isMovie: boolean;
  tvdbId: number | null;
  tvdbSeason: number | null;
  tvdbOffset: number;
  /** Of the episodes that lie elsewhere than season and offset say; of two places the first counts. */
  tvdbPlaces: EpisodePlace[];
  tmdbId: number | null;
  imdbId: string | null;
}

/** The numbers of a stored list; none for what is no list. */
export function aidsIn(value: SQLOutputValue | undefined): Uint32Array {
  // A copy: what SQLite gives may begin anywhere.
  return value instanceof Uint8Array ? new Uint32Array(value.slice().buffer) : new Uint32Array();
}

/** Which id of a manager's title says that it is anime. */
export type AnimeIdKind = "tmdbMovie" | "imdbMovie" | "tvdb";

const FIELD = "\u001f";
const LINE = "\u001e";

/** Names as one text, as they are only ever read together. No title holds control characters. */
export const packNames = (names: readonly AnimeName[]): string =>
  names.map(({ kind, language, title, folded }) => [kind, language, title, folded].join(FIELD)).join(LINE);

/** The names of a packed text. */
export const unpackNames = (packed: string): AnimeName[] =>
  packed === "" ? [] : packed.split(LINE).map((line) => {
    const [kind = "", language = "", title = "", folded = ""] = line.split(FIELD);
    return { kind: kind as NameKind, language, title, folded };
  });
