import { JobFailure } from "../../../kit/fault.ts";
import { runProcess } from "../../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../../media/probe/input_args.ts";
import type { Probe, VideoStream } from "../../../media/probe/model.ts";
import { isFullRange, isRgb } from "../../../media/probe/pixel_format.ts";
import { mainVideo } from "../../../media/probe/probe.ts";
import type { Recipe } from "../../profiles/schema.ts";
import { seeCaptions } from "../subtitles/caption_text.ts";
import { cropOf } from "./crop.ts";
import { countFields, type FieldCounts, type GreyFrames, judgeFields } from "./field_measure.ts";
import type { FieldFinding } from "./field_plan.ts";
import type { VideoFindings } from "./video_plan.ts";

/** Input of `analyseVideo`. Nothing is decoded for a recipe that copies the video. */
export interface AnalyseOptions {
  ffmpegPath: string;
  probe: Probe;
  recipe: Recipe;
  signal?: AbortSignal;
}

/**
 * Positions of the samples, as fractions of the duration. There are enough of them to find other aspect ratios and
 * subtitles in the bars.
 */
const CROP_PLACES = [0.04, 0.12, 0.2, 0.28, 0.36, 0.44, 0.52, 0.6, 0.68, 0.76, 0.84, 0.92];
const CROP_SECONDS = 2;
const FIELD_PLACES = [0.1, 0.3, 0.5, 0.7, 0.9];
const FIELD_SECONDS = 2;
/** Maximum number of frames in a sample of `FIELD_SECONDS`. */
const FIELD_FRAMES = 60;
const PLACE_MS = 60_000;

/**
 * Samples a few seconds at several positions for settings that the recipe leaves automatic: black bars if `crop` is
 * `auto`, fields if `deinterlace` is `auto` or `field-rate`. Empty if there is nothing to detect.
 */
export async function analyseVideo(options: AnalyseOptions): Promise<VideoFindings> {
  const { probe, recipe } = options;
  const video = mainVideo(probe);
  if (!video || recipe.video.encoder === "copy") return {};
  const { crop, deinterlace } = recipe.video;
  const findings: VideoFindings = {};
  if (crop === "auto") findings.crop = await findBars(options, video);
  if ((deinterlace === "auto" || deinterlace === "field-rate") && mayHaveFields(video)) {
    findings.fields = await findFields(options, video);
  }
  if (video.closedCaptions) {
    findings.captionText = await seeCaptions({ ffmpegPath: options.ffmpegPath, probe, video, signal: options.signal });
  }
  return findings;
}

/**
 * True for video flagged as interlaced, and for video that may be interlaced without a flag (broadcast rates up to 1088
 * lines). Video at 24 fps is never interlaced and is not checked.
 */
function mayHaveFields(
  { interlaced, softTelecine, frameRate: [numerator, denominator], height, pixelFormat }: VideoStream,
) {
  if (softTelecine || isRgb(pixelFormat)) return false;
  const rate = numerator / Math.max(1, denominator);
  return interlaced || (rate > 24.5 && rate < 30.5 && height <= 1088);
}

/**
 * Fraction of the code range above which a pixel is not black: 24 of 255, which in limited range is barely brighter
 * than black.
 */
const BLACK_LIMITED = 24 / 255;
/** The same limit for full-range video, in which code 0 is black. */
const BLACK_FULL = 9 / 255;

async function findBars(options: AnalyseOptions, video: VideoStream): Promise<VideoFindings["crop"]> {
  const full = isFullRange(video) || isRgb(video.pixelFormat);
  // The limit is a fraction of the code range, so it is the same for 8, 10 and 12 bits.
  const limit = (full ? BLACK_FULL : BLACK_LIMITED).toFixed(4);
  const filters = [...(isRgb(video.pixelFormat) ? ["format=rgb24"] : []), `cropdetect=limit=${limit}:round=2:reset=0`];
  const output = [`0:${video.index}`, "-filter:v:0", filters.join(","), "-f", "null", "-"];
  const texts: string[] = [];
  for (const at of placesOf(CROP_PLACES, options.probe.durationSeconds, CROP_SECONDS)) {
    texts.push((await readSample(options, { at, seconds: CROP_SECONDS, output })).stderr);
  }
  // ffmpeg rotates the video before the filters.
  const sideways = video.rotation % 180 !== 0;
  return cropOf(texts, sideways ? { width: video.height, height: video.width } : video);
}

/** Uses fewer positions if the video is shorter than the total length of the samples. */
const placesOf = (parts: number[], duration: number, seconds: number): number[] => {
  const room = Math.max(1, Math.floor(duration / seconds));
  const chosen = room >= parts.length ? parts : parts.filter((_, i) => i % Math.ceil(parts.length / room) === 0);
  return chosen.map((part) => Math.max(0, part * duration - (duration < 2 * seconds ? duration : 0)));
};

/**
 * Width in pixels to which frames are downscaled, because more columns would only take more time. The height is not
 * changed.
 */
const MEASURED_WIDTH = 360;

const findFields = async (options: AnalyseOptions, video: VideoStream): Promise<FieldFinding | undefined> =>
  judgeFields(await measureFields(options, video), video.interlaced);

/** Positions as fractions of the duration, and the length of the sample at each of them. */
export interface FieldSamples {
  places?: number[];
  seconds: number;
}

/** Compares the lines of frames at a few positions in a file. */
export async function measureFields(
  options: Omit<AnalyseOptions, "recipe">,
  video: VideoStream,
  { places = FIELD_PLACES, seconds }: FieldSamples = { seconds: FIELD_SECONDS },
): Promise<FieldCounts[]> {
  const width = Math.min(MEASURED_WIDTH, video.width);
  const { height } = video;
  const filters = `scale=${width}:${height}:flags=area,format=gray`;
  const frames = Math.ceil(FIELD_FRAMES * Math.max(1, seconds / FIELD_SECONDS));
  const output = [
    ...[`0:${video.index}`, "-filter:v:0", filters, "-fps_mode", "passthrough"],
    ...["-frames:v", String(frames), "-f", "rawvideo", "pipe:1"],
  ];
  const maxBytes = width * height * frames;
  const counts: FieldCounts[] = [];
  for (const at of placesOf(places, options.probe.durationSeconds, seconds)) {
    const raw = await readSample(options, { at, seconds, input: ["-noautorotate"], output, maxBytes });
    counts.push(countFields(framesOf(raw.stdout, width, height)));
  }
  return counts;
}

function framesOf(bytes: Uint8Array, width: number, height: number): GreyFrames {
  const size = width * height;
  const count = Math.floor(bytes.length / size);
  return {
    width,
    height,
    frames: Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size)),
  };
}

interface SampleRequest {
  /** Position in seconds of the video. */
  at: number;
  seconds: number;
  /** Options before the input. */
  input?: string[];
  /** Output options, starting with the stream specifier. */
  output: string[];
  maxBytes?: number;
}

async function readSample(
  { probe, ffmpegPath, signal }: Omit<AnalyseOptions, "recipe">,
  { at, seconds, input = [], output, maxBytes }: SampleRequest,
) {
  const result = await runProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-nostdin", "-nostats", "-v", "info", ...input],
      ...[
        "-ss",
        at.toFixed(2),
        "-t",
        String(seconds),
        ...INPUT_GUARDS,
        "-i",
        fileOperand(probe.path),
        "-map",
        ...output,
      ],
    ],
    timeoutMs: PLACE_MS,
    signal,
    ...(maxBytes ? { maxBytes } : {}),
  });
  if (result.timedOut) throw new JobFailure("unreadable", "The source could not be analysed within a minute.");
  return result;
}
