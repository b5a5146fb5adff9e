import { count } from "../../kit/format.ts";
import type { Chapter, Probe } from "../../media/probe/model.ts";
import { containerFacts } from "../profiles/containers.ts";
import type { Container } from "../profiles/schema.ts";

/** Planned chapters of a result. */
export interface ChapterPart {
  kept: boolean;
  /** The chapters of the result, in seconds from its start, where they are not those of the source as they are. */
  list?: Chapter[];
  warnings: string[];
}

/** Containers that keep chapters as a track of texts: without a text there is no chapter. */
const NAMED_CHAPTERS: readonly Container[] = ["mp4", "mov", "m4a"];

/** Chapters that begin at the end or later, after rounding, are of no use to anybody. */
const END_SECONDS = 0.05;

/**
 * Decides the chapters: those beyond the end would stretch the result and are left out, and those without a title get one
 * where the container needs it. Pure.
 */
export function planChapters(probe: Probe, container: Container): ChapterPart {
  const all = probe.chapters;
  if (all.length === 0) return { kept: false, warnings: [] };
  if (!containerFacts(container).chapters) {
    return { kept: false, warnings: [`${container} holds no chapters: ${count(all.length, "chapter")} left out.`] };
  }
  // Of very many chapters only the first ones are known: they stay as they are.
  if (probe.moreChapters) return { kept: true, warnings: [] };
  const end = probe.durationSeconds;
  const own = all.map((chapter) => ({
    ...chapter,
    startSeconds: chapter.startSeconds - probe.startSeconds,
    endSeconds: chapter.endSeconds - probe.startSeconds,
  }));
  const within = end > 0 ? own.filter(({ startSeconds }) => startSeconds < end - END_SECONDS) : own;
  const late = all.length - within.length;
  const warnings = late === 0 ? [] : [`${count(late, "chapter")} after the end of the movie left out.`];
  if (within.length === 0) return { kept: false, warnings };
  const isNamed = NAMED_CHAPTERS.includes(container);
  const isWrong = ({ title, endSeconds }: Chapter): boolean =>
    isNamed && !title || end > 0 && endSeconds > end + END_SECONDS;
  if (late === 0 && !within.some(isWrong)) return { kept: true, warnings };
  const list = within.map(({ title, startSeconds, endSeconds }, i): Chapter => ({
    title: title || (isNamed ? `Chapter ${i + 1}` : undefined),
    startSeconds,
    endSeconds: end > 0 ? Math.min(endSeconds, end) : endSeconds,
  }));
  return { kept: true, list, warnings };
}

/** The chapters as ffmpeg's metadata file takes them. Times in microseconds. */
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
