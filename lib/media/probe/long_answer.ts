/** Answers of ffprobe that are longer than what is kept of them. */

/** Nobody looks at more; what a file holds beyond is encoded, but not listed or compared. */
export const MAX_CHAPTERS = 2_000;

/** The mark of a list that was cut, beside ffprobe's own names. */
export const MORE_CHAPTERS = "more_chapters";

/** An answer with no more chapters than are listed, marked when there are others. */
export function limitChapters(json: unknown): unknown {
  if (typeof json !== "object" || json === null || !("chapters" in json) || !Array.isArray(json.chapters)) return json;
  const { chapters } = json;
  if (chapters.length <= MAX_CHAPTERS) return json;
  return { ...json, chapters: chapters.slice(0, MAX_CHAPTERS), [MORE_CHAPTERS]: true };
}

/** At the margin of ffprobe's JSON: a line break inside of a text is written as `\n`, so that none of it looks like this. */
const LIST = '\n    "chapters": [';
const END_OF_CHAPTER = "\n        }";

/** The chapters that are whole in an answer that was cut off; as many as are listed. Pure. */
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
