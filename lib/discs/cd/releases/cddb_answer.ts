import type { NameCharset } from "../../../media/cue_sheet/charsets.ts";
import { decodeText } from "../../../media/cue_sheet/decode_text.ts";

/**
 * Parses responses of a CDDB server: a line with a code, which for some codes is followed by lines up to a dot. Pure.
 */

/** One complete response. */
export interface CddbAnswer {
  /**
   * Response code: 200 one exact match, 210 a list or an entry, 211 inexact matches, 202 none. Other codes are errors.
   */
  code: number;
  /** The first line of the response, as received. */
  line: string;
  /** The lines of the response after the first one, up to the dot that ends it. */
  lines: string[];
  /** True if the dot that ends the response was received. Without it, lines or part of a line are missing. */
  isWhole: boolean;
  /** Character set used to decode the response, if there were too few letters to detect it reliably. */
  doubtfulCharset?: string;
}

/** A disc found by a query. */
export interface CddbMatch {
  category: string;
  /** CDDB disc ID, eight lowercase hexadecimal digits. */
  id: string;
  /** Artist and title of the disc: `Artist / Title`. */
  title: string;
}

/**
 * Parses a response. Returns undefined if it does not start with a code. The character set is detected unless the user
 * has set it (`stated`). The negotiated character set is ignored.
 */
export function readCddbAnswer(sent: Uint8Array, stated?: NameCharset): CddbAnswer | undefined {
  const { text, charset, isDoubtful } = decodeText(sent, stated);
  const [line = "", ...rest] = text.split(/\r\n|\n|\r/);
  const code = /^(\d{3})(?:[ -]|$)/.exec(line)?.[1];
  if (code === undefined) return undefined;
  const end = rest.indexOf(".");
  const lines = (end < 0 ? rest : rest.slice(0, end)).map((one) => one.startsWith("..") ? one.slice(1) : one);
  return { code: Number(code), line, lines, isWhole: end >= 0, ...(isDoubtful ? { doubtfulCharset: charset } : {}) };
}

/** Returns the discs in a query response. Invalid lines are skipped. */
export function cddbMatches({ code, line, lines }: CddbAnswer): CddbMatch[] {
  const rows = code === 200 ? [line.slice(4)] : code === 210 || code === 211 ? lines : [];
  return rows.flatMap((row) => {
    const [, category, id, title = ""] = /^([a-z]+)\s+([0-9a-f]{8})(?:\s+(.*))?$/i.exec(row) ?? [];
    return category === undefined || id === undefined ? [] : [{ category, id: id.toLowerCase(), title: title.trim() }];
  });
}
