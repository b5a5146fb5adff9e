import { fileOperand, INPUT_GUARDS } from "../../media/probe/input_args.ts";
import type { AttachmentStream, Probe } from "../../media/probe/model.ts";
import { METHOD_FACTS } from "../profiles/encoders/methods.ts";
import { containerFacts, isMusicContainer } from "../profiles/containers.ts";
import { audioEncoder, videoEncoder } from "../profiles/encoders.ts";
import { audioArgs } from "./audio_args.ts";
import { chapterFileInput, chapterInput, chapterTags, needsChapterFile } from "./chapter_args.ts";
import { labelArgs } from "./label_args.ts";
import { isTextFile, type Plan, textKey, type VideoPlan } from "../plan/model.ts";
import { encodedVideoArgs } from "./encoded_video_args.ts";
import { type LivePreview, previewArgs } from "./preview_args.ts";
import { colourArgs } from "./video_args.ts";

/** Files that the command needs in addition to the source, created by `makeSideFiles`. */
export interface SideFiles {
  /** Link to the source for burned-in text, under a name that is safe in filter syntax. */
  burnLink?: string;
  /** Covers extracted from the source. ffmpeg can only attach files, not streams. */
  covers?: { path: string; fileName: string; mimeType: string }[];
  /** SubRip files by `textKey`, created from bitmap subtitles or closed captions. */
  texts?: Record<string, string>;
  /** ffmpeg arguments for tags that were detected in the audio. */
  tags?: string[];
  /** Metadata file with the cover of an Ogg file. */
  coverComment?: string;
  /** Metadata file with the chapters of the plan. */
  chapters?: string;
}

/** Options that are not part of the plan: paths, limits and the device on this machine. Only `output` is required. */
export interface ArgOptions {
  /** Absolute path of the output file. Any file extension is allowed. */
  output: string;
  livePreview?: LivePreview;
  /** Maximum number of encoder threads. */
  threads?: number;
  side?: SideFiles;
  /** Render node or GPU index for hardware encoders. */
  device?: string | undefined;
  /** True to also decode on the GPU where this is safe. */
  hardwareDecoding?: boolean;
  /** Video that has already been encoded in segments, and is copied from them. */
  joined?: JoinedVideo;
}

/** Encoded video stored in several files. */
export interface JoinedVideo {
  /** File list for ffmpeg's `concat`, written by `joinList`. */
  list: string;
  /** Presentation time of the first frame in the result. */
  startSeconds: number;
}

