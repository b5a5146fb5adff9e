import { createAnimeWriter, type WrittenAnime } from "../../../../db/library/anime/anime_writer.ts";
import type { AnimeName } from "../../../../db/library/anime/anime_rows.ts";
import { fold } from "../../../kit/fold.ts";
import { type AnimeMapping, isFilm, joinMappings, namesFilm } from "../reading/mapping.ts";
import { readMappingJson } from "../reading/mapping_json.ts";
import { readMappingXml } from "../reading/mapping_xml.ts";
import { type DumpAnime, type DumpTitle, readTitlesDump } from "../reading/titles_dump.ts";
import { AnimeDataProblem } from "../reading/unpack.ts";
import type { AnimeSource, AnimeSourceName } from "../sources.ts";
import { termsOf } from "../title_forms.ts";

/** What is asked for: a file out of the copies of the sources, for each the newest first. */
export interface BuildRequest {
  sources: readonly AnimeSource[];
  copies: Record<AnimeSourceName, string[]>;
  /** Where the file is written; none may be there. */
  target: string;
}

/** `refused` says why a copy was not used, by its path. Without titles there is no file. */
export interface BuildAnswer {
  built: boolean;
  animeCount: number;
  mappingCount: number;
  refused: Record<string, string>;
}

/** A file of anime titles to be made by another process. */
export interface AnimeBuildRequest extends BuildRequest {
  kind: "anime";
}

/** An answer, or the failure that made one impossible. */
export type BuildReply = { ok: true; answer: BuildAnswer } | { ok: false; message: string };

