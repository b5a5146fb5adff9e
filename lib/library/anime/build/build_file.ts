import { createAnimeWriter, type WrittenAnime } from "../../../../db/library/anime/anime_writer.ts";
import type { AnimeName } from "../../../../db/library/anime/anime_rows.ts";
import { fold } from "../../../kit/fold.ts";
import { type AnimeMapping, isMovieMapping, joinMappings, namesMovie } from "../reading/mapping.ts";
import { readMappingJson } from "../reading/mapping_json.ts";
import { readMappingXml } from "../reading/mapping_xml.ts";
import { type DumpAnime, type DumpTitle, readTitlesDump } from "../reading/titles_dump.ts";
import { AnimeDataProblem } from "../reading/unpack.ts";
import type { AnimeSource, AnimeSourceName } from "../sources.ts";
import { termsOf } from "../title_forms.ts";

/** Request to build a file from copies of the sources. The copies of each source are listed newest first. */
export interface BuildRequest {
  sources: readonly AnimeSource[];
  copies: Record<AnimeSourceName, string[]>;
  /** Path of the new file. It must not exist yet. */
  target: string;
}

/** `refused` maps the path of each rejected copy to the reason. No file is built without titles. */
export interface BuildAnswer {
  built: boolean;
  animeCount: number;
  mappingCount: number;
  refused: Record<string, string>;
}

/** Request to a child process to build an anime title file. */
export interface AnimeBuildRequest extends BuildRequest {
  kind: "anime";
}

/** The result, or the error message if it failed. */
export type BuildReply = { ok: true; answer: BuildAnswer } | { ok: false; message: string };

/** Handles a build request in the child process. Never throws. */
export async function answerAnimeBuild(request: BuildRequest): Promise<BuildReply> {
  try {
    return { ok: true, answer: await buildAnimeFile(request) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/** Request and results collected while the copies are read. */
interface Build extends BuildRequest {
  readonly refused: Record<string, string>;
}

/** Reads the copies and writes the file. Copies that cannot be used are skipped and listed in `refused`. */
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

/** Reads the first copy of a source that can be used. */
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

/** Collects the entries as JSON text, which needs a third of the memory of parsed objects. */
async function collect({ minCount }: AnimeSource, entries: AsyncIterable<AnimeMapping>): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for await (const entry of entries) found.set(entry.aid, JSON.stringify(entry));
  if (found.size < minCount) throw new AnimeDataProblem(`contains only ${found.size} anime and is incomplete.`);
  return found;
}

/** Merges the entries of both lists from the text that `collect` stored. */
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
  // A newer copy may have been rejected after part of the file was written.
  await Deno.remove(target).catch(() => {});
  using writer = createAnimeWriter(target);
  let [titles, mapped] = [0, 0];
  for await (const anime of readTitlesDump(path, { maxBytes: maxUnpackedBytes })) {
    titles += anime.titles.length;
    const mapping = mappingOf(anime.aid);
    if (mapping !== undefined && hasId(mapping)) mapped++;
    writer.put(writtenAnime(anime, mapping));
  }
  if (titles < minCount) throw new AnimeDataProblem(`contains only ${titles} titles and is incomplete.`);
  return { mappingCount: mapped, animeCount: writer.finish({ mappingCount: mapped }) };
}

const hasId = ({ tvdbId, tmdbTvId, tmdbMovieIds, imdbIds }: AnimeMapping): boolean =>
  tvdbId !== undefined || tmdbTvId !== undefined || tmdbMovieIds.length > 0 || imdbIds.length > 0;

/** Builds the stored form of an anime. Pure. */
export function writtenAnime({ aid, titles }: DumpAnime, mapping: AnimeMapping | undefined): WrittenAnime {
  const names = titles.map((one): AnimeName => ({ ...one, folded: fold(one.title) }));
  const official = (language: string) =>
    titles.find((one) => one.kind === "official" && one.language === language)?.title;
  const main = titles.find(({ kind }) => kind === "main");
  const movie = mapping !== undefined && isMovieMapping(mapping);
  return {
    aid,
    title: main?.title ?? titles[0]?.title ?? "",
    romaji: romajiOf(titles, main) ?? null,
    kanji: official("ja") ?? null,
    english: official("en") ?? null,
    isMovie: movie,
    tvdbId: mapping?.tvdbId ?? null,
    ...seasonOf(mapping),
    tvdbPlaces: mapping?.tvdbPlaces ?? [],
    tmdbId: (movie ? mapping.tmdbMovieIds[0] : mapping?.tmdbTvId ?? mapping?.tmdbMovieIds[0]) ?? null,
    imdbId: mapping?.imdbIds[0] ?? null,
    names: distinct(names),
    terms: [...new Set(names.flatMap(({ folded }) => termsOf(folded)))],
    ids: idsNaming(mapping),
  };
}

/** Returns the TheTVDB season of an anime, and the number of earlier episodes in that season. */
function seasonOf(mapping: AnimeMapping | undefined): Pick<WrittenAnime, "tvdbSeason" | "tvdbOffset"> {
  const { absolute, tvdbStart: start, tvdbSeason = null, tvdbOffset = 0 } = mapping ?? {};
  if (absolute) return { tvdbSeason: null, tvdbOffset };
  return start === undefined ? { tvdbSeason, tvdbOffset } : { tvdbSeason: start.season, tvdbOffset: start.episode - 1 };
}

const romajiOf = (titles: readonly DumpTitle[], main: DumpTitle | undefined): string | undefined =>
  main?.language === "x-jat" ? main.title : titles.find(({ language }) => language === "x-jat")?.title;

/** Removes duplicate names in several languages, keeping the one with the highest rank. */
function distinct(names: readonly AnimeName[]): AnimeName[] {
  const ranks = { main: 0, official: 1, synonym: 2, short: 3 };
  const best = new Map<string, AnimeName>();
  for (const name of names.toSorted((a, b) => ranks[a.kind] - ranks[b.kind])) {
    if (!best.has(name.folded)) best.set(name.folded, name);
  }
  return [...best.values()];
}

/** Returns the IDs of manager titles that identify them as anime. A special does not make its series an anime. */
function idsNaming(mapping: AnimeMapping | undefined): WrittenAnime["ids"] {
  if (mapping === undefined) return [];
  const { tvdbId, tvdbSeason, type, tmdbMovieIds, imdbIds } = mapping;
  return [
    ...(tvdbId !== undefined && tvdbSeason !== 0 && type !== "MOVIE"
      ? [{ kind: "tvdb" as const, value: `${tvdbId}` }]
      : []),
    ...(namesMovie(mapping) ? tmdbMovieIds.map((id) => ({ kind: "tmdbMovie" as const, value: `${id}` })) : []),
    ...(namesMovie(mapping) ? imdbIds.map((value) => ({ kind: "imdbMovie" as const, value })) : []),
  ];
}
