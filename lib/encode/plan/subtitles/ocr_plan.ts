import type { Probe, SubtitleStream } from "../../../media/probe/model.ts";
import { containerFacts } from "../../profiles/containers.ts";
import type { Recipe } from "../../profiles/schema.ts";
import { subtitleTitle } from "../metadata.ts";
import type { Plan, SubtitlePlan } from "../model.ts";
import { harmlessFirst, subtitleLabel } from "./subtitle_plan.ts";
import { summarise } from "../summary.ts";

/** Changes a plan after bitmap subtitles were converted to text (OCR). Pure. */

/** Changed plan with its warnings. */
export interface Revision {
  plan: Plan;
  warnings: string[];
}

/**
 * Returns the plan for bitmaps of stream `index` that cannot be converted to text: copied unchanged, or dropped if the
 * container or the profile does not allow them. `why` is part of a sentence.
 */
export function keepBitmaps(probe: Probe, plan: Plan, recipe: Recipe, index: number, why: string): Revision {
  const stream = subtitleOf(probe, index);
  const text = plan.subtitles.find((subtitle) => subtitle.index === index && subtitle.ocr);
  if (!stream || !text) return { plan, warnings: [] };
  const fits = containerFacts(plan.container).pictureSubtitles && recipe.subtitles.mode !== "copy-text";
  const { ocr: _, ...labels } = text;
  const bitmaps: SubtitlePlan = { ...labels, encoder: "copy", codec: stream.codec };
  const subtitles = plan.subtitles.flatMap((one) =>
    one === text ? fits ? [bitmaps] : [] : one.index === index ? [] : [one]
  );
  const name = `Subtitle ${index} (${subtitleLabel(stream)})`;
  const warning = fits
    ? `${name} stays a bitmap: ${why}.`
    : `${name} is removed: ${why}, and ${
      recipe.subtitles.mode === "copy-text"
        ? "the profile keeps text only"
        : `${plan.container} does not support bitmap subtitles`
    }.`;
  const streams = plan.streams.map((one) =>
    one.index === index ? { ...one, action: fits ? "copy" as const : "drop" as const, why } : one
  );
  return { plan: summarised(probe, { ...plan, subtitles, streams }, recipe), warnings: [warning] };
}

/**
 * Number of subtitles that were converted from one bitmap stream, and how many of them are forced or at the top of the
 * frame.
 */
export interface ReadMarks {
  cues: number;
  forcedCues: number;
  topCues: number;
}

/**
 * Preserves properties of individual subtitles that text formats do not support. If all subtitles are forced, the track
 * is marked as forced. If only some are, they are repeated in a separate forced track. Adds a warning if the container
 * does not store positions.
 */
export function keepMarks(probe: Probe, plan: Plan, recipe: Recipe, index: number, marks: ReadMarks): Revision {
  const text = plan.subtitles.find((subtitle) => subtitle.index === index && subtitle.ocr);
  const stream = subtitleOf(probe, index);
  if (!stream || !text) return { plan, warnings: [] };
  const { cues, forcedCues, topCues } = marks;
  const name = `Subtitle ${index} (${subtitleLabel(stream)})`;
  const warnings = topCues > 0 && text.encoder !== "srt"
    ? [
      `${name} has ${topCues} of ${cues} subtitles at the top of the frame; ${plan.container} shows them at the bottom.`,
    ]
    : [];
  if (forcedCues === 0 || text.forced) return { plan, warnings };
  if (forcedCues === cues) {
    const subtitles = plan.subtitles.map((one) => one.index === index ? asForced(one, recipe) : one);
    return { plan: summarised(probe, { ...plan, subtitles }, recipe), warnings };
  }
  const forced: SubtitlePlan = { ...asForced(text, recipe), default: false, forcedOnly: true };
  const added = plan.subtitles.flatMap((one) => one === text ? [one, forced] : [one]);
  const subtitles = containerFacts(plan.container).text === "mov_text" ? harmlessFirst(added) : added;
  warnings.push(`${name} marks ${forcedCues} of its ${cues} subtitles as forced; they are repeated in a forced track.`);
  return { plan: summarised(probe, { ...plan, subtitles }, recipe), warnings };
}

function asForced(subtitle: SubtitlePlan, { output }: Recipe): SubtitlePlan {
  const forced = { ...subtitle, forced: true };
  return { ...forced, title: output.cleanMetadata ? subtitleTitle(forced) : subtitle.title ?? "Forced" };
}

const summarised = (probe: Probe, plan: Plan, recipe: Recipe): Plan => ({
  ...plan,
  summary: summarise(probe, plan, recipe),
});

const subtitleOf = (probe: Probe, index: number): SubtitleStream | undefined =>
  probe.streams.find((stream): stream is SubtitleStream => stream.index === index && stream.kind === "subtitle");
