import type { HdrFormat, VideoStream } from "../../media/probe/model.ts";
import { fieldFilters } from "../plan/video/field_plan.ts";
import { channelsOf } from "../profiles/encoders/layouts.ts";
import { audioEncoder } from "../profiles/encoders.ts";
import type { AudioPlan, VideoPlan } from "../plan/model.ts";
import { ASSUMED_BT709, conversionFilters } from "../plan/video/video_conversion.ts";

/**
 * Creates ffmpeg filters for the video and audio changes of a plan. Only numbers and fixed words are inserted into the
 * filter syntax.
 */

export interface FilterSource {
  hdr: HdrFormat;
  /** True if the pixels are square. */
  square: boolean;
  /** True if the burned-in text has no colours of its own. */
  plainText?: boolean;
}

/**
 * Returns the filters directly after the decoder, before subtitles are drawn. Their output is limited-range,
 * progressive video.
 */
export const sourceFilters = (video: VideoPlan): string[] => [
  ...clockFilter(video),
  ...(video.assumedBt709 ? [ASSUMED_BT709] : []),
  ...(video.conversion ? conversionFilters(video.conversion) : []),
  ...fieldFilters(video),
];

/** Shifts frames to their presentation time in the source. */
export const clockFilter = ({ earlierSeconds }: VideoPlan): string[] =>
  earlierSeconds === undefined ? [] : [`setpts=PTS-${earlierSeconds.toFixed(6)}/TB`];

/** Returns the complete filter chain from decoder to encoder, except burned-in subtitles. */
export function videoFilterChain(video: VideoPlan, source: VideoStream): string[] {
  const square = source.sampleAspect[0] === source.sampleAspect[1];
  return [...sourceFilters(video), ...videoFilters({ ...video, burn: undefined }, { hdr: source.hdr, square }, "")];
}

/** Returns the filters after `sourceFilters`, in order. `burnLink` is a path to the source that is safe for libass. */
export function videoFilters(video: VideoPlan, source: FilterSource, burnLink: string): string[] {
  const { scale, toneMap, burn } = video;
  const chain = cropFilter(video);
  if (scale) chain.push(`scale=${scale.width}:${scale.height}:flags=lanczos`);
  // Without `setsar`, rounding to even dimensions would result in a pixel aspect ratio such as 1001:1000.
  if (scale && source.square) chain.push("setsar=1");
  if (toneMap) chain.push(...toneMapFilters(toneMap, source.hdr));
  if (burn?.form === "text") {
    const style = source.plainText && video.hdr !== "sdr" ? `:force_style=PrimaryColour=${grey(video.hdr)}` : "";
    chain.push(`subtitles=filename=${burnLink}:si=${burn.ordinal}${style}`);
  }
  chain.push(`format=${video.pixelFormat}`);
  return chain;
}

/** Crops black bars or any other unwanted area. */
export const cropFilter = ({ crop }: VideoPlan): string[] =>
  crop ? [`crop=${crop.width}:${crop.height}:${crop.x}:${crop.y}`] : [];

/** Nits of the brightest highlight, which is mapped to SDR white. BT.2408 defines graphics white as 203 nits. */
const TARGET_NITS = 203;
/** Assumed peak in nits of masters without metadata. Most masters have this peak. */
const MASTER_NITS = 1000;

/**
 * Converts HDR to BT.709 with the target white as peak. `hable` is a filmic curve. `bt2390` compresses only the parts
 * that are brighter than the target can display.
 */
export function toneMapFilters(curve: "hable" | "bt2390", hdr: HdrFormat): string[] {
  const from = hdr === "hlg" ? "arib-std-b67" : "smpte2084";
  const input = `zscale=rin=limited:pin=bt2020:tin=${from}:min=bt2020nc`;
  if (curve === "hable" || hdr === "hlg") {
    return [
      `${input}:t=linear:npl=100`,
      "format=gbrpf32le",
      "zscale=p=bt709",
      "tonemap=tonemap=hable:desat=0",
      "zscale=t=bt709:m=bt709:r=tv",
    ];
  }
  const lut = `'${eetf(TARGET_NITS / MASTER_NITS)}'`;
  return [
    `${input}:m=gbr:r=full`,
    "format=gbrp16le",
    `lutrgb=r=${lut}:g=${lut}:b=${lut}`,
    `zscale=min=gbr:rin=full:tin=smpte2084:pin=bt2020:t=linear:npl=${TARGET_NITS}`,
    "format=gbrpf32le",
    "zscale=p=bt709",
    "zscale=t=bt709:m=bt709:r=tv",
  ];
}

/**
 * Returns the electro-electrical transfer function of Report ITU-R BT.2390 (section 5.4.1) as an expression over 16-bit
 * PQ codes: the identity up to a knee, then a Hermite curve that ends at the target's peak.
 */