/** What that process does. Never throws. */
export async function answerAnimeBuild(request: BuildRequest): Promise<BuildReply> {
  try {
    return { ok: true, answer: await buildAnimeFile(request) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/** What reading the copies has come to. */
interface Build extends BuildRequest {
  readonly refused: Record<string, string>;
}

/** Reads the copies and writes the file. What of a source cannot be used is left out, and said. */
export async function buildAnimeFile(request: BuildRequest): Promise<BuildAnswer> {
  const build: Build = { ...request, refused: {} };
  const mapping = await newestOf(
    build,
    "mapping",
    (path, source) => collect(source, readMappingJson(path, bounds(source))),
  );
  const seasons = await newestOf(
    build,
    "seasons",
    (path, source) => collect(source, readMappingXml(path, bounds(source))),
  );
  const mappingOf = (aid: number) => joinedMapping(mapping?.get(aid), seasons?.get(aid));
  const counts = await newestOf(build, "titles", (path, source) => writeTitles(build, path, source, mappingOf));
  const { refused } = build;
  return counts === undefined ? { built: false, animeCount: 0, mappingCount: 0, refused } : {
    built: true,
    ...counts,
    refused,
  };
}

const bounds = ({ maxUnpackedBytes }: AnimeSource) => ({ maxBytes: maxUnpackedBytes });

/** What the first usable copy of a source gives. */
async function newestOf<T>(
  { sources, copies, refused }: Build,
  name: AnimeSourceName,
  read: (path: string, source: AnimeSource) => Promise<T>,
): Promise<T | undefined> {
  const source = sources.find((one) => one.name === name);
  for (const path of source === undefined ? [] : copies[name]) {
    try {
      return await read(path, source as AnimeSource);
    } catch (error) {
      if (!(error instanceof AnimeDataProblem)) throw error;
      refused[path] = error.message;
    }
  }
}

/** Entries as text: a third of the memory of what they are read as. */
async function collect({ minCount }: AnimeSource, entries: AsyncIterable<AnimeMapping>): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for await (const entry of entries) found.set(entry.aid, JSON.stringify(entry));
  if (found.size < minCount) throw new AnimeDataProblem(`holds only ${found.size} anime and is not whole.`);
  return found;
}

/** What both lists say, read from the text that `collect` made. */
function joinedMapping(first: string | undefined, second: string | undefined): AnimeMapping | undefined {
  const [a, b] = [first, second].map((text) => text === undefined ? undefined : JSON.parse(text) as AnimeMapping);
  return a === undefined || b === undefined ? a ?? b : joinMappings(a, b);
}

async function writeTitles(
  { target }: Build,
  path: string,
  { minCount, maxUnpackedBytes }: AnimeSource,
  mappingOf: (aid: number) => AnimeMapping | undefined,
): Promise<{ animeCount: number; mappingCount: number }> {
  // An older copy may follow one that was refused half way.
  await Deno.remove(target).catch(() => {});
  using writer = createAnimeWriter(target);
  let [titles, mapped] = [0, 0];
  for await (const anime of readTitlesDump(path, { maxBytes: maxUnpackedBytes })) {
    titles += anime.titles.length;
    const mapping = mappingOf(anime.aid);
    if (mapping !== undefined && hasId(mapping)) mapped++;
    writer.put(writtenAnime(anime, mapping));
  }
  if (titles < minCount) throw new AnimeDataProblem(`holds only ${titles} titles and is not whole.`);
  return { mappingCount: mapped, animeCount: writer.finish({ mappingCount: mapped }) };
}

const hasId = ({ tvdbId, tmdbTvId, tmdbMovieIds, imdbIds }: AnimeMapping): boolean =>
  tvdbId !== undefined || tmdbTvId !== undefined || tmdbMovieIds.length > 0 || imdbIds.length > 0;

/** An anime as it is stored. Pure. */
export function writtenAnime({ aid, titles }: DumpAnime, mapping: AnimeMapping | undefined): WrittenAnime {
  const names = titles.map((one): AnimeName => ({ ...one, folded: fold(one.title) }));
  const official = (language: string) =>
    titles.find((one) => one.kind === "official" && one.language === language)?.title;
  const main = titles.find(({ kind }) => kind === "main");
  const film = mapping !== undefined && isFilm(mapping);
  return {
    aid,
    title: main?.title ?? titles[0]?.title ?? "",
    romaji: romajiOf(titles, main) ?? null,
    kanji: official("ja") ?? null,
    english: official("en") ?? null,
    isMovie: film,
    tvdbId: mapping?.tvdbId ?? null,
    ...seasonOf(mapping),
    tvdbPlaces: mapping?.tvdbPlaces ?? [],
    tmdbId: (film ? mapping.tmdbMovieIds[0] : mapping?.tmdbTvId ?? mapping?.tmdbMovieIds[0]) ?? null,
    imdbId: mapping?.imdbIds[0] ?? null,
    names: distinct(names),
    terms: [...new Set(names.flatMap(({ folded }) => termsOf(folded)))],
    ids: idsNaming(mapping),
  };
}

/** Which season of TheTVDB it is, and how many episodes of that season come before it. */
function seasonOf(mapping: AnimeMapping | undefined): Pick<WrittenAnime, "tvdbSeason" | "tvdbOffset"> {
  const { absolute, tvdbStart: start, tvdbSeason = null, tvdbOffset = 0 } = mapping ?? {};
  if (absolute) return { tvdbSeason: null, tvdbOffset };
  return start === undefined ? { tvdbSeason, tvdbOffset } : { tvdbSeason: start.season, tvdbOffset: start.episode - 1 };
}

const romajiOf = (titles: readonly DumpTitle[], main: DumpTitle | undefined): string | undefined =>
  main?.language === "x-jat" ? main.title : titles.find(({ language }) => language === "x-jat")?.title;

/** No name twice, in whatever language; the one with the higher rank stays. */
function distinct(names: readonly AnimeName[]): AnimeName[] {
  const ranks = { main: 0, official: 1, synonym: 2, short: 3 };
  const best = new Map<string, AnimeName>();
  for (const name of names.toSorted((a, b) => ranks[a.kind] - ranks[b.kind])) {
    if (!best.has(name.folded)) best.set(name.folded, name);
  }
  return [...best.values()];
}

/** The ids of managers' titles that say: this is anime. A special makes no anime of the series it belongs to. */
function idsNaming(mapping: AnimeMapping | undefined): WrittenAnime["ids"] {
  if (mapping === undefined) return [];
  const { tvdbId, tvdbSeason, type, tmdbMovieIds, imdbIds } = mapping;
  return [
    ...(tvdbId !== undefined && tvdbSeason !== 0 && type !== "MOVIE"
      ? [{ kind: "tvdb" as const, value: `${tvdbId}` }]
      : []),
    ...(namesFilm(mapping) ? tmdbMovieIds.map((id) => ({ kind: "tmdbMovie" as const, value: `${id}` })) : []),
    ...(namesFilm(mapping) ? imdbIds.map((value) => ({ kind: "imdbMovie" as const, value })) : []),
  ];
}
