import { JobFailure } from "../../../kit/fault.ts";
import type { HeldFrame, VideoStream } from "../../../media/probe/model.ts";
import type { Capabilities } from "../../../media/tools/capabilities.ts";
import { isSince } from "../../../media/tools/ffmpeg_versions.ts";
import { containerFacts } from "../../profiles/containers.ts";
import { videoEncoder } from "../../profiles/encoders.ts";
import type { VideoEncoderFacts } from "../../profiles/encoders/model.ts";
import { parseExtraArgs } from "../../profiles/extra_args.ts";
import type { Recipe } from "../../profiles/schema.ts";
import { type Crop, shownPart } from "./crop.ts";
import { decideDynamicHdr } from "./dynamic_hdr.ts";
import { type FieldFinding, planFields } from "./field_plan.ts";
import { chooseMetric } from "../../metric.ts";
import type { VideoPlan } from "../model.ts";
import { conversionOf, isMisreadWhenSmall } from "./video_conversion.ts";
import { codecName, hdrName } from "../words.ts";

/** Results of `analyseVideo`. A field is absent if the recipe did not request it or nothing was found. */
export interface VideoFindings {
  /** Part of the frame that remains after the crop set by the user. */
  ownCrop?: Crop;
  /** Part of the frame to keep, if black bars were found. */
  crop?: Crop;
  /** Result of the field measurement. If undefined, the probe result is used. */
  fields?: FieldFinding;
  /** True if closed captions contain text. Undefined if this was not checked. */
  captionText?: boolean;
}

/** Planned video, and the reason as a line of the plan's summary. */
export interface VideoPart {
  video: VideoPlan;
  why: string;
  warnings: string[];
}

/**
 * Plans the video. Throws `invalid_plan` if the profile cannot be applied, `encoder_missing` if ffmpeg lacks the
 * encoder.
 */
export function planVideo(
  stream: VideoStream,
  recipe: Recipe,
  capabilities: Capabilities,
  findings: VideoFindings = {},
): VideoPart {
  const { container } = recipe;
  const facts = videoEncoder(recipe.video.encoder);
  const copies = facts.codec === "copy";
  const codec = copies ? stream.codec : facts.codec;
  const holds = containerFacts(container).video;
  if (holds && !holds.includes(codec)) {
    throw new JobFailure("invalid_plan", `${container} does not support ${codecName(codec)} video.`);
  }
  if (copies) {
    refuseHiddenStart(stream, container);
    refuseLostRotation(stream, container, capabilities.version);
    refuseUntimed(stream);
    refuseLostMarks(stream, container);
  }
  return copies
    ? { video: copied(stream), why: "kept bit for bit", warnings: [] }
    : encoded(stream, recipe, facts, capabilities, findings);
}

/**
 * Rejects a copy that would show hidden leading frames. A copy has to include them, and only MP4 and QuickTime can hide
 * them.
 */
function refuseHiddenStart({ skippedSeconds }: VideoStream, container: Recipe["container"]): void {
  if (skippedSeconds === undefined || container === "mp4" || container === "mov") return;
  const text =
    `The first ${skippedSeconds.toFixed(1)} s of the video were cut by an edit list; a copy in ${container} ` +
    "would show them again. Choose MP4, or a profile that encodes the video.";
  throw new JobFailure("invalid_plan", text);
}

/** Rejects a copy that would lose the rotation, because the result would fail verification. */
function refuseLostRotation({ rotation }: VideoStream, container: Recipe["container"], version: string): void {
  if (rotation === 0 || container === "mp4" || container === "mov" || isSince("matroskaRotation", version)) return;
  const text =
    `The video is rotated by ${rotation}°, which this ffmpeg cannot write to ${container} (version 7.0 can): ` +
    "a copy would be shown sideways. Choose MP4, or a profile that encodes the video.";
  throw new JobFailure("invalid_plan", text);
}

/** Rejects a copy that would lose its crop marks. Only ffmpeg 7.1 and newer writes them, and only to Matroska. */
function refuseLostMarks({ cropMarks }: VideoStream, container: Recipe["container"]): void {
  if (!cropMarks || !cropMarks.ignored && container === "mkv") return;
  const text = "The file marks only part of the frame as visible, and a copy " +
    (cropMarks.ignored ? "by this ffmpeg (version 7.1 keeps the crop)" : `in ${container}`) +
    " would lose this crop and show the edges again. Choose a profile that encodes the video.";
  throw new JobFailure("invalid_plan", text);
}

/** Rejects a copy of frames without presentation times, because they would be shown in storage order. */
function refuseUntimed({ untimedFrames, codec }: VideoStream): void {
  if (untimedFrames === undefined) return;
  const text = `AVI files do not store frame times, so ${codecName(codec)} video with B-frames cannot be ` +
    "copied from them in the right order. Choose a profile that encodes the video, or convert the file with mkvmerge first.";
  throw new JobFailure("invalid_plan", text);
}

