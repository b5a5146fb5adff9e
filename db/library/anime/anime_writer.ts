import { DatabaseSync } from "node:sqlite";
import {
  aidsIn,
  ANIME_INDEX,
  ANIME_LAYOUT,
  ANIME_TABLES,
  type AnimeIdKind,
  type AnimeName,
  type AnimeRow,
  isWhole,
  packNames,
  unpackNames,
} from "./anime_rows.ts";

/** An anime to store, with its search terms and IDs. */
export interface WrittenAnime extends AnimeRow {
  names: AnimeName[];
  terms: readonly string[];
  ids: readonly { kind: AnimeIdKind; value: string }[];
}

/** Writer of an anime title file. Must not be used after `finish`. */
export interface AnimeWriter extends Disposable {
  /** Adds an anime. If its ID was added before, the names are added to it. */
  put(anime: WrittenAnime): void;
  /** Completes the file. Returns the number of anime in it. */
  finish(counts: { mappingCount: number }): number;
}

/**
 * Number of word occurrences that are kept in memory before they are moved to a temporary table. Limits memory to a few
 * megabytes.
 */
const MAX_POSTINGS = 100_000;
/** Parts of word lists that were moved out of memory, in a temporary SQLite file until they are joined. */
const PARTS = `CREATE TEMP TABLE parts (term TEXT NOT NULL, part INTEGER NOT NULL, aids BLOB NOT NULL,
  PRIMARY KEY (term, part)) WITHOUT ROWID`;

/**
 * Writes a new file at `path`. Must run in a separate process, because its statements block the thread for a time that
 * depends on the amount of data.
 */
export function createAnimeWriter(path: string): AnimeWriter {
  const db = new DatabaseSync(path);
  // Durability is not needed. After a power failure, the file is written again.
  db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -4000;");
  db.exec(ANIME_TABLES);
  db.exec(PARTS);
  db.exec("BEGIN");
  const insert = db.prepare(`INSERT INTO anime VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET names = excluded.names`);
  const insertId = db.prepare("INSERT OR IGNORE INTO ids VALUES (?, ?, ?)");
  const insertWhole = db.prepare("INSERT INTO wholes VALUES (?, ?)");
  const known = db.prepare("SELECT names FROM anime WHERE aid = ?");
  const postings = postingsOf(db);
  const seen = new Set<number>();
  return {
    put(anime) {
      const { aid, names, terms, ids } = anime;
      const before = seen.has(aid) ? unpackNames(String(known.get(aid)?.names ?? "")) : [];
      seen.add(aid);
      insert.run(...valuesOf(anime), packNames([...before, ...names]));
      for (const { kind, value } of ids) insertId.run(kind, value, aid);
      for (const term of terms) {
        if (isWhole(term)) insertWhole.run(term, aid);
        else postings.add(term, aid);
      }
    },
    finish({ mappingCount }) {
      postings.write();
      const put = db.prepare("INSERT INTO counts VALUES (?, ?)");
      put.run("anime", seen.size);
      put.run("mapping", mappingCount);
      db.exec(ANIME_INDEX);
      db.exec(`COMMIT; PRAGMA user_version = ${ANIME_LAYOUT};`);
      return seen.size;
    },
    [Symbol.dispose]: () => db.close(),
  };
}

const valuesOf = (row: AnimeRow) =>
  [
    row.aid,
    row.title,
    row.romaji,
    row.kanji,
    row.english,
    Number(row.isMovie),
    row.tvdbId,
    row.tvdbSeason,
    row.tvdbOffset,
    row.tvdbPlaces.length === 0 ? "" : JSON.stringify(row.tvdbPlaces),
    row.tmdbId,
    row.imdbId,
  ] as const;

/**
 * Collects the anime of each word. Entries that do not fit into memory are moved to a temporary table and joined at the
 * end.
 */
function postingsOf(db: DatabaseSync) {
  const insert = db.prepare("INSERT INTO temp.parts VALUES (?, ?, ?)");
  /** Most words occur in one anime only. A list for each of them would use twice the memory. */
  const held = new Map<string, number | number[]>();
  let [count, part] = [0, 0];
  const putAside = () => {
    // Terms are sorted like the table, so that each page is written only once.
    for (const term of [...held.keys()].sort()) {
      const aids = held.get(term) ?? [];
      insert.run(term, part, bytesOf(typeof aids === "number" ? [aids] : aids));
    }
    held.clear();
    [count, part] = [0, part + 1];
  };
  return {
    add(term: string, aid: number): void {
      if (!addPosting(held, term, aid)) return;
      if (++count >= MAX_POSTINGS) putAside();
    },
    write(): void {
      putAside();
      writeTerms(db);
    },
  };
}

/** Returns false if the word already has this anime, because the names of an anime may contain a word several times. */
function addPosting(held: Map<string, number | number[]>, term: string, aid: number): boolean {
  const known = held.get(term);
  if (known === undefined) held.set(term, aid);
  else if (typeof known === "number") {
    if (known === aid) return false;
    held.set(term, [known, aid]);
  } else {
    if (known.at(-1) === aid) return false;
    known.push(aid);
  }
  return true;
}

/**
 * Joins the parts of each word's list. Words are processed in the order of the table, so that it is written
 * sequentially.
 */
function writeTerms(db: DatabaseSync): void {
  const insert = db.prepare("INSERT INTO main.terms VALUES (?, ?)");
  let [current, aids]: [string | undefined, number[]] = [undefined, []];
  const write = () => current === undefined || insert.run(current, bytesOf(aids));
  for (const row of db.prepare("SELECT term, aids FROM temp.parts ORDER BY term, part").iterate()) {
    const term = String(row.term);
    if (term !== current) {
      write();
      [current, aids] = [term, []];
    }
    for (const aid of aidsIn(row.aids)) aids.push(aid);
  }
  write();
  db.exec("DROP TABLE temp.parts");
}

/** The IDs are ascending and without duplicates. An anime whose ID was added twice may be in two parts of a list. */
const bytesOf = (aids: readonly number[]): Uint8Array =>
  new Uint8Array(Uint32Array.from(aids).sort().filter((aid, at, all) => aid !== all[at - 1]).buffer);
