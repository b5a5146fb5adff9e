import { bibliographicLanguage } from "../../media/languages/languages.ts";
import type { Probe, SubtitleStream } from "../../media/probe/model.ts";
import { isMusicContainer } from "../profiles/containers.ts";
import type { Container } from "../profiles/schema.ts";
import { videoTitle } from "../plan/metadata.ts";
import type { AudioPlan, Plan, SubtitlePlan } from "../plan/model.ts";
import { opt } from "../profiles/encoders/spelling.ts";

/**
 * Returns the arguments for titles, languages and flags of the file and of every mapped stream. Outdated values from
 * the source are removed.
 */
export function labelArgs(probe: Probe, plan: Plan): string[] {
  const args: string[] = [];
  const stream = (specifier: string, language: string | undefined, title: string | undefined): string[] => [
    ...opt(`-metadata:s:${specifier}`, language && `language=${languageIn(plan.container, language)}`),
    ...opt(`-metadata:s:${specifier}`, title && `title=${title}`),
  ];
  const music = isMusicContainer(plan.container);
  // The stream tags of the source (bitrates, frame counts, encoder settings) describe streams that no longer exist.
  if (!music) args.push("-map_metadata:s", "-1");
  // Ogg stores a track's tags in the stream, other music files in the file header.
  else if (/ogg/.test(probe.format) && plan.container !== "ogg" && plan.container !== "opus") {
    args.push("-map_metadata", `0:s:${plan.audio[0]?.index ?? 0}`);
  }
  if (music) args.push(...BRAND_TAGS.filter((tag) => tag in probe.tags).flatMap((tag) => ["-metadata", `${tag}=`]));
  if (plan.metadata) {
    args.push("-map_metadata:g", "-1", ...opt("-metadata", plan.metadata.title && `title=${plan.metadata.title}`));
    args.push("-metadata", `comment=${plan.metadata.comment}`);
  }
  if (plan.video) {
    const source = probe.streams.find((stream) => stream.index === plan.video?.index);
    const title = plan.metadata ? videoTitle(plan.video) : source?.title;
    args.push(...stream("v:0", source?.language, title), "-disposition:v:0", "default");
  }
  plan.audio.forEach((audio, i) => {
    if (!music) args.push(...stream(`a:${i}`, audio.language, audio.title));
    args.push(`-disposition:a:${i}`, audioFlags(audio, probe));
  });
  plan.subtitles.forEach((subtitle, i) => {
    args.push(
      ...stream(`s:${i}`, subtitle.language, subtitle.title),
      `-disposition:s:${i}`,
      subtitleFlags(subtitle, probe),
    );
  });
  return args;
}

/** MP4 brand tags. ffmpeg would copy them into each file as if a user had set them. */
const BRAND_TAGS = ["major_brand", "minor_version", "compatible_brands"];

/**
 * Returns the language code: Matroska and QuickTime use the bibliographic code (`ger`), MP4 uses the terminology code
 * (`deu`).
 */
const languageIn = (container: Container, code: string): string =>
  container === "mp4" ? code : bibliographicLanguage(code);

function audioFlags(audio: AudioPlan, probe: Probe): string {
  const source = probe.streams.find((s) => s.index === audio.index);
  return flags({
    default: audio.default,
    forced: audio.forced,
    comment: audio.commentary,
    visual_impaired: audio.visualImpaired,
    original: source?.kind === "audio" && source.original,
  });
}

function subtitleFlags(subtitle: SubtitlePlan, probe: Probe): string {
  const source = probe.streams.find((s): s is SubtitleStream => s.index === subtitle.index && s.kind === "subtitle");
  return flags({
    default: subtitle.default,
    forced: subtitle.forced,
    hearing_impaired: subtitle.hearingImpaired,
    comment: subtitle.commentary,
    original: source?.original ?? false,
  });
}

const flags = (set: Record<string, boolean>): string =>
  Object.entries(set).filter(([, on]) => on).map(([name]) => name).join("+") || "0";
