import { count } from "../../kit/format.ts";
import type { Chapter, Probe } from "../../media/probe/model.ts";
import { containerFacts } from "../profiles/containers.ts";
import type { Container } from "../profiles/schema.ts";

/** Planned chapters of a result. */
export interface ChapterPart {
  kept: boolean;
  /** Chapters of the result, in seconds from its start. Absent if the chapters of the source are kept unchanged. */
  list?: Chapter[];
  warnings: string[];
}

/** Containers that store chapters as a text track, in which chapters without text do not exist. */
const NAMED_CHAPTERS: readonly Container[] = ["mp4", "mov", "m4a"];

/**
 * Maximum start of the first chapter in seconds, in containers with a chapter text track. These require a chapter at
 * the start of the movie. If the first chapter starts later, another chapter is inserted before it.
 */
const LATE_SECONDS = 0.5;

/** Title of the chapter inserted before the first one. */
const OPENING = "Beginning";

/** Distance from the end in seconds. Chapters that start later, after rounding, are dropped. */
const END_SECONDS = 0.05;

/**
 * Plans the chapters, sorted by time. Chapters after the end are dropped, because they would extend the result. Of
 * chapters that start at the same time, only the first is kept, because ffmpeg does not read the others from Matroska.
 * If the container requires it, chapters get titles and start at 0. Pure.
 */
export function planChapters(probe: Probe, container: Container): ChapterPart {
  const all = probe.chapters;
  if (all.length === 0) return { kept: false, warnings: [] };
  if (!containerFacts(container).chapters) {
    return {
      kept: false,
      warnings: [`${container} does not support chapters: ${count(all.length, "chapter")} removed.`],
    };
  }
  // If there are too many chapters, only the first ones are known, so they are kept unchanged.
  if (probe.moreChapters) return { kept: true, warnings: [] };
  const end = probe.durationSeconds;
  const own = all.map((chapter) => ({
    ...chapter,
    startSeconds: chapter.startSeconds - probe.startSeconds,
    endSeconds: chapter.endSeconds - probe.startSeconds,
  }));
  const within = end > 0 ? own.filter(({ startSeconds }) => startSeconds < end - END_SECONDS) : own;
  const late = all.length - within.length;
  const warnings = late === 0 ? [] : [`${count(late, "chapter")} after the end of the movie removed.`];
  if (within.length === 0) return { kept: false, warnings };
  const isNamed = NAMED_CHAPTERS.includes(container);
  const sorted = within.toSorted((a, b) => a.startSeconds - b.startSeconds);
  const ordered = sorted.filter((chapter, i) => !startsWith(chapter, sorted[i - 1]));
  const repeated = sorted.length - ordered.length;
  if (repeated > 0) warnings.push(`${count(repeated, "chapter")} removed because another one starts at the same time.`);
  const [first = 0] = ordered.map(({ startSeconds }) => startSeconds);
  const opening = isNamed && first > LATE_SECONDS ? [{ title: OPENING, startSeconds: 0, endSeconds: first }] : [];
  if (opening.length > 0) {
    warnings.push(`A chapter "${OPENING}" is added, because the first chapter of ${container} files must start at 0.`);
  }
  const isWrong = ({ title, endSeconds }: Chapter): boolean =>
    isNamed && !title || end > 0 && endSeconds > end + END_SECONDS;
  const isAsItIs = late + repeated + opening.length === 0 && ordered.every((chapter, i) => chapter === within[i]);
  if (isAsItIs && !within.some(isWrong)) return { kept: true, warnings };
  const list = ordered.map(({ title, startSeconds, endSeconds }, i): Chapter => ({
    title: title || (isNamed ? `Chapter ${i + 1}` : undefined),
    startSeconds,
    endSeconds: end > 0 ? Math.min(endSeconds, end) : endSeconds,
  }));
  return { kept: true, list: [...opening, ...list], warnings };
}

/** True if a chapter starts in the same millisecond as the one before it. */
const startsWith = ({ startSeconds }: Chapter, before: Chapter | undefined): boolean =>
  before !== undefined && startSeconds - before.startSeconds < 0.001;

/** Formats the chapters as an ffmpeg metadata file. Times are in microseconds. */
export function chapterFile(chapters: readonly Chapter[]): string {
  const micros = (seconds: number): number => Math.max(0, Math.round(seconds * 1_000_000));
  const entries = chapters.map(({ title, startSeconds, endSeconds }) =>
    [
      "[CHAPTER]",
      "TIMEBASE=1/1000000",
      `START=${micros(startSeconds)}`,
      `END=${micros(endSeconds)}`,
      ...(title ? [`title=${title.replace(/[=;#\\\n]/g, (sign) => `\\${sign}`)}`] : []),
    ].join("\n")
  );
  return `;FFMETADATA1\n${entries.join("\n")}\n`;
}
