import type { RipMedia } from "../../rip_schema.ts";
import type { DiscLabel } from "../label/disc_label.ts";
import type { DiscShape } from "../match/disc_shape.ts";
import type { DiscFacts, KnownTitles } from "../model.ts";

/** What is known of a disc before anybody is asked. */
export interface MatchQuestion {
  facts: DiscFacts;
  /** Of everything that names the disc, the most telling first; those that name no title have no readings. */
  labels: DiscLabel[];
  shape: DiscShape;
}

/** What one source knows of a disc. */
export interface MatchAnswer {
  /** With their confidence, in any order. */
  matches: RipMedia[];
  /** What the first match says of single titles. */
  known?: KnownTitles;
  /** Sentences for the disc log. */
  log: string[];
}

/** Somebody who may know a disc. */
export interface MatchSource {
  /** As people call it. */
  name: string;
  /** Throws the reason of `signal`, `ManagerProblem` and `CatalogueProblem` when it cannot be asked. */
  ask(question: MatchQuestion, signal: AbortSignal): Promise<MatchAnswer>;
}

/** Every way to take the labels as a title, the likeliest first, no title twice. */
export const titlesOfLabels = (labels: readonly DiscLabel[]): string[] => [
  ...new Set(
    labels.flatMap(({ readings }) => readings).toSorted((a, b) => b.weight - a.weight).map(({ title }) => title),
  ),
];
