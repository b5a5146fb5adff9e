import { JobFailure } from "../../kit/fault.ts";
import { normaliseLanguage } from "../../media/languages/languages.ts";
import type { Probe, Stream, VideoStream } from "../../media/probe/model.ts";
import { mainVideo } from "../../media/probe/probe.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import type { Overrides, StreamOverride } from "../profiles/overrides.ts";
import type { Recipe } from "../profiles/schema.ts";
import type { AudioChoice, SubtitleChoice } from "../profiles/smart/decide.ts";
import type { Plan } from "./model.ts";
import { isDrawable } from "./subtitles/subtitle_formats.ts";
import type { Crop } from "./video/crop.ts";

/** Applies a user's changes for one file to the inputs of its plan. Pure. */

/** Decisions for individual streams, by rules of a smart profile or by the user. Keys are stream indexes. */
export interface StreamChoices {
  audio: ReadonlyMap<number, AudioChoice>;
  subtitles: ReadonlyMap<number, SubtitleChoice>;
  /** Streams that the user keeps regardless of the profile's filters. */
  kept: ReadonlySet<number>;
  /** Audio streams that the user drops, before the profile chooses among the others. */
  dropped: ReadonlySet<number>;
}

/** Reason for decisions made by the user. */
export const CHOSEN_BY_USER = "as chosen for this file";

/** Smallest side in pixels of a cropped frame. Encoders reject smaller frames. */
const MIN_SIDE = 64;

/** Returns the overrides without unchanged streams. Undefined if no change remains. */
export function usefulOverrides(overrides: Overrides | undefined): Overrides | undefined {
  if (overrides === undefined) return undefined;
  const { streams: all, ...others } = overrides;
  const streams = all.filter((one) => one.action !== undefined || hasLabels(one));
  const changesMore = Object.values(others).some((value) => value !== undefined);
  return streams.length > 0 || changesMore ? { ...overrides, streams } : undefined;
}

/** Throws `JobFailure` `invalid_plan` if the overrides do not fit the file or the recipe. */
export function refuseOverrides(
  probe: Probe,
  recipe: Recipe,
  { streams, crop, maxHeight, smaller }: Overrides,
): void {
  const copies = videoEncoder(recipe.video.encoder).codec === "copy";
  for (const override of streams) refuseStreamOverride(probe, override, copies);
  if (streams.filter(({ action }) => action === "burn").length > 1) refuse("Only one subtitle can be burned in.");
  const changesFrame = crop !== undefined || maxHeight !== undefined && maxHeight > 0;
  if (changesFrame && copies) refuse("The profile copies the video, so the frame can be neither cropped nor scaled.");
  if (smaller !== undefined && copies) refuse("The profile copies the video, so it cannot become smaller.");
  const video = mainVideo(probe);
  if (crop && video) cropOf(video, crop);
}

function refuseStreamOverride(probe: Probe, override: StreamOverride, copies: boolean): void {
  const { index, action, hearingImpaired, visualImpaired } = override;
  const stream = probe.streams.find((one) => one.index === index);
  if (!stream) refuse(`The file has no stream ${index}.`);
  if (stream.index === mainVideo(probe)?.index) refuse("The video cannot be dropped or labelled.");
  if (stream.kind !== "audio" && stream.kind !== "subtitle") {
    refuse(`Stream ${index} is ${stream.kind}: only audio and subtitles can be changed.`);
  }
  if (hearingImpaired !== undefined && stream.kind !== "subtitle") {
    refuse(`Stream ${index} is not a subtitle, so it cannot be marked as for the hearing impaired.`);
  }
  if (visualImpaired !== undefined && stream.kind !== "audio") {
    refuse(`Stream ${index} is not audio, so it cannot be marked as an audio description.`);
  }
  if (action !== "burn") return;
  if (stream.kind !== "subtitle" || !isDrawable(stream)) refuse(`Stream ${index} cannot be burned into the video.`);
  if (copies) refuse("The profile copies the video, so nothing can be burned in.");
}

function refuse(message: string): never {
  throw new JobFailure("invalid_plan", message);
}

/** True if the override changes a label. The stream need not be kept. */
const hasLabels = ({ index: _index, action: _action, ...labels }: StreamOverride): boolean =>
  Object.values(labels).some((value) => value !== undefined);

/**
 * Returns the probe with the languages, titles and flags set by the user, so that all rules use them. A new default
 * stream replaces the earlier one of the same type.
 */