/** Converts a plan to ffmpeg arguments, without the binary. Pure. */
export function toArgs(probe: Probe, plan: Plan, options: ArgOptions): string[] {
  const { output, livePreview, side = {}, joined } = options;
  const texts = plan.subtitles.filter(isTextFile);
  const encodedVideo = plan.video &&
    (joined
      ? joinedArgs(plan.video, 1 + texts.length)
      : encodedVideoArgs(probe, plan.video, { ...options, container: plan.container, burnLink: side.burnLink }));
  const { muxer } = containerFacts(plan.container);
  return [
    ...["-hide_banner", "-nostdin", "-y", "-nostats", "-stats_period", "1", "-progress", "pipe:1"],
    ...(joined ? [] : deviceArgs(plan.video, options.device)),
    ...(encodedVideo?.input.args ?? []),
    ...timestamps(probe),
    ...keptGaps(probe),
    ...canvasArgs(probe, plan),
    ...INPUT_GUARDS,
    ...["-i", fileOperand(probe.path)],
    ...(side.coverComment ? ["-f", "ffmetadata", "-i", fileOperand(side.coverComment)] : []),
    ...texts.flatMap((text) => {
      const key = textKey(text);
      return ["-f", "srt", "-i", fileOperand(side.texts?.[key] ?? textPlaceholder(key))];
    }),
    ...(joined ? joinedInput(joined) : []),
    ...chapterFileInput(plan, side.chapters),
    ...(encodedVideo?.graph ?? []),
    ...(encodedVideo?.map ?? []),
    ...plan.audio.flatMap((audio) => ["-map", `0:${audio.index}`]),
    ...plan.subtitles.flatMap((subtitle) => [
      "-map",
      isTextFile(subtitle) ? `${1 + texts.indexOf(subtitle)}:0` : `0:${subtitle.index}`,
    ]),
    ...attachmentMaps(probe, plan),
    ...(encodedVideo?.args ?? []),
    ...plan.audio.flatMap((audio, i) => audioArgs(probe, audio, i, isMusicContainer(plan.container))),
    ...plan.subtitles.flatMap((subtitle, i) => [`-c:s:${i}`, subtitle.encoder]),
    ...labelArgs(probe, plan),
    ...(side.coverComment ? coverCommentArgs(probe, plan) : []),
    ...(side.tags ?? []),
    ...attachmentArgs(probe, plan, side),
    ...chapterTags(probe, plan),
    ...["-map_chapters", chapterInput(plan, 1 + texts.length + (side.coverComment ? 1 : 0) + (joined ? 1 : 0))],
    ...(plan.cuesUntilSeconds === undefined ? [] : ["-t", plan.cuesUntilSeconds.toFixed(3)]),
    ...["-max_muxing_queue_size", "4096"],
    ...muxerArgs(plan),
    ...["-f", muxer, fileOperand(output)],
    ...(livePreview && plan.video && plan.video.encoder !== "copy"
      ? previewArgs(probe, plan.video, livePreview, { onCard: encodedVideo?.input.onCard ?? false })
      : []),
  ];
}

/**
 * Returns the input options for the encoded segments. The list contains only files that Lathe has written, all in the
 * format of segments.
 */
const joinedInput = ({ list, startSeconds }: JoinedVideo): string[] => [
  ...["-protocol_whitelist", "file", "-format_whitelist", "concat,mov", "-itsoffset", startSeconds.toFixed(6)],
  ...["-f", "concat", "-safe", "0", "-i", fileOperand(list)],
];

function joinedArgs(video: VideoPlan, input: number) {
  const args = ["-c:v:0", "copy", ...colourArgs(video), "-r:v:0", video.frameRate.join("/")];
  return { graph: [], map: ["-map", `${input}:0`], args, input: { args: [], onCard: false } };
}

/** True if `toArgs` needs the files from `makeSideFiles`. */
export const needsSideFiles = (probe: Probe, plan: Plan): boolean =>
  plan.video?.burn?.form === "text" || needsChapterFile(plan) || plan.subtitles.some((subtitle) => subtitle.captions) ||
  coversOf(probe, plan).length > 0 && coverForm(plan) !== "picture";

/**
 * Returns how the container stores a cover: as a still image or as a comment. Undefined if it stores the cover as an
 * attachment.
 */
export const coverForm = ({ container }: Plan) => containerFacts(container).cover;

/** Placeholder in displayed commands for the text of a bitmap subtitle. */
const textPlaceholder = (key: string): string => `subtitle-${key}.srt`;

const deviceArgs = (video: VideoPlan | undefined, device: string | undefined): string[] =>
  METHOD_FACTS[videoEncoder(video?.encoder ?? "copy").method].deviceArgs?.(device) ?? [];

/**
 * Returns input options that generate missing presentation timestamps in transport streams and AVI, because Matroska
 * requires them. Files in which frames have no timestamps are excluded, because for H.264 in AVI, ffmpeg generates
 * timestamps in storage order.
 */
export const timestamps = ({ format, streams }: Pick<Probe, "format" | "streams">): string[] =>
  /mpeg|avi|asf/.test(format) &&
    !streams.some((stream) => stream.kind === "video" && stream.untimedFrames !== undefined)
    ? ["-fflags", "+genpts"]
    : [];

