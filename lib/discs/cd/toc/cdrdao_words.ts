/** A word of a cdrdao sheet: a text in quotes, or anything else between spaces. */
export interface Word {
  text: string;
  quoted: boolean;
}

const WORD = /\/\/[^\n]*|"((?:[^"\\]|\\.)*)"|[{}]|[^\s{}",]+/gs;
const MAX_WORDS = 100_000;

/** The words of a sheet, without comments. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const [whole, inside] of text.matchAll(WORD)) {
    if (whole.startsWith("//")) continue;
    words.push(inside === undefined ? { text: whole, quoted: false } : { text: unescaped(inside), quoted: true });
    if (words.length === MAX_WORDS) break;
  }
  return words;
}

/** `\"` and `\\`, and bytes of Latin-1 as `\351`. */
const unescaped = (text: string): string =>
  text.replace(
    /\\([0-7]{3}|.)/gs,
    (_, code: string) => code.length === 3 ? String.fromCharCode(parseInt(code, 8)) : code,
  );

/** Sectors of `mm:ss:ff`, or of a number of samples, which must fill them. Undefined when it is neither. */
export function sectorsOf(text: string): number | undefined {
  const [, minutes, seconds, frames] = /^(\d{1,3}):(\d{1,2}):(\d{1,2})$/.exec(text) ?? [];
  if (frames !== undefined) return (Number(minutes) * 60 + Number(seconds)) * 75 + Number(frames);
  const samples = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  return samples % 588 === 0 ? samples / 588 : undefined;
}