export function withOwnLabels(probe: Probe, { streams }: Overrides): Probe {
  const byIndex = new Map(streams.map((override) => [override.index, override]));
  const replaced = new Set(
    probe.streams.flatMap(({ index, kind }) => byIndex.get(index)?.default ? [kind] : []),
  );
  return {
    ...probe,
    streams: probe.streams.map((stream) => {
      const override = { index: stream.index, ...byIndex.get(stream.index) };
      if (replaced.has(stream.kind)) override.default ??= false;
      return hasLabels(override) ? labelled(stream, override) : stream;
    }),
  };
}

function labelled(stream: Stream, { language, title, ...flags }: StreamOverride): Stream {
  const own = {
    language: language === undefined ? stream.language : normaliseLanguage(language),
    region: language === undefined ? stream.region : undefined,
    title: title === undefined ? stream.title : title || undefined,
    default: flags.default ?? stream.default,
    forced: flags.forced ?? stream.forced,
  };
  switch (stream.kind) {
    case "audio": {
      const { commentary = stream.commentary, visualImpaired = stream.visualImpaired } = flags;
      return { ...stream, ...own, commentary, visualImpaired };
    }
    case "subtitle": {
      const { commentary = stream.commentary, hearingImpaired = stream.hearingImpaired } = flags;
      return { ...stream, ...own, commentary, hearingImpaired };
    }
    default:
      return stream;
  }
}

/** Returns the decisions of the rules, replaced by those of the user. */
export function withOwnChoices(
  probe: Probe,
  { audio, subtitles }: Pick<StreamChoices, "audio" | "subtitles">,
  overrides: Overrides | undefined,
): StreamChoices {
  const [kept, dropped] = [new Set<number>(), new Set<number>()];
  const choices = { audio: new Map(audio), subtitles: new Map(subtitles), kept, dropped };
  for (const { index, action } of overrides?.streams ?? []) {
    if (action === undefined) continue;
    const kind = probe.streams.find((stream) => stream.index === index)?.kind;
    if (action === "drop") {
      if (kind === "audio") dropped.add(index);
      if (kind === "subtitle") choices.subtitles.set(index, { action, why: CHOSEN_BY_USER });
      continue;
    }
    kept.add(index);
    if (action === "burn") {
      for (const [other, choice] of choices.subtitles) if (choice.action === "burn") choices.subtitles.delete(other);
      choices.subtitles.set(index, { action, why: CHOSEN_BY_USER });
    } else if (choices.audio.get(index)?.action === "drop") choices.audio.delete(index);
    else if (["drop", "burn"].includes(choices.subtitles.get(index)?.action ?? "")) choices.subtitles.delete(index);
  }
  return choices;
}

/**
 * Returns the recipe with the user's frame size and choice about the original. The analysis of black bars is skipped if
 * the crop is given.
 */
export function withOwnRecipe(recipe: Recipe, { crop, maxHeight, original }: Overrides): Recipe {
  const { video, output } = recipe;
  return {
    ...recipe,
    output: original === undefined ? output : { ...output, replaceOriginal: original === "replace" },
    video: { ...video, crop: crop ? "off" : video.crop, maxHeight: maxHeight ?? video.maxHeight },
  };
}

/**
 * Returns the part of the rotated frame inside the given edges. Undefined without a crop. Throws `JobFailure`
 * `invalid_plan` if too little remains.
 */
export function cropOf(
  { width, height, rotation }: Pick<VideoStream, "width" | "height" | "rotation">,
  { top, right, bottom, left }: NonNullable<Overrides["crop"]>,
): Crop | undefined {
  if (top + right + bottom + left === 0) return undefined;
  const [w, h] = rotation % 180 === 0 ? [width, height] : [height, width];
  const part = { width: w - left - right, height: h - top - bottom, x: left, y: top };
  if (part.width < MIN_SIDE || part.height < MIN_SIDE) {
    refuse(
      `The crop leaves ${Math.max(0, part.width)}x${Math.max(0, part.height)} of ${w}x${h} pixels, which is too small.`,
    );
  }
  return part;
}

/** Sets the titles entered by the user, which clean titles would replace. Modifies `plan` in place. */
export function keepOwnTitles({ audio, subtitles }: Plan, { streams }: Overrides): void {
  for (const { index, title } of streams) {
    if (title === undefined) continue;
    // A stereo copy of the same stream keeps the title that distinguishes the two tracks.
    const track = [...audio, ...subtitles].find((one) => one.index === index);
    if (track) track.title = title || undefined;
  }
}

/** True if labels of kept streams change, so that copying every stream does not result in the same file. */
export const changesLabels = (overrides: Overrides | undefined, { audio, subtitles }: Plan): boolean =>
  overrides?.streams.some((override) =>
    hasLabels(override) && [...audio, ...subtitles].some(({ index }) => index === override.index)
  ) ?? false;
