/** Handles ffprobe output that is too long to store. */

/** Maximum number of chapters that are listed and compared. Further chapters are still encoded. */
export const MAX_CHAPTERS = 2_000;

/** Key that marks a truncated list. ffprobe does not use it. */
export const MORE_CHAPTERS = "more_chapters";

/** Truncates the chapters of an output to the limit, and marks it if there were more. */
export function limitChapters(json: unknown): unknown {
  if (typeof json !== "object" || json === null || !("chapters" in json) || !Array.isArray(json.chapters)) return json;
  const { chapters } = json;
  if (chapters.length <= MAX_CHAPTERS) return json;
  return { ...json, chapters: chapters.slice(0, MAX_CHAPTERS), [MORE_CHAPTERS]: true };
}

/**
 * Start of the list of chapters in ffprobe's JSON. It occurs nowhere else, because line breaks in strings are escaped
 * as `\n`.
 */
const LIST = '\n    "chapters": [';
const END_OF_CHAPTER = "\n        }";

/** Parses the complete chapters of truncated output, up to the limit. Pure. */
export function chaptersOfCut(text: string): unknown[] {
  const at = text.indexOf(LIST);
  if (at < 0) return [];
  const from = at + LIST.length;
  let end = from;
  for (let count = 0; count < MAX_CHAPTERS; count++) {
    const next = text.indexOf(END_OF_CHAPTER, end);
    if (next < 0) break;
    end = next + END_OF_CHAPTER.length;
  }
  return JSON.parse(`[${text.slice(from, end)}]`);
}
