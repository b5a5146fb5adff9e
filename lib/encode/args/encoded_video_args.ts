import type { Probe, VideoStream } from "../../media/probe/model.ts";
import type { VideoPlan } from "../plan/model.ts";
import type { Container } from "../profiles/schema.ts";
import { cardFilters, hardwareInput } from "../plan/video/hardware_input.ts";
import { METHOD_FACTS } from "../profiles/encoders/methods.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import { cropFilter, overlayGraph, sourceFilters, videoFilters } from "./filters.ts";
import { type PartTimes, timeFilters } from "../plan/time_grid.ts";
import { videoArgs } from "./video_args.ts";

/** Creates ffmpeg arguments for video, from the source stream to the encoder. */

/** Range of source frames to read, in units of the stream's time base. */
export interface FrameRange {
  from: number;
  /** First frame after the range. Absent if the range extends to the end. */
  until?: number;
  times: PartTimes;
}

/** Options that are not part of the plan. */
export interface EncodedVideoOptions {
  container: Container;
  threads?: number;
  burnLink?: string;
  device?: string | undefined;
  hardwareDecoding?: boolean;
  /** Segment of the video, in timestamps of the source. Absent for the whole video. */
  range?: FrameRange;
}

/** Placeholder in displayed commands for the link to the source. */
const LINK_PLACEHOLDER = "burn-source";

/** Returns the input options, filters, `-map` and encoder options for video. */
export function encodedVideoArgs(probe: Probe, video: VideoPlan, options: EncodedVideoOptions) {
  const { container, threads, burnLink = LINK_PLACEHOLDER, device, hardwareDecoding = false, range } = options;
  const timing = { container, ...(range ? { part: range.times } : {}) };
  const source = probe.streams.find((s): s is VideoStream => s.index === video.index && s.kind === "video");
  const input = `0:${video.index}`;
  const memory = { args: [], onCard: false };
  if (video.encoder === "copy" || !source) {
    return { graph: [], map: ["-map", input], args: videoArgs(video, { timing }), input: memory };
  }
  const decoded = hardwareInput(video, source, { device, enabled: hardwareDecoding });
  const square = source.sampleAspect[0] === source.sampleAspect[1];
  const burned = probe.streams.find((stream) => stream.index === video.burn?.index)?.codec;
  const plainText = burned !== "ass" && burned !== "ssa";
  // Black bars are cropped before subtitles are drawn, so that subtitles in the bars are moved into the frame.
  const early = video.burn?.form === "picture" ? cropFilter(video) : [];
  const uncropped = early.length > 0 ? { ...video, crop: undefined } : video;
  const chain = videoFilters(uncropped, { hdr: source.hdr, square, plainText }, burnLink);
  const hardware = METHOD_FACTS[videoEncoder(video.encoder).method];
  const first = [...rangeFilters(range), ...sourceFilters(video), ...early];
  const last = [
    ...sameSize(video, range),
    ...sideDataFilters(source, video),
    ...timeFilters(video, timing),
    ...(hardware.uploadFilters ?? []),
  ];
  const args = [
    ...videoArgs(video, { threads, isPart: isCut(range), timing }),
    ...(hardware.encoderArgs?.(device) ?? []),
  ];
  if (decoded.onCard) {
    const filters = cardFilters(video).join(",");
    return { graph: [], map: ["-map", input], args: ["-filter:v:0", filters, ...args], input: decoded };
  }
  if (video.burn?.form === "picture") {
    const before = first.length > 0 ? `[${input}]${first.join(",")}[field];` : "";
    const fit = { hdr: source.hdr, ...(burned === "hdmv_pgs_subtitle" ? {} : { frame: uprightSize(source) }) };
    const drawn = overlayGraph(before === "" ? input : "field", `0:${video.burn.index}`, video, fit, "drawn");
    const graph = `${before}${drawn};[drawn]${[...chain, ...last].join(",")}[v]`;
    return { graph: ["-filter_complex", graph], map: ["-map", "[v]"], args, input: decoded };
  }
  const filters = [...first, ...chain, ...last].join(",");
  if (!leavesSideData(source, video)) {
    return { graph: [], map: ["-map", input], args: ["-filter:v:0", filters, ...args], input: decoded };
  }
  // ffmpeg copies container metadata from the only input of a filter graph to the output. A second input, which is
  // discarded, prevents this.
  const graph = `[${input}]${filters}[v];[${input}]nullsink`;
  return { graph: ["-filter_complex", graph], map: ["-map", "[v]"], args, input: decoded };
}

/** Returns the size after rotation, because ffmpeg rotates the video before the filters. */
const uprightSize = ({ width, height, rotation }: VideoStream): { width: number; height: number } =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

/** True if the range does not include the whole video. */
const isCut = (range: FrameRange | undefined): boolean =>
  range !== undefined && (range.until !== undefined || range.times.start !== range.times.origin);

/**
 * Scales all frames of a segment to the same size. If the size changes midway, ffmpeg scales the video to the size of
 * its first frame, which a segment may not contain. No effect if all frames have the same size.
 */
const sameSize = ({ width, height, scale }: VideoPlan, range: FrameRange | undefined): string[] =>
  range === undefined || scale ? [] : [`scale=${width}:${height}`];

/**
 * True if side data must be removed, because Dolby Vision records and HDR light levels in the container would no longer
 * match the video.
 */
const leavesSideData = (source: VideoStream, video: VideoPlan): boolean =>
  source.dolbyVision !== undefined || video.toneMap !== undefined;

/** Returns filters that remove side data. Encoders of ffmpeg 7 and newer write the side data of frames. */
function sideDataFilters(source: VideoStream, { toneMap, stereoInContainer }: VideoPlan): string[] {
  const types = [
    ...(source.dolbyVision || toneMap ? DOLBY_VISION : []),
    ...(toneMap ? BRIGHTNESS : []),
    ...(stereoInContainer ? ["STEREO3D"] : []),
  ];
  return types.map((type) => `sidedata=mode=delete:type=${type}`);
}

/**
 * `AV_FRAME_DATA_DOVI_RPU_BUFFER` and `AV_FRAME_DATA_DOVI_METADATA`, which the `sidedata` filter of ffmpeg 5 cannot
 * select by name.
 */
const DOLBY_VISION = ["23", "24"];
const BRIGHTNESS = ["MASTERING_DISPLAY_METADATA", "CONTENT_LIGHT_LEVEL", "DYNAMIC_HDR_PLUS"];

/** Returns filters that cut by the timestamps of the source, before any rounding. */
export function rangeFilters(range: FrameRange | undefined): string[] {
  if (range === undefined) return [];
  const { from, until } = range;
  return [`trim=start_pts=${from}${until === undefined ? "" : `:end_pts=${until}`}`];
}
