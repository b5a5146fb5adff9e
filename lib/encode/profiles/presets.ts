import type * as z from "zod";
import { once } from "../../kit/lazy.ts";
import { NVENC_QUALITY, svtParameters, X264_HIGH, X265 } from "./encoder_parameters.ts";
import { ProfileInput, type Recipe } from "./schema.ts";

/** Settings for players that support only 8-bit SDR. */
const TO_SDR = { pixelFormat: "yuv420p", hdrPassthrough: false, hdrToSdr: "hable" } as const;

/**
 * Built-in presets. They are read-only. To change a preset, the user clones it. The reason for each value is documented
 * in `docs/presets.md`, which has a section for each preset.
 */
export const allPresets = once((): readonly Recipe[] => [
  ...animePresets(),
  ...moviePresets(),
  ...seriesPresets(),
  ...devicePresets(),
  ...hardwarePresets(),
  ...remuxPresets(),
  ...musicPresets(),
]);

/** Returns a preset by ID. Undefined if there is none. */
export const findPreset = (id: string): Recipe | undefined => allPresets().find((preset) => preset.id === id);

const animePresets = (): Recipe[] => [
  videoPreset(
    "builtin-anime-x265",
    "Anime x265 10-bit",
    "Clean lines and smooth gradients, dual audio, fonts and signs kept.",
    {
      mediaType: "anime",
      video: { encoder: "libx265", quality: 18, preset: "slow", tune: "animation", extraArgs: X265.anime },
      audio: { encoder: "libopus", bitrate: 192, languages: ["jpn", "eng"] },
    },
  ),
  videoPreset("builtin-anime-av1", "Anime SVT-AV1", "The smallest anime files; needs a player that supports AV1.", {
    mediaType: "anime",
    video: { encoder: "libsvtav1", quality: 28, preset: "6", extraArgs: svtParameters({ grain: 0 }) },
    audio: { encoder: "libopus", bitrate: 160, languages: ["jpn", "eng"] },
  }),
];

/** Returns the presets for movies and archives of discs. */
const moviePresets = (): Recipe[] => [
  videoPreset(
    "builtin-movie-4k-hdr",
    "Movie 4K HDR x265",
    "A UHD disc at a fraction of its size, with HDR10 and audio kept.",
    {
      mediaType: "movie",
      video: { encoder: "libx265", quality: 18, preset: "slow", crop: "auto", extraArgs: X265.hdr },
    },
  ),
  videoPreset(
    "builtin-movie-1080p",
    "Movie 1080p x265",
    "The everyday choice for movies, with 5.1 audio for every receiver.",
    {
      mediaType: "movie",
      video: { encoder: "libx265", quality: 20, preset: "slow", crop: "auto", extraArgs: X265.film },
      audio: { encoder: "eac3", bitrate: 640, channels: 6 },
    },
  ),
  videoPreset(
    "builtin-movie-score",
    "Movie x265 by score",
    "Finds the smallest file in which 95 % of the frames score VMAF 93 or equivalent.",
    {
      mediaType: "movie",
      video: {
        encoder: "libx265",
        quality: 20,
        preset: "slow",
        crop: "auto",
        targetMetric: "auto",
        targetScore: 93,
        extraArgs: X265.film,
      },
      audio: { encoder: "eac3", bitrate: 640, channels: 6 },
    },
  ),
  videoPreset(
    "builtin-movie-grain",
    "Movie film grain x265",
    "For grainy movies: keeps the grain, so files are larger.",
    {
      mediaType: "movie",
      video: { encoder: "libx265", quality: 19, preset: "slow", tune: "grain", crop: "auto" },
    },
  ),
  videoPreset("builtin-movie-av1", "Movie SVT-AV1", "Small movies: grain is removed and added back by the player.", {
    mediaType: "movie",
    video: { encoder: "libsvtav1", quality: 26, preset: "5", crop: "auto", extraArgs: svtParameters({ grain: 10 }) },
    audio: { encoder: "libopus" },
  }),
  videoPreset(
    "builtin-archive",
    "Archive x265",
    "For archiving: no visible difference, all audio unchanged, commentary included.",
    {
      mediaType: "movie",
      video: { encoder: "libx265", quality: 14, preset: "slow", extraArgs: X265.archive },
      audio: { dropCommentary: false },
    },
  ),
  videoPreset(
    "builtin-dvd",
    "DVD x265",
    "Interlaced and telecined discs become progressive; audio and subtitles are kept.",
    {
      video: { encoder: "libx265", quality: 18, preset: "slow", crop: "auto", extraArgs: X265.film },
      subtitles: { pictureSubtitles: "ocr-keep" },
    },
  ),
];

