import {
  END_OF_TITLE,
  FORMAT_IN_FRONT,
  FORMATS,
  MEDIA_SHELF,
  numberOf,
  OTHER_SHELF,
  SEASON_RANGE,
  SEASONS,
  TRAILING,
  WHOLE_SERIES,
} from "./listing_words.ts";

/** Details from a shop listing. */
export interface Listing {
  kind: "movie" | "series" | "album";
  title: string;
  /** Year in the listing, which may be that of the movie or of the edition. */
  year?: number;
  seasonNumber?: number;
  artist?: string;
  format?: "uhd" | "bluray" | "dvd" | "cd" | "vinyl";
}

/** True if the shop lists a product as a book, game or similar, unless the title contains DVD or Blu-ray. */
export const isOtherProduct = (text: string, category = ""): boolean =>
  OTHER_SHELF.test(category) && !MEDIA_SHELF.test(category) && !/\b(?:blu[- ]?rays?|dvds?)\b/i.test(text);

const MAX_TEXT = 500;
const BRACKETS = /[[({]([^[\](){}]*)[\])}]/g;

/**
 * Finds the title in the text of a shop listing. `category` is the category in the shop. The title is empty only if the
 * text contains none. Pure.
 */
export function readListing(text: string, category = ""): Listing {
  const plain = text.slice(0, MAX_TEXT).normalize("NFKC").replace(/\s+/g, " ").trim();
  const format = FORMATS.find(([, pattern]) => pattern.test(plain))?.[0];
  const isMusic = /music|sound recording|audio cd/i.test(category) ||
    !/dvd|video|movie|film|tv/i.test(category) && (format === "cd" || format === "vinyl");
  const season = isMusic ? undefined : seasonOf(plain);
  const kind = isMusic ? "album" : season !== undefined || isWholeSeries(plain) ? "series" : "movie";
  const year = yearOf(plain);
  const cut = cutTitle(plain, isMusic);
  const [artist, album] = isMusic ? artistOf(cut) : [undefined, cut];
  return {
    kind,
    title: album,
    ...(year === undefined ? {} : { year }),
    ...(season === undefined ? {} : { seasonNumber: season }),
    ...(artist === undefined ? {} : { artist }),
    ...(format === undefined ? {} : { format: isMusic && format === "dvd" ? "cd" : format }),
  };
}

const isWholeSeries = (text: string): boolean => WHOLE_SERIES.test(text) || SEASON_RANGE.test(text);

/** Returns the year, if it is in brackets. A year in the title belongs to it, and the year of a remaster is ignored. */
function yearOf(text: string): number | undefined {
  for (const [, inside = ""] of text.matchAll(BRACKETS)) {
    const year = /\b(?:18[89]\d|19\d\d|20[0-4]\d)\b/.exec(inside)?.[0];
    if (year !== undefined && !/remaster|anniversary/i.test(inside)) return Number(year);
  }
  return undefined;
}

function seasonOf(text: string): number | undefined {
  if (SEASON_RANGE.test(text)) return undefined;
  for (const pattern of SEASONS) {
    const found = pattern.exec(text)?.groups?.n;
    const number = found === undefined ? undefined : numberOf(found);
    if (number !== undefined) return number;
  }
  return undefined;
}

/** Truncates the text before the first word that cannot be part of a title, and removes extras at the end. */
function cutTitle(text: string, isMusic: boolean): string {
  const bare = withoutBrackets(text).replace(/^(?:(?:BRAND )?NEW|NEU|SEALED)[!:]? +(?=\S)/, "")
    .replace(FORMAT_IN_FRONT, "");
  const ends = [END_OF_TITLE, ...(isMusic ? [] : [WHOLE_SERIES, SEASON_RANGE, ...SEASONS])]
    .map((pattern) => pattern.exec(bare)?.index ?? bare.length)
    // At the start of a text, such a word is part of the title.
    .filter((at) => trimmed(bare.slice(0, at)) !== "");
  const title = withoutTrailing(trimmed(bare.slice(0, Math.min(bare.length, ...ends)))) || trimmed(bare) || text;
  return title.replace(/\s+/g, " ");
}

/** Removes brackets and their contents. A title may start with brackets. */
function withoutBrackets(text: string): string {
  const opened = text.replace(
    /^[[(]([^[\](){}]*)[\])]/,
    (whole, inside) => END_OF_TITLE.test(inside) ? " " : trimmed(inside) === "" ? whole : `${inside} `,
  );
  // Brackets are replaced with two spaces, so that the words around them do not form a phrase, as in `1 (2015) CD`.
  return opened.replace(BRACKETS, "  ").trim();
}

function withoutTrailing(title: string): string {
  for (let rest = title;;) {
    const shorter = trimmed(rest.replace(TRAILING, ""));
    if (shorter === rest || shorter === "" || /^(?:the|an?)$/i.test(shorter)) return rest;
    rest = shorter;
  }
}

/** Removes separators at both ends. A punctuation mark at the end of the title is kept. */
const trimmed = (text: string): string => text.replace(/^[\s\-–—:,;|/+&*]+/, "").replace(/[\s\-–—:,;|/+&*([{]+$/, "");

/** Splits `Artist - Album`, which is the format of music shops. */
function artistOf(text: string): [string | undefined, string] {
  const [, artist, album] = /^(.+?) [-–—] (.+)$/.exec(text) ?? [];
  return artist === undefined || album === undefined ? [undefined, text] : [artist, album];
}
