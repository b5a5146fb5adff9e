import type { SQLOutputValue } from "node:sqlite";

/** The anime title file: a separate SQLite database next to the main one. It is written once and then only read. */

/** Current layout. A file with another layout is rebuilt. */
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

/** Index that is created after all rows have been inserted, so that they are sorted only once. */
export const ANIME_INDEX = "CREATE INDEX wholes_by_term ON wholes (term, aid)";

/**
 * True for search terms that are whole titles. They start with `=`. Nearly every whole title belongs to only one anime,
 * so each is stored in a row with its anime. For words, a row contains a list of anime.
 */
export const isWhole = (term: string): boolean => term.startsWith("=");

/** AniDB's type of a name: the main title, an official title in a language, or another name. */
export type NameKind = "main" | "synonym" | "short" | "official";

/** A name of an anime. `folded` is the form used for comparison. */
export interface AnimeName {
  kind: NameKind;
  language: string;
  title: string;
  folded: string;
}

/**
 * Position of an anime's episodes at TheTVDB. Episodes `first` to `last`, or all from `first`, correspond to the
 * episodes of `season` from `episode`. `more` lists the other TheTVDB episodes that correspond to a single episode.
 * Episode 0 means that there is no corresponding episode.
 */
export interface EpisodePlace {
  first: number;
  last?: number;
  season: number;
  episode: number;
  more?: number[];
}

/** An anime with its IDs in other databases. `tvdbSeason` is null for absolute numbering, 0 for specials. */
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
  /** Exceptions to the season and the offset. The first matching entry is used. */
  tvdbPlaces: EpisodePlace[];
  tmdbId: number | null;
  imdbId: string | null;
}

/** Reads the IDs of a stored list. Returns an empty array for an invalid value. */
export function aidsIn(value: SQLOutputValue | undefined): Uint32Array {
  // The bytes are copied, because SQLite's buffer may not be aligned.
  return value instanceof Uint8Array ? new Uint32Array(value.slice().buffer) : new Uint32Array();
}

/** Kinds of IDs in manager records that identify an anime. */
export type AnimeIdKind = "tmdbMovie" | "imdbMovie" | "tvdb";

const FIELD = "\u001f";
const LINE = "\u001e";

/**
 * Packs names into one text, because they are only read together. Titles contain no control characters, which separate
 * the values.
 */
export const packNames = (names: readonly AnimeName[]): string =>
  names.map(({ kind, language, title, folded }) => [kind, language, title, folded].join(FIELD)).join(LINE);

/** Unpacks the names of a packed text. */
export const unpackNames = (packed: string): AnimeName[] =>
  packed === "" ? [] : packed.split(LINE).map((line) => {
    const [kind = "", language = "", title = "", folded = ""] = line.split(FIELD);
    return { kind: kind as NameKind, language, title, folded };
  });
