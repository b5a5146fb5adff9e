import { FEATURE, type FilmOptions, scenesOf } from "./content/film.ts";
import type { Track } from "./content/source.ts";
import type { EncodeSpec } from "./encodes.ts";

/** The good encodes that damages are made from: one of each kind of film that a library holds. */

/** Other orders and lengths of scenes, so that not every film has its black stretch in the same place. */
const SCENES = {
  water: scenesOf("objects 12, pan 9, card 3, cells 8, night 9, black 2, zoom 10, grey 8, flashes 6, credits 12"),
  drawn: scenesOf(
    "drawing 12, card 3, sky 8, drawing 14, objects 8, black 2, drawing 12, cells 6, credits 11",
  ),
  broadcast: scenesOf(
    "objects 10, pan 8, fractal 8, card 3, objects 10, black 2, pan 10, grey 8, zoom 6, objects 10",
  ),
  clip: scenesOf("objects 4, fractal 4, pan 4"),
  long: scenesOf(
    "pan 20, card 3, objects 25, night 20, fractal 15, black 2, flashes 10, zoom 14, objects 30, grey 20, sky 10, " +
      "pan 30, cells 20, objects 25, rain 10, zoom 14, pan 17, credits 15",
  ),
};

const film = (more: Partial<FilmOptions> = {}) => ({
  scenes: FEATURE,
  width: 320,
  height: 180,
  rate: "24000/1001",
  ...more,
});
export const X264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-crf", "14"];
const hdr = (transfer: string, more = "") => [
  ...["-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-crf", "12", "-x265-params"],
  `log-level=error:repeat-headers=1:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc${more}`,
  ...["-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc", "-color_range", "tv"],
];
export const HDR10 = hdr(
  "smpte2084",
  ":hdr10=1:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50):max-cll=1000,400",
);
export const HLG = hdr("arib-std-b67");
/** Pictures coded for HDR use less of the signal's range. */
export const HDR_LEVELS = "lutyuv=y='val*0.7+8'";
export const SDR_TAGS = [
  "-color_primaries",
  "bt709",
  "-color_trc",
  "bt709",
  "-colorspace",
  "bt709",
  "-color_range",
  "tv",
];
export const FAST_X264 = { encoder: "libx264", preset: "ultrafast", pixelFormat: "yuv420p", quality: 24 };
export const FAST_X265 = { encoder: "libx265", preset: "ultrafast", quality: 24 };
const CHAPTERS = ["Departure", "The Bridge", "Snow", "The Border", "Arrival"];

export const AC3 = ["ac3", "-b:a:#", "448k"];
export const AAC = ["aac", "-b:a:#", "160k"];
const surround = (language: string, args = ["flac"]): Track => ({ layout: "5.1", args, language });
const commentary: Track = {
  layout: "stereo",
  args: ["flac"],
  language: "eng",
  speech: "commentary",
  voice: "kal",
  music: 0.2,
  title: "Director's Commentary",
  flags: "comment",
};
const german = (args = ["flac"]): Track => ({ layout: "stereo", args, language: "deu", speech: "deu", voice: "rms" });
const english = (form: "srt" | "ass" | "mov_text" | "webvtt" | "pgs", flags = "0") =>
  ({ form, speech: "eng", language: "eng", flags }) as const;
const germanText = (form: "srt" | "pgs", flags = "0") => ({ form, speech: "deu", language: "ger", flags }) as const;

export const GOOD_ENCODES: Record<string, EncodeSpec> = {
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

/** A piece of a minute; FLAC files bring their cover. */
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
