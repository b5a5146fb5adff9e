import type { RipMedia } from "../../rip_schema.ts";
import type { DiscLabel } from "../label/disc_label.ts";
import type { DiscShape } from "../match/disc_shape.ts";
import type { DiscFacts, KnownTitles } from "../model.ts";

/** Known facts about a disc before any source is queried. */
export interface MatchQuestion {
  facts: DiscFacts;
  /** All labels of the disc, most significant first. Labels without a title have no readings. */
  labels: DiscLabel[];
  shape: DiscShape;
}

/** Result of one source for a disc. */
export interface MatchAnswer {
  /** With their confidence, in any order. */
  matches: RipMedia[];
  /** Information about individual titles, belonging to the first match. */
  known?: KnownTitles;
  /** Messages for the disc log. */
  log: string[];
}

/** A source that may be able to identify a disc. */
export interface MatchSource {
  /** Display name. */
  name: string;
  /** Throws the reason of `signal`, and `ManagerProblem` or `CatalogueProblem` if the source cannot be queried. */
  ask(question: MatchQuestion, signal: AbortSignal): Promise<MatchAnswer>;
}

/** All titles read from the labels, most likely first, without duplicates. */
export const titlesOfLabels = (labels: readonly DiscLabel[]): string[] => [
  ...new Set(
    labels.flatMap(({ readings }) => readings).toSorted((a, b) => b.weight - a.weight).map(({ title }) => title),
  ),
];
