import type { RipMedia } from "../../rip_schema.ts";
import type { DiscLabel } from "../label/disc_label.ts";
import type { DiscShape } from "../match/disc_shape.ts";
import type { DiscFacts, KnownTitles } from "../model.ts";

/** Facts about a disc that are known before any source is queried. */
export interface MatchQuery {
  facts: DiscFacts;
  /** All labels of the disc, most significant first. Labels without a title have no interpretations. */
  labels: DiscLabel[];
  shape: DiscShape;
}

/** Result of one source for a disc. */
export interface MatchResult {
  /** Matches with their confidence, in any order. */
  matches: RipMedia[];
  /** Information about individual titles. It belongs to the first match. */
  known?: KnownTitles;
  /** Messages for the disc log. */
  log: string[];
}

/** A source that may identify a disc. */
export interface MatchSource {
  /** Display name. */
  name: string;
  /** True for a catalogue, which identifies a disc and its titles by fingerprint. */
  isCatalogue?: true;
  /**
   * Queries the source. Throws the reason of `signal`, or `ManagerProblem` or `CatalogueProblem` if the source cannot
   * be queried.
   */
  find(query: MatchQuery, signal: AbortSignal): Promise<MatchResult>;
}

/** Returns all titles in the labels, most likely first, without duplicates. */
export const titlesOfLabels = (labels: readonly DiscLabel[]): string[] => [
  ...new Set(
    labels.flatMap(({ readings }) => readings).toSorted((a, b) => b.weight - a.weight).map(({ title }) => title),
  ),
];
