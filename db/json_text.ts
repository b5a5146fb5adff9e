/**
 * What a statement gets as one JSON text. A surrogate that stands alone is replaced: JSON spells it as an escape, of which
 * SQLite would make bytes that libSQL cannot read.
 */
export function jsonText(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes("\\ud") ? json.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, "$1\\ufffd") : json;
}
