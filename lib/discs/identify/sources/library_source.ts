import { matchTitle } from "../match/score.ts";
import type { LibraryTitles } from "./library_titles.ts";
import { type MatchSource, titlesOfLabels } from "./source.ts";

/** Creates a source that matches the movies and series in the managers' libraries. */
export const librarySource = (library: LibraryTitles): MatchSource => ({
  name: "Your libraries",
  async find({ labels, shape }) {
    const texts = titlesOfLabels(labels);
    const [movies, series] = await Promise.all([library.like("movie", texts), library.like("series", texts)]);
    const matches = [...movies, ...series].flatMap((title) => {
      const match = matchTitle(title, labels, shape);
      return match === undefined ? [] : [{ ...match, matchedBy: "library" as const }];
    });
    return { matches, log: [`Your libraries: ${countOf(matches.length)} similar to ${quoted(texts)}.`] };
  },
});

const MAX_QUOTED = 3;

/** Lists the labels that were searched for. The label that matched is in the reason for the match. */
const quoted = (texts: readonly string[]): string =>
  texts.length === 0 ? "a disc without a label" : texts.slice(0, MAX_QUOTED).map((text) => `“${text}”`).join(" or ");

/** Formats a number of titles, for example `3 titles`. */
export const countOf = (count: number): string =>
  count === 0 ? "no title" : count === 1 ? "1 title" : `${count} titles`;
