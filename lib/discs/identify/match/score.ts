import { fold } from "../../../kit/fold.ts";
import { looseKey } from "../../../library/local/recognition/title_key.ts";
import { similarity } from "../../../library/local/score.ts";
import type { RipMedia } from "../../rip_schema.ts";
import type { DiscLabel, LabelReading } from "../label/disc_label.ts";
import { type CandidateTitle, mediaOfTitle } from "./candidate.ts";
import { type DiscShape, medianOf } from "./disc_shape.ts";

/** Rates how well a title matches a disc, from 0 to 100. Pure. */

/** Points for an exact title match. Without further evidence, this is not enough to start automatically. */
const TITLE_POINTS = 74;
const OTHER_TITLE_POINTS = 72;
const MAX_CONFIDENCE = 99;
/** Maximum score if the season is unknown, so that the user must choose it. */
const MAX_WITHOUT_SEASON = 72;
/** If two titles reach this score with nearly equal results, the match is ambiguous. */
const MIN_RIVAL = 60;
const RIVAL_POINTS = 8;
const MAX_AMBIGUOUS = 75;
/** Minimum similarity for a title to match. */
const MIN_LIKENESS = 0.6;
/** Minimum length of a truncated name. Volume names are truncated at their maximum length. */
const MIN_CUT_OFF = 18;
/** Weight of a label that is only the beginning of a title, for example without the subtitle. */
const BEGINNING = 0.8;

/** Evidence for or against a title. */
interface Evidence {
  points: number;
  reason: string;
}

interface Fit {
  points: number;
  reasons: string[];
  season?: number;
  reading: LabelReading;
}

/** Matches a title with the best label and returns it as media information. Undefined if no label is similar. */
export function matchTitle(
  title: CandidateTitle,
  labels: readonly DiscLabel[],
  shape: DiscShape,
): RipMedia | undefined {
  const names = namesOf(title);
  const fits = labels.flatMap(({ readings }) => readings)
    .flatMap((reading) => fitOf(title, names, reading, shape) ?? []);
  const best = fits.reduce<Fit | undefined>((a, b) => a !== undefined && a.points >= b.points ? a : b, undefined);
  if (best === undefined) return undefined;
  const { season, reading, points, reasons } = best;
  const disc = reading.disc ?? labels.find((label) => label.disc !== undefined)?.disc;
  const discs = labels.find((label) => label.discs !== undefined)?.discs;
  return {
    ...mediaOfTitle(title),
    ...(season === undefined ? {} : { seasonNumber: season }),
    ...(disc === undefined ? {} : { discNumber: disc }),
    ...(discs === undefined ? {} : { discCount: discs }),
    confidence: Math.round(Math.min(MAX_CONFIDENCE, Math.max(0, points))),
    reason: `${reasons.join("; ")}.`,
  };
}

function fitOf(
  title: CandidateTitle,
  names: readonly Name[],
  reading: LabelReading,
  shape: DiscShape,
): Fit | undefined {
  // A label with a season is not that of a movie.
  if (title.kind === "movie" && reading.season !== undefined) return undefined;
  const named = titleEvidence(names, reading);
  if (named === undefined) return undefined;
  const season = title.kind === "series" ? reading.season ?? named.season ?? onlySeason(title) : undefined;
  const others = [
    kindEvidence(title, shape),
    yearEvidence(title, reading),
    ...(title.kind === "movie" ? [movieLength(title, shape)] : seriesEvidence(title, season, reading, shape)),
  ].filter((one) => one !== undefined);
  const total = others.reduce((sum, { points }) => sum + points, named.points);
  const points = title.kind === "series" && season === undefined ? Math.min(MAX_WITHOUT_SEASON, total) : total;
  return {
    points,
    reasons: [named, ...others].map(({ reason }) => reason),
    ...(season === undefined ? {} : { season }),
    reading,
  };
}

/** A name of a title, and its score if it is identical to the label. */
interface Name {
  text: string;
  spellings: string[];
  points: number;
  season?: number;
}

