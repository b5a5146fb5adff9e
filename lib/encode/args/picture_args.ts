import type { Probe, VideoStream } from "../../media/probe/model.ts";
import type { VideoPlan } from "../plan/model.ts";
import type { Container } from "../profiles/schema.ts";
import { cardFilters, hardwareInput } from "../plan/video/hardware_input.ts";
import { METHOD_FACTS } from "../hardware/methods.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import { cropFilter, overlayGraph, sourceFilters, videoFilters } from "./filters.ts";
import { type PartTimes, timeFilters } from "./time_grid.ts";
import { videoArgs } from "./video_args.ts";

/** Spells the way of the picture from the source's stream to the encoder. */

/** Which pictures of the source are read; times in units of its stream. */
export interface PictureRange {
  from: number;
  /** The first picture that is left out; absent to the end. */
  until?: number;
  times: PartTimes;
}

/** What the plan does not hold. */
export interface PictureOptions {
  container: Container;
  threads?: number;
  burnLink?: string;
  device?: string;
  hardwareDecoding?: boolean;
  /** A part of the film, read with the source's own times; everything when absent. */
  range?: PictureRange;
}

/** Stands in displayed commands where the link to the source will be. */
const LINK_PLACEHOLDER = "burn-source";

/** Options before the input, filters, `-map` and the encoder's options of the picture. */
export function pictureArgs(probe: Probe, video: VideoPlan, options: PictureOptions) {
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
  // Bars that go must be gone before anything is drawn: subtitles that lie in them are moved up into the picture.
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
  // ffmpeg hands container facts of a graph's only input on to the output. A second input, thrown away, stops that.
  const graph = `[${input}]${filters}[v];[${input}]nullsink`;
  return { graph: ["-filter_complex", graph], map: ["-map", "[v]"], args, input: decoded };
}

/** ffmpeg turns a rotated picture upright before the filters see it. */
const uprightSize = ({ width, height, rotation }: VideoStream): { width: number; height: number } =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

/** A part that is the whole film begins and ends as the film does. */
const isCut = (range: PictureRange | undefined): boolean =>
  range !== undefined && (range.until !== undefined || range.times.start !== range.times.origin);

/**
 * A picture whose size changes in the middle is brought to that of its first one by ffmpeg; a part does not hold the first.
 * Changes nothing where all have one size.
 */
const sameSize = ({ width, height, scale }: VideoPlan, range: PictureRange | undefined): string[] =>
  range === undefined || scale ? [] : [`scale=${width}:${height}`];

/** Dolby Vision records and HDR light levels in the container would describe a picture that no longer exists. */
const leavesSideData = (source: VideoStream, video: VideoPlan): boolean =>
  source.dolbyVision !== undefined || video.toneMap !== undefined;

/** Encoders of ffmpeg 7 and newer write down what pictures carry beside them. */
function sideDataFilters(source: VideoStream, { toneMap }: VideoPlan): string[] {
  const types = [...(source.dolbyVision || toneMap ? DOLBY_VISION : []), ...(toneMap ? BRIGHTNESS : [])];
  return types.map((type) => `sidedata=mode=delete:type=${type}`);
}

/** `AV_FRAME_DATA_DOVI_RPU_BUFFER` and `AV_FRAME_DATA_DOVI_METADATA`, which the filter of ffmpeg 5 has no words for. */
const DOLBY_VISION = ["23", "24"];
const BRIGHTNESS = ["MASTERING_DISPLAY_METADATA", "CONTENT_LIGHT_LEVEL", "DYNAMIC_HDR_PLUS"];

/** Cuts by the source's own times, which no rounding has touched yet. */
export function rangeFilters(range: PictureRange | undefined): string[] {
  if (range === undefined) return [];
  const { from, until } = range;
  return [`trim=start_pts=${from}${until === undefined ? "" : `:end_pts=${until}`}`];
}
