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
  SCENES,
  surround,
  X264,
} from "./parts.ts";

/**
 * Encodes of movies with many tracks, interlaced content, variable frame rates or bitmap subtitles, and stream copies.
 */
export const CONTENTS: Record<string, EncodeSpec> = {
  "anime": {
    source: {
      file: "Kaze no Uta - S01E03 - 1080p.mkv",
      film: film({ width: 256, height: 144, scenes: SCENES.drawn }),
      seed: 5,
      video: ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-crf", "14"],
      tracks: [{ layout: "stereo", args: ["flac"], language: "jpn", speech: "jpn", voice: "awb" }, {
        layout: "stereo",
        args: AC3,
        language: "eng",
      }],
      texts: [{ ...english("ass", "default"), title: "Full" }, {
        form: "ass",
        speech: "jpn",
        language: "eng",
        title: "Signs & Songs",
        flags: "forced",
        every: 7,
      }],
      fonts: ["DejaVuSans.ttf", "DejaVuSerif.ttf"],
      cover: true,
      chapters: ["Opening", "Part A", "Part B", "Ending"],
    },
    recipe: {
      video: { ...FAST_X265, tune: "animation" },
      audio: { encoder: "libopus", bitrate: 128, languages: ["jpn", "eng"] },
    },
  },
  "seven": {
    source: {
      file: "Orbit (2017) Remux-1080p.mkv",
      film: film({ scenes: SCENES.broadcast }),
      seed: 6,
      video: X264,
      tracks: [{ layout: "7.1", args: ["flac"], language: "eng" }, { ...surround("eng", AC3), title: "Compatibility" }],
      texts: [english("srt")],
    },
    recipe: { video: FAST_X264, audio: { encoder: "libopus", bitrate: 384, keepLossless: false } },
  },
  "languages": {
    source: {
      file: "Border (2012) Bluray-1080p.mkv",
      film: film({ scenes: SCENES.water }),
      seed: 7,
      video: X264,
      tracks: [surround("eng", AC3), { ...surround("deu", AC3), speech: "deu", voice: "rms" }, commentary],
      texts: [english("srt"), { ...english("srt", "hearing_impaired"), title: "SDH", from: 2.5 }, germanText("srt"), {
        ...germanText("srt", "forced"),
        every: 14,
      }],
      chapters: CHAPTERS,
    },
    recipe: { video: FAST_X264, audio: { encoder: "flac", dropCommentary: false } },
  },
  "vfr": {
    source: {
      file: "Screen Recording (2020).mkv",
      film: film({ rate: "60", scenes: [...SCENES.clip, ...SCENES.clip, ...SCENES.clip] }),
      seed: 8,
      filters: "select='lt(mod(t,8),3)+not(mod(n,3))*gte(mod(t,8),3)'",
      video: [...X264, "-fps_mode", "vfr"],
      tracks: [{ layout: "stereo", args: ["flac"], language: "eng" }],
    },
    recipe: { video: FAST_X264, audio: { encoder: "libopus", bitrate: 128 } },
  },
  "interlaced": {
    source: {
      file: "Old Show - S01E01 - DVD.mkv",
      film: film({ rate: "50", width: 352, height: 288, scenes: SCENES.broadcast.slice(0, 7) }),
      seed: 9,
      filters: "tinterlace=interleave_top,setfield=tff,setsar=64/45",
      video: ["-c:v", "mpeg2video", "-flags", "+ildct+ilme", "-q:v", "3", "-pix_fmt", "yuv420p"],
      tracks: [{ layout: "stereo", args: AC3, language: "eng" }],
    },
    recipe: { video: FAST_X264, audio: { encoder: "libopus", bitrate: 128 } },
    options: { fields: { kind: "interlaced" } },
  },
  "sound only": {
    source: {
      file: "Concert (2004) Remux-1080p.mkv",
      film: film({ scenes: SCENES.broadcast, rate: "25" }),
      seed: 10,
      video: X264,
      tracks: [surround("eng"), german()],
      texts: [english("srt")],
    },
    recipe: { video: { encoder: "copy", preset: "" }, audio: { encoder: "libopus", bitrate: 256 } },
    options: { audioOnly: true },
  },
  "copy": {
    source: {
      file: "Ferry (2016) Remux-1080p.mkv",
      film: film(),
      seed: 11,
      video: X264,
      tracks: [surround("eng", AC3), german(AC3)],
      texts: [english("srt"), germanText("srt")],
      chapters: CHAPTERS,
    },
    recipe: { video: { encoder: "copy", preset: "" }, audio: { encoder: "copy" }, subtitles: { languages: ["eng"] } },
  },
  "pgs": {
    source: {
      file: "Harvest (2010) Remux-1080p.mkv",
      film: film(),
      seed: 12,
      video: X264,
      tracks: [surround("eng", AC3)],
      texts: [{ ...english("pgs"), every: 7 }, { ...germanText("pgs", "forced"), every: 9 }],
      chapters: CHAPTERS,
    },
    recipe: { video: FAST_X264, audio: { encoder: "eac3", bitrate: 448 } },
  },
};
