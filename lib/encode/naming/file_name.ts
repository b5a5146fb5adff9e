/**
 * Sanitises all file names that Lathe writes (safety.md, S-PATH-5). The results are valid on every file system and
 * network share.
 */

const MAX_BYTES = 240;
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Matches control characters, soft hyphens, zero-width spaces, direction marks and code points that are not text. */
const INVISIBLE = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\uffff]/gu;
const DEVICES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/**
 * Returns a safe file name with its extension: NFC, without separators or wildcards, without a leading dash or dot,
 * without a trailing dot or space, not a device name, and at most 240 bytes, truncated between graphemes. Idempotent.
 */
export function safeFileName(name: string, extension: string): string {
  const end = extension.toLowerCase();
  const has = end !== "" && name.toLowerCase().endsWith(end);
  const base = cutTo(plain(has ? name.slice(0, name.length - end.length) : name), MAX_BYTES - bytesOf(extension));
  return (trimmed(base) || "unnamed") + extension;
}

function plain(text: string): string {
  const visible = text.toWellFormed().replaceAll("\ufffd", "_").normalize("NFC").replace(INVISIBLE, "");
  const mild = visible.replace(/ ?: /g, " - ").replace(/[/\\:|]/g, "-").replaceAll('"', "'").replace(/[*?<>]/g, "");
  return trimmed(mild);
}

function trimmed(text: string): string {
  const edges = text.replace(/^[\s.-]+/u, "").replace(/[\s.]+$/u, "");
  // Windows checks the part before the first dot, ignoring spaces at the end of it.
  const first = edges.split(".", 1)[0]?.trimEnd() ?? "";
  return DEVICES.test(first) ? `_${edges}` : edges;
}

function cutTo(text: string, limit: number): string {
  if (bytesOf(text) <= limit) return text;
  let size = 0;
  let kept = "";
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)) {
    size += bytesOf(segment);
    if (size > limit) break;
    kept += segment;
  }
  return kept;
}
