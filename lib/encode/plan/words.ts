/** Display names of codecs, layouts and formats, for plan summaries, track names and comments. */
import type { HdrFormat } from "../../media/probe/model.ts";
import { channelsOf } from "../profiles/encoders/layouts.ts";

/** Names of codecs that differ from those of ffmpeg, including names that users type. */
export const CODEC_NAMES: Readonly<Record<string, string>> = {
  h264: "H.264",
  hevc: "HEVC",
  av1: "AV1",
  vp9: "VP9",
  vp8: "VP8",
  vc1: "VC-1",
  mpeg2video: "MPEG-2",
  mpeg4: "MPEG-4",
  prores: "ProRes",
  aac: "AAC",
  ac3: "AC-3",
  eac3: "E-AC-3",
  opus: "Opus",
  flac: "FLAC",
  truehd: "TrueHD",
  mlp: "MLP",
  dts: "DTS",
  mp3: "MP3",
  vorbis: "Vorbis",
  wavpack: "WavPack",
  alac: "ALAC",
  ape: "APE",
  subrip: "SRT",
  ass: "ASS",
  ssa: "SSA",
  mov_text: "timed text",
  webvtt: "WebVTT",
  hdmv_pgs_subtitle: "PGS",
  dvd_subtitle: "VobSub",
  dvb_subtitle: "DVB",
  ttf: "font",
  otf: "font",
};

/** Returns the display name of a codec: HEVC for `hevc`, PCM for `pcm_s24le`. Otherwise ffmpeg's name in capitals. */
export const codecName = (codec: string): string =>
  CODEC_NAMES[codec] ?? (/^(?:pcm|dsd)(?=_)/.exec(codec)?.[0] ?? codec.replaceAll("_", " ")).toUpperCase();

/** Returns the codec name with its profile, such as `DTS-HD MA` or `TrueHD Atmos`. */
export function audioName(audio: { codec: string; profile?: string; atmos?: boolean; dtsX?: boolean }): string {
  if (audio.codec === "dts") return audio.dtsX ? "DTS:X" : dtsName(audio.profile);
  return codecName(audio.codec) + (audio.atmos ? " Atmos" : "");
}

const dtsName = (profile = ""): string => /^DTS-(HD MA|HD HRA|ES|Express)/i.exec(profile)?.[0] ?? "DTS";

const LAYOUTS: Record<number, string> = {
  1: "1.0",
  2: "2.0",
  3: "3.0",
  4: "4.0",
  5: "5.0",
  6: "5.1",
  7: "6.1",
  8: "7.1",
};

/**
 * Formats channels as the number of full-range channels and the number of LFE channels. Without a layout, the usual
 * layout for the number of channels is used. With a layout, the number may be 0.
 */
export function channelName(channels: number, layout?: string): string {
  const names = channelsOf(layout);
  if (!names || (channels > 0 && names.length !== channels)) return LAYOUTS[channels] ?? `${channels} channels`;
  const low = names.filter((name) => name.startsWith("LFE")).length;
  return `${names.length - low}.${low}`;
}

const HDR: Record<HdrFormat, string> = { sdr: "SDR", hdr10: "HDR10", hlg: "HLG" };
/** Returns `SDR`, `HDR10` or `HLG` for plan summaries and pages. */
export const hdrName = (hdr: HdrFormat): string => HDR[hdr];

/**
 * Returns the resolution class used in release names. It depends on width and height, so that 3840x1600 is `2160p` and
 * 1440x1080 is `1080p`. Portrait video has the same class as landscape video of that size.
 */
export function resolutionName(across: number, down: number): string {
  const [width, height] = [Math.max(across, down), Math.min(across, down)];
  const classes = [[7680, 4320], [3840, 2160], [2560, 1440], [1920, 1080], [1280, 720], [1024, 576], [
    854,
    480,
  ]] as const;
  // Allows a size of up to 2 % above the class.
  const found = classes.findLast(([w, h]) => width <= w * 1.02 && height <= h * 1.02);
  if (!found || height < 400 && width < 700) return `${height}p`;
  return `${found[1]}p`;
}
