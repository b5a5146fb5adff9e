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
    return { matches, log: [`Own libraries: ${countOf(matches.length)} like ${quoted(texts)}.`] };
  },
});

const MAX_QUOTED = 3;

/** The labels that were looked for: which of them a match is like is part of its reason. */
const quoted = (texts: readonly string[]): string =>
  texts.length === 0 ? "a disc without a label" : texts.slice(0, MAX_QUOTED).map((text) => `“${text}”`).join(" or ");

/** A number of titles in words. */
export const countOf = (count: number): string =>
  count === 0 ? "no title" : count === 1 ? "1 title" : `${count} titles`;
