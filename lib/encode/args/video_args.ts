import { type EncoderFamily, videoEncoder } from "../profiles/encoders.ts";
import type { VideoPlan } from "../plan/model.ts";
import { copyTiming, rateParameters, timing, type TimingOptions } from "./time_grid.ts";
import { x265Level } from "../plan/video/x265_level.ts";

/** Spells the encoder of a picture: one row per family. */

/** Pairs an option with its value, or nothing when the value is absent or empty. */
export const opt = (name: string, value: string | number | undefined): string[] =>
  value === undefined || value === "" ? [] : [name, String(value)];

/** Limits that come from the job and not from the plan. */
export interface VideoArgOptions {
  /** Upper bound of encoder threads; the encoder decides without it. */
  threads?: number;
  /** It is a part of a film, which another one follows. */
  isPart?: boolean;
  timing: TimingOptions;
}

type Row = (video: VideoPlan, options: VideoArgOptions) => string[];

const rate = ({ bitrate }: VideoPlan): string[] => ["-b:v:0", `${bitrate}k`];
const crf = (video: VideoPlan): string[] => video.bitrate > 0 ? rate(video) : ["-crf:v:0", String(video.quality)];
const tune = ({ tune }: VideoPlan): string[] => opt("-tune:v:0", tune === "none" ? undefined : tune);
const preset = ({ preset }: VideoPlan): string[] => opt("-preset:v:0", preset);
const threads = (options: VideoArgOptions): string[] => opt("-threads:v:0", options.threads);

const VIDEO_ARGS: Record<EncoderFamily, Row> = {
  copy: () => [],
  x264: (video, options) => [
    ...crf(video),
    ...preset(video),
    ...tune(video),
    ...parameters("-x264-params", [...x264FirstKey(video, options), ...rateParameters(video)], video),
    ...threads(options),
  ],
  x265: (video, options) => [
    ...crf(video),
    ...preset(video),
    ...tune(video),
    ...parameters("-x265-params", [
      "log-level=warning",
      ...x265Level(video, options),
      ...x265Light(video),
      ...rateParameters(video),
      ...limit("pools", options),
    ], video),
  ],
  svtav1: (video, options) => [
    ...crf(video),
    ...preset(video),
    ...parameters("-svtav1-params", [
      ...svtTune(video),
      ...svtLight(video),
      ...rateParameters(video),
      ...limit("lp", options),
    ], video),
  ],
  aom: (video, options) => [
    ...(video.bitrate > 0 ? rate(video) : ["-crf:v:0", String(video.quality), "-b:v:0", "0"]),
    ...opt("-cpu-used:v:0", video.preset),
    "-row-mt:v:0",
    "1",
    ...threads(options),
  ],
  vp9: (video, options) => [
    ...(video.bitrate > 0 ? rate(video) : ["-crf:v:0", String(video.quality), "-b:v:0", "0"]),
    "-deadline:v:0",
    "good",
    ...opt("-cpu-used:v:0", video.preset),
    "-row-mt:v:0",
    "1",
    ...threads(options),
  ],
  nvenc: (video) => [
    "-rc:v:0",
    "vbr",
    ...(video.bitrate > 0 ? rate(video) : ["-cq:v:0", String(video.quality), "-b:v:0", "0"]),
    ...preset(video),
  ],
  qsv: (video) => [
    ...(video.bitrate > 0 ? rate(video) : ["-global_quality:v:0", String(video.quality)]),
    ...preset(video),
  ],
  vaapi: (video) =>
    video.bitrate > 0
      ? ["-rc_mode:v:0", "VBR", ...rate(video)]
      // AV1 has no option of its own for the quantizer.
      : ["-rc_mode:v:0", "CQP", video.codec === "av1" ? "-global_quality:v:0" : "-qp:v:0", String(video.quality)],
  // AMF has one option per kind of picture instead of one `qp`.
  amf: (video) => [
    ...(video.bitrate > 0
      ? ["-rc:v:0", "vbr_peak", ...rate(video)]
      : ["-rc:v:0", "cqp", "-qp_i:v:0", String(video.quality), "-qp_p:v:0", String(video.quality)]),
    ...opt("-quality:v:0", video.preset),
  ],
  videotoolbox: (video) => [
    ...(video.bitrate > 0 ? rate(video) : ["-q:v:0", String(video.quality)]),
    ...(video.bitDepth > 8 ? ["-profile:v:0", "main10"] : []),
  ],
  rkmpp: (video) =>
    video.bitrate > 0
      ? ["-rc_mode:v:0", "VBR", ...rate(video)]
      : ["-rc_mode:v:0", "CQP", "-qp_init:v:0", String(video.quality)],
  v4l2m2m: rate,
};

