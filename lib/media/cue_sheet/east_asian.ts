import { decodeWhole } from "./decode_whole.ts";

/** Minimum share of kana in non-ASCII characters. Other languages have none, and Japanese texts always contain some. */
const KANA_SHARE = 0.2;

/**
 * Detects Japanese by its kana. Undefined for other languages. In short texts, Japanese and Chinese cannot be
 * distinguished by character frequency.
 */
export function japaneseCharset(bytes: Uint8Array): string | undefined {
  const shares = ["shift_jis", "euc-jp"].map((charset) => ({
    charset,
    share: shareOf(bytes, charset, /[\u3041-\u30f6]/g),
  }));
  const [best] = shares.toSorted((a, b) => b.share - a.share);
  return best !== undefined && best.share >= KANA_SHARE ? best.charset : undefined;
}

/**
 * Determines the character set of a short text that detectors recognise only as East Asian: Korean if it is all hangul,
 * simplified Chinese if all characters are in the GB 2312 plane (GB 2312, section 4), otherwise traditional Chinese.
 * `isPlain` is true if it contains only words.
 */
export function shortEastAsianCharset(bytes: Uint8Array): { charset: string; isPlain: boolean } | undefined {
  if (shareOf(bytes, "euc-kr", /[\uac00-\ud7a3]/g) === 1) return { charset: "euc-kr", isPlain: true };
  const runs = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("").match(/[\x80-\xff]+/g) ?? [];
  const isGb2312 = runs.every((run) => /^(?:[\xa1-\xf7][\xa1-\xfe])+$/.test(run));
  const likely = isGb2312 ? ["gb18030", "big5"] : ["big5", "shift_jis", "gb18030"];
  const charset = likely.find((charset) => decodeWhole(bytes, charset) !== undefined);
  return charset && { charset, isPlain: shareOf(bytes, charset, /[\u3041-\u30f6\u4e00-\u9fff]/g) === 1 } || undefined;
}

/** Returns the share of non-ASCII characters that match `kind`. 0 if the text cannot be decoded. */
function shareOf(bytes: Uint8Array, charset: string, kind: RegExp): number {
  const text = decodeWhole(bytes, charset) ?? "";
  const foreign = text.match(/[^\0-\x7f]/g)?.length ?? 0;
  return foreign === 0 ? 0 : (text.match(kind)?.length ?? 0) / foreign;
}