const seriesPresets = (): Recipe[] => [
  videoPreset(
    "builtin-tv-1080p",
    "TV 1080p x265",
    "Many episodes in little space, in the original language and English.",
    {
      mediaType: "tv",
      video: { encoder: "libx265", quality: 21, preset: "medium", extraArgs: X265.tv },
      audio: { encoder: "libopus", bitrate: 192, languages: ["eng"] },
      subtitles: { languages: ["eng"] },
    },
  ),
  videoPreset("builtin-tv-av1", "TV SVT-AV1", "Whole series at the smallest size; needs players that support AV1.", {
    mediaType: "tv",
    video: { encoder: "libsvtav1", quality: 30, preset: "6", extraArgs: svtParameters({ grain: 8 }) },
    audio: { encoder: "libopus", languages: ["eng"] },
    subtitles: { languages: ["eng"] },
  }),
];

/** Returns the presets for specific players. */
const devicePresets = (): Recipe[] => [
  videoPreset("builtin-web-mp4", "Web H.264 MP4", "Plays in every browser and on every phone; HDR becomes SDR.", {
    container: "mp4",
    video: { ...TO_SDR, encoder: "libx264", quality: 19, preset: "slow", maxHeight: 1080, extraArgs: X264_HIGH },
    audio: { encoder: "aac", bitrate: 192, channels: 2 },
    subtitles: { mode: "copy-text", pictureSubtitles: "ocr" },
  }),
  videoPreset(
    "builtin-phone",
    "Phone H.264 MP4",
    "For small screens and mobile data: 720p, stereo, one track per language.",
    {
      container: "mp4",
      video: {
        ...TO_SDR,
        encoder: "libx264",
        quality: 22,
        preset: "slow",
        maxHeight: 720,
        crop: "auto",
        extraArgs: X264_HIGH,
      },
      audio: { encoder: "aac", bitrate: 160, channels: 2, firstMatchOnly: true },
      subtitles: { mode: "copy-text", pictureSubtitles: "ocr" },
    },
  ),
  videoPreset(
    "builtin-apple",
    "Apple HEVC MP4",
    "For Apple TV, iPhone and Mac: HEVC with HDR, AAC surround and stereo.",
    {
      container: "mp4",
      video: { encoder: "libx265", quality: 20, preset: "slow", crop: "auto", extraArgs: X265.film },
      audio: { encoder: "aac", addStereo: true },
      subtitles: { mode: "copy-text", pictureSubtitles: "ocr" },
    },
  ),
];

/** Returns the presets for fast encodes with the media engine of a CPU or GPU. */
const hardwarePresets = (): Recipe[] => [
  videoPreset("builtin-hw-videotoolbox", "Fast HEVC VideoToolbox", "For the media engine of a Mac.", {
    video: { encoder: "hevc_videotoolbox", quality: 60, preset: "", pixelFormat: "p010le" },
  }),
  videoPreset("builtin-hw-nvenc", "Fast HEVC NVENC", "For NVIDIA GPUs.", {
    video: { encoder: "hevc_nvenc", quality: 24, preset: "p6", pixelFormat: "p010le", extraArgs: NVENC_QUALITY },
  }),
  videoPreset("builtin-hw-qsv", "Fast HEVC Quick Sync", "For Intel GPUs.", {
    video: { encoder: "hevc_qsv", quality: 22, preset: "slow", pixelFormat: "p010le" },
  }),
  videoPreset("builtin-hw-vaapi", "Fast HEVC VAAPI", "For Intel or AMD GPUs on Linux.", {
    video: { encoder: "hevc_vaapi", quality: 23, preset: "", pixelFormat: "p010le" },
  }),
  videoPreset("builtin-hw-amf", "Fast HEVC AMF", "For AMD GPUs on Windows.", {
    video: { encoder: "hevc_amf", quality: 23, preset: "quality", pixelFormat: "p010le" },
  }),
  videoPreset("builtin-hw-av1-nvenc", "Fast AV1 NVENC", "For NVIDIA RTX 40 series GPUs or newer.", {
    video: { encoder: "av1_nvenc", quality: 32, preset: "p6", pixelFormat: "p010le", extraArgs: NVENC_QUALITY },
  }),
  videoPreset("builtin-hw-av1-qsv", "Fast AV1 Quick Sync", "For Intel Arc or Core Ultra GPUs.", {
    video: { encoder: "av1_qsv", quality: 32, preset: "slow", pixelFormat: "p010le" },
  }),
  videoPreset("builtin-hw-av1-vaapi", "Fast AV1 VAAPI", "For Intel Arc, or AMD RX 7000 and newer, on Linux.", {
    video: { encoder: "av1_vaapi", quality: 128, preset: "", pixelFormat: "p010le" },
  }),
  videoPreset("builtin-hw-av1-amf", "Fast AV1 AMF", "For AMD RX 7000 and newer on Windows.", {
    video: { encoder: "av1_amf", quality: 128, preset: "quality", pixelFormat: "p010le" },
  }),
];