function copied(stream: VideoStream): VideoPlan {
  return {
    ...untouched(stream),
    encoder: "copy",
    codec: stream.codec,
    quality: 0,
    preset: "",
    tune: "none",
    bitrate: 0,
    pixelFormat: "",
    bitDepth: stream.bitDepth,
    width: stream.width,
    height: stream.height,
    fieldHandling: "none",
    extraArgs: [],
  };
}

const SSIM_ONLY = "The quality target is measured with SSIM, because this ffmpeg has neither VMAF nor XPSNR. " +
  "SSIM often misjudges dark, grainy and fast scenes.";

function encoded(
  stream: VideoStream,
  recipe: Recipe,
  facts: VideoEncoderFacts,
  capabilities: Capabilities,
  findings: VideoFindings,
): VideoPart {
  const { video } = recipe;
  if (!capabilities.videoEncoders.includes(video.encoder)) {
    throw new JobFailure("encoder_missing", `This ffmpeg lacks the encoder ${video.encoder}.`);
  }
  const extra = parseExtraArgs(video.extraArgs);
  if (extra.error !== undefined) throw new JobFailure("invalid_plan", `Extra arguments: ${extra.error}`);
  const warnings: string[] = [];
  refuseUnbasedDolbyVision(stream);
  const toneMap = toneMapFor(stream, recipe, warnings);
  const bitDepth = depthFor(stream, recipe, facts, toneMap !== undefined);
  if (!toneMap) refuseHdrInEightBits(stream, bitDepth);
  if (toneMap) requireFilters(["zscale", "tonemap"], capabilities);
  const fields = planFields(stream, video, findings.fields);
  const conversion = conversionOf(stream, bitDepth);
  warnings.push(...conversionWarnings(stream, recipe, conversion));
  const base = untouched(stream);
  const plan: VideoPlan = {
    ...base,
    encoder: video.encoder,
    codec: facts.codec,
    quality: video.quality,
    preset: facts.presets.includes(video.preset) ? video.preset : "",
    tune: video.tune,
    bitrate: video.bitrate,
    pixelFormat: bitDepth === 10 ? facts.pixelFormats[10] ?? facts.pixelFormats[8] : facts.pixelFormats[8],
    bitDepth,
    ...(conversion ? { conversion } : {}),
    ...earlierOf(stream),
    color: { ...base.color, ...(conversion?.fullRange ? { range: "tv" } : {}), ...spaceOf(conversion?.matrix) },
    ...fields,
    ...(fields.fieldHandling === "soft-telecine" && !isSince("rateFromTimes", capabilities.version)
      ? { rateOption: true }
      : {}),
    ...(facts.codec === "h264" && isSince("stereoTwice", capabilities.version) ? { stereoInContainer: true } : {}),
    variableFrameRate: stream.variableFrameRate && fields.fieldHandling !== "soft-telecine",
    ...geometry(
      stream,
      recipe.video.maxHeight,
      shownPart(stream, findings.ownCrop ?? (video.crop === "auto" ? findings.crop : undefined)),
    ),
    extraArgs: extra.args,
  };
  if (!toneMap && isMisreadWhenSmall(stream, plan)) {
    plan.assumedBt709 = true;
    plan.color = { ...plan.color, space: "bt709" };
  }
  if (toneMap) {
    Object.assign(plan, { toneMap, hdr: "sdr", color: BT709, masteringDisplay: undefined, contentLight: undefined });
  }
  if (video.targetMetric !== "none" && video.bitrate === 0 && facts.quality) {
    const wanted = { metric: video.targetMetric, score: video.targetScore };
    const { target, ...scale } = chooseMetric(wanted, capabilities, plan);
    plan.target = { ...scale, score: target };
    if (wanted.metric === "auto" && scale.metric === "ssim") warnings.push(SSIM_ONLY);
  }
  const dynamic = decideDynamicHdr(stream, plan, recipe.container, capabilities.dynamicHdr);
  if (dynamic.plan) plan.dynamicHdr = dynamic.plan;
  warnings.push(...dynamic.warnings);
  const light = plan.hdr === "sdr" ? "" : ` ${hdrName(plan.hdr)}`;
  return { video: plan, why: `becomes ${codecName(plan.codec)} ${bitDepth}-bit${light}`, warnings };
}

function refuseHdrInEightBits({ hdr }: VideoStream, bitDepth: number): void {
  if (hdr === "sdr" || bitDepth >= 10) return;
  throw new JobFailure(
    "invalid_plan",
    `${hdrName(hdr)} does not fit into 8 bits: choose 10-bit video or tone mapping to SDR.`,
  );
}

