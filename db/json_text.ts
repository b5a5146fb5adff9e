/**
 * Serialises a value as JSON for a statement. Unpaired surrogates are replaced, because SQLite would convert their JSON
 * escapes to bytes that libSQL cannot read.
 */
export function jsonText(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes("\\ud") ? json.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, "$1\\ufffd") : json;
}
