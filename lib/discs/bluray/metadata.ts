/** Maximum length of a disc name from `META/DL/bdmt_<language>.xml`. */

const MAX_NAME = 200;
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Text of the first `name` element. Undefined if there is none. Supports only the XML that these files need: the five
 * predefined entities and numeric character references.
 */
export function discNameIn(xml: string): string | undefined {
  const [, text = ""] = /<(?:\w+:)?name>([^<]{1,2000})<\//.exec(xml) ?? [];
  const name = text
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);/gi, (_, entity: string) => NAMED[entity] ?? sign(entity))
    .replace(/\p{Cf}/gu, "").replace(/[\p{Cc}\s]+/gu, " ").trim();
  return [...name].slice(0, MAX_NAME).join("").toWellFormed() || undefined;
}

function sign(entity: string): string {
  const code = /^#x/i.test(entity) ? parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}
