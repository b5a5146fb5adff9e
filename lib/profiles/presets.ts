import { ProfileInput, type Recipe } from "./schema.ts";

/** The built-in presets (records.md, section 3): read only, cloned to be changed. */
export const PRESETS: readonly Recipe[] = [
  preset("builtin-anime-x265", "Anime x265 10-bit", "Clean lines and flat areas, dual audio, fonts and signs kept.", {
    mediaType: "anime",
    video: { encoder: "libx265", quality: 18, preset: "slow", tune: "animation" },
    audio: { encoder: "libopus", bitrate: 192, languages: ["jpn", "eng"] },
  }),
  preset("builtin-anime-av1", "Anime SVT-AV1", "The smallest anime files; needs a player with AV1.", {
    mediaType: "anime",
    video: { encoder: "libsvtav1", quality: 28, preset: "6", extraArgs: "-svtav1-params tune=0:film-grain=0" },
    audio: { encoder: "libopus", bitrate: 160, languages: ["jpn", "eng"] },
  }),
  preset("builtin-movie-4k-hdr", "Movie 4K HDR x265", "A UHD disc at a fraction of its size, HDR10 and sound kept.", {
    mediaType: "movie",
    video: { encoder: "libx265", quality: 18, preset: "slow" },
  }),
  preset("builtin-movie-1080p", "Movie 1080p x265", "The everyday choice for films, 5.1 sound for every receiver.", {
    mediaType: "movie",
    video: { encoder: "libx265", quality: 20, preset: "slow" },
    audio: { encoder: "eac3", bitrate: 640, channels: 6 },
  }),
  preset("builtin-movie-grain", "Movie film grain x265", "For older films: the grain is worth the bits.", {
    mediaType: "movie",
    video: { encoder: "libx265", quality: 19, preset: "slow", tune: "grain" },
  }),
  preset("builtin-tv-1080p", "TV 1080p x265", "Many episodes in little space, English only.", {
    mediaType: "tv",
    video: { encoder: "libx265", quality: 21, preset: "medium" },
    audio: { encoder: "libopus", bitrate: 192, languages: ["eng"] },
    subtitles: { languages: ["eng"] },
  }),
  preset("builtin-web-mp4", "Web H.264 MP4", "Plays in every browser and phone; HDR becomes SDR.", {
    container: "mp4",
    video: {
      encoder: "libx264",
      quality: 19,
      preset: "slow",
      pixelFormat: "yuv420p",
      maxHeight: 1080,
      hdrPassthrough: false,
      hdrToSdr: "hable",
    },
    audio: { encoder: "aac", bitrate: 192, channels: 2 },
    subtitles: { mode: "copy-text" },
  }),
  preset("builtin-hw-videotoolbox", "Fast HEVC VideoToolbox", "The media engine of a Mac.", {
    video: { encoder: "hevc_videotoolbox", quality: 60, preset: "", pixelFormat: "p010le" },
  }),
  preset("builtin-hw-nvenc", "Fast HEVC NVENC", "An NVIDIA card.", {
    video: { encoder: "hevc_nvenc", quality: 24, preset: "p6", pixelFormat: "p010le" },
  }),
  preset("builtin-hw-qsv", "Fast HEVC Quick Sync", "Intel graphics.", {
    video: { encoder: "hevc_qsv", quality: 22, preset: "slow", pixelFormat: "p010le" },
  }),
  preset("builtin-hw-vaapi", "Fast HEVC VAAPI", "Intel or AMD graphics on Linux.", {
    video: { encoder: "hevc_vaapi", quality: 23, preset: "", pixelFormat: "p010le" },
  }),
  preset("builtin-hw-amf", "Fast HEVC AMF", "AMD graphics on Windows.", {
    video: { encoder: "hevc_amf", quality: 23, preset: "quality", pixelFormat: "p010le" },
  }),
  preset("builtin-remux-audio-only", "Remux, keep video, Opus audio", "The picture stays bit for bit; sound shrinks.", {
    video: { encoder: "copy", preset: "" },
    audio: { encoder: "libopus", bitrate: 256 },
  }),
  music("builtin-music-keep", "Music, keep as downloaded", "Nothing is encoded, only imported.", {
    container: "flac",
    audio: { encoder: "copy", preserveMqa: false, replayGain: false },
  }),
  music("builtin-music-flac", "Music FLAC lossless", "Every bit of the source, MQA included.", {
    container: "flac",
    audio: { encoder: "flac", compressionLevel: 8 },
  }),
  music("builtin-music-flac-cd", "Music FLAC 16/44.1", "Compact-disc quality from any source.", {
    container: "flac",
    audio: { encoder: "flac", compressionLevel: 8, maxSampleRate: 44_100, bitDepth: 16 },
  }),
  music("builtin-music-wavpack", "Music WavPack", "Lossless, for players that prefer it.", {
    container: "wv",
    audio: { encoder: "wavpack" },
  }),
  music("builtin-music-mp3-v0", "Music MP3 V0", "The best variable MP3.", {
    container: "mp3",
    audio: { encoder: "libmp3lame", vbrQuality: 0, maxSampleRate: 48_000 },
  }),
  music("builtin-music-mp3-320", "Music MP3 320", "The largest MP3 every device knows.", {
    container: "mp3",
    audio: { encoder: "libmp3lame", bitrate: 320, maxSampleRate: 48_000 },
  }),
  music("builtin-music-opus", "Music Opus 160", "Transparent for nearly everybody at half the size.", {
    container: "opus",
    audio: { encoder: "libopus", bitrate: 160, opusComplexity: 10, embedCover: false },
  }),
  music("builtin-music-vorbis", "Music Vorbis q6", "Free and old: plays where Opus does not.", {
    container: "ogg",
    audio: { encoder: "libvorbis", vbrQuality: 6 },
  }),
];

/** A preset by id; undefined when there is none. */
export const findPreset = (id: string): Recipe | undefined => PRESETS.find((preset) => preset.id === id);

type Parts = Omit<Parameters<typeof ProfileInput.parse>[0] & object, "name">;
type Overrides = { audio?: Record<string, unknown> } & Record<string, unknown>;

function preset(id: string, name: string, description: string, parts: Parts): Recipe {
  return { ...ProfileInput.parse({ name, description, ...parts }), id };
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
