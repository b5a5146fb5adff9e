import type { EncodeSpec } from "./encode.ts";
import {
  AC3,
  CHAPTERS,
  commentary,
  english,
  FAST_X264,
  FAST_X265,
  film,
  german,
  germanText,
  HDR10,
  HDR_LEVELS,
  HLG,
  SCENES,
  SDR_TAGS,
  surround,
  X264,
} from "./parts.ts";

/** Encodes of every pixel format and container. */
export const FORMATS: Record<string, EncodeSpec> = {
  "x264": {
    source: {
      file: "The Long Night (2011) Bluray-1080p.mkv",
      film: film(),
      seed: 1,
      video: [...X264, ...SDR_TAGS],
      tracks: [{ ...surround("eng", AC3), layout: "5.1(side)", title: "Surround" }, commentary],
      texts: [english("srt"), germanText("srt", "forced")],
      chapters: CHAPTERS,
      title: "The Long Night",
    },
    recipe: { video: FAST_X264, audio: { encoder: "eac3", bitrate: 448, dropCommentary: false } },
  },
  "x265": {
    source: {
      file: "Quiet Water (2015) Remux-1080p.mkv",
      film: film({ width: 256, height: 144, scenes: SCENES.water }),
      seed: 2,
      video: [...X264, ...SDR_TAGS],
      tracks: [surround("eng"), german()],
      texts: [english("srt", "hearing_impaired"), germanText("srt", "default")],
      chapters: CHAPTERS,
    },
    recipe: { video: FAST_X265, audio: { encoder: "libopus", bitrate: 256 } },
  },
  "hdr10": {
    source: {
      file: "Red Desert (2021) Remux-2160p.mkv",
      film: film({ width: 256, height: 144 }),
      seed: 3,
      filters: HDR_LEVELS,
      video: HDR10,
      tracks: [surround("eng")],
      chapters: CHAPTERS,
    },
    recipe: { video: FAST_X265, audio: { encoder: "eac3", bitrate: 640 } },
  },
  "hlg": {
    source: {
      file: "Reef (2022) HDTV-2160p.mkv",
      film: film({ width: 256, height: 144, scenes: SCENES.broadcast, rate: "25" }),
      seed: 13,
      filters: HDR_LEVELS,
      video: HLG,
      tracks: [{ layout: "stereo", args: ["flac"], language: "eng" }],
    },
    recipe: { video: FAST_X265, audio: { encoder: "libopus", bitrate: 128 } },
  },
  "mp4": {
    source: {
      file: "Island (2019) WEBDL-1080p.mkv",
      film: film({ rate: "25" }),
      seed: 4,
      video: X264,
      tracks: [{ layout: "stereo", args: ["flac"], language: "eng" }],
      texts: [english("srt"), germanText("srt")],
      chapters: CHAPTERS,
    },
    recipe: {
      container: "mp4",
      video: FAST_X264,
      audio: { encoder: "aac", bitrate: 160 },
      subtitles: { mode: "copy-text" },
    },
  },
  "webm": {
    source: {
      file: "Market (2018) WEBDL-720p.mkv",
      film: film({ scenes: SCENES.water, width: 256, height: 144 }),
      seed: 14,
      video: X264,
      tracks: [{ layout: "stereo", args: AC3, language: "eng" }],
      texts: [english("srt")],
    },
    recipe: {
      container: "webm",
      video: { encoder: "libvpx-vp9", preset: "5", quality: 34, pixelFormat: "yuv420p" },
      audio: { encoder: "libopus", bitrate: 96 },
      subtitles: { mode: "copy-text" },
    },
  },
  "av1": {
    source: {
      file: "Harbour (2023) WEBDL-1080p.mkv",
      film: film({ scenes: SCENES.broadcast, width: 256, height: 144 }),
      seed: 15,
      video: [...X264, ...SDR_TAGS],
      tracks: [surround("eng", AC3)],
      texts: [english("srt")],
    },
    recipe: { video: { encoder: "libsvtav1", preset: "13", quality: 32 }, audio: { encoder: "libopus", bitrate: 192 } },
  },
  "tone mapped": {
    source: {
      file: "Neon (2020) Remux-2160p.mkv",
      film: film(),
      seed: 18,
      filters: HDR_LEVELS,
      video: HDR10,
      tracks: [surround("eng")],
    },
    recipe: {
      container: "mp4",
      video: { ...FAST_X264, hdrPassthrough: false, hdrToSdr: "hable" },
      audio: { encoder: "aac", bitrate: 160, channels: 2 },
    },
  },
};
