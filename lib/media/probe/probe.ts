import {
  clockOf,
  fractionOf,
  numberOf,
  type RawFrames,
  RawFrames as RawFramesSchema,
  RawProbe,
  type RawSideData,
  type RawStream,
  tagOf,
} from "./ffprobe_json.ts";
import { hdrFacts, hdrFormat } from "./hdr.ts";
import { layoutName } from "./layout_names.ts";
import { normaliseLanguage } from "../languages/languages.ts";
import { regionOf } from "../languages/regions.ts";
import { bitDepthOf, hasAlpha } from "./pixel_format.ts";
import type {
  AttachmentStream,
  AudioStream,
  CropMarks,
  FrameShape,
  Probe,
  Stream,
  SubtitleStream,
  VideoStream,
} from "./model.ts";
import {
  isCommentaryTitle,
  isForcedTitle,
  isHearingImpairedTitle,
  isVisuallyImpairedTitle,
} from "../languages/track_words.ts";

/**
 * Converts the JSON of ffprobe to a probe. `frames` is the output of a second call for the first frames, which may be
 * the only source of HDR metadata. Throws if `json` is not ffprobe output.
 */
export function probeFromJson(path: string, sizeBytes: number, json: unknown, frames?: unknown): Probe {
  const raw = RawProbe.parse(json);
  const first = RawFramesSchema.safeParse(frames ?? {});
  const { format } = raw;
  const several = raw.programs.filter((program) => program.streams.length > 0).length > 1;
  const streams = raw.streams.map((stream): Stream => {
    const programs = raw.programs.filter((p) => p.streams.some(({ index }) => index === stream.index));
    const known = streamOf(stream, first.success ? first.data : { frames: [] });
    return several ? { ...known, programs: programs.map((program) => program.program_id) } : known;
  });
  if (format.format_name === "avi") addUntimed(streams, raw.streams);
  return {
    path,
    sizeBytes,
    format: format.format_name,
    durationSeconds: numberOf(format.duration) ?? Math.max(0, ...streams.map((s) => s.durationSeconds ?? 0)),
    bitrateKbps: kbps(format.bit_rate),
    startSeconds: numberOf(format.start_time) ?? 0,
    title: tagOf(format.tags, "title"),
    tags: format.tags,
    streams,
    chapters: raw.chapters.map((chapter) => ({
      startSeconds: numberOf(chapter.start_time) ?? 0,
      endSeconds: numberOf(chapter.end_time) ?? 0,
      title: tagOf(chapter.tags, "title"),
    })),
    ...(raw.more_chapters ? { moreChapters: true } : {}),
  };
}

/**
 * Splits the streams of a transport stream with several programmes into those in the programme of `mainStream` and all
 * others. Streams without a programme are kept.
 */
export function byProgram(probe: Probe, mainStream: VideoStream | undefined): { own: Stream[]; foreign: Stream[] } {
  const programs = mainStream?.programs ?? [];
  const foreign = programs.length === 0
    ? []
    : probe.streams.filter((stream) =>
      stream.programs !== undefined && stream.programs.length > 0 && !stream.programs.some((p) => programs.includes(p))
    );
  return { own: probe.streams.filter((stream) => !foreign.includes(stream)), foreign };
}

/** Minimum duration of the main video, relative to the longest video stream. */
export const LASTING_SHARE = 0.9;

/**
 * Determines the main video stream: preferably one that lasts about as long as the longest one and has more than one
 * frame. Of several, the default, the largest, or the first stream is used. Covers are ignored.
 */
export function mainVideo(probe: Probe): VideoStream | undefined {
  const videos = videosOf(probe);
  const lasting = lastingVideos(videos);
  const rank = (stream: VideoStream): number[] => [
    Number(lasting.includes(stream)),
    Number(stream.default),
    stream.width * stream.height,
  ];
  return videos.reduce<VideoStream | undefined>(
    (best, stream) => best === undefined || isHigher(rank(stream), rank(best)) ? stream : best,
    undefined,
  );
}

const videosOf = ({ streams }: Probe): VideoStream[] => streams.filter((stream) => stream.kind === "video");

/**
 * Returns the streams that last about as long as the longest one. Streams of unknown duration are considered long
 * enough.
 */
function lastingVideos(videos: VideoStream[]): VideoStream[] {
  const moving = videos.filter(({ still }) => !still);
  const longest = Math.max(0, ...moving.map(({ durationSeconds }) => durationSeconds ?? 0));
  return moving.filter(({ durationSeconds = longest }) => durationSeconds >= LASTING_SHARE * longest);
}

/** True if `rank` is higher than `other` in the first field that differs. */
function isHigher(rank: number[], other: number[]): boolean {
  const at = rank.findIndex((value, i) => value !== other[i]);
  return at >= 0 && (rank[at] ?? 0) > (other[at] ?? 0);
}

type Base = Omit<Stream & { kind: "data" }, "kind" | "unreadableVideo">;

