import type { AudioStream, Probe, SubtitleStream, VideoStream } from "../../../media/probe/model.ts";
import type { StoredRip } from "../../rip_schema.ts";
import type { DiscAudioTrack, DiscSubtitleTrack, DiscTitle } from "../../title_schema.ts";

/** ffmpeg codec names by the name used in scans, in lowercase letters and digits. */
const VIDEO_CODECS: Record<string, string> = {
  mpeg1: "mpeg1video",
  mpeg2: "mpeg2video",
  h264: "h264",
  // Short codec names of MakeMKV.
  mpeg4: "h264",
  mpegh: "hevc",
  hevc: "hevc",
  vc1: "vc1",
};
const AUDIO_CODECS: [name: RegExp, codec: string][] = [
  [/truehd/, "truehd"],
  [/^dts/, "dts"],
  [/pcm/, "pcm_s24le"],
  [/^(?:eac3|ddp|dolbydigitalplus)/, "eac3"],
  [/^(?:ac3|dd|dolbydigital)/, "ac3"],
];

/** Returns `ac3` for `AC-3`. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

const audioCodec = (name: string): string =>
  AUDIO_CODECS.find(([names]) => names.test(plain(name)))?.[1] ?? plain(name);

/**
 * Returns the expected probe result for the copy of a title, based on the scan. It is sufficient for planning and
 * estimates. Pure.
 */
export function titleProbe(title: DiscTitle, { discType }: Pick<StoredRip, "discType">): Probe {
  const audio = title.audioTracks.map(audioStream);
  const subtitles = title.subtitleTracks.map((track) => subtitleStream(track, 1 + audio.length));
  return {
    path: `/disc/title-${title.id}.mkv`,
    sizeBytes: Math.round(title.sizeBytes),
    format: "matroska,webm",
    durationSeconds: title.durationSeconds,
    startSeconds: 0,
    tags: {},
    streams: [videoStream(title, discType), ...audio, ...subtitles],
    chapters: [],
  };
}

function videoStream(title: DiscTitle, discType: StoredRip["discType"]): VideoStream {
  const [width = 0, height = 0] = (title.resolution ?? "").split("x").map(Number);
  const isDvd = discType === "dvd";
  const size = width > 0 && height > 0
    ? { width, height }
    : isDvd
    ? { width: 720, height: 576 }
    : { width: 1920, height: 1080 };
  const hdr = discType === "uhd";
  return {
    kind: "video",
    index: 0,
    codec: VIDEO_CODECS[plain(title.videoCodec ?? "")] ?? (isDvd ? "mpeg2video" : "h264"),
    default: true,
    forced: false,
    ...size,
    sampleAspect: isDvd ? [64, 45] : [1, 1],
    frameRate: rateOf(title.frameRate ?? (isDvd ? 25 : 24_000 / 1001)),
    variableFrameRate: false,
    pixelFormat: hdr ? "yuv420p10le" : "yuv420p",
    bitDepth: hdr ? 10 : 8,
    interlaced: isDvd,
    hdr: hdr ? "hdr10" : "sdr",
    hdr10Plus: false,
    rotation: 0,
    ...(hdr ? { colorPrimaries: "bt2020", colorTransfer: "smpte2084", colorSpace: "bt2020nc" } : {}),
  };
}

/** 23.976 and similar rates are fractions with the denominator 1001. */
function rateOf(rate: number): [number, number] {
  const whole = Math.round(rate);
  return Math.abs(rate - whole) < 0.001 ? [whole, 1] : [whole * 1000, 1001];
}

const audioStream = (track: DiscAudioTrack): AudioStream => ({
  kind: "audio",
  index: 1 + track.index,
  codec: audioCodec(track.codec),
  ...(track.language === "und" ? {} : { language: track.language }),
  default: track.index === 0,
  forced: false,
  ...(track.bitrateKbps === undefined ? {} : { bitrateKbps: track.bitrateKbps }),
  channels: track.channels ?? 2,
  sampleRate: 48_000,
  lossless: track.lossless,
  atmos: false,
  dtsX: false,
  commentary: track.commentary,
  visualImpaired: false,
  original: false,
});

const subtitleStream = (track: DiscSubtitleTrack, from: number): SubtitleStream => ({
  kind: "subtitle",
  index: from + track.index,
  codec: plain(track.codec) === "vobsub" ? "dvd_subtitle" : "hdmv_pgs_subtitle",
  ...(track.language === "und" ? {} : { language: track.language }),
  default: false,
  forced: track.forced,
  form: "picture",
  hearingImpaired: track.hearingImpaired,
  commentary: track.commentary,
  original: false,
});
