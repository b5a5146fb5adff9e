import type { TitleRepository } from "../../../../db/library/titles.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { LookupTitle } from "../../../library/managers/search/lookup.ts";
import { createKeptIndex } from "../../../library/search/kept_index.ts";
import { isAnimeSeries } from "../../../library/video/anime_marks.ts";
import { Movie, Series } from "../../../library/video_model.ts";
import type { CandidateTitle } from "../match/candidate.ts";

type VideoKind = CandidateTitle["kind"];

/** The movies and series in the libraries, as candidates for discs. */
export interface LibraryTitles {
  /** Returns titles with a name similar to any of the texts. */
  like(kind: VideoKind, texts: readonly string[]): Promise<CandidateTitle[]>;
  /** Returns the title with an ID in a public database. */
  byId(
    kind: VideoKind,
    ids: { tmdbId?: number; tvdbId?: number; imdbId?: string },
  ): Promise<CandidateTitle | undefined>;
}

const MAX_LIKE = 30;

/** Reads the titles of the libraries from the store on demand. */
export function createLibraryTitles(
  titles: Pick<TitleRepository, "catalogue" | "records" | "idsOf">,
  clock: Clock,
): LibraryTitles {
  const indexes = {
    movie: createKeptIndex({ source: titles.catalogue("movie"), clock, everyMs: 0 }),
    series: createKeptIndex({ source: titles.catalogue("series"), clock, everyMs: 0 }),
  };
  const read = async (kind: VideoKind, ids: number[]): Promise<CandidateTitle[]> =>
    (await titles.records(kind, ids)).flatMap(({ record }) => candidateOf(kind, record) ?? []);
  return {
    async like(kind, texts) {
      if (texts.length === 0) return [];
      const hits = (await indexes[kind].current()).search(texts, { limit: MAX_LIKE });
      return await read(kind, hits.map(({ id }) => id));
    },
    async byId(kind, { tmdbId, tvdbId, imdbId }) {
      const own = kind === "movie" ? tmdbId && { tmdbId } : tvdbId && { tvdbId };
      for (const wanted of [own, imdbId && { imdbId }]) {
        const ids = wanted ? await titles.idsOf(kind, wanted) : [];
        const [found] = await read(kind, ids.slice(0, 1));
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

/** Converts a stored record. Undefined if its format is outdated. */
function candidateOf(kind: VideoKind, record: unknown): CandidateTitle | undefined {
  if (kind === "movie") {
    const { data } = Movie.safeParse(record);
    return data && { ...common(data), kind, externalId: data.tmdbId, seasonTitles: [] };
  }
  const { data } = Series.safeParse(record);
  return data && {
    ...common(data),
    kind,
    externalId: data.tvdbId,
    seriesType: isAnimeSeries(data) ? "anime" : data.seriesType,
    seasonTitles: data.seasonTitles,
    seasons: data.seasons.filter(({ seasonNumber }) => seasonNumber > 0)
      .map(({ seasonNumber, episodeCount }) => ({ seasonNumber, episodes: episodeCount })),
  };
}

const common = (
  { id, title, alternateTitles, titleRomaji, titleKanji, year, runtime, imdbId, poster, genres }: Movie | Series,
) => ({
  arrId: id,
  title,
  otherTitles: [...alternateTitles, ...(titleRomaji ? [titleRomaji] : []), ...(titleKanji ? [titleKanji] : [])],
  genres,
  ...(year === undefined ? {} : { year }),
  ...(runtime === undefined ? {} : { runtimeMinutes: runtime }),
  ...(imdbId === undefined ? {} : { imdbId }),
  ...(poster === undefined ? {} : { poster }),
});

/** Converts a result of a manager's lookup, which contains no seasons. */
export const candidateOfLookup = (found: LookupTitle): CandidateTitle => {
  const { kind, id, title, originalTitle, alternateTitles, year, runtimeMinutes, imdbId, poster, seriesType } = found;
  const externalId = kind === "movie" ? found.tmdbId : found.tvdbId;
  return {
    kind,
    title,
    otherTitles: [...(originalTitle ? [originalTitle] : []), ...alternateTitles],
    seasonTitles: [],
    genres: found.genres,
    ...(year === undefined ? {} : { year }),
    ...(runtimeMinutes === undefined ? {} : { runtimeMinutes }),
    ...(externalId === undefined ? {} : { externalId }),
    ...(imdbId === undefined ? {} : { imdbId }),
    ...(id === undefined ? {} : { arrId: id }),
    ...(poster === undefined ? {} : { poster }),
    ...(seriesType === undefined ? {} : { seriesType }),
  };
};