/** Options of the picture's encoder, colour included, for the first video stream of the output. */
export function videoArgs(video: VideoPlan, options: VideoArgOptions): string[] {
  if (video.encoder === "copy") return ["-c:v:0", "copy", ...copyTiming(video, options.timing)];
  return [
    "-c:v:0",
    video.encoder,
    ...VIDEO_ARGS[videoEncoder(video.encoder).family](video, options),
    ...withoutParameters(video.extraArgs),
    ...colourArgs(video),
    ...timing(video, options.timing),
  ];
}

/** What the container says of the colours. */
export const colourArgs = ({ color: { primaries, transfer, space, range } }: VideoPlan): string[] => [
  ...opt("-color_primaries:v:0", primaries),
  ...opt("-color_trc:v:0", transfer),
  ...opt("-colorspace:v:0", space),
  ...opt("-color_range:v:0", range),
];

const PARAMETER_OPTIONS = ["-x264-params", "-x265-params", "-svtav1-params"];

/** Ours first, then the profile's: for a key named twice the encoders take the last. */
function parameters(option: string, own: string[], { extraArgs }: VideoPlan): string[] {
  const extra = extraArgs.flatMap((arg, i) => extraArgs[i - 1] === option ? [arg] : []);
  return opt(option, [...own, ...extra].join(":"));
}

function withoutParameters(extraArgs: string[]): string[] {
  return extraArgs.filter((arg, i) =>
    !PARAMETER_OPTIONS.includes(arg) && !PARAMETER_OPTIONS.includes(extraArgs[i - 1] ?? "")
  );
}

/**
 * x264 gives every key picture what `ipratio` says beyond the pictures before it, but the very first one nothing: where a
 * part begins, the picture would be worse than the same one within a film. With `mbtree=0` the zone changes nothing.
 */
function x264FirstKey({ tune, extraArgs }: VideoPlan, { isPart }: VideoArgOptions): string[] {
  if (!isPart || extraArgs.some((arg) => KEY_RATIO.test(arg))) return [];
  return [`zones=0,0,b=${tune === "grain" ? 1.1 : 1.4}`];
}

/** Whoever sets the ratio has another one than x264's own. */
const KEY_RATIO = /^-i_qfactor|(?:^|:)ip(?:ratio|-factor)=/;

const limit = (key: string, { threads }: VideoArgOptions): string[] => threads ? [`${key}=${threads}`] : [];

/** x265 writes the HDR10 messages itself: chromaticity in 0.00002, luminance in 0.0001 cd/m². */
function x265Light({ hdr, masteringDisplay: display, contentLight: light, color }: VideoPlan): string[] {
  if (hdr === "sdr") return [];
  const params = ["repeat-headers=1"];
  if (color.primaries) params.push(`colorprim=${color.primaries}`);
  if (color.transfer) params.push(`transfer=${color.transfer}`);
  if (color.space) params.push(`colormatrix=${color.space}`);
  if (hdr !== "hdr10") return params;
  params.push("hdr10=1", "hdr10-opt=1");
  if (display) {
    const point = ([x, y]: [number, number]) => `(${Math.round(x * 50_000)},${Math.round(y * 50_000)})`;
    const luminance = [display.maxLuminance, display.minLuminance].map((n) => Math.round(n * 10_000)).join(",");
    const { green, blue, red, white } = display;
    params.push(`master-display=G${point(green)}B${point(blue)}R${point(red)}WP${point(white)}L(${luminance})`);
  }
  if (light) params.push(`max-cll=${Math.round(light.maxCll)},${Math.round(light.maxFall)}`);
  return params;
}

/** SVT-AV1 takes the same facts in plain units (read by 1.0 and newer). */
function svtLight({ hdr, masteringDisplay: display, contentLight: light }: VideoPlan): string[] {
  if (hdr !== "hdr10") return [];
  const params: string[] = [];
  if (display) {
    const point = ([x, y]: [number, number]) => `(${x.toFixed(5)},${y.toFixed(5)})`;
    const luminance = `(${display.maxLuminance.toFixed(4)},${display.minLuminance.toFixed(4)})`;
    const { green, blue, red, white } = display;
    params.push(`mastering-display=G${point(green)}B${point(blue)}R${point(red)}WP${point(white)}L${luminance}`);
  }
  if (light) params.push(`content-light=${Math.round(light.maxCll)},${Math.round(light.maxFall)}`);
  return params;
}

/** Film grain is taken out and described instead: 10 suits light 35 mm grain. */
const svtTune = ({ tune }: VideoPlan): string[] =>
  tune === "grain" ? ["film-grain=10"] : tune === "fastdecode" ? ["fast-decode=1"] : [];