const namesOf = ({ title, otherTitles, seasonTitles }: CandidateTitle): Name[] =>
  [
    { text: title, points: TITLE_POINTS },
    ...otherTitles.map((text) => ({ text, points: OTHER_TITLE_POINTS })),
    ...seasonTitles.map(({ title: text, seasonNumber: season }) => ({ text, points: OTHER_TITLE_POINTS, season })),
  ].map((name) => ({ ...name, spellings: spellingsOf(name.text) }));

/** Returns the evidence for the name of a title that is most similar to the label. */
function titleEvidence(
  names: readonly Name[],
  reading: LabelReading,
): Evidence & { season?: number } | undefined {
  const label = spelled(reading.title);
  const scored = names.map((name) => ({
    ...name,
    alike: Math.max(...name.spellings.map((spelling) => likeness(label, spelling))),
  }));
  const best = scored.reduce((a, b) => b.points * b.alike > a.points * a.alike ? b : a);
  if (best.alike < MIN_LIKENESS) return undefined;
  return {
    points: best.points * best.alike ** 2 * reading.weight,
    reason: best.alike === 1
      ? `the label contains ${best.text}`
      : `the label “${reading.title}” is similar to ${best.text} (${Math.round(best.alike * 100)} %)`,
    ...(best.season !== undefined && best.alike === 1 ? { season: best.season } : {}),
  };
}

/** Returns the similarity of two names, 0 to 1. */
function likeness(label: string, name: string): number {
  const alike = similarity(label, name);
  if (alike === 1) return 1;
  const [start, whole] = [looseKey(label), looseKey(name)];
  if (!whole.startsWith(start)) return alike;
  if (start.length >= MIN_CUT_OFF && start.length >= 0.6 * whole.length) return Math.max(alike, 0.96);
  return start.length >= 6
    ? Math.max(alike, Math.min(BEGINNING, MIN_LIKENESS + start.length / whole.length / 2))
    : alike;
}

/** Returns the spellings of a name that occur in volume names, in which umlauts may be replaced in two ways. */
function spellingsOf(name: string): string[] {
  const text = name.toLowerCase().normalize("NFC");
  const written = text.replace(/[äöü]/g, (letter) => ({ ä: "ae", ö: "oe", ü: "ue" })[letter] ?? letter);
  return [...new Set([spelled(text), spelled(written)])];
}

/** Normalises numbers and words that labels abbreviate, and removes a leading article. */
const spelled = (title: string): string =>
  fold(title).replace(/^(?:the|an?|der|die|das|les?|la) (?=\S)/, "").replace(/\bvolume\b/, "vol")
    .replace(/\bpart\b/, "pt");

function kindEvidence({ kind }: CandidateTitle, shape: DiscShape): Evidence | undefined {
  if (shape.kind === undefined) return undefined;
  const what = shape.kind === "movie" ? "one long title" : `${shape.episodeSeconds.length} titles of similar length`;
  return shape.kind === kind
    ? { points: 8, reason: `${what}, as expected for a ${kind === "movie" ? "movie" : "series"}` }
    : { points: -25, reason: `${what}, unlike a ${kind === "movie" ? "movie" : "series"}` };
}

function yearEvidence({ kind, year }: CandidateTitle, reading: LabelReading): Evidence | undefined {
  if (year === undefined || reading.year === undefined) return undefined;
  const apart = Math.abs(year - reading.year);
  if (apart === 0) return { points: 8, reason: `from ${year}` };
  if (apart === 1) return { points: 2, reason: `from ${year}, one year off the label's` };
  // The label of a series may contain the year of the season or of the disc.
  if (kind === "series" && reading.year > year) return undefined;
  return { points: -25, reason: `from ${year}, not ${reading.year}` };
}

