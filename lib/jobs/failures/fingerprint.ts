/** Identifies equal unknown failures, so that they can be shown and retried as one. Pure. */

/** Maximum length of a normalised line in characters. */
const LONGEST = 160;

/** Parts of a line that differ between equal failures, and their replacement. The order matters. */
const VARIABLE: readonly [RegExp, string][] = [
  [/"[^"]{0,500}"|'[^']{0,500}'|`[^`]{0,500}`|“[^”]{0,500}”/g, "…"],
  [/\b(?:https?|file|smb|nfs):\S{1,500}/gi, "…"],
  // A path, or a file name that may contain spaces and precedes a colon.
  [/(?:[A-Za-z]:)?[\\/][^:*?"<>|\n]{1,500}\.\w{2,5}\b/g, "…"],
  [/(?:[A-Za-z]:)?(?:[\\/][^\s\\/:]{1,200}){1,30}/g, "…"],
  [/^[^:\n]{1,300}\.(?:mkv|mp4|m4v|mov|avi|ts|m2ts|webm|mpg|wmv|flac|mka|srt|ass|idx|iso)\b/i, "…"],
  [/\b[^\s:]{1,200}\.(?:mkv|mp4|m4v|mov|avi|ts|m2ts|webm|mpg|wmv|flac|mka|srt|ass|idx|iso)\b/gi, "…"],
  [/\b0x[0-9a-f]{1,32}\b/gi, "#"],
  [/\b[0-9a-f]{8,64}\b/gi, "#"],
  [/-?\d{1,20}(?:[.:,]\d{1,20}){0,8}/g, "#"],
];

/** Returns a line without numbers, paths, names and quoted values. */
export function normaliseLine(line: string): string {
  const text = VARIABLE.reduce((rest, [part, replacement]) => rest.replace(part, replacement), line);
  return text.replace(/\s{1,100}/g, " ").trim().toLowerCase().slice(0, LONGEST);
}

/** Returns a short ID of a normalised line (FNV-1a, 53 bits). */
export function hashOf(text: string): string {
  let high = 0x811c9dc5;
  let low = 0x1b873593;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca6b);
  }
  return ((high >>> 0) * 0x200000 + (low >>> 11)).toString(36);
}
