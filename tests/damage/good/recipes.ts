import { FAST_X264, FAST_X265 } from "../encodes/parts.ts";

/** Typical recipes of users, at every quality. Only the encoder presets are faster. */

export type RecipeParts = Record<string, unknown>;

const x264 = (quality: number, more: RecipeParts = {}): RecipeParts => ({ ...FAST_X264, quality, ...more });
const x265 = (quality: number, more: RecipeParts = {}): RecipeParts => ({ ...FAST_X265, quality, ...more });
const opus = (bitrate: number, more: RecipeParts = {}): RecipeParts => ({ encoder: "libopus", bitrate, ...more });
const COPY = { encoder: "copy", preset: "" };

export const GOOD_RECIPES: Record<string, RecipeParts> = {
  "x264 18, Opus 96": { video: x264(18), audio: opus(96) },
  "x264 40, Opus 48": { video: x264(40), audio: opus(48) },
  "x264 48, AAC 64": { video: x264(48), audio: { encoder: "aac", bitrate: 64 } },
  "x264 10-bit, FLAC": { video: x264(22, { pixelFormat: "yuv420p10le" }), audio: { encoder: "flac" } },
  "x264 veryfast 26, AC-3": { video: x264(26, { preset: "veryfast" }), audio: { encoder: "ac3", bitrate: 192 } },
  "x264 300 kbit/s, Opus 64": { video: x264(20, { bitrate: 300 }), audio: opus(64) },
  "x264 animation, sound copied": { video: x264(24, { tune: "animation" }), audio: { encoder: "copy" } },
  "x264 grain, commentary kept": { video: x264(28, { tune: "grain" }), audio: opus(80, { dropCommentary: false }) },
  "x265 18, sound copied": { video: x265(18), audio: { encoder: "copy" } },
  "x265 30, Opus 64": { video: x265(30), audio: opus(64) },
  "x265 42, Opus 48": { video: x265(42), audio: opus(48) },
  "x265 8-bit 26, E-AC-3": { video: x265(26, { pixelFormat: "yuv420p" }), audio: { encoder: "eac3", bitrate: 224 } },
  "x265 veryfast 24, stereo": { video: x265(24, { preset: "veryfast" }), audio: opus(96, { channels: 2 }) },
  "x265, half the height": { video: x265(26, { maxHeight: 68 }), audio: opus(96) },
  "x264 MP4, AAC 96": {
    container: "mp4",
    video: x264(24),
    audio: { encoder: "aac", bitrate: 96 },
    subtitles: { mode: "copy-text" },
  },
  "x265 MP4, AC-3": { container: "mp4", video: x265(26), audio: { encoder: "ac3" }, subtitles: { mode: "copy-text" } },
  "x264 MOV, AAC stereo": {
    container: "mov",
    video: x264(26),
    audio: { encoder: "aac", bitrate: 128, channels: 2 },
    subtitles: { mode: "none" },
  },
  "tone mapped MP4": {
    container: "mp4",
    video: x264(24, { hdrPassthrough: false, hdrToSdr: "bt2390", maxHeight: 120 }),
    audio: { encoder: "aac", bitrate: 96, channels: 2 },
    subtitles: { mode: "copy-text" },
  },
  "VP9 WebM, Opus 64": {
    container: "webm",
    video: { encoder: "libvpx-vp9", preset: "5", quality: 40, pixelFormat: "yuv420p" },
    audio: opus(64),
    subtitles: { mode: "copy-text" },
  },
  "SVT-AV1 35, Opus 64": { video: { encoder: "libsvtav1", preset: "13", quality: 35 }, audio: opus(64) },
  "SVT-AV1 58, Opus 48": { video: { encoder: "libsvtav1", preset: "13", quality: 58 }, audio: opus(48) },
  "SVT-AV1 with grain synthesis": {
    video: { encoder: "libsvtav1", preset: "13", quality: 38, tune: "grain" },
    audio: opus(96),
  },
  "AV1 WebM, cropped": {
    container: "webm",
    video: { encoder: "libsvtav1", preset: "13", quality: 40, crop: "auto" },
    audio: opus(96),
    subtitles: { mode: "none" },
  },
  "cropped, subtitles burned in": { video: x264(24, { crop: "auto" }), audio: opus(96), subtitles: { mode: "burn" } },
  "stereo beside surround": { video: x264(26), audio: opus(160, { addStereo: true }) },
  "picture copied, Opus 64": { video: COPY, audio: opus(64) },
  "all copied to Matroska": { video: COPY, audio: { encoder: "copy" }, output: { cleanMetadata: false } },
  "all copied to MP4": { container: "mp4", video: COPY, audio: { encoder: "copy" }, subtitles: { mode: "copy-text" } },
  "all copied to MOV": { container: "mov", video: COPY, audio: { encoder: "copy" }, subtitles: { mode: "none" } },
  "FLAC, labels kept": { video: x264(30), audio: { encoder: "flac" }, output: { cleanMetadata: false } },
};
