import type { Probe } from "../../media/probe/model.ts";
import { fileOperand } from "../../media/probe/input_args.ts";
import type { Plan } from "../plan/model.ts";

/** Creates ffmpeg arguments for the chapters of a plan. */

/**
 * Returns the input whose chapters are kept. `own` is the index of the plan's chapter file, which is the last input.
 */
export const chapterInput = (plan: Plan, own: number): string =>
  !plan.chapters || keepsChapterTags(plan) ? "-1" : plan.chapterList ? String(own) : "0";

/**
 * True if chapters are written as tags. Ogg stores chapters as comments, for which ffmpeg rounds the seconds up but
 * keeps the fraction.
 */
const keepsChapterTags = ({ chapters, container }: Plan): boolean => chapters && /^(?:ogg|opus)$/.test(container);
/** True if the chapters come from a separate file. */
export const needsChapterFile = (plan: Plan): boolean => plan.chapterList !== undefined && !keepsChapterTags(plan);

/** Returns the chapters as comments, according to <https://wiki.xiph.org/Chapter_Extension>. */
export function chapterTags(probe: Probe, plan: Plan): string[] {
  if (!keepsChapterTags(plan)) return [];
  const own = probe.chapters.map((one) => ({ ...one, startSeconds: one.startSeconds - probe.startSeconds }));
  return (plan.chapterList ?? own).flatMap(({ startSeconds, title }, i) => {
    const key = `CHAPTER${String(i).padStart(3, "0")}`;
    const name = title ? ["-metadata:s:a:0", `${key}NAME=${title}`] : [];
    return ["-metadata:s:a:0", `${key}=${chapterTime(startSeconds)}`, ...name];
  });
}

/** Formats a time as `01:02:03.500`. */
function chapterTime(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const part = (value: number, digits: number): string => String(value).padStart(digits, "0");
  const [hours, minutes, rest] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, ms % 60_000];
  return `${part(hours, 2)}:${part(minutes, 2)}:${part(Math.floor(rest / 1000), 2)}.${part(rest % 1000, 3)}`;
}

/** Placeholder in displayed commands for the chapter file. */
const CHAPTER_PLACEHOLDER = "chapters.ffmeta";

/**
 * Returns the input options for the chapters of the plan, which are in a metadata file at `path`. Empty if the chapters
 * of the source are kept unchanged.
 */
export const chapterFileInput = (plan: Plan, path: string | undefined): string[] =>
  needsChapterFile(plan) ? ["-f", "ffmetadata", "-i", fileOperand(path ?? CHAPTER_PLACEHOLDER)] : [];