function eetf(share: number): string {
  const peak = pq(MASTER_NITS);
  const top = pq(MASTER_NITS * share) / peak;
  const knee = 1.5 * top - 0.5;
  const e = `min(1,val/maxval/${peak.toFixed(6)})`;
  const t = `((${e}-${knee.toFixed(6)})/${(1 - knee).toFixed(6)})`;
  const bent = `(2*pow(${t},3)-3*pow(${t},2)+1)*${knee.toFixed(6)}` +
    `+(pow(${t},3)-2*pow(${t},2)+${t})*${(1 - knee).toFixed(6)}+(3*pow(${t},2)-2*pow(${t},3))*${top.toFixed(6)}`;
  return `maxval*${peak.toFixed(6)}*if(lt(${e},${knee.toFixed(6)}),${e},${bent})`.replaceAll(",", "\\,");
}

/** Converts cd/m² to a signal between 0 and 1, as defined in SMPTE ST 2084. */
export function pq(nits: number): number {
  const y = Math.pow(Math.max(0, nits) / 10_000, 0.1593017578125);
  return Math.pow((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y), 78.84375);
}

/**
 * Returns the signal level of graphics white (203 nits, BT.2408). Full white would give subtitles in PQ video a
 * brightness of 10,000 nits.
 */
const graphicsWhite = (hdr: HdrFormat): number => hdr === "hdr10" ? pq(TARGET_NITS) : hdr === "hlg" ? 0.75 : 1;

/** Returns graphics white as a libass colour. */
function grey(hdr: HdrFormat): string {
  const level = Math.round(graphicsWhite(hdr) * 255).toString(16).padStart(2, "0").toUpperCase();
  return `&H00${level.repeat(3)}`;
}

/** Properties that determine the brightness and size of a bitmap subtitle on the video. */
export interface SubtitleFit {
  hdr: HdrFormat;
  /**
   * Frame size before cropping, for canvases that are stretched over the whole frame (DVD and DVB). Blu-ray canvases
   * keep their own aspect ratio.
   */
  frame?: { width: number; height: number };
}

/**
 * Overlays a bitmap subtitle on `main`. The bottom edges are aligned, because black bars are cropped from the video but
 * not from the subtitles.
 */
export function overlayGraph(main: string, subtitle: string, video: VideoPlan, fit: SubtitleFit, out: string): string {
  const dim = fit.hdr === "sdr" ? "" : `,lutyuv=y=(val-16)*${graphicsWhite(fit.hdr).toFixed(2)}+16`;
  const format = video.bitDepth > 8 || video.toneMap ? "yuv420p10" : "yuv420";
  const { frame, frame: { width, height } = { width: 0, height: 0 } } = fit;
  const { crop = { width, height } } = video;
  const size = frame ? `w=iw*${width}/${crop.width}:h=ih*${height}/${crop.height}` : "w=iw:h=ow/mdar";
  return `[${subtitle}]format=yuva444p${dim}[sub];[sub][${main}]scale2ref=${size}[fit][main];` +
    `[main][fit]overlay=x=(W-w)/2:y=H-h:eof_action=pass:format=${format}[${out}]`;
}

/** Source properties that the audio filters need, as declared in the source. */
export interface AudioSource {
  sampleRate: number;
  bitDepth?: number;
  channels?: number;
  layout?: string;
}

/**
 * Returns the ffmpeg filters that set the layout, sample rate and bit depth of an encoded stream. The encoded audio is
 * the source after these filters, so a check can apply them to the source. The layout of the source is set first,
 * because a stream may change its layout midway.
 */
export function audioFilters(audio: AudioPlan, source: AudioSource): string[] {
  const narrower = audio.bitDepth === 16 && (source.bitDepth ?? 24) > 16 && audioEncoder(audio.encoder).lossless;
  const resampled = audio.sampleRate !== source.sampleRate;
  const rate = resampled ? "" : `sample_rates=${audio.sampleRate}:`;
  const options = [
    ...(resampled ? [`out_sample_rate=${audio.sampleRate}`] : []),
    ...(narrower ? ["out_sample_fmt=s16", "dither_method=triangular"] : []),
  ];
  // If the source does not specify its channels, only the number of channels is used.
  const named = (source.channels ?? 0) <= 2 || channelsOf(source.layout)?.length === source.channels;
  return [
    ...(audio.sourceLayout && named ? [`aformat=${rate}channel_layouts=${audio.sourceLayout}`] : []),
    ...(audio.pan ? [`pan=${audio.pan}`] : []),
    ...(options.length > 0 ? [`aresample=${options.join(":")}`] : []),
  ];
}
