import type { NameKind } from "../../../../db/library/anime/anime_rows.ts";
import { AnimeDataProblem, beginningOf, isGzip, linesOf, unpacked } from "./unpack.ts";

/**
 * Reads AniDB's title dump, a text with lines of `aid|type|language|title`. Format:
 * https://wiki.anidb.net/API#Anime_Titles.
 */

/** One line of the dump. */
export interface DumpTitle {
  kind: NameKind;
  /** ISO 639-1, or a code of AniDB: `x-jat` is romaji. */
  language: string;
  title: string;
}

/** Consecutive titles with the same AniDB ID. */
export interface DumpAnime {
  aid: number;
  titles: DumpTitle[];
}

const KINDS: Record<string, NameKind> = { 1: "main", 2: "synonym", 3: "short", 4: "official" };
const LINE = /^(\d{1,9})\|(\d)\|([A-Za-z-]{1,20})\|(.+)$/u;
const MAX_LINE = 2_000;

/**
 * Reads AniDB's title dump. Throws `AnimeDataProblem` for other files, for example a message about a ban, a web page,
 * or a damaged archive.
 */
export async function* readTitlesDump(path: string, limits: { maxBytes: number }): AsyncGenerator<DumpAnime> {
  if (!await isGzip(path)) throw new AnimeDataProblem(reasonOf(await beginningOf(path, 2_000)));
  let current: DumpAnime | undefined;
  for await (const lines of linesOf(unpacked(path, limits), MAX_LINE)) {
    for (const line of lines) {
      const found = readDumpLine(line);
      if (found === undefined) continue;
      if (current?.aid !== found.aid) {
        if (current !== undefined) yield current;
        current = { aid: found.aid, titles: [] };
      }
      current.titles.push(found.title);
    }
  }
  if (current !== undefined) yield current;
}

/** Parses a line of the dump. Returns undefined for comments and lines that cannot be read. Pure. */
export function readDumpLine(line: string): { aid: number; title: DumpTitle } | undefined {
  const [, aid, type = "", language = "", written = ""] = LINE.exec(line.trimEnd()) ?? [];
  const kind = KINDS[type];
  // AniDB writes a backtick for the apostrophe.
  // deno-lint-ignore no-control-regex -- no title holds these
  const title = written.replaceAll("`", "'").replace(/[\u0000-\u001f\u007f]/g, " ").trim();
  if (aid === undefined || kind === undefined || title === "") return undefined;
  return { aid: Number(aid), title: { kind, language, title } };
}

/** Describes the response that was sent instead of an archive. */
function reasonOf(beginning: Uint8Array): string {
  const text = new TextDecoder().decode(beginning);
  if (/banned/i.test(text)) return "was refused: AniDB has temporarily banned this address.";
  if (/<error/i.test(text)) return "was refused by AniDB.";
  return /<html|<!doctype/i.test(text) ? "returned a web page instead of data." : "is not a gzip archive.";
}
