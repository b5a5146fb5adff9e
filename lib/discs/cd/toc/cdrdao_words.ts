import { decodeWhole } from "../../../media/cue_sheet/decode_whole.ts";

/** A word of a cdrdao sheet: a quoted text or any other text between spaces. */
export interface Word {
  text: string;
  quoted: boolean;
}

const WORD = /\/\/.*|"((?:[^"\\]|\\.|\\$)*)(?:"|$)|[{}]|[^\s{}",]+/gs;
/** Matches a line with one command and one text. Some programs do not escape inner quotes and a trailing backslash. */
const TEXT_LINE = /^[ \t]*([A-Z_]+)[ \t]+"(.*)"[ \t]*$/;
/** Matches the part between two texts on the same line. */
const SEVERAL_TEXTS = /"\s+[A-Z_]+\s+"/;
/**
 * Maximum number of lines. The value is about three times as high as needed for 99 tracks with names in all eight
 * languages.
 */
const MAX_LINES = 20_000;
const MAX_WORDS = 50_000;
const MAX_LINE_CHARACTERS = 8_192;

/** Splits a sheet into words, without comments. Undefined if the text is too long for a sheet. */
export function wordsOf(text: string): Word[] | undefined {
  const lines = text.split(/\r\n|[\n\r]/, MAX_LINES + 1);
  if (lines.length > MAX_LINES) return undefined;
  const words: Word[] = [];
  for (const line of lines) {
    if (line.length > MAX_LINE_CHARACTERS) return undefined;
    const [, command, inside] = TEXT_LINE.exec(line) ?? [];
    if (command !== undefined && inside !== undefined && !SEVERAL_TEXTS.test(line)) {
      words.push({ text: command, quoted: false }, { text: unescaped(inside), quoted: true });
    } else addWords(words, line);
    if (words.length > MAX_WORDS) return undefined;
  }
  return words;
}

/**
 * Splits a line into pieces and captures quoted text. The pattern matches without backtracking. A text without a
 * closing quote extends to the end of its line.
 */
export const piecesOf = (line: string): RegExpExecArray[] => [...line.matchAll(WORD)];

function addWords(words: Word[], line: string): void {
  for (const [whole, inside] of piecesOf(line)) {
    if (whole.startsWith("//")) continue;
    words.push(inside === undefined ? { text: whole, quoted: false } : { text: unescaped(inside), quoted: true });
  }
}

/**
 * Decodes `\"`, `\\`, and octal bytes such as `\303\251` (UTF-8) or `\351` (otherwise Latin-1). Any other backslash is
 * literal.
 */
const unescaped = (text: string): string =>
  text.replace(/(?:\\[0-3][0-7]{2})+|\\(["\\])/g, (run, sign: string | undefined) => sign ?? ofBytes(run));

function ofBytes(run: string): string {
  const bytes = Uint8Array.from(run.split("\\").slice(1), (digits) => parseInt(digits, 8));
  return decodeWhole(bytes, "utf-8") ?? new TextDecoder("windows-1252").decode(bytes);
}

/** Converts `mm:ss:ff`, or a number of samples in whole sectors, to sectors. Undefined if it is neither. */
export function sectorsOf(text: string): number | undefined {
  const [, minutes, seconds, frames] = /^(\d{1,3}):(\d{1,2}):(\d{1,2})$/.exec(text) ?? [];
  if (frames !== undefined) return (Number(minutes) * 60 + Number(seconds)) * 75 + Number(frames);
  const samples = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  return samples % 588 === 0 ? samples / 588 : undefined;
}