/** Rates the length of a movie. PAL discs play 4 % faster. */
function movieLength({ runtimeMinutes }: CandidateTitle, { longestSeconds }: DiscShape): Evidence | undefined {
  if (runtimeMinutes === undefined || runtimeMinutes <= 0 || longestSeconds === 0) return undefined;
  const minutes = longestSeconds / 60;
  const apart = Math.abs(minutes - runtimeMinutes) / runtimeMinutes;
  const text = `the longest title is ${Math.round(minutes)} min, the movie ${Math.round(runtimeMinutes)} min`;
  return { points: apart <= 0.045 ? 10 : apart <= 0.1 ? 5 : -25, reason: text };
}

function seriesEvidence(
  { seasons, runtimeMinutes }: CandidateTitle,
  season: number | undefined,
  reading: LabelReading,
  shape: DiscShape,
): Evidence[] {
  const found: Evidence[] = [];
  const known = seasons?.find(({ seasonNumber }) => seasonNumber === season);
  if (season === undefined) found.push({ points: -5, reason: "the season is unknown" });
  else if (seasons === undefined) found.push({ points: 3, reason: `season ${season}` });
  else if (known === undefined) found.push({ points: -30, reason: `there is no season ${season}` });
  else found.push({ points: reading.season === undefined ? 2 : 6, reason: `season ${season} exists` });
  const { kind, episodeCount, episodeSeconds } = shape;
  if (kind !== "series") return found;
  if (known !== undefined && known.episodes > 0) {
    const fits = episodeCount <= known.episodes + 1;
    const text = `${episodeCount} of ${known.episodes} episodes`;
    found.push(fits ? { points: 3, reason: text } : { points: -15, reason: `${text} is impossible` });
  }
  const minutes = medianOf(episodeSeconds) / 60;
  if (runtimeMinutes !== undefined && runtimeMinutes > 0) {
    // The runtime may be that of the broadcast slot: an episode in a half-hour slot lasts 22 minutes. Double episodes
    // are twice as long.
    const ratio = minutes / runtimeMinutes;
    const fits = ratio >= 0.6 && ratio <= 1.3;
    const text = `titles of ${Math.round(minutes)} min, episodes of ${Math.round(runtimeMinutes)} min`;
    found.push({ points: fits ? 3 : ratio < 0.4 || ratio > 2.3 ? -15 : 0, reason: text });
  }
  return found;
}

function onlySeason({ seasons = [] }: CandidateTitle): number | undefined {
  const [first, ...others] = seasons.filter(({ seasonNumber }) => seasonNumber > 0);
  return others.length === 0 ? first?.seasonNumber : undefined;
}

/**
 * Sorts matches, best first. The confidence of the best match is reduced if another title matches nearly as well. Of
 * several matches for one title, only the best is kept.
 */
export function ranked(matches: readonly RipMedia[]): RipMedia[] {
  const [best, ...others] = distinctTitles(matches.toSorted((a, b) => b.confidence - a.confidence));
  const rival = others[0];
  if (best === undefined) return [];
  if (rival === undefined || rival.confidence < MIN_RIVAL || best.confidence - rival.confidence >= RIVAL_POINTS) {
    return [best, ...others];
  }
  const confidence = Math.min(best.confidence, MAX_AMBIGUOUS);
  const reason = `${best.reason ?? ""} ${rival.title}${
    rival.year === undefined ? "" : ` (${rival.year})`
  } also matches.`;
  return [{ ...best, confidence, reason: reason.trim() }, ...others];
}

const distinctTitles = (matches: readonly RipMedia[]): RipMedia[] =>
  matches.filter((one, at) => matches.findIndex((other) => isSameTitle(one, other)) === at);

/** True if two matches are for the same movie or series. */
export const isSameTitle = (a: RipMedia, b: RipMedia): boolean =>
  a.kind === b.kind &&
  (a.externalId !== undefined && b.externalId !== undefined
    ? a.externalId === b.externalId
    : looseKey(a.title) === looseKey(b.title) && (a.year === undefined || b.year === undefined || a.year === b.year));
