import type { EncodeSpec } from "./encode.ts";
import {
  AAC,
  AC3,
  CHAPTERS,
  DISC_X264,
  english,
  FAST_X264,
  FAST_X265,
  film,
  german,
  SCENES,
  surround,
  TWENTY_MINUTES,
  WEB_X264,
  X264,
} from "./parts.ts";

/** Encodes of other shapes and lengths, of transport streams and phone recordings, and of music. */
export const SHAPES: Record<string, EncodeSpec> = {
  "ts": {
    source: {
      file: "News (2014) HDTV-1080p.ts",
      film: film({ scenes: SCENES.broadcast, rate: "25" }),
      seed: 16,
      video: ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-crf", "16", "-bf", "2", "-g", "50"],
      tracks: [{ layout: "stereo", args: ["mp2", "-b:a:#", "256k"], language: "eng" }],
      extra: ["-output_ts_offset", "1234.5"],
    },
    recipe: { video: FAST_X264, audio: { encoder: "libopus", bitrate: 128 } },
  },
  "crop": {
    source: {
      file: "Canyon (2013) Remux-1080p.mkv",
      film: film({ width: 480, height: 200 }),
      seed: 17,
      filters: "pad=480:270:0:35",
      video: X264,
      tracks: [surround("eng", AC3)],
    },
    recipe: { video: { ...FAST_X264, maxHeight: 180, crop: "auto" }, audio: { encoder: "libopus", bitrate: 192 } },
    options: { crop: { width: 480, height: 200, x: 0, y: 35 } },
  },
  "downmix": {
    source: {
      file: "Valley (2018) Bluray-1080p.mkv",
      film: film({ scenes: SCENES.water }),
      seed: 19,
      video: X264,
      tracks: [surround("eng")],
    },
    recipe: { video: FAST_X264, audio: { encoder: "libopus", bitrate: 128, channels: 2 } },
  },
  "rotated": {
    source: {
      file: "Phone video (2021).mp4",
      film: film({ scenes: SCENES.broadcast, rate: "30" }),
      seed: 20,
      video: X264,
      tracks: [{ layout: "stereo", args: AAC, language: "eng" }],
      rotate: 90,
    },
    recipe: { container: "mp4", video: FAST_X264, audio: { encoder: "copy" } },
  },
  "anamorphic": {
    source: {
      file: "Old Film (1962) DVD.mkv",
      film: film({ width: 352, height: 288, rate: "25" }),
      seed: 21,
      filters: "setsar=64/45",
      video: ["-c:v", "mpeg2video", "-q:v", "3", "-pix_fmt", "yuv420p"],
      tracks: [{ layout: "stereo", args: AC3, language: "eng" }, german(AC3)],
    },
    recipe: { video: FAST_X264, audio: { encoder: "libopus", bitrate: 128 } },
  },
  "five minutes": {
    source: {
      file: "Long Road (2014) Bluray-1080p.mkv",
      film: film({ scenes: SCENES.long, width: 256, height: 144 }),
      seed: 22,
      video: X264,
      tracks: [{ layout: "stereo", args: AC3, language: "eng" }],
      texts: [english("srt")],
      chapters: CHAPTERS,
    },
    recipe: { video: FAST_X264, audio: { encoder: "libopus", bitrate: 128 } },
  },
  "four minutes": {
    source: {
      file: "Short Way (2016) Bluray-1080p.mkv",
      film: film({ scenes: SCENES.episode, width: 192, height: 108 }),
      seed: 31,
      video: [...DISC_X264, "-keyint_min", "24", "-sc_threshold", "0"],
      tracks: [{ layout: "stereo", args: AC3, language: "eng" }],
      texts: [english("srt")],
      chapters: CHAPTERS,
    },
    recipe: { video: { ...FAST_X265, preset: "superfast" }, audio: { encoder: "libopus", bitrate: 128 } },
  },
  "twenty minutes": {
    source: {
      file: "Long Way (2017) WEBDL-1080p.mkv",
      film: film({ scenes: TWENTY_MINUTES, width: 160, height: 90 }),
      seed: 32,
      video: WEB_X264,
      tracks: [{ layout: "stereo", args: AC3, language: "eng" }],
      texts: [english("srt")],
      chapters: CHAPTERS,
    },
    recipe: { video: { ...FAST_X264, preset: "veryfast" }, audio: { encoder: "libopus", bitrate: 128 } },
  },
  "one second": {
    source: {
      file: "Logo.mkv",
      film: film({ scenes: [["objects", 1]] }),
      seed: 23,
      video: X264,
      tracks: [{ layout: "stereo", args: ["flac"], language: "eng" }],
    },
    recipe: { video: FAST_X264, audio: { encoder: "libopus", bitrate: 128 } },
  },
  "five seconds": {
    source: {
      file: "Trailer.mkv",
      film: film({ scenes: [["objects", 3], ["fractal", 2]] }),
      seed: 24,
      video: X264,
      tracks: [{ layout: "stereo", args: ["flac"], language: "eng" }],
      texts: [english("srt")],
    },
    recipe: { video: FAST_X265, audio: { encoder: "libopus", bitrate: 128 } },
  },
  "twelve seconds": {
    source: {
      file: "Teaser.mkv",
      film: film({ scenes: SCENES.clip, rate: "25" }),
      seed: 25,
      video: X264,
      tracks: [{ layout: "stereo", args: ["flac"], language: "eng" }],
      texts: [english("srt")],
    },
    recipe: {
      container: "mp4",
      video: FAST_X264,
      audio: { encoder: "aac", bitrate: 160 },
      subtitles: { mode: "copy-text" },
    },
  },
  "music flac": music("flac", { encoder: "flac" }, ["pcm_s24le"], 26),
  "music opus": music("opus", { encoder: "libopus", bitrate: 160 }, ["flac"], 27),
  "music mp3": music("mp3", { encoder: "libmp3lame", bitrate: 320, embedCover: true }, ["flac"], 28),
};

/** A one-minute track. FLAC files include a cover. */
function music(container: string, audio: Record<string, unknown>, args: string[], seed: number): EncodeSpec {
  const ending = args[0] === "flac" ? "flac" : "wav";
  return {
    source: {
      file: `0${seed - 25} Quiet Rooms.${ending}`,
      seconds: 60,
      seed,
      tracks: [{ layout: "stereo", args }],
      title: "Quiet Rooms",
      tags: { artist: "The Tests", album: "Rooms", track: `${seed - 25}/3`, date: "2001" },
      cover: ending === "flac",
    },
    recipe: {
      mediaType: "music",
      container,
      video: { encoder: "copy", preset: "" },
      audio: { ...audio, preserveMqa: true },
      subtitles: { mode: "none" },
    },
  };
}
