import { deepEqual, equal, ok } from "node:assert/strict";
import { VIDEO_ENCODER_FACTS, videoEncoder } from "./encoders.ts";
import { allPresets, findPreset } from "./presets.ts";
import { VIDEO_ENCODERS } from "./schema.ts";
import { checkRecipe, missingEncoders } from "./validate.ts";

for (const preset of allPresets()) {
  Deno.test(`the preset ${preset.id} obeys its own rules`, () => {
    deepEqual(checkRecipe(preset), []);
    ok(preset.id.startsWith("builtin-") && preset.description.length > 10);
  });
}

Deno.test("presets have different names and ids", () => {
  equal(new Set(allPresets().map((p) => p.id)).size, allPresets().length);
  equal(new Set(allPresets().map((p) => p.name)).size, allPresets().length);
});

for (
  const [id, media, container, encoder, quality, preset, audio, bitrate] of [
    ["builtin-anime-x265", "anime", "mkv", "libx265", 18, "slow", "libopus", 192],
    ["builtin-anime-av1", "anime", "mkv", "libsvtav1", 28, "6", "libopus", 160],
    ["builtin-movie-4k-hdr", "movie", "mkv", "libx265", 18, "slow", "copy", 0],
    ["builtin-movie-score", "movie", "mkv", "libx265", 20, "slow", "eac3", 640],
    ["builtin-movie-av1", "movie", "mkv", "libsvtav1", 26, "5", "libopus", 0],
    ["builtin-archive", "movie", "mkv", "libx265", 14, "slow", "copy", 0],
    ["builtin-dvd", "any", "mkv", "libx265", 18, "slow", "copy", 0],
    ["builtin-tv-av1", "tv", "mkv", "libsvtav1", 30, "6", "libopus", 0],
    ["builtin-phone", "any", "mp4", "libx264", 22, "slow", "aac", 160],
    ["builtin-apple", "any", "mp4", "libx265", 20, "slow", "aac", 0],
    ["builtin-hw-av1-nvenc", "any", "mkv", "av1_nvenc", 32, "p6", "copy", 0],
    ["builtin-hw-av1-qsv", "any", "mkv", "av1_qsv", 32, "slow", "copy", 0],
    ["builtin-hw-av1-vaapi", "any", "mkv", "av1_vaapi", 128, "", "copy", 0],
    ["builtin-hw-av1-amf", "any", "mkv", "av1_amf", 128, "quality", "copy", 0],
    ["builtin-music-alac", "music", "m4a", "copy", 20, "", "alac", 0],
    ["builtin-music-aac", "music", "m4a", "copy", 20, "", "aac", 256],
    ["builtin-movie-1080p", "movie", "mkv", "libx265", 20, "slow", "eac3", 640],
    ["builtin-movie-grain", "movie", "mkv", "libx265", 19, "slow", "copy", 0],
    ["builtin-tv-1080p", "tv", "mkv", "libx265", 21, "medium", "libopus", 192],
    ["builtin-web-mp4", "any", "mp4", "libx264", 19, "slow", "aac", 192],
    ["builtin-hw-videotoolbox", "any", "mkv", "hevc_videotoolbox", 60, "", "copy", 0],
    ["builtin-hw-nvenc", "any", "mkv", "hevc_nvenc", 24, "p6", "copy", 0],
    ["builtin-remux-audio-only", "any", "mkv", "copy", 20, "", "libopus", 256],
    ["builtin-music-keep", "music", "flac", "copy", 20, "", "copy", 0],
    ["builtin-music-flac", "music", "flac", "copy", 20, "", "flac", 0],
    ["builtin-music-mp3-320", "music", "mp3", "copy", 20, "", "libmp3lame", 320],
    ["builtin-music-opus", "music", "opus", "copy", 20, "", "libopus", 160],
  ] as const
) {
  Deno.test(`${id} is as documented`, () => {
    const found = findPreset(id);
    ok(found);
    const { mediaType, container: box, video, audio: sound } = found;
    deepEqual(
      [mediaType, box, video.encoder, video.quality, video.preset, sound.encoder, sound.bitrate],
      [media, container, encoder, quality, preset, audio, bitrate],
    );
  });
}

Deno.test("the encoder table has a row per encoder and agrees with the names", () => {
  deepEqual(Object.keys(VIDEO_ENCODER_FACTS).sort(), [...VIDEO_ENCODERS].sort());
  for (const name of VIDEO_ENCODERS) {
    const { codec, hardware } = videoEncoder(name);
    const prefix = /^(h264|hevc|av1)_(.+)$/.exec(name);
    equal(hardware, prefix !== null, name);
    if (prefix) equal(codec, prefix[1], name);
  }
});

Deno.test("missing encoders are named, copied streams need none", () => {
  const none = {
    ffmpegPath: "",
    ffprobePath: "",
    version: "",
    videoEncoders: [],
    audioEncoders: [],
    subtitleEncoders: [],
    filters: [],
    hwaccels: [],
    demuxers: [],
    vmafModels: [],
  };
  const missing = (id: string, more = {}) => {
    const preset = findPreset(id);
    return preset && missingEncoders(preset, { ...none, ...more });
  };
  deepEqual(missing("builtin-anime-x265"), ["libx265", "libopus"]);
  deepEqual(missing("builtin-anime-x265", { videoEncoders: ["libx265"] }), ["libopus"]);
  deepEqual(missing("builtin-remux-audio-only"), ["libopus"]);
  deepEqual(missing("builtin-music-keep"), []);
  deepEqual(missing("builtin-music-flac"), ["flac"]);
});
