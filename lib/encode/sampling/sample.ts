import type { AudioStream, Probe, SubtitleStream, VideoStream } from "../../media/probe/model.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import { VIDEO_ENCODER_FACTS } from "../profiles/encoders.ts";
import { AUDIO_ENCODER_FACTS } from "../profiles/encoders/audio.ts";

/** Returns a fictional UHD remux. The profile editor uses it to show commands if no file is selected. */
export function sampleProbe(): Probe {
  return {
    path: "/media/Movies/The Long Night (2011)/The Long Night (2011) Remux-2160p.mkv",
    sizeBytes: 62_000_000_000,
    format: "matroska,webm",
    durationSeconds: 7260,
    bitrateKbps: 68_320,
    startSeconds: 0,
    title: "The Long Night",
    tags: {},
    streams: [
      uhdVideo(),
      sound(1, "truehd", 8, 4200, {
        language: "eng",
        lossless: true,
        atmos: true,
        bitDepth: 24,
        default: true,
        original: true,
      }),
      sound(2, "ac3", 6, 640, { language: "eng", title: "Compatibility" }),
      sound(3, "dts", 6, 1509, { language: "deu" }),
      sound(4, "ac3", 2, 192, { language: "eng", title: "Director's Commentary", commentary: true }),
      text(5, "hdmv_pgs_subtitle", { language: "eng" }),
      text(6, "hdmv_pgs_subtitle", { language: "deu", forced: true }),
      text(7, "subrip", { language: "eng", form: "text", hearingImpaired: true }),
      {
        kind: "attachment",
        index: 8,
        codec: "mjpeg",
        default: false,
        forced: false,
        use: "cover",
        fileName: "cover.jpg",
        mimeType: "image/jpeg",
        asVideo: true,
      },
    ],
    chapters: Array.from({ length: 24 }, (_, i) => ({
      startSeconds: i * 302.5,
      endSeconds: (i + 1) * 302.5,
      title: `Chapter ${i + 1}`,
    })),
  };
}

/** Returns the same movie as an 8-bit Blu-ray remux, for profiles that create 8-bit video without tone mapping. */
export function sampleSdrProbe(): Probe {
  const uhd = sampleProbe();
  return {
    ...uhd,
    path: "/media/Movies/The Long Night (2011)/The Long Night (2011) Remux-1080p.mkv",
    sizeBytes: 31_000_000_000,
    bitrateKbps: 34_160,
    streams: uhd.streams.map((stream) => {
      if (stream.kind !== "video") return stream;
      const { masteringDisplay: _, contentLight: __, ...plain } = stream;
      return {
        ...plain,
        codec: "h264",
        profile: "High",
        bitrateKbps: 26_000,
        width: 1920,
        height: 1080,
        pixelFormat: "yuv420p",
        bitDepth: 8,
        colorPrimaries: "bt709",
        colorTransfer: "bt709",
        colorSpace: "bt709",
        chromaLocation: "left",
        hdr: "sdr",
      };
    }),
  };
}

/** Returns an album track, for music profiles. */
export function sampleTrackProbe(): Probe {
  return {
    ...sampleProbe(),
    path: "/media/Music/The Quiet Ones/Harbour (2014)/03 - Low Tide.flac",
    sizeBytes: 121_000_000,
    format: "flac",
    durationSeconds: 312,
    bitrateKbps: 3_100,
    title: "Low Tide",
    streams: [
      { ...sound(0, "flac", 2, 3_050, { lossless: true, bitDepth: 24, default: true }), sampleRate: 96_000 },
    ],
    chapters: [],
  };
}

/**
 * Returns all capabilities that an encode may require, because a plan that is only displayed should not depend on the
 * machine.
 */
export function sampleCapabilities(): Capabilities {
  return {
    ffmpegPath: "ffmpeg",
    ffprobePath: "ffprobe",
    version: "",
    videoEncoders: Object.keys(VIDEO_ENCODER_FACTS),
    audioEncoders: Object.keys(AUDIO_ENCODER_FACTS),
    subtitleEncoders: ["srt", "ass", "mov_text", "webvtt"],
    filters: ["zscale", "tonemap", "bwdif", "subtitles", "overlay", "scale2ref", "ssim"],
    hwaccels: [],
    demuxers: [],
    vmafModels: [],
  };
}

const uhdVideo = (): VideoStream => ({
  kind: "video",
  index: 0,
  codec: "hevc",
  profile: "Main 10",
  language: "eng",
  default: true,
  forced: false,
  bitrateKbps: 58_000,
  width: 3840,
  height: 2160,
  sampleAspect: [1, 1],
  frameRate: [24_000, 1001],
  variableFrameRate: false,
  pixelFormat: "yuv420p10le",
  bitDepth: 10,
  interlaced: false,
  colorPrimaries: "bt2020",
  colorTransfer: "smpte2084",
  colorSpace: "bt2020nc",
  colorRange: "tv",
  chromaLocation: "topleft",
  hdr: "hdr10",
  masteringDisplay: {
    red: [0.68, 0.32],
    green: [0.265, 0.69],
    blue: [0.15, 0.06],
    white: [0.3127, 0.329],
    minLuminance: 0.005,
    maxLuminance: 1000,
  },
  contentLight: { maxCll: 1000, maxFall: 400 },
  hdr10Plus: false,
  rotation: 0,
});

const sound = (
  index: number,
  codec: string,
  channels: number,
  bitrateKbps: number,
  more: Partial<AudioStream>,
): AudioStream => ({
  kind: "audio",
  index,
  codec,
  channels,
  bitrateKbps,
  layout: channels === 8 ? "7.1" : channels === 6 ? "5.1(side)" : "stereo",
  sampleRate: 48_000,
  default: false,
  forced: false,
  lossless: false,
  atmos: false,
  dtsX: false,
  commentary: false,
  visualImpaired: false,
  original: false,
  ...more,
});

const text = (index: number, codec: string, more: Partial<SubtitleStream>): SubtitleStream => ({
  kind: "subtitle",
  index,
  codec,
  form: "picture",
  default: false,
  forced: false,
  hearingImpaired: false,
  commentary: false,
  original: false,
  ...more,
});
