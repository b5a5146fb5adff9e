import { matchTitle } from "../match/score.ts";
import type { LibraryTitles } from "./library_titles.ts";
import { type MatchSource, titlesOfLabels } from "./source.ts";

/** The films and series that the managers hold. */
export const librarySource = (library: LibraryTitles): MatchSource => ({
  name: "own libraries",
  async ask({ labels, shape }) {
    const texts = titlesOfLabels(labels);
    const [films, series] = await Promise.all([library.like("movie", texts), library.like("series", texts)]);
    const matches = [...films, ...series].flatMap((title) => {
      const match = matchTitle(title, labels, shape);
      return match === undefined ? [] : [{ ...match, matchedBy: "library" as const }];
    });
    return { matches, log: [`Own libraries: ${countOf(matches.length)} like “${texts[0] ?? ""}”.`] };
  },
});

/** A number of titles in words. */
export const countOf = (count: number): string =>
  count === 0 ? "no title" : count === 1 ? "1 title" : `${count} titles`;
