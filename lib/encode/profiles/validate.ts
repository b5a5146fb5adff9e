import type { FieldError } from "../../kit/fault.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import { canEncodeAudio } from "./audio_tools.ts";
import { containerFacts, isMusicContainer } from "./containers.ts";
import { audioEncoder, videoEncoder } from "./encoders.ts";
import { parseExtraArgs } from "./extra_args.ts";
import { outputFolderProblem } from "./output_folder.ts";
import type { ProfileInput } from "./schema.ts";

/** Checks rules that involve several fields and that the schema cannot express. Empty if the recipe is valid. */
export function checkRecipe(input: ProfileInput): FieldError[] {
  const folder = outputFolderProblem(input.output.directory);
  return [
    ...(isMusicContainer(input.container)
      ? [...audioErrors(input), ...musicErrors(input)]
      : [...videoErrors(input), ...audioErrors(input), ...subtitleErrors(input)]),
    ...(folder === undefined ? [] : [error("output.directory", folder)]),
  ];
}

/** Returns the encoders that the recipe needs but this ffmpeg lacks. */
export function missingEncoders(
  input: Pick<ProfileInput, "container" | "video" | "audio">,
  capabilities: Capabilities,
): string[] {
  const missing: string[] = [];
  const video = input.video.encoder;
  const needsVideo = video !== "copy" && !isMusicContainer(input.container);
  if (needsVideo && !capabilities.videoEncoders.includes(video)) missing.push(video);
  const audio = input.audio.encoder;
  if (!canEncodeAudio(audio, capabilities, isMusicContainer(input.container))) missing.push(audio);
  return missing;
}

const error = (path: string, message: string): FieldError => ({ path, message });

/** Ranges of target scores. With lower scores, encodes are not worth keeping. Higher scores cannot be reached. */
const TARGET_RANGES = { auto: [60, 99.5], vmaf: [60, 99.5], xpsnr: [28, 55], ssim: [0.9, 0.999] } as const;

function videoErrors({ container, video, subtitles }: ProfileInput): FieldError[] {
  const errors: FieldError[] = [];
  const facts = videoEncoder(video.encoder);
  const extra = parseExtraArgs(video.extraArgs);
  if (extra.error !== undefined) errors.push(error("video.extraArgs", extra.error));
  if (video.encoder === "copy") {
    if (subtitles.mode === "burn") {
      errors.push(error("subtitles.mode", "Subtitles cannot be burned in when the video is copied."));
    }
    return errors;
  }
  const holds = containerFacts(container).video;
  if (holds && !holds.includes(facts.codec)) {
    errors.push(
      error(
        "video.encoder",
        `${container} supports ${holds.join(", ")}, but ${video.encoder} produces ${facts.codec}.`,
      ),
    );
  }
  if (facts.quality && video.bitrate === 0) {
    const { label, min, max } = facts.quality;
    if (video.quality < min || video.quality > max) {
      errors.push(error("video.quality", `${label} of ${video.encoder} must be between ${min} and ${max}.`));
    }
  }
  if (video.targetMetric !== "none") {
    const range = TARGET_RANGES[video.targetMetric];
    if (video.targetScore < range[0] || video.targetScore > range[1]) {
      errors.push(error("video.targetScore", `Targets of this metric must be between ${range[0]} and ${range[1]}.`));
    }
    if (video.bitrate > 0 || !facts.quality) {
      errors.push(
        error("video.targetMetric", "A quality target needs an encoder with a quality mode, not only a bit rate mode."),
      );
    }
  }
  if (!facts.quality && video.bitrate === 0) {
    errors.push(error("video.bitrate", `${video.encoder} needs a bit rate; it has no quality mode.`));
  }
  if (facts.presets.length > 0 && !facts.presets.includes(video.preset)) {
    errors.push(error("video.preset", `Use a preset of ${video.encoder}: ${facts.presets.join(", ")}.`));
  }
  if (video.tune !== "none" && !facts.tunes.includes(video.tune)) {
    const known = facts.tunes.length > 0 ? ` Available: ${facts.tunes.join(", ")}.` : "";
    errors.push(error("video.tune", `${video.encoder} has no tune ${video.tune}.${known}`));
  }
  if (["yuv420p10le", "p010le"].includes(video.pixelFormat) && !facts.pixelFormats[10]) {
    errors.push(error("video.pixelFormat", `${video.encoder} supports only 8-bit video.`));
  }
  return errors;
}

function audioErrors({ container, audio }: ProfileInput): FieldError[] {
  const errors: FieldError[] = [];
  const facts = audioEncoder(audio.encoder);
  const holds = containerFacts(container).audio;
  if (audio.encoder !== "copy" && holds && !holds.includes(facts.codec)) {
    errors.push(
      error(
        "audio.encoder",
        `${container} supports ${holds.join(", ")}, but ${audio.encoder} produces ${facts.codec}.`,
      ),
    );
  }
  if (audio.encoder !== "copy" && audio.channels > facts.maxChannels) {
    errors.push(error("audio.channels", `${audio.encoder} supports at most ${facts.maxChannels} channels.`));
  }
  const { max = Infinity } = facts.kbpsPerChannel ?? {};
  if (audio.bitrate > max * facts.maxChannels) {
    errors.push(error("audio.bitrate", `${audio.encoder} supports at most ${max} kbit/s per channel.`));
  }
  if (audio.addStereo && holds && !holds.includes("aac")) {
    errors.push(error("audio.addStereo", `${container} does not support the additional AAC stream.`));
  }
  return errors;
}

function subtitleErrors({ subtitles }: ProfileInput): FieldError[] {
  if (subtitles.burnForcedOnly && subtitles.mode !== "burn") {
    return [error("subtitles.burnForcedOnly", "Only applies when subtitles are burned in.")];
  }
  return [];
}

function musicErrors({ mediaType, container }: ProfileInput): FieldError[] {
  if (mediaType === "movie" || mediaType === "tv" || mediaType === "anime") {
    return [error("container", `${container} is a music format and does not support video.`)];
  }
  return [];
}
