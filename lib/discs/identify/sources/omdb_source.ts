import type { Omdb, OmdbTitle } from "../../../library/metadata/omdb.ts";
import type { CandidateTitle } from "../match/candidate.ts";
import { matchTitle } from "../match/score.ts";
import { countOf } from "./library_source.ts";
import { type MatchSource, titlesOfLabels } from "./source.ts";

/** Maximum number of titles. Each title uses one of a thousand requests per day. */
const MAX_TITLES = 2;

/**
 * Creates a source that finds titles in OMDb that the managers do not find. The only ID of these titles that managers
 * support is the IMDb ID.
 */
export const omdbSource = (omdb: Omdb): MatchSource => ({
  name: "OMDb",
  async find({ labels, shape }, signal) {
    if (!omdb.isEnabled()) return { matches: [], log: [] };
    const year = labels.find((label) => label.year !== undefined)?.year;
    const kind = labels.some(({ season }) => season !== undefined) ? "series" as const : undefined;
    const titles: OmdbTitle[] = [];
    for (const title of titlesOfLabels(labels).slice(0, MAX_TITLES)) {
      const found = await omdb.find(
        { title, year, ...(kind ? { kind } : {}) },
        signal,
      );
      if (found !== undefined && !titles.some(({ imdbId }) => imdbId === found.imdbId)) titles.push(found);
    }
    const matches = titles.flatMap((title) => {
      const match = matchTitle(candidateOf(title), labels, shape);
      return match === undefined ? [] : [{ ...match, matchedBy: "omdb" as const }];
    });
    return { matches, log: [`OMDb: ${countOf(matches.length)} similar to this disc.`] };
  },
});

const candidateOf = ({ kind, title, year, imdbId, genres, runtimeMinutes, poster }: OmdbTitle): CandidateTitle => ({
  kind,
  title,
  imdbId,
  genres,
  otherTitles: [],
  seasonTitles: [],
  ...(year === undefined ? {} : { year }),
  ...(runtimeMinutes === undefined ? {} : { runtimeMinutes }),
  ...(poster === undefined ? {} : { poster }),
});
