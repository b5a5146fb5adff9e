import { analyse } from "chardet";
import type { NameCharset } from "./charsets.ts";
import { decodeAs, decodeSingleBytes } from "./dos_charsets.ts";
import { decodeWhole } from "./decode_whole.ts";
import { japaneseCharset, shortEastAsianCharset } from "./east_asian.ts";
import { type CharsetGuess, singleByteCharset } from "./single_byte.ts";

/** A text and its character set, named as in `TextDecoder`. */
export interface DecodedText {
  text: string;
  charset: string;
  /** True if there are too few letters to detect the character set reliably. */
  isDoubtful?: boolean;
}

/** Returns a warning about a text whose character set is uncertain. */
export const doubtfulText = (charset: string): string =>
  `Names were read as ${charset}, but there are too few letters to be sure of the character set. Check them, and choose another one if they are wrong.`;

/**
 * Character sets other than Unicode, by the names that the detector uses. They are distinguished by character
 * frequency.
 */
const CHARSETS: Record<string, string> = {
  "Shift_JIS": "shift_jis",
  "EUC-JP": "euc-jp",
  "GB18030": "gb18030",
  "Big5": "big5",
  "EUC-KR": "euc-kr",
  "ISO-8859-1": "windows-1252",
  "ISO-8859-2": "windows-1250",
  "ISO-8859-9": "windows-1254",
  "windows-1250": "windows-1250",
  "windows-1251": "windows-1251",
  "windows-1252": "windows-1252",
  "windows-1254": "windows-1254",
  "ISO-8859-6": "windows-1256",
  "ISO-8859-7": "windows-1253",
  "ISO-8859-8": "windows-1255",
  "KOI8-R": "koi8-r",
  "windows-1253": "windows-1253",
  "windows-1255": "windows-1255",
  "windows-1256": "windows-1256",
};
/** Character set that is used if detection fails: the Windows code page for Western Europe and America. */
const FALLBACK = "windows-1252";

/**
 * Decodes a text with an unknown character set. It is determined by a byte order mark, by validity as UTF-8 (text in
 * another character set is valid UTF-8 only if it is ASCII), or by character frequency. A character set chosen by the
 * user (`stated`) is used unless there is a byte order mark or the text is UTF-16.
 */
export function decodeText(bytes: Uint8Array, stated?: NameCharset): DecodedText {
  const unicode = markedCharset(bytes) ?? unmarkedUtf16(bytes);
  if (unicode !== undefined) return { text: new TextDecoder(unicode).decode(bytes), charset: unicode };
  if (stated !== undefined) return { text: decodeAs(bytes, stated), charset: stated };
  const utf8 = decodeWhole(bytes, "utf-8");
  if (utf8 !== undefined) return { text: utf8, charset: "utf-8" };
  for (const { charset, isSure } of likelyCharsets(foreignWords(bytes))) {
    const text = decodeSingleBytes(bytes, charset);
    if (text !== undefined) return { text, charset, ...(isSure ? {} : { isDoubtful: true }) };
  }
  return { text: new TextDecoder(FALLBACK).decode(bytes), charset: FALLBACK, isDoubtful: true };
}

const EAST_ASIAN = new Set(["Shift_JIS", "EUC-JP", "GB18030", "Big5", "EUC-KR"]);
/**
 * Confidence (0 to 100) that the detector returns for all East Asian character sets if there are too few characters.
 */
const SHORT_TEXT_CONFIDENCE = 10;

/** Minimum confidence at which detection by letter frequency is reliable. */
const MIN_CONFIDENCE = 50;

function likelyCharsets(foreign: Uint8Array): CharsetGuess[] {
  const japanese = japaneseCharset(foreign);
  if (japanese !== undefined) return [{ charset: japanese, isSure: true }];
  const single = singleByteCharset(foreign);
  const short = shortEastAsianCharset(foreign);
  if (single !== undefined) {
    return [{ ...single, isSure: single.isSure && (single.isLatin || short?.isPlain !== true) }];
  }
  const found = analyse(foreign).filter(({ name, confidence }) => CHARSETS[name] !== undefined && confidence > 0);
  const isCounted = EAST_ASIAN.has(found[0]?.name ?? "") && (found[0]?.confidence ?? 0) > SHORT_TEXT_CONFIDENCE;
  return [
    ...(short === undefined || isCounted ? [] : [{ charset: short.charset, isSure: false }]),
    ...found.map(({ name, confidence }) => ({
      charset: CHARSETS[name] ?? FALLBACK,
      isSure: confidence >= MIN_CONFIDENCE,
    })),
  ];
}

function markedCharset([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return undefined;
}

/** Detects UTF-16 without a byte order mark. Commands are ASCII, so nearly every other byte is zero. */
function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, 512);
  const zeros = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > head.length / 8 && even < odd / 4) return "utf-16le";
  return even > head.length / 8 && odd < even / 4 ? "utf-16be" : undefined;
}

/**
 * Maximum number of bytes for detection. Frequencies are stable after a few pages of text, and the detectors read each
 * byte many times.
 */
const MAX_FOREIGN_BYTES = 8_192;

/**
 * Returns the first lines with non-ASCII characters, without the commands of a sheet and the keys of a CDDB entry,
 * which the detector would treat as English.
 */
function foreignWords(bytes: Uint8Array): Uint8Array {
  const foreign: number[] = [];
  for (let begin = 0; begin < bytes.length && foreign.length < MAX_FOREIGN_BYTES;) {
    let end = begin;
    let isForeign = false;
    for (; end < bytes.length && !isLineEnd(bytes[end]); end++) isForeign ||= (bytes[end] ?? 0) > 0x7f;
    if (isForeign) {
      const room = MAX_FOREIGN_BYTES - foreign.length;
      // Latin-1 maps each byte to one character and back.
      const line = String.fromCharCode(...bytes.subarray(begin, Math.min(end, begin + room)));
      for (const character of line.replace(/^\s*[A-Z]+(?:\d*=|\s+)/, "")) foreign.push(character.charCodeAt(0));
      foreign.push(LINE_FEED);
    }
    begin = end + 1;
  }
  return Uint8Array.from(foreign);
}

const LINE_FEED = 0x0a;
const isLineEnd = (byte: number | undefined): boolean => byte === LINE_FEED || byte === 0x0d;
