import { decodeWhole } from "./decode_whole.ts";

/** Share of the characters beyond ASCII that must be kana: other languages have none, and Japanese is never without for long. */
const KANA_SHARE = 0.2;

/** Japanese, told by its kana; undefined when it is none. Frequencies of characters confuse it with Chinese in short texts. */
export function japaneseCharset(bytes: Uint8Array): string | undefined {
  const shares = ["shift_jis", "euc-jp"].map((charset) => ({
    charset,
    share: shareOf(bytes, charset, /[\u3041-\u30f6]/g),
  }));
  const [best] = shares.toSorted((a, b) => b.share - a.share);
  return best !== undefined && best.share >= KANA_SHARE ? best.charset : undefined;
}

/**
 * What a text of few characters is in, which a detector only knows to be East Asian: Korean when it is all hangul, simplified
 * Chinese when every character is in the plane of GB 2312 (GB 2312, section 4), else traditional Chinese. `isPlain` when it
 * is nothing but words.
 */
export function shortEastAsianCharset(bytes: Uint8Array): { charset: string; isPlain: boolean } | undefined {
  if (shareOf(bytes, "euc-kr", /[\uac00-\ud7a3]/g) === 1) return { charset: "euc-kr", isPlain: true };
  const runs = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("").match(/[\x80-\xff]+/g) ?? [];
  const isGb2312 = runs.every((run) => /^(?:[\xa1-\xf7][\xa1-\xfe])+$/.test(run));
  const likely = isGb2312 ? ["gb18030", "big5"] : ["big5", "shift_jis", "gb18030"];
  const charset = likely.find((charset) => decodeWhole(bytes, charset) !== undefined);
  return charset && { charset, isPlain: shareOf(bytes, charset, /[\u3041-\u30f6\u4e00-\u9fff]/g) === 1 } || undefined;
}

/** Share of characters of one kind among those beyond ASCII; 0 when it cannot be decoded. */
function shareOf(bytes: Uint8Array, charset: string, kind: RegExp): number {
  const text = decodeWhole(bytes, charset) ?? "";
  const foreign = text.match(/[^\0-\x7f]/g)?.length ?? 0;
  return foreign === 0 ? 0 : (text.match(kind)?.length ?? 0) / foreign;
}