/** Returns warnings about changes to the video that users may not expect. */
const conversionWarnings = (stream: VideoStream, { video }: Recipe, conversion: VideoPlan["conversion"]): string[] => [
  ...(stream.interlaced && video.deinterlace === "off"
    ? ["The video is interlaced and stays interlaced, as the profile specifies."]
    : []),
  ...(conversion?.alpha
    ? ["Transparent areas of the video become black."]
    : stream.alpha
    ? ["Transparent areas of the video become visible: encoders do not support transparency."]
    : []),
];

const spaceOf = (space: string | undefined) => space ? { space } : {};

function earlierOf(
  { untimedFrames, frameRate: [numerator, denominator] }: VideoStream,
): Pick<VideoPlan, "earlierSeconds"> {
  return untimedFrames === undefined ? {} : { earlierSeconds: untimedFrames * denominator / numerator };
}

const BT709 = { primaries: "bt709", transfer: "bt709", space: "bt709", range: "tv" };

const untouched = (stream: VideoStream) => ({
  index: stream.index,
  hdr: stream.hdr,
  masteringDisplay: stream.masteringDisplay,
  contentLight: stream.contentLight,
  color: {
    primaries: stream.colorPrimaries,
    transfer: stream.colorTransfer,
    space: stream.colorSpace,
    range: stream.colorRange,
  },
  frameRate: stream.frameRate,
  variableFrameRate: stream.variableFrameRate,
  ...(stream.heldFrame ? { heldFrame: afterFirst(stream.heldFrame, stream.startSeconds ?? 0) } : {}),
});

function refuseUnbasedDolbyVision({ dolbyVision }: VideoStream): void {
  if (dolbyVision?.baseCompatible !== 0) return;
  const text = `Dolby Vision profile ${dolbyVision.profile} has no HDR10 fallback, so the video can only be copied.`;
  throw new JobFailure("invalid_plan", text);
}

function toneMapFor(stream: VideoStream, { video }: Recipe, warnings: string[]): VideoPlan["toneMap"] {
  if (stream.hdr === "sdr") return undefined;
  const asked = video.hdrToSdr === "off" ? undefined : video.hdrToSdr;
  if (!asked && video.hdrPassthrough) return undefined;
  warnings.push(`${hdrName(stream.hdr)} is tone mapped to SDR.`);
  return asked ?? "hable";
}

function depthFor(stream: VideoStream, { video }: Recipe, facts: VideoEncoderFacts, toneMapped: boolean): 8 | 10 {
  if (!facts.pixelFormats[10]) return 8;
  if (video.pixelFormat === "auto") return stream.bitDepth > 8 && !toneMapped ? 10 : 8;
  return ["yuv420p10le", "p010le"].includes(video.pixelFormat) ? 10 : 8;
}

function requireFilters(names: string[], capabilities: Capabilities): void {
  const missing = names.filter((name) => !capabilities.filters.includes(name));
  if (missing.length === 0) return;
  throw new JobFailure("invalid_plan", `This ffmpeg cannot tone map: it lacks the filter ${missing.join(", ")}.`);
}

/**
 * Crops, then scales, then rounds to even numbers. `maxHeight` is a resolution class (1080 = at most 1920x1080 as
 * displayed), so a wide video of 3840x1600 becomes 1920x800 and not 2592x1080. Never upscales.
 */
function geometry(stream: VideoStream, maxHeight: number, found: VideoFindings["crop"]) {
  // ffmpeg rotates the video before the filters.
  const sideways = stream.rotation % 180 !== 0;
  const width = sideways ? stream.height : stream.width;
  const height = sideways ? stream.width : stream.height;
  const inside = found && found.x + found.width <= width && found.y + found.height <= height ? found : undefined;
  const even = {
    width: down2(inside?.width ?? width),
    height: down2(inside?.height ?? height),
    x: inside?.x ?? 0,
    y: inside?.y ?? 0,
  };
  const crop = even.width === width && even.height === height ? undefined : even;
  const shown = even.width * (stream.sampleAspect[0] / stream.sampleAspect[1]);
  const ratio = maxHeight > 0 ? Math.min(1, maxHeight / even.height, (maxHeight * 16) / 9 / shown) : 1;
  // Up to two pixels above the limit are allowed, because 1088 coded lines are 1080p video.
  if (ratio > 0.99) return { crop, width: even.width, height: even.height };
  const scale = { width: near2(even.width * ratio), height: near2(even.height * ratio) };
  return { crop, scale, ...scale };
}

const afterFirst = (held: HeldFrame, first: number): HeldFrame => ({
  ...held,
  startSeconds: held.startSeconds - first,
  endSeconds: held.endSeconds - first,
});

const down2 = (n: number): number => Math.max(2, n - (n % 2));
const near2 = (n: number): number => Math.max(2, Math.round(n / 2) * 2);
