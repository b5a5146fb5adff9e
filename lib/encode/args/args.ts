import { fileOperand, INPUT_GUARDS } from "../../media/probe/input_args.ts";
import type { AttachmentStream, Probe } from "../../media/probe/model.ts";
import { METHOD_FACTS } from "../hardware/methods.ts";
import { containerFacts, isMusicContainer } from "../profiles/containers.ts";
import { audioEncoder, videoEncoder } from "../profiles/encoders.ts";
import { audioArgs } from "./audio_args.ts";
import { chapterFileInput, chapterInput, chapterTags, needsChapterFile } from "./chapter_args.ts";
import { labelArgs } from "./label_args.ts";
import { isTextFile, type Plan, textKey, type VideoPlan } from "../plan/model.ts";
import { pictureArgs } from "./picture_args.ts";
import { type LivePreview, previewArgs } from "./preview_args.ts";
import { colourArgs } from "./video_args.ts";

/** Files the command needs beside the source, made by `makeSideFiles`. */
export interface SideFiles {
  /** A link to the source under a name that filter syntax cannot misread; for burned-in text. */
  burnLink?: string;
  /** Covers taken out of the source: ffmpeg attaches files, not streams. */
  covers?: { path: string; fileName: string; mimeType: string }[];
  /** Texts read off picture subtitles or out of captions: SubRip files by `textKey`. */
  texts?: Record<string, string>;
  /** Tags found out about the sound, as ffmpeg arguments. */
  tags?: string[];
  /** A metadata file with the cover of an Ogg file. */
  coverComment?: string;
  /** A metadata file with the chapters of the plan. */
  chapters?: string;
}

/** What the plan does not hold: paths, limits and the device of this machine. Only `output` is required. */
export interface ArgOptions {
  /** Absolute path of the file to write. Its name may end in anything. */
  output: string;
  livePreview?: LivePreview;
  /** Upper bound of encoder threads. */
  threads?: number;
  side?: SideFiles;
  /** Render node or GPU index for hardware encoders. */
  device?: string;
  /** Decode on the card too, where that is safe. */
  hardwareDecoding?: boolean;
  /** The picture was encoded before, in parts: it is copied from there. */
  joined?: JoinedPicture;
}

/** An encoded picture that lies in several files. */
export interface JoinedPicture {
  /** List of the files for ffmpeg's `concat`, written by `joinList`. */
  list: string;
  /** When the first picture is shown, in the result. */
  startSeconds: number;
}

/** Spells a plan as ffmpeg arguments, without the binary. Pure: same plan, same list. */
export function toArgs(probe: Probe, plan: Plan, options: ArgOptions): string[] {
  const { output, livePreview, side = {}, joined } = options;
  const texts = plan.subtitles.filter(isTextFile);
  const picture = plan.video &&
    (joined
      ? joinedArgs(plan.video, 1 + texts.length)
      : pictureArgs(probe, plan.video, { ...options, container: plan.container, burnLink: side.burnLink }));
  const { muxer } = containerFacts(plan.container);
  return [
    ...["-hide_banner", "-nostdin", "-y", "-nostats", "-stats_period", "1", "-progress", "pipe:1"],
    ...deviceArgs(plan.video, options.device),
    ...(picture?.input.args ?? []),
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
    ...(picture?.graph ?? []),
    ...(picture?.map ?? []),
    ...plan.audio.flatMap((audio) => ["-map", `0:${audio.index}`]),
    ...plan.subtitles.flatMap((subtitle) => [
      "-map",
      isTextFile(subtitle) ? `${1 + texts.indexOf(subtitle)}:0` : `0:${subtitle.index}`,
    ]),
    ...attachmentMaps(probe, plan),
    ...(picture?.args ?? []),
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
      ? previewArgs(probe, plan.video, livePreview, { onCard: picture?.input.onCard ?? false })
      : []),
  ];
}

/** The list names files of ours, in the one format that parts are written in. */
const joinedInput = ({ list, startSeconds }: JoinedPicture): string[] => [
  ...["-protocol_whitelist", "file", "-format_whitelist", "concat,mov", "-itsoffset", startSeconds.toFixed(6)],
  ...["-f", "concat", "-safe", "0", "-i", fileOperand(list)],
];

function joinedArgs(video: VideoPlan, input: number) {
  const args = ["-c:v:0", "copy", ...colourArgs(video), "-r:v:0", video.frameRate.join("/")];
  return { graph: [], map: ["-map", `${input}:0`], args, input: { args: [], onCard: false } };
}

/** True when `toArgs` needs the files of `makeSideFiles`. */
export const needsSideFiles = (probe: Probe, plan: Plan): boolean =>
  plan.video?.burn?.form === "text" || needsChapterFile(plan) || plan.subtitles.some((subtitle) => subtitle.captions) ||
  coversOf(probe, plan).length > 0 && coverForm(plan) !== "picture";

/** How the container carries a cover; undefined where it is a plain attachment. */
export const coverForm = ({ container }: Plan) => containerFacts(container).cover;

/** Stands in displayed commands where the text of a picture subtitle will be. */
const textPlaceholder = (key: string): string => `subtitle-${key}.srt`;

const deviceArgs = (video: VideoPlan | undefined, device: string | undefined): string[] =>
  METHOD_FACTS[videoEncoder(video?.encoder ?? "copy").method].deviceArgs?.(device) ?? [];

/**
 * Transport streams and AVI may lack presentation times, which Matroska insists on: input options that make them up. Those
 * that ffmpeg makes up for H.264 in AVI have the order of storage.
 */
export const timestamps = ({ format, streams }: Pick<Probe, "format" | "streams">): string[] =>
  /mpeg|avi|asf/.test(format) &&
    !streams.some((stream) => stream.kind === "video" && stream.untimedFrames !== undefined)
    ? ["-fflags", "+genpts"]
    : [];

/** ffmpeg closes gaps of more than ten seconds in a transport or program stream, which moves all that follows. */
const keptGaps = ({ format }: Probe): string[] => /mpeg/.test(format) ? ["-dts_delta_threshold", "3600"] : [];

/** ffmpeg takes the size of the video for the canvas of DVB subtitles unless it is given one. */
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
  // ffmpeg calls FLAC in MP4, Dolby Vision in MP4 and its TrueHD encoder experimental; all three play.
  const experimental = container === "mp4" || container === "mov" ||
    audio.some(({ encoder }) => audioEncoder(encoder).experimental);
  if (experimental) args.push("-strict", "-2");
  return args;
}

const attachmentsOf = (probe: Probe, plan: Plan): AttachmentStream[] =>
  probe.streams.filter((s) => s.kind === "attachment").filter((s) => plan.attachments.includes(s.index));

/** Covers kept by the plan that ffmpeg shows as video: they cannot be mapped without becoming a second picture. */
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

/** The coded cover goes to the stream; naming it ends the automatic copy of the other tags, so they are named too. */
const coverCommentArgs = (probe: Probe, plan: Plan): string[] => [
  ...["-map_metadata:g", /ogg/.test(probe.format) ? `0:s:${plan.audio[0]?.index ?? 0}` : "0:g"],
  ...["-map_metadata:s:a:0", "1:g"],
];

/** Copied as the one still picture. */
const COVER_ARGS = [
  ...["-c:v", "copy", "-disposition:v:0", "attached_pic"],
  ...["-metadata:s:v:0", "comment=Cover (front)"],
];
