import { decodeText } from "../../../media/cue_sheet/decode_text.ts";

/** What a CDDB server sends: a line with a code, and for some codes lines up to a dot. Pure. */

/** One answer, read to its end. */
export interface CddbAnswer {
  /** Three digits: 200 one exact match, 210 a list or an entry, 211 inexact matches, 202 none, others are refusals. */
  code: number;
  /** The first line as it was received. */
  line: string;
  /** The lines after it, up to the dot. */
  lines: string[];
  /** Whether the dot was there: without it lines are missing, or a part of one. */
  isWhole: boolean;
  /** The character set that it was read in, where few letters tell it. */
  doubtfulCharset?: string;
}

/** A disc that a query found. */
export interface CddbMatch {
  category: string;
  /** Eight hexadecimal digits in lower case. */
  id: string;
  /** `Artist / Title`. */
  title: string;
}

/** Undefined when it does not begin with a code. The character set is detected, whatever was agreed. */
export function readCddbAnswer(sent: Uint8Array): CddbAnswer | undefined {
  const { text, charset, isDoubtful } = decodeText(sent);
  const [line = "", ...rest] = text.split(/\r\n|\n|\r/);
  const code = /^(\d{3})(?:[ -]|$)/.exec(line)?.[1];
  if (code === undefined) return undefined;
  const end = rest.indexOf(".");
  const lines = (end < 0 ? rest : rest.slice(0, end)).map((one) => one.startsWith("..") ? one.slice(1) : one);
  return { code: Number(code), line, lines, isWhole: end >= 0, ...(isDoubtful ? { doubtfulCharset: charset } : {}) };
}

/** The discs of a query's answer; lines that are none are passed by. */
export function cddbMatches({ code, line, lines }: CddbAnswer): CddbMatch[] {
  const rows = code === 200 ? [line.slice(4)] : code === 210 || code === 211 ? lines : [];
  return rows.flatMap((row) => {
    const [, category, id, title = ""] = /^([a-z]+)\s+([0-9a-f]{8})(?:\s+(.*))?$/i.exec(row) ?? [];
    return category === undefined || id === undefined ? [] : [{ category, id: id.toLowerCase(), title: title.trim() }];
  });
}