/** Returns the presets that leave the video unchanged. */
const remuxPresets = (): Recipe[] => [
  videoPreset(
    "builtin-remux-audio-only",
    "Remux, keep video, Opus audio",
    "The video is copied bit for bit; audio gets smaller.",
    {
      video: { encoder: "copy", preset: "" },
      audio: { encoder: "libopus", bitrate: 256 },
    },
  ),
];

const musicPresets = (): Recipe[] => [
  music("builtin-music-keep", "Music, keep as downloaded", "Files are imported without being encoded.", {
    container: "flac",
    audio: { encoder: "copy", preserveMqa: false, replayGain: false },
  }),
  music("builtin-music-flac", "Music FLAC lossless", "Every bit of the source, MQA included.", {
    container: "flac",
    audio: { encoder: "flac", compressionLevel: 8 },
  }),
  music("builtin-music-flac-cd", "Music FLAC 16/44.1", "CD quality from any source.", {
    container: "flac",
    audio: { encoder: "flac", compressionLevel: 8, maxSampleRate: 44_100, bitDepth: 16 },
  }),
  music("builtin-music-alac", "Music ALAC", "Lossless, for Apple devices.", {
    container: "m4a",
    audio: { encoder: "alac" },
  }),
  music("builtin-music-aac", "Music AAC 256", "For phones, cars and Apple devices.", {
    container: "m4a",
    audio: { encoder: "aac", bitrate: 256, maxSampleRate: 48_000 },
  }),
  music("builtin-music-wavpack", "Music WavPack", "Lossless, for players that prefer it.", {
    container: "wv",
    audio: { encoder: "wavpack" },
  }),
  music("builtin-music-mp3-v0", "Music MP3 V0", "The best variable bit rate MP3.", {
    container: "mp3",
    audio: { encoder: "libmp3lame", vbrQuality: 0, maxSampleRate: 48_000 },
  }),
  music("builtin-music-mp3-320", "Music MP3 320", "The largest MP3 that every device supports.", {
    container: "mp3",
    audio: { encoder: "libmp3lame", bitrate: 320, maxSampleRate: 48_000 },
  }),
  music("builtin-music-opus", "Music Opus 160", "Transparent to nearly everyone at half the size.", {
    container: "opus",
    audio: { encoder: "libopus", bitrate: 160, opusComplexity: 10, embedCover: false },
  }),
  music("builtin-music-vorbis", "Music Vorbis q6", "Free and established: plays where Opus does not.", {
    container: "ogg",
    audio: { encoder: "libvorbis", vbrQuality: 6 },
  }),
];

type Parts = Omit<z.input<typeof ProfileInput>, "name">;
type Overrides = { audio?: Record<string, unknown> } & Record<string, unknown>;

function preset(id: string, name: string, description: string, parts: Parts): Recipe {
  return { ...ProfileInput.parse({ name, description, ...parts }), id };
}

/** Creates a preset for video with audio, which follows the languages in the settings. */
function videoPreset(id: string, name: string, description: string, { audio, subtitles, ...rest }: Parts): Recipe {
  return preset(id, name, description, {
    ...rest,
    audio: { ownLanguages: true, ...audio },
    subtitles: { ownLanguages: true, ...subtitles },
  });
}

function music(id: string, name: string, description: string, { audio, ...rest }: Overrides): Recipe {
  return preset(id, name, description, {
    mediaType: "music",
    video: { encoder: "copy", preset: "" },
    audio: { preserveMqa: true, replayGain: true, embedCover: true, dropCommentary: false, ...audio },
    subtitles: { mode: "none" },
    output: { renameTokens: false },
    ...rest,
  });
}