function streamOf(raw: RawStream, first: RawFrames): Stream {
  const [tag, title] = [tagOf(raw.tags, "language"), tagOf(raw.tags, "title")];
  const language = normaliseLanguage(tag);
  const region = regionOf(language, { tag, title });
  const base: Base = {
    index: raw.index,
    codec: raw.codec_name ?? "unknown",
    profile: raw.profile === undefined || raw.profile === "unknown" ? undefined : String(raw.profile),
    language,
    ...(region === undefined ? {} : { region }),
    title,
    default: raw.disposition.default === 1,
    forced: raw.disposition.forced === 1,
    bitrateKbps: kbps(raw.bit_rate) ?? kbps(tagOf(raw.tags, "BPS")),
    startSeconds: numberOf(raw.start_time),
    durationSeconds: numberOf(raw.duration) ?? clockOf(tagOf(raw.tags, "DURATION")),
  };
  const still = raw.disposition.attached_pic === 1 || raw.disposition.timed_thumbnails === 1;
  if (raw.codec_type === "attachment" || still) return attachment(raw, base, still);
  if (raw.codec_type === "video" && raw.width && raw.height) return video(raw, base, first);
  if (raw.codec_type === "audio") return audio(raw, base);
  if (raw.codec_type === "subtitle") return subtitle(raw, base);
  return { ...base, kind: "data", ...(raw.codec_type === "video" ? { unreadableVideo: true as const } : {}) };
}

function video(raw: RawStream, base: Base, { frames }: RawFrames): VideoStream {
  const declared = fractionOf(raw.r_frame_rate);
  const average = fractionOf(raw.avg_frame_rate);
  const seen = frames.find((frame) => frame.color_transfer !== undefined);
  const transfer = specified(raw.color_transfer) ?? specified(seen?.color_transfer);
  const sideData = [...raw.side_data_list, ...frames.flatMap((frame) => frame.side_data_list)];
  const facts = hdrFacts(sideData);
  // Containers often mark a stream of separate fields as progressive. The decoded frames are reliable.
  const interlaced = ["tt", "bb", "tb", "bt"].includes(raw.field_order ?? "") ||
    frames.some((frame) => frame.interlaced_frame === 1);
  const mixedFields = new Set(frames.map((frame) => frame.interlaced_frame === 1)).size > 1;
  const pixelFormat = raw.pix_fmt ?? "unknown";
  const cropMarks = cropMarksOf(raw);
  const { left, top, right, bottom } = cropMarks ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const frameCount = numberOf(raw.nb_frames) ?? numberOf(tagOf(raw.tags, "NUMBER_OF_FRAMES"));
  return {
    ...base,
    kind: "video",
    width: (raw.width ?? 0) - left - right,
    height: (raw.height ?? 0) - top - bottom,
    ...(cropMarks ? { cropMarks: { ...cropMarks, ignored: false } } : {}),
    sampleAspect: fractionOf(raw.sample_aspect_ratio) ?? [1, 1],
    frameRate: average ?? declared ?? [25, 1],
    variableFrameRate: ratesDiffer(declared, average),
    pixelFormat,
    bitDepth: bitDepthOf(pixelFormat) ?? numberOf(raw.bits_per_raw_sample) ?? 8,
    ...(hasAlpha(pixelFormat) || tagOf(raw.tags, "alpha_mode") === "1" ? { alpha: true as const } : {}),
    interlaced,
    ...(mixedFields ? { mixedFields } : {}),
    colorPrimaries: specified(raw.color_primaries) ?? specified(seen?.color_primaries),
    colorTransfer: transfer,
    colorSpace: specified(raw.color_space) ?? specified(seen?.color_space),
    colorRange: specified(raw.color_range),
    chromaLocation: specified(raw.chroma_location),
    hdr: hdrFormat(transfer),
    ...facts,
    ...(raw.closed_captions === 1 || sideData.some(isCaptions) ? { closedCaptions: true as const } : {}),
    rotation: rotationOf(raw),
    frameCount,
    ...(frameCount === 1 ? { still: true as const } : {}),
    ...shapesOf(frames),
  };
}

/** Returns the crop values that the installed ffmpeg reports and applies. */
function cropMarksOf({ side_data_list }: RawStream): CropMarks | undefined {
  const found = side_data_list.find(({ side_data_type }) => side_data_type === "FrameCropping");
  const edge = (name: string): number => Number(found?.[`crop_${name}`] ?? 0);
  const marks = { left: edge("left"), top: edge("top"), right: edge("right"), bottom: edge("bottom") };
  return Object.values(marks).some((pixels) => pixels > 0) ? marks : undefined;
}

/** Codecs whose packets do not contain the display order of their frames. */
const UNTIMED = new Set(["h264", "hevc"]);

/** Sets `untimedFrames` for the streams of an AVI file, which contains no presentation times. */
function addUntimed(streams: Stream[], raw: RawStream[]): void {
  for (const stream of streams) {
    const later = raw.find(({ index }) => index === stream.index)?.has_b_frames ?? 0;
    if (stream.kind === "video" && UNTIMED.has(stream.codec) && later > 0) stream.untimedFrames = later;
  }
}

