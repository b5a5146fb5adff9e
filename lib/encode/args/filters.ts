import type { HdrFormat, VideoStream } from "../../media/probe/model.ts";
import { fieldFilters } from "../plan/video/field_plan.ts";
import { channelsOf } from "../plan/audio/layouts.ts";
import { audioEncoder } from "../profiles/encoders.ts";
import type { AudioPlan, VideoPlan } from "../plan/model.ts";
import { ASSUMED_BT709, conversionFilters } from "../plan/video/picture_conversion.ts";

/** Spells the picture and sound changes of a plan as ffmpeg filters. Only numbers and our own words enter the syntax. */

export interface FilterSource {
  hdr: HdrFormat;
  /** Square pixels. */
  square: boolean;
  /** Burned-in text that brings no colours of its own. */
  plainText?: boolean;
}

/** What stands right behind the decoder, before subtitles are drawn: limited range, whole pictures. */
export const sourceFilters = (video: VideoPlan): string[] => [
  ...clockFilter(video),
  ...(video.assumedBt709 ? [ASSUMED_BT709] : []),
  ...(video.conversion ? conversionFilters(video.conversion) : []),
  ...fieldFilters(video),
];

/** Shows frames when the source does. */
export const clockFilter = ({ earlierSeconds }: VideoPlan): string[] =>
  earlierSeconds === undefined ? [] : [`setpts=PTS-${earlierSeconds.toFixed(6)}/TB`];

/** The whole way of a picture from the decoder to the encoder, but for subtitles that are drawn into it. */
export function pictureChain(video: VideoPlan, source: VideoStream): string[] {
  const square = source.sampleAspect[0] === source.sampleAspect[1];
  return [...sourceFilters(video), ...videoFilters({ ...video, burn: undefined }, { hdr: source.hdr, square }, "")];
}

/** The chain after `sourceFilters`, in order. `burnLink` is a safe path to the source for libass. */
export function videoFilters(video: VideoPlan, source: FilterSource, burnLink: string): string[] {
  const { scale, toneMap, burn } = video;
  const chain = cropFilter(video);
  if (scale) chain.push(`scale=${scale.width}:${scale.height}:flags=lanczos`);
  // Rounding to even numbers would leave an aspect such as 1001:1000 behind.
  if (scale && source.square) chain.push("setsar=1");
  if (toneMap) chain.push(...toneMapFilters(toneMap, source.hdr));
  if (burn?.form === "text") {
    const style = source.plainText && video.hdr !== "sdr" ? `:force_style=PrimaryColour=${grey(video.hdr)}` : "";
    chain.push(`subtitles=filename=${burnLink}:si=${burn.ordinal}${style}`);
  }
  chain.push(`format=${video.pixelFormat}`);
  return chain;
}

/** Takes black bars off, or what else is not wanted. */
export const cropFilter = ({ crop }: VideoPlan): string[] =>
  crop ? [`crop=${crop.width}:${crop.height}:${crop.x}:${crop.y}`] : [];

/** Nits of the brightest highlight that SDR white stands for; BT.2408 puts graphics white at 203. */
const TARGET_NITS = 203;
/** Masters without metadata are mostly graded to this peak. */
const MASTER_NITS = 1000;

/** HDR to BT.709 at display white. `hable` is a film curve; `bt2390` bends only what is brighter than the target can show. */
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
 * The electro-electrical transfer function of Report ITU-R BT.2390 (section 5.4.1) as an expression over 16-bit PQ codes:
 * the identity up to a knee, then a Hermite curve that ends at the target's peak.
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

/** SMPTE ST 2084: cd/m² to the signal between 0 and 1. */
export function pq(nits: number): number {
  const y = Math.pow(Math.max(0, nits) / 10_000, 0.1593017578125);
  return Math.pow((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y), 78.84375);
}

/** Signal of graphics white (203 nits, BT.2408): the full white of a subtitle would be 10,000 nits in a PQ picture. */
const graphicsWhite = (hdr: HdrFormat): number => hdr === "hdr10" ? pq(TARGET_NITS) : hdr === "hlg" ? 0.75 : 1;

/** Graphics white as a colour of libass. */
function grey(hdr: HdrFormat): string {
  const level = Math.round(graphicsWhite(hdr) * 255).toString(16).padStart(2, "0").toUpperCase();
  return `&H00${level.repeat(3)}`;
}

/** Over which part of the picture the canvas of a picture subtitle lies. */
export interface SubtitleFit {
  hdr: HdrFormat;
  /**
   * The size of the frame before black bars went, where the canvas is stretched over all of it: that of DVDs and DVB. The
   * canvas of Blu-rays keeps its own shape.
   */
  frame?: { width: number; height: number };
}

/** Draws a picture subtitle over `main`: bottom edges meet, because films lose their black bars and subtitles do not. */
export function overlayGraph(main: string, subtitle: string, video: VideoPlan, fit: SubtitleFit, out: string): string {
  const dim = fit.hdr === "sdr" ? "" : `,lutyuv=y=(val-16)*${graphicsWhite(fit.hdr).toFixed(2)}+16`;
  const format = video.bitDepth > 8 || video.toneMap ? "yuv420p10" : "yuv420";
  const { frame, frame: { width, height } = { width: 0, height: 0 } } = fit;
  const { crop = { width, height } } = video;
  const size = frame ? `w=iw*${width}/${crop.width}:h=ih*${height}/${crop.height}` : "w=iw:h=ow/mdar";
  return `[${subtitle}]format=yuva444p${dim}[sub];[sub][${main}]scale2ref=${size}[fit][main];` +
    `[main][fit]overlay=x=(W-w)/2:y=H-h:eof_action=pass:format=${format}[${out}]`;
}

/** What the filters have to know of a source; all that it says of itself. */
export interface AudioSource {
  sampleRate: number;
  bitDepth?: number;
  channels?: number;
  layout?: string;
}

/**
 * Layout, rate and depth of an encoded stream, as filters of ffmpeg. What the result holds is the source through these, so
 * that a check may run them on the source. The source's own layout stands first: a stream may change it on the way.
 */
export function audioFilters(audio: AudioPlan, source: AudioSource): string[] {
  const narrower = audio.bitDepth === 16 && (source.bitDepth ?? 24) > 16 && audioEncoder(audio.encoder).lossless;
  const resampled = audio.sampleRate !== source.sampleRate;
  const rate = resampled ? "" : `sample_rates=${audio.sampleRate}:`;
  const options = [
    ...(resampled ? [`out_sample_rate=${audio.sampleRate}`] : []),
    ...(narrower ? ["out_sample_fmt=s16", "dither_method=triangular"] : []),
  ];
  // Where the source names no channels, only their numbers count.
  const named = (source.channels ?? 0) <= 2 || channelsOf(source.layout)?.length === source.channels;
  return [
    ...(audio.sourceLayout && named ? [`aformat=${rate}channel_layouts=${audio.sourceLayout}`] : []),
    ...(audio.pan ? [`pan=${audio.pan}`] : []),
    ...(options.length > 0 ? [`aresample=${options.join(":")}`] : []),
  ];
}
