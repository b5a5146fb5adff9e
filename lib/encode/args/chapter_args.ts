import type { Probe } from "../../media/probe/model.ts";
import { fileOperand } from "../../media/probe/input_args.ts";
import type { Plan } from "../plan/model.ts";

/** Spells the chapters of a plan. */

/** The input whose chapters are kept; `own` is that of the plan's list, behind all others. */
export const chapterInput = (plan: Plan, own: number): string =>
  !plan.chapters || keepsChapterTags(plan) ? "-1" : plan.chapterList ? String(own) : "0";

/** Ogg keeps chapters as comments, whose seconds ffmpeg rounds up while it keeps their fraction: they are written as tags. */
const keepsChapterTags = ({ chapters, container }: Plan): boolean => chapters && /^(?:ogg|opus)$/.test(container);
/** Whether the chapters come from a file beside the source. */
export const needsChapterFile = (plan: Plan): boolean => plan.chapterList !== undefined && !keepsChapterTags(plan);

/** The chapters as comments, as in <https://wiki.xiph.org/Chapter_Extension>. */
export function chapterTags(probe: Probe, plan: Plan): string[] {
  if (!keepsChapterTags(plan)) return [];
  const own = probe.chapters.map((one) => ({ ...one, startSeconds: one.startSeconds - probe.startSeconds }));
  return (plan.chapterList ?? own).flatMap(({ startSeconds, title }, i) => {
    const key = `CHAPTER${String(i).padStart(3, "0")}`;
    const name = title ? ["-metadata:s:a:0", `${key}NAME=${title}`] : [];
    return ["-metadata:s:a:0", `${key}=${chapterTime(startSeconds)}`, ...name];
  });
}

/** `01:02:03.500`. */
function chapterTime(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const part = (value: number, digits: number): string => String(value).padStart(digits, "0");
  const [hours, minutes, rest] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, ms % 60_000];
  return `${part(hours, 2)}:${part(minutes, 2)}:${part(Math.floor(rest / 1000), 2)}.${part(rest % 1000, 3)}`;
}

/** Stands in displayed commands where the file of the chapters will be. */
const CHAPTER_PLACEHOLDER = "chapters.ffmeta";

/** The input of the plan's chapters, a metadata file at `path`; none where the source's own are kept as they are. */
export const chapterFileInput = (plan: Plan, path: string | undefined): string[] =>
  needsChapterFile(plan) ? ["-f", "ffmetadata", "-i", fileOperand(path ?? CHAPTER_PLACEHOLDER)] : [];