/** Returns the different frame sizes and pixel aspect ratios, if there are several. */
function shapesOf(frames: RawFrames["frames"]): Pick<VideoStream, "shapes"> {
  const shapes = new Map<string, FrameShape>();
  for (const { width, height, sample_aspect_ratio } of frames) {
    if (!width || !height) continue;
    const sampleAspect = fractionOf(sample_aspect_ratio) ?? [1, 1];
    shapes.set([width, height, ...sampleAspect].join(), { width, height, sampleAspect });
  }
  return shapes.size > 1 ? { shapes: [...shapes.values()] } : {};
}

const isCaptions = ({ side_data_type }: RawSideData): boolean => /A53.*Closed Captions/i.test(side_data_type);

const LOSSLESS = /^(flac|alac|truehd|mlp|pcm_\w+|wavpack|tta|ape|tak|mp4als|wmalossless|shorten|ralf|s302m)$/;

function audio(raw: RawStream, base: Base): AudioStream {
  const hints = `${base.profile ?? ""} ${base.title ?? ""}`;
  const dts = base.codec === "dts";
  const dsd = /^(?:dsd_\w+|dst)$/.test(base.codec);
  const lossless = dsd || LOSSLESS.test(base.codec) || (dts && /DTS-HD MA/i.test(base.profile ?? ""));
  return {
    ...base,
    kind: "audio",
    channels: raw.channels ?? 0,
    layout: raw.channel_layout === undefined ? undefined : layoutName(raw.channel_layout),
    sampleRate: numberOf(raw.sample_rate) ?? 0,
    // DSD has one bit per sample at a very high rate, which decoders convert to floating-point numbers. ffprobe reports
    // eight bits.
    bitDepth: dsd ? 32 : numberOf(raw.bits_per_raw_sample) || raw.bits_per_sample || undefined,
    lossless,
    ...(lossless && /^(?:flt|dbl)/.test(raw.sample_fmt ?? "") ? { float: true as const } : {}),
    atmos: ["truehd", "eac3"].includes(base.codec) && /atmos/i.test(hints),
    dtsX: dts && /DTS[ :.-]?X\b/i.test(hints),
    commentary: raw.disposition.comment === 1 || isCommentaryTitle(base.title),
    visualImpaired: raw.disposition.visual_impaired === 1 || isVisuallyImpairedTitle(base.title),
    original: raw.disposition.original === 1,
  };
}

const BITMAP_SUBTITLES = new Set(["hdmv_pgs_subtitle", "dvd_subtitle", "dvb_subtitle", "xsub", "dvb_teletext"]);

function subtitle(raw: RawStream, base: Base): SubtitleStream {
  return {
    ...base,
    kind: "subtitle",
    form: BITMAP_SUBTITLES.has(base.codec) ? "picture" : "text",
    forced: base.forced || isForcedTitle(base.title),
    hearingImpaired: raw.disposition.hearing_impaired === 1 || isHearingImpairedTitle(base.title),
    commentary: raw.disposition.comment === 1 || isCommentaryTitle(base.title),
    original: raw.disposition.original === 1,
  };
}

function attachment(raw: RawStream, base: Base, still: boolean): AttachmentStream {
  const fileName = tagOf(raw.tags, "filename");
  const mimeType = tagOf(raw.tags, "mimetype");
  const font = /font|opentype/i.test(mimeType ?? "") || /\.(ttf|otf|ttc)$/i.test(fileName ?? "") ||
    ["ttf", "otf"].includes(base.codec);
  const cover = still || /^image\//i.test(mimeType ?? "");
  return {
    ...base,
    kind: "attachment",
    use: font ? "font" : cover ? "cover" : "other",
    fileName,
    mimeType,
    asVideo: raw.codec_type === "video",
  };
}

const kbps = (bitsPerSecond: string | undefined): number | undefined => {
  const bits = numberOf(bitsPerSecond);
  return bits ? bits / 1000 : undefined;
};

const specified = (name: string | undefined): string | undefined =>
  name === undefined || name === "unknown" || name === "unspecified" || name === "reserved" ? undefined : name;

/**
 * True if the declared and the average frame rate differ. For interlaced video, ffprobe may return the field rate
 * (exactly twice the frame rate), which does not indicate a variable rate.
 */
function ratesDiffer(declared?: [number, number], average?: [number, number]): boolean {
  if (!declared || !average) return false;
  const ratio = (declared[0] / declared[1]) / (average[0] / average[1]);
  return Math.abs(ratio - 1) > 0.005 && Math.abs(ratio - 2) > 0.01;
}

/**
 * Returns the clockwise rotation in degrees. The angles from ffprobe are counter-clockwise in the display matrix, and
 * clockwise in the old `rotate` tag.
 */
function rotationOf(raw: RawStream): number {
  const matrix = raw.side_data_list.find((data) => data.side_data_type === "Display Matrix");
  const clockwise = matrix ? -Number(matrix.rotation ?? 0) : numberOf(tagOf(raw.tags, "rotate")) ?? 0;
  const turned = Math.round(clockwise) % 360;
  return Number.isFinite(turned) ? (turned + 360) % 360 : 0;
}
