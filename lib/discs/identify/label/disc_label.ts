import { GENERIC, type LabelMark, MARKS, NOISE, numberOf, PUBLISHER, VOLUME, WEAK_END } from "./label_words.ts";

/** Parses disc labels. Pure. */

/** One interpretation of a label. */
export interface LabelReading {
  /** Title in lowercase, never empty. */
  title: string;
  year?: number;
  season?: number;
  disc?: number;
  /** Probability of this interpretation, 0 to 1. */
  weight: number;
}

/** A parsed label. */
export interface DiscLabel extends LabelMark {
  /** Title in lowercase, without the parts that describe the disc. Empty if the label contains no title. */
  title: string;
  year?: number;
  /** Interpretations of the label, most likely first. */
  readings: LabelReading[];
}

/** Maximum number of characters. A volume name has at most 32 or 128, but names entered by users may be longer. */
const MAX_CHARACTERS = 200;
/** Marker that separates the title from the parts that describe the disc. */
const CUT = "|";
const MAX_ROUNDS = 60;
/** Highest plausible number at the end of a title that is a season. */
const MAX_TRAILING_SEASON = 30;
/** Matches plausible years. Larger numbers are part of a title, for example in science fiction. */
const YEAR = /^(.+) ((?:19\d|20[0-3])\d)$/u;

/** Parses the label of a disc: its volume name, or a name given by the user. */
export function readDiscLabel(label: string): DiscLabel {
  const text = plainText(label);
  const { rest, marks } = withoutMarks(text);
  const readings: LabelReading[] = [];
  let title = titleIn(withoutNoise(rest));
  let year: number | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [, before, digits] = YEAR.exec(title) ?? [];
    if (before !== undefined) {
      readings.push({ title, weight: 1 });
      year ??= Number(digits);
    }
    const next = titleIn(withoutNoise(withoutMarks(before ?? title).rest));
    if (next === title) break;
    title = next;
  }
  if (title === "") return { ...marks, title, readings: [] };
  readings.unshift({ title, weight: 1, ...(year === undefined ? {} : { year }) });
  readings.push(...otherReadings(title, titleIn(rest), marks, year));
  const { season, disc } = marks;
  return {
    title,
    ...(year === undefined ? {} : { year }),
    ...marks,
    readings: distinct(readings).map((one) => ({
      ...one,
      ...(season === undefined ? {} : { season }),
      ...(disc === undefined ? {} : { disc }),
    })),
  };
}

function otherReadings(title: string, whole: string, { season }: LabelMark, year: number | undefined): LabelReading[] {
  const dated = year === undefined ? {} : { year };
  const found: LabelReading[] = [];
  const [, before, glued, last] = /^(.*?)(?: (\d{1,2}|[ivx]+)|(?<=\p{L}{3})(\d{1,2}))$/u.exec(title) ?? [];
  const number = numberOf(glued ?? last) ?? 0;
  if (season === undefined && before && number > 0 && number <= MAX_TRAILING_SEASON) {
    found.push({ title: before, season: number, weight: 0.97, ...dated });
  }
  const volume = [...title.matchAll(VOLUME)].at(-1);
  if (volume !== undefined && volume.index > 0) {
    const disc = numberOf(volume.groups?.disc);
    found.push({ title: title.slice(0, volume.index).trim(), weight: 0.97, ...(disc ? { disc } : {}), ...dated });
  }
  if (whole !== title) found.push({ title: whole, weight: 0.9 });
  for (const pattern of [WEAK_END, PUBLISHER]) found.push({ title: title.replace(pattern, ""), weight: 0.9, ...dated });
  return found.filter((one) => !isGeneric(one.title));
}

/** Removes duplicate readings, keeping the most likely. */
const distinct = (readings: LabelReading[]): LabelReading[] =>
  readings.filter((one, at) =>
    readings.findIndex(({ title, season }) => title === one.title && season === one.season) === at
  );

/** Reduces a label to lowercase letters, digits and apostrophes, separated by single spaces. */
function plainText(label: string): string {
  const text = label.slice(0, MAX_CHARACTERS).toWellFormed().normalize("NFC").replace(
    /\.(?:iso|img|bin|mdf|nrg)$/i,
    "",
  );
  const split = /[\s_.-]/.test(text.trim())
    ? text
    : text.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ");
  return split.toLowerCase().normalize("NFC").replace(/[’‘ʼ`´]/g, "'").replaceAll("&", " and ")
    .replace(/[^\p{L}\p{N}\p{M}']+/gu, " ").replace(/(?<![^ ])'+|'+(?![^ ])/gu, "").replace(/ +/g, " ").trim();
}

/** Replaces seasons and disc numbers with markers. If one occurs twice, the first one is used. */
function withoutMarks(text: string): { rest: string; marks: LabelMark } {
  const marks: LabelMark = {};
  let rest = text;
  for (const { pattern, read } of MARKS) {
    rest = rest.replace(pattern, (match: string, ...more: unknown[]) => {
      const found = read((more.at(-1) ?? {}) as Record<string, string | undefined>);
      if (found === undefined) return match;
      marks.season ??= found.season;
      marks.disc ??= found.disc;
      marks.discs ??= found.discs;
      return CUT;
    });
  }
  if (marks.season !== undefined) {
    rest = rest.replace(VOLUME, (...more: unknown[]) => {
      marks.disc ??= numberOf((more.at(-1) as Record<string, string | undefined>).disc) || undefined;
      return CUT;
    });
  }
  for (const key of ["season", "disc", "discs"] as const) if (marks[key] === undefined) delete marks[key];
  return { rest, marks };
}

/** Replaces formats with markers, except at the beginning, where they may be part of the title. */
const withoutNoise = (text: string): string =>
  text.split(CUT).map((part) =>
    part.trim().replace(
      NOISE,
      (match: string, ...more: unknown[]) => more.find((one) => typeof one === "number") === 0 ? match : CUT,
    )
  ).join(CUT);

/** Returns the text before the first marker, or after it if there is no text before it. Empty if there is no title. */
function titleIn(text: string): string {
  const title = text.split(CUT).map((part) => part.trim()).find((part) => part !== "" && !isGeneric(part)) ?? "";
  return title.replace(/^(.+) the$/u, "the $1");
}

const isGeneric = (title: string): boolean => title.split(" ").every((word) => GENERIC.has(word) || /^\d*$/.test(word));
