import { jsonRecords } from "../../../kit/json/records.ts";
import { type AnimeMapping, idOf, idsOf, imdbIdsOf, wholeOf } from "./mapping.ts";
import { AnimeDataProblem, unpacked } from "./unpack.ts";

/**
 * Types in Fribb's list of IDs, in the current format and that of older copies. Format:
 * https://github.com/Fribb/anime-lists.
 */

const TYPES = ["TV", "MOVIE", "OVA", "ONA", "SPECIAL"] as const;
/** Maximum size of an entry in bytes. Entries are usually a few hundred bytes long. */
const MAX_RECORD_BYTES = 64 << 10;

/**
 * Reads Fribb's list of IDs, skipping entries that cannot be read. Throws `AnimeDataProblem` if the file is not such a
 * list.
 */
export async function* readMappingJson(path: string, limits: { maxBytes: number }): AsyncGenerator<AnimeMapping> {
  try {
    for await (const records of jsonRecords(unpacked(path, limits), MAX_RECORD_BYTES)) {
      for (const record of records) {
        const found = "value" in record ? mappingOf(record.value) : undefined;
        if (found !== undefined) yield found;
      }
    }
  } catch (error) {
    if (error instanceof SyntaxError) throw new AnimeDataProblem("is not a complete JSON list.", { cause: error });
    throw error;
  }
}

/** Parses one entry. Returns undefined without an AniDB ID. Pure. */
export function mappingOf(value: unknown): AnimeMapping | undefined {
  if (!isRecord(value)) return undefined;
  const aid = idOf(value.anidb_id);
  if (aid === undefined) return undefined;
  const type = TYPES.find((one) => one === value.type);
  const tvdbId = idOf(value.tvdb_id ?? value.thetvdb_id);
  const tvdbSeason = wholeOf(fieldOf(value.season, "tvdb"), 0);
  const tvdbOffset = wholeOf(fieldOf(value.episode_offset, "tvdb"), 0);
  const { tv, movies } = tmdbOf(value.themoviedb_id, type === "MOVIE");
  return {
    aid,
    ...(type === undefined ? {} : { type }),
    ...(tvdbId === undefined ? {} : { tvdbId }),
    ...(tvdbSeason === undefined ? {} : { tvdbSeason }),
    ...(tvdbOffset === undefined ? {} : { tvdbOffset }),
    ...(tv === undefined ? {} : { tmdbTvId: tv }),
    tmdbMovieIds: movies,
    imdbIds: imdbIdsOf(value.imdb_id),
  };
}

/** In older copies, it is unknown whether an ID belongs to a movie. */
function tmdbOf(value: unknown, isMovie: boolean): { tv?: number; movies: number[] } {
  if (isRecord(value)) {
    const [tv] = idsOf(value.tv);
    return { ...(tv === undefined ? {} : { tv }), movies: idsOf(value.movie) };
  }
  const ids = idsOf(value);
  if (isMovie) return { movies: ids };
  return { ...(ids[0] === undefined ? {} : { tv: ids[0] }), movies: [] };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const fieldOf = (value: unknown, key: string): unknown => isRecord(value) ? value[key] : undefined;