/**
 * Returns input options that keep the gaps in a transport or program stream. By default, ffmpeg removes gaps of more
 * than ten seconds, which shifts everything after them.
 */
const keptGaps = ({ format }: Probe): string[] => /mpeg/.test(format) ? ["-dts_delta_threshold", "3600"] : [];

/** Returns the canvas size of DVB subtitles. By default, ffmpeg uses the size of the video. */
function canvasArgs({ streams }: Probe, { video }: Plan): string[] {
  const burned = streams.find((stream) => stream.index === video?.burn?.index);
  const canvas = burned?.kind === "subtitle" ? burned.canvas : undefined;
  return canvas ? ["-canvas_size", `${canvas.width}x${canvas.height}`] : [];
}

function muxerArgs({ container, video, audio }: Plan): string[] {
  const args: string[] = [];
  if (container === "mp4" || container === "mov") {
    args.push("-movflags", "+faststart");
    if (video?.codec === "hevc") args.push("-tag:v:0", "hvc1");
  }
  // ffmpeg considers FLAC in MP4, Dolby Vision in MP4 and its TrueHD encoder experimental. All three can be played.
  const experimental = container === "mp4" || container === "mov" ||
    audio.some(({ encoder }) => audioEncoder(encoder).experimental);
  if (experimental) args.push("-strict", "-2");
  return args;
}

const attachmentsOf = (probe: Probe, plan: Plan): AttachmentStream[] =>
  probe.streams.filter((s) => s.kind === "attachment").filter((s) => plan.attachments.includes(s.index));

/** Returns the covers kept by the plan that ffmpeg treats as video. Mapping them would add a second video stream. */
export const coversOf = (probe: Probe, plan: Plan): AttachmentStream[] =>
  attachmentsOf(probe, plan).filter((s) => s.asVideo);

const mapped = (probe: Probe, plan: Plan): AttachmentStream[] =>
  attachmentsOf(probe, plan).filter((s) => !s.asVideo || coverForm(plan) === "picture");

const attachmentMaps = (probe: Probe, plan: Plan): string[] =>
  mapped(probe, plan).flatMap((attachment) => ["-map", `0:${attachment.index}`]);

function attachmentArgs(probe: Probe, plan: Plan, { covers = [] }: SideFiles): string[] {
  const kept = mapped(probe, plan);
  if (coverForm(plan) === "picture") {
    return kept.length > 0 ? [...COVER_ARGS, ...(plan.container === "mp3" ? ["-id3v2_version", "3"] : [])] : [];
  }
  if (coverForm(plan) === "comment") return [];
  const named = (i: number, fileName: string, mimeType: string) => [
    ...[`-metadata:s:t:${i}`, `filename=${fileName}`, `-metadata:s:t:${i}`, `mimetype=${mimeType}`],
  ];
  return [
    ...(kept.length > 0 ? ["-c:t", "copy"] : []),
    ...kept.flatMap((a, i) => named(i, a.fileName ?? `attachment${i}`, a.mimeType ?? "application/octet-stream")),
    ...covers.flatMap(({ path }) => ["-attach", fileOperand(path)]),
    ...covers.flatMap(({ fileName, mimeType }, i) => named(kept.length + i, fileName, mimeType)),
  ];
}

/**
 * Returns arguments that add the encoded cover to the stream. Mapping it disables automatic copying of the other tags,
 * so these are mapped explicitly.
 */
const coverCommentArgs = (probe: Probe, plan: Plan): string[] => [
  ...["-map_metadata:g", /ogg/.test(probe.format) ? `0:s:${plan.audio[0]?.index ?? 0}` : "0:g"],
  ...["-map_metadata:s:a:0", "1:g"],
];

/** Options that copy the cover as the only still image. */
const COVER_ARGS = [
  ...["-c:v", "copy", "-disposition:v:0", "attached_pic"],
  ...["-metadata:s:v:0", "comment=Cover (front)"],
];
