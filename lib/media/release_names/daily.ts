import type { Numbering } from "./model.ts";
import { noNumbers } from "./model.ts";

const YEAR_FIRST = /(?<!\d)((?:19|20)\d\d)([-._ /]{1,3})(\d{1,2})[-._ /]{1,3}(\d{1,2})(?!\d)/u;
const COMPACT = /(?<![\p{L}\d])((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?![\p{L}\d])/u;
const YEAR_LAST = /(?<![\d])(\d{2})[-._ ](\d{2})[-._ ]((?:19|20)\d\d)(?!\d)/u;
/**
 * Matches `Show.19.12.31.720p`, and `show_19.12.31_20-15_channel` of recordings. Quality words or a time of day must
 * follow, because versions and aspect ratios look the same.
 */
const TWO_DIGITS =
  /(?<=[\p{L}\p{N}][ ._-])([0-3]\d)[. -](0[1-9]|1[0-2])[. -](0[1-9]|[12]\d|3[01])(?=[ ._-]+(?:\d{3,4}[pi]|HDTV|WEB|PDTV|DSR)(?!\p{L})|_\d\d-\d\d_)/iu;
/** Matches dates of Korean broadcasts: `E05.180404.720p` was broadcast on 4 April 2018. */
const SIX_DIGITS =
  /(?<=[\p{L}\p{N}][ ._-])([0-3]\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?=[ ._-]+(?:\d{3,4}[pi]|HDTV|WEB|END)(?!\p{L}))/u;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const NAMED =
  /(?<![\p{L}\d])(\d{1,2})(?:st|nd|rd|th)?[-._ ](jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[-._ ]((?:19|20)\d\d)(?!\d)/iu;
const NAMED_FIRST =
  /(?<![\p{L}\d])(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[-._ ](\d{1,2})(?:st|nd|rd|th)?,?[-._ ]((?:19|20)\d\d)(?!\d)/iu;

/** Finds a broadcast date. For `01.05.2024`, which may be in May or January, only the position is returned. */
export function findDate(text: string): Numbering | undefined {
  const first = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  if (first) {
    const [month, day] = first.length === 5 ? [first[3], first[4]] : [first[2], first[3]];
    const date = dateOf(Number(first[1]), Number(month), Number(day));
    return date ? daily(first, date) : undefined;
  }
  const named = NAMED.exec(text);
  // `22.July.2018` without text before it is a movie.
  if (named && named.index > 0) return daily(named, dateOf(Number(named[3]), monthOf(named[2]), Number(named[1])));
  const americans = NAMED_FIRST.exec(text);
  if (americans) return daily(americans, dateOf(Number(americans[3]), monthOf(americans[1]), Number(americans[2])));
  const last = YEAR_LAST.exec(text);
  if (!last) {
    const six = SIX_DIGITS.exec(text) ?? TWO_DIGITS.exec(text);
    const date = six ? dateOf(2_000 + Number(six[1]), Number(six[2]), Number(six[3])) : undefined;
    return six && date ? daily(six, date) : undefined;
  }
  const [one, two, year] = [Number(last[1]), Number(last[2]), Number(last[3])];
  if (one === 0 || two === 0 || one > 31 || two > 31 || (one > 12 && two > 12)) return undefined;
  if (one > 12) return daily(last, dateOf(year, two, one));
  return daily(last, two > 12 || one === two ? dateOf(year, one, two) : undefined);
}

const monthOf = (name = ""): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

function daily(match: RegExpExecArray, airDate: string | undefined): Numbering {
  const place = { start: match.index, end: match.index + match[0].length, kind: "daily" as const };
  return airDate ? { ...noNumbers(), ...place, airDate } : { ...noNumbers(), ...place };
}

function dateOf(year: number, month: number, day: number): string | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined;
}

/** Number of characters in `2014 - 08 - 15 - `, the longest form of a date, with the separator after it. */
const LONGEST_DATE = 17;

/** Adds the broadcast date next to an episode number: `S41 E10478 - 2014-08-15`. */
export function withAirDate(text: string, numbering: Numbering): Numbering {
  const from = Math.max(0, numbering.start - LONGEST_DATE);
  const head = text.slice(from, numbering.start);
  const before = findDate(head);
  if (before?.airDate && /^[\s._-]*$/u.test(head.slice(before.end))) {
    return { ...numbering, airDate: before.airDate, start: from + before.start };
  }
  const rest = text.slice(numbering.end, numbering.end + 24);
  const date = /^[\s._\-[(]{1,4}(\d{4}[-.]\d\d[-.]\d\d)[\])]?(?=$|[\s._[(])/u.exec(rest);
  const found = date?.[1] ? findDate(date[1]) : undefined;
  return date && found?.airDate
    ? { ...numbering, airDate: found.airDate, end: numbering.end + date[0].length }
    : numbering;
}
