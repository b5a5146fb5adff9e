import { languageName } from "../../media/languages/languages.ts";
import type { Probe } from "../../media/probe/model.ts";
import { mainVideo } from "../../media/probe/probe.ts";
import type { Recipe } from "../profiles/schema.ts";
import { AUTO_SECONDS, reasonForOneProcess } from "./segment_choice.ts";
import { qualityText } from "./metadata.ts";
import { isTextFile, type Plan, type StreamDecision, type SubtitlePlan, type VideoPlan } from "./model.ts";
import { audioName, channelName, codecName, hdrName } from "./words.ts";

/** Describes the plan, one line each: video, audio, subtitles, other streams, and what is dropped. */
export function summarise(probe: Probe, plan: Plan, recipe: Recipe): string[] {
  if (plan.nothingToDo) return ["Nothing to do: the file already matches the profile."];
  const lines: string[] = [];
  if (plan.video) lines.push(...videoLines(probe, plan.video, recipe));
  lines.push(...audioLines(probe, plan), ...texts(plan));
  const fonts = plan.streams.filter((s) => s.type === "attachment" && s.action === "copy").length;
  if (fonts > 0) lines.push(`Keeps ${fonts === 1 ? "1 attachment" : `${fonts} attachments`}.`);
  if (plan.chapters) {
    lines.push(
      `Keeps ${probe.moreChapters ? "more than " : ""}${(plan.chapterList ?? probe.chapters).length} chapters.`,
    );
  }
  lines.push(...left(plan.streams), ...parts(probe, plan, recipe));
  lines.push(originalText(recipe));
  return lines;
}

function originalText({ output: { replaceOriginal, directory } }: Recipe): string {
  if (replaceOriginal) return "The original is replaced once the output is verified.";
  return `The original is kept; the encode is saved ${directory === "" ? "next to it" : `in ${directory}`}.`;
}

function videoLines(probe: Probe, video: VideoPlan, recipe: Recipe): string[] {
  const source = mainVideo(probe);
  const size = `${video.width}x${video.height}`;
  if (video.encoder === "copy") return [`Video copied: ${codecName(video.codec)} ${size}${light(video)}.`];
  const how = video.bitrate > 0 ? `${video.bitrate} kb/s` : qualityText(video);
  const keeps = video.hdr === "sdr" ? "" : `${light(video)} kept`;
  const lines = [`${codecName(video.codec)} ${video.bitDepth}-bit at ${how}, ${size}${keeps}.`];
  const kept = [video.dynamicHdr?.dolbyVision && "Dolby Vision", video.dynamicHdr?.hdr10Plus && "HDR10+"].filter(
    Boolean,
  );
  if (kept.length > 0) lines.push(`${kept.join(" and ")} kept.`);
  const steps: string[] = [];
  if (video.conversion?.rgb) steps.push("converted from RGB to YUV");
  else if (video.conversion?.fullRange) steps.push("converted from full to limited range");
  if (video.fieldHandling !== "none") steps.push(FIELD_WORDS[video.fieldHandling]);
  if (video.crop && source && cutsBars(video.crop, source)) {
    steps.push(recipe.video.crop === "auto" ? "black bars cropped" : "cropped");
  }
  if (video.scale && source) steps.push(`scaled down from ${source.width}x${source.height}`);
  if (video.toneMap && source) steps.push(`tone mapped from ${hdrName(source.hdr)} to SDR`);
  if (video.burn) steps.push("with burned-in subtitles");
  if (steps.length > 0) lines.push(`Video: ${steps.join(", ")}.`);
  return lines;
}

const FIELD_WORDS: Record<Exclude<VideoPlan["fieldHandling"], "none">, string> = {
  "frame-rate": "deinterlaced",
  "field-rate": "deinterlaced to one frame per field",
  detelecine: "telecine removed, 23.976 FPS",
  "soft-telecine": "film timing restored, 23.976 FPS",
};

/** True if a crop removes bars. A crop of one line or column only makes an odd size even. */
const cutsBars = (crop: { width: number; height: number }, source: { width: number; height: number }): boolean =>
  Math.abs(source.width * source.height - crop.width * crop.height) > source.width + source.height;

const light = ({ hdr }: VideoPlan): string => hdr === "sdr" ? "" : ` ${hdrName(hdr)}`;

/** Describes how much of the encode would be lost by a restart. Empty for short videos and copies. */
function parts(probe: Probe, plan: Plan, { output: { segments } }: Recipe): string[] {
  const matters = plan.video && plan.video.encoder !== "copy" && segments !== "off" &&
    (segments === "on" || plan.durationSeconds > AUTO_SECONDS);
  if (!matters) return [];
  const reason = reasonForOneProcess(probe, plan, segments);
  if (reason === undefined) {
    return ["Encoded in segments: after a restart, only the segment in progress is encoded again."];
  }
  return [`Not split into segments: ${reason}.`];
}

function audioLines(probe: Probe, { audio }: Plan): string[] {
  return audio.map((stream) => {
    const source = probe.streams.find((s) => s.index === stream.index);
    if (source?.kind !== "audio") return "";
    const from = `${languageName(stream.language)} ${audioName(source)} ${channelName(source.channels, source.layout)}`;
    if (stream.encoder === "copy") return `Keeps ${from}.`;
    const rate = stream.bitrate > 0 ? ` at ${stream.bitrate} kb/s` : "";
    return `${from} becomes ${codecName(stream.codec)} ${channelName(stream.channels, stream.layout)}${rate}.`;
  }).filter((line) => line !== "");
}

function texts({ subtitles }: Plan): string[] {
  if (subtitles.length === 0) return [];
  const name = ({ language, codec, forced, hearingImpaired }: SubtitlePlan) =>
    [languageName(language), codecName(codec), forced && "forced", hearingImpaired && "SDH"].filter(Boolean).join(" ");
  const kept = subtitles.filter((subtitle) => !isTextFile(subtitle)).map(name);
  const read = subtitles.filter((subtitle) => subtitle.ocr).map(name);
  const captions = subtitles.some((subtitle) => subtitle.captions);
  return [
    ...(kept.length > 0 ? [`Keeps subtitles: ${kept.join(", ")}.`] : []),
    ...(read.length > 0 ? [`Converts bitmap subtitles to text: ${read.join(", ")}.`] : []),
    ...(captions ? ["Extracts the closed captions as text."] : []),
  ];
}

function left(streams: StreamDecision[]): string[] {
  const dropped = streams.filter((stream) => stream.action === "drop" && stream.type !== "data");
  return dropped.map(({ type, codec, language, title, why }) => {
    const what = type === "attachment"
      ? title ?? "attachment"
      : [language && languageName(language), codecName(codec), type];
    return `Removes ${Array.isArray(what) ? what.filter(Boolean).join(" ") : what}: ${why}.`;
  });
}
