import type { Omdb, OmdbTitle } from "../../../library/metadata/omdb.ts";
import type { CandidateTitle } from "../match/candidate.ts";
import { matchTitle } from "../match/score.ts";
import { countOf } from "./library_source.ts";
import { type MatchSource, titlesOfLabels } from "./source.ts";

/** Each is a request of the thousand of a day. */
const MAX_TITLES = 2;

/** OMDb, for titles that the managers do not know. Its titles have no id that a manager takes but that of IMDb. */
export const omdbSource = (omdb: Omdb): MatchSource => ({
  name: "OMDb",
  async ask({ labels, shape }, signal) {
    if (!omdb.isEnabled()) return { matches: [], log: [] };
    const year = labels.find((label) => label.year !== undefined)?.year;
    const kind = labels.some(({ season }) => season !== undefined) ? "series" as const : undefined;
    const titles: OmdbTitle[] = [];
    for (const title of titlesOfLabels(labels).slice(0, MAX_TITLES)) {
      const found = await omdb.find(
        { title, ...(year === undefined ? {} : { year }), ...(kind ? { kind } : {}) },
        signal,
      );
      if (found !== undefined && !titles.some(({ imdbId }) => imdbId === found.imdbId)) titles.push(found);
    }
    const matches = titles.flatMap((title) => {
      const match = matchTitle(candidateOf(title), labels, shape);
      return match === undefined ? [] : [{ ...match, matchedBy: "omdb" as const }];
    });
    return { matches, log: [`OMDb: ${countOf(matches.length)} like this disc.`] };
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
