import sax from "sax";
import { type AnimeMapping, idOf, idsOf, imdbIdsOf, wholeOf } from "./mapping.ts";
import { episodePlaces, firstPlace, type MappingElement } from "./mapping_list.ts";
import { AnimeDataProblem, unpacked } from "./unpack.ts";

/**
 * Reads the Anime-Lists file, which maps anime to TheTVDB seasons. Format: https://github.com/Anime-Lists/anime-lists.
 */

/** Maximum length of the text between two elements. Names and lists of episodes are far shorter. */
const MAX_TEXT = 64 << 10;

/** Maximum number of mappings. The longest lists have a few dozen entries. */
const MAX_MAPPINGS = 500;

/** Reads an Anime-Lists file. Throws `AnimeDataProblem` if the file is not such a list or is truncated. */
export async function* readMappingXml(path: string, limits: { maxBytes: number }): AsyncGenerator<AnimeMapping> {
  const parser = sax.parser(true);
  let found: AnimeMapping[] = [];
  let root: string | undefined;
  let depth = 0;
  let current: AnimeMapping | undefined;
  let elements: MappingElement[] = [];
  let element: MappingElement | undefined;
  parser.onopentag = ({ name, attributes }) => {
    root ??= name;
    // Valid files are nested less deeply. Their deepest elements are names and mappings, within lists.
    if (++depth > 8) throw new AnimeDataProblem("is nested too deeply.");
    if (name === "mapping" && elements.length < MAX_MAPPINGS) element = { ...attributes, text: "" };
    if (name !== "anime") return;
    elements = [];
    current = mappingOfAttributes(attributes as Record<string, string>);
  };
  parser.ontext = (text) => {
    if (element !== undefined) element.text += text.slice(0, MAX_TEXT);
  };
  parser.onclosetag = (name) => {
    depth--;
    if (name === "mapping" && element !== undefined) {
      elements.push(element);
      element = undefined;
    }
    if (name !== "anime" || current === undefined) return;
    const tvdbStart = firstPlace(elements);
    const tvdbPlaces = episodePlaces(elements);
    found.push({
      ...current,
      ...(tvdbStart === undefined ? {} : { tvdbStart }),
      ...(tvdbPlaces.length === 0 ? {} : { tvdbPlaces }),
    });
    current = undefined;
  };
  parser.onerror = (error) => {
    throw new AnimeDataProblem("is not well-formed XML.", { cause: error });
  };
  const decoder = new TextDecoder();
  const write = (text: string): AnimeMapping[] => {
    found = [];
    // The text is passed on in chunks, because the parser buffers each text until its end.
    for (let at = 0; at < text.length; at += MAX_TEXT) parser.write(text.slice(at, at + MAX_TEXT));
    return found;
  };
  for await (const chunk of unpacked(path, limits)) yield* write(decoder.decode(chunk, { stream: true }));
  yield* write(decoder.decode());
  if (root !== "anime-list" || depth !== 0) throw new AnimeDataProblem("is not a complete XML list.");
}

/** Parses one `anime` element. Returns undefined without an AniDB ID. Pure. */
export function mappingOfAttributes(of: Record<string, string | undefined>): AnimeMapping | undefined {
  const aid = idOf(of.anidbid);
  if (aid === undefined) return undefined;
  const tvdbId = idOf(of.tvdbid);
  const season = wholeOf(of.defaulttvdbseason, 0);
  const offset = wholeOf(of.episodeoffset, 0);
  const tmdbTvId = idOf(of.tmdbtv);
  return {
    aid,
    ...(of.tvdbid === "movie" ? { type: "MOVIE" as const } : {}),
    ...(tvdbId === undefined ? {} : { tvdbId }),
    ...(season === undefined ? {} : { tvdbSeason: season }),
    ...(offset === undefined ? {} : { tvdbOffset: offset }),
    ...(of.defaulttvdbseason === "a" ? { absolute: true } : {}),
    ...(tmdbTvId === undefined ? {} : { tmdbTvId }),
    tmdbMovieIds: idsOf(of.tmdbid),
    imdbIds: imdbIdsOf(of.imdbid),
  };
}
