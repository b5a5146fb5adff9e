import { languageName } from "../../media/languages/languages.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import { scoreText } from "../metric.ts";
import type { Plan, SubtitlePlan, VideoPlan } from "./model.ts";
import { codecName, hdrName, resolutionName } from "./words.ts";

/** Creates the descriptions of a file and its tracks for the metadata of the file. */

/** Returns a title such as `2160p HEVC 10-bit HDR10`. */
export function videoTitle(video: VideoPlan): string {
  const light = video.hdr === "sdr" ? "" : hdrName(video.hdr);
  const size = resolutionName(video.width, video.height);
  return [size, codecName(video.codec), `${video.bitDepth}-bit`, light].filter(Boolean).join(" ");
}

/** Returns a title such as `English Forced`. */
export function subtitleTitle(
  { language, title = "", forced, hearingImpaired, commentary }: SubtitlePlan,
  region?: string,
): string {
  // Subtitles for songs and signs are named as such, because they could otherwise not be distinguished from full
  // subtitles.
  const signs = /signs|songs/i.test(title) ? "Signs & Songs" : "";
  const flags = [commentary && "Commentary", signs, forced && "Forced", hearingImpaired && "SDH"];
  const words = [languageOf(language, region), ...flags].filter(Boolean).join(" ");
  return words === "" ? title : words;
}

/** Returns a name such as `Spanish (Latin America)`. Empty for a track without a language. */
export const languageOf = (code: string | undefined, region?: string): string =>
  code === undefined ? "" : region === undefined ? languageName(code) : `${languageName(code)} (${region})`;

/**
 * Returns the plan with the quality that the search has found, so that the metadata of the file contains the value that
 * was used.
 */
export function withQuality(plan: Plan, quality: number): Plan {
  const { video, metadata } = plan;
  if (!video) return plan;
  const found: Plan = { ...plan, video: { ...video, quality } };
  return metadata ? { ...found, metadata: { ...metadata, comment: fileComment(found) } } : found;
}

/** Returns the comment of the file, for example `Encoded with Lathe: HEVC 10-bit by libx265 at CRF 18; Opus`. */
export function fileComment({ video, audio }: Plan): string {
  const parts = video ? [videoText(video)] : [];
  for (const codec of new Set(audio.filter((a) => a.encoder !== "copy").map((a) => codecName(a.codec)))) {
    parts.push(codec);
  }
  return `Encoded with Lathe: ${parts.join("; ")}`;
}

/** Returns a text such as `HEVC 10-bit by libx265 at CRF 18, preset slow` or `HEVC copied`. */
export function videoText(video: VideoPlan): string {
  if (video.encoder === "copy") return `${codecName(video.codec)} copied`;
  const how = video.bitrate > 0 ? `${video.bitrate} kb/s` : crfText(video);
  const preset = video.preset === "" ? "" : `, preset ${video.preset}`;
  return `${codecName(video.codec)} ${video.bitDepth}-bit by ${video.encoder} at ${how}${preset}`;
}

/** Returns a text such as `CRF 18`, or `SSIM 0.9860` until the search has found a CRF. */
export const qualityText = (video: VideoPlan): string =>
  video.target ? scoreText(video.target.metric, video.target.score) : crfText(video);

/** Returns a text such as `CRF 18`. */
export const crfText = (video: VideoPlan): string =>
  `${videoEncoder(video.encoder).quality?.label ?? "quality"} ${video.quality}`;
