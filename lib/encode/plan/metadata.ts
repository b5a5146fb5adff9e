import { basename, extname } from "node:path";
import { languageName } from "../../media/languages/languages.ts";
import type { AudioStream, Probe } from "../../media/probe/model.ts";
import { mediaTitle } from "../../media/release_names/media_title.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import { scoreText } from "../sampling/metric.ts";
import type { AudioPlan, Plan, SubtitlePlan, VideoPlan } from "./model.ts";
import { audioName, channelName, codecName, hdrName, resolutionName } from "./words.ts";

/** Clean metadata (behaviour.md, section 8): names that say what a track is, nothing left of older encodes. */

/** Gives the plan its file title, comment and track names. Changes `plan` in place, before anybody else has seen it. */
export function cleanLabels(probe: Probe, plan: Plan): void {
  const name = basename(probe.path);
  const title = mediaTitle(name.slice(0, name.length - extname(name).length)) ?? probe.title;
  plan.metadata = { title, comment: comment(plan) };
  const sources = new Map(probe.streams.map((stream) => [stream.index, stream]));
  for (const audio of plan.audio) {
    const source = sources.get(audio.index);
    audio.title = audioTitle(audio, source?.kind === "audio" ? source : undefined);
  }
  for (const subtitle of plan.subtitles) subtitle.title = subtitleTitle(subtitle);
}

/** `2160p HEVC 10-bit HDR10`. */
export function pictureTitle(video: VideoPlan): string {
  const light = video.hdr === "sdr" ? "" : hdrName(video.hdr);
  const size = resolutionName(video.width, video.height);
  return [size, codecName(video.codec), `${video.bitDepth}-bit`, light].filter(Boolean).join(" ");
}

function audioTitle(audio: AudioPlan, source: AudioStream | undefined): string {
  const kind = audio.commentary ? "Commentary" : audio.visualImpaired ? "Audio Description" : "";
  const name = audio.encoder === "copy" && source ? audioName(source) : codecName(audio.codec);
  return [languageOf(audio.language), kind, name, channelName(audio.channels, audio.layout)].filter(Boolean).join(" ");
}

/** `English Forced`. */
export function subtitleTitle({ language, title = "", forced, hearingImpaired, commentary }: SubtitlePlan): string {
  // Songs and signs are a kind of their own: without the words nobody can tell the two tracks apart.
  const signs = /signs|songs/i.test(title) ? "Signs & Songs" : "";
  const flags = [commentary && "Commentary", signs, forced && "Forced", hearingImpaired && "SDH"];
  const words = [languageOf(language), ...flags].filter(Boolean).join(" ");
  return words === "" ? title : words;
}

const languageOf = (code: string | undefined): string => code === undefined ? "" : languageName(code);

/** The plan with the quality that was searched for: what the file says of itself names the number it was made with. */
export function withQuality(plan: Plan, quality: number): Plan {
  const { video, metadata } = plan;
  if (!video) return plan;
  const found: Plan = { ...plan, video: { ...video, quality } };
  return metadata ? { ...found, metadata: { ...metadata, comment: comment(found) } } : found;
}

function comment({ video, audio }: Plan): string {
  const parts: string[] = [];
  if (video && video.encoder !== "copy") {
    const how = video.bitrate > 0 ? `${video.bitrate} kb/s` : crfText(video);
    const preset = video.preset === "" ? "" : `, preset ${video.preset}`;
    parts.push(`${codecName(video.codec)} ${video.bitDepth}-bit by ${video.encoder} at ${how}${preset}`);
  } else if (video) parts.push(`${codecName(video.codec)} copied`);
  for (const codec of new Set(audio.filter((a) => a.encoder !== "copy").map((a) => codecName(a.codec)))) {
    parts.push(codec);
  }
  return `Encoded with Lathe: ${parts.join("; ")}`;
}

/** `CRF 18`, or `SSIM 0.9860` while the CRF is not searched for yet. */
export const qualityText = (video: VideoPlan): string =>
  video.target ? scoreText(video.target.metric, video.target.score) : crfText(video);

/** `CRF 18`. */
export const crfText = (video: VideoPlan): string =>
  `${videoEncoder(video.encoder).quality?.label ?? "quality"} ${video.quality}`;
