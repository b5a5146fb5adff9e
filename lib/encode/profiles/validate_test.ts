import { deepEqual, equal } from "node:assert/strict";
import { ProfileInput } from "./schema.ts";
import { checkRecipe } from "./validate.ts";

const wrong = (parts: Record<string, unknown>) =>
  checkRecipe(ProfileInput.parse({ name: "x", ...parts })).map((error) => error.path);

Deno.test("the defaults are a working recipe", () => deepEqual(wrong({}), []));

for (
  const [name, parts, path] of [
    ...["encoded", "./encoded", "/media/../etc", "/proc/self/fd", "/sys", "//proc/x", "/dev/shm", "/media/a\0b"].map((
      directory,
    ) => [`the output folder ${JSON.stringify(directory)}`, { output: { directory } }, "output.directory"] as const),
    ["CRF 60 with x265", { video: { quality: 60 } }, "video.quality"],
    ["CQ 60 with NVENC", { video: { encoder: "hevc_nvenc", preset: "p5", quality: 60 } }, "video.quality"],
    ["quality 0 with VideoToolbox", { video: { encoder: "hevc_videotoolbox", quality: 0 } }, "video.quality"],
    ["a preset x265 has not", { video: { preset: "p6" } }, "video.preset"],
    ["a word as SVT-AV1 preset", { video: { encoder: "libsvtav1", preset: "slow" } }, "video.preset"],
    ["preset 14 of SVT-AV1", { video: { encoder: "libsvtav1", preset: "14" } }, "video.preset"],
    ["film tune with x265", { video: { tune: "film" } }, "video.tune"],
    ["a tune with NVENC", { video: { encoder: "hevc_nvenc", preset: "p5", tune: "grain" } }, "video.tune"],
    [
      "10 bits with an 8-bit encoder",
      { video: { encoder: "h264_nvenc", preset: "p5", pixelFormat: "p010le" } },
      "video.pixelFormat",
    ],
    [
      "H.264 in WebM",
      { container: "webm", video: { encoder: "libx264" }, audio: { encoder: "libopus" } },
      "video.encoder",
    ],
    ["VP9 in MP4", { container: "mp4", video: { encoder: "libvpx-vp9", preset: "4" } }, "video.encoder"],
    [
      "AAC in WebM",
      { container: "webm", video: { encoder: "libsvtav1", preset: "6" }, audio: { encoder: "aac" } },
      "audio.encoder",
    ],
    ["TrueHD in MP4", { container: "mp4", audio: { encoder: "truehd" } }, "audio.encoder"],
    ["7.1 in E-AC-3", { audio: { encoder: "eac3", channels: 8 } }, "audio.channels"],
    ["3000 kbit/s Opus", { audio: { encoder: "libopus", bitrate: 3000 } }, "audio.bitrate"],
    ["V4L2 without a bitrate", { video: { encoder: "h264_v4l2m2m", pixelFormat: "auto" } }, "video.bitrate"],
    ["extra arguments with an input", { video: { extraArgs: "-i x" } }, "video.extraArgs"],
    ["burning into copied video", { video: { encoder: "copy" }, subtitles: { mode: "burn" } }, "subtitles.mode"],
    ["forced only without burning", { subtitles: { burnForcedOnly: true } }, "subtitles.burnForcedOnly"],
    ["a stereo AAC beside Opus in WebM", {
      container: "webm",
      video: { encoder: "libsvtav1", preset: "6" },
      audio: { encoder: "libopus", addStereo: true },
    }, "audio.addStereo"],
    [
      "FLAC files as a film container",
      { container: "flac", mediaType: "movie", audio: { encoder: "flac" } },
      "container",
    ],
    [
      "MP3 in a FLAC file",
      { container: "flac", mediaType: "music", audio: { encoder: "libmp3lame" } },
      "audio.encoder",
    ],
  ] as const
) {
  Deno.test(`${name} is refused at ${path}`, () => equal(wrong(parts).join(), path));
}

Deno.test("settings that an encoder ignores are not refused", () => {
  deepEqual(wrong({ video: { encoder: "hevc_vaapi", quality: 25, preset: "slow" } }), []);
  deepEqual(wrong({ video: { bitrate: 8000, quality: 99 } }), []);
});
