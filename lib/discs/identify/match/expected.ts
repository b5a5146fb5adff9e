import type { RipMedia } from "../../rip_schema.ts";
import type { MatchQuery } from "../sources/source.ts";
import type { CandidateTitle } from "./candidate.ts";
import { isSameTitle, matchTitle } from "./score.ts";

/** Confidence in an expected disc if nothing contradicts it. */
const EXPECTED = 90;
/** Confidence if the name or the lengths of the disc do not match, so that the user must check it. */
const DOUBTFUL = 70;

/** Converts the expected media to a match. A choice by the user is not changed. Pure. */
export function expectedMatch(expected: RipMedia, { labels, shape }: MatchQuery): RipMedia {
  if (expected.matchedBy === "user") return { ...expected, confidence: Math.max(expected.confidence, EXPECTED) };
  const disc = labels.find((label) => label.disc !== undefined)?.disc;
  const season = labels.find((label) => label.season !== undefined)?.season;
  const numbered: RipMedia = {
    ...expected,
    matchedBy: "expected",
    ...(expected.discNumber === undefined && disc !== undefined ? { discNumber: disc } : {}),
    ...(expected.kind === "series" && expected.seasonNumber === undefined && season !== undefined
      ? { seasonNumber: season }
      : {}),
  };
  const { kind } = expected;
  if (kind !== "movie" && kind !== "series") {
    return { ...numbered, confidence: Math.min(expected.confidence, DOUBTFUL) };
  }
  const isNamed = labels.some(({ readings }) => readings.length > 0);
  const titled = matchTitle(candidateOf(expected, kind), labels, shape);
  if (isNamed && titled === undefined) return doubt(numbered, "the label contains another title");
  if (shape.kind !== undefined && shape.kind !== kind) {
    return doubt(numbered, "the lengths of its titles do not match");
  }
  if (kind === "series" && season !== undefined && season !== numbered.seasonNumber) {
    return doubt(numbered, `the label contains season ${season}`);
  }
  return { ...numbered, confidence: EXPECTED, reason: "This disc was expected." };
}

const doubt = (media: RipMedia, why: string): RipMedia => ({
  ...media,
  confidence: DOUBTFUL,
  reason: `This disc may not be the expected one: ${why}.`,
});

const candidateOf = ({ title, year, genres }: RipMedia, kind: CandidateTitle["kind"]): CandidateTitle => ({
  kind,
  title,
  genres,
  otherTitles: [],
  seasonTitles: [],
  ...(year === undefined ? {} : { year }),
});

/**
 * Combines the best match with the earlier media information. A choice by the user is kept. For an expected title, the
 * specified disc number and first episode are kept. If the disc is not the expected one, the user must decide. Pure.
 */
export function withExpected(best: RipMedia, match: RipMedia | undefined, given: RipMedia | undefined): RipMedia {
  if (match === undefined || given === undefined) return best;
  if (match.matchedBy === "user") return isSameTitle(best, match) ? { ...best, ...match } : match;
  const { seasonNumber: season, discNumber, discCount, episodeStart } = given;
  const isSeason = season === undefined || best.seasonNumber === undefined || best.seasonNumber === season;
  if (!isSameTitle(best, match) || !isSeason) {
    const wanted = `${given.title}${season === undefined ? "" : `, season ${season}`}`;
    const reason = `${best.reason ?? ""} ${wanted} was expected.`.trim();
    return { ...best, confidence: Math.min(best.confidence, DOUBTFUL), reason };
  }
  return {
    ...match,
    ...best,
    matchedBy: "expected",
    ...(season === undefined ? {} : { seasonNumber: season }),
    ...(discNumber === undefined ? {} : { discNumber }),
    ...(discCount === undefined ? {} : { discCount }),
    ...(episodeStart === undefined ? {} : { episodeStart }),
  };
}
