import type { CatalogQuery } from "./model.ts";

/** Builds a MusicBrainz search query. Every word must occur in title or artist. Pure. */
export function questionOf({ q, kind, artist }: CatalogQuery): string {
  const code = q.replace(/[\s-]/g, "");
  if (kind === "release" && /^\d{8,14}$/.test(code)) return barcodes(code).map((one) => `barcode:${one}`).join(" OR ");
  if (kind === "artist") return everyWord(q, ["artist", "alias"]);
  return artist
    ? `${everyWord(q, ["release"])} AND ${everyWord(artist, ["artist"])}`
    : everyWord(q, ["release", "artist"]);
}

/** Returns UPC and EAN of a product, because contributors enter either. */
function barcodes(code: string): string[] {
  if (code.length === 12) return [code, `0${code}`];
  return code.length === 13 && code.startsWith("0") ? [code, code.slice(1)] : [code];
}

const everyWord = (text: string, fields: string[]): string =>
  text.split(/\s+/).map(escaped)
    .map((word) => `(${fields.map((field) => `${field}:${word}`).join(" OR ")})`).join(" AND ");

/** Escapes a word for the search syntax, including its operators. */
function escaped(word: string): string {
  const plain = word.replace(/[+\-&|!(){}[\]^"~*?:\\/]/g, "\\$&");
  return /^(?:AND|OR|NOT)$/.test(plain) ? plain.toLowerCase() : plain;
}
