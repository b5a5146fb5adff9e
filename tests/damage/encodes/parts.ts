import { FEATURE, type FilmOptions, scenesOf } from "../content/film.ts";
import type { Track } from "../content/source.ts";

/** Building blocks for the sources and recipes of the good encodes. */

/** Scenes in different orders and lengths, so that the black stretch is at different positions in each movie. */
export const SCENES = {
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
  episode: scenesOf(
    "pan 18, objects 22, card 3, night 25, fractal 14, grey 20, objects 30, black 2, sky 12, pan 24, zoom 14, " +
      "objects 18, drawing 15, pan 13, credits 10",
  ),
};
/** Twenty minutes: the scenes of five episodes, each with different images. */
export const TWENTY_MINUTES = Array.from({ length: 5 }, () => SCENES.episode).flat();

/** Returns the options of a movie of 78 seconds with 320x180 pixels. `more` overrides them. */
export const film = (more: Partial<FilmOptions> = {}) => ({
  scenes: FEATURE,
  width: 320,
  height: 180,
  rate: "24000/1001",
  ...more,
});
/** Video encoders for sources, nearly lossless. */
export const X264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-crf", "14"];
/** Encoder for keyframes as on discs: one every second, regardless of scene changes. */
export const DISC_X264 = [...X264.slice(0, 2), "-preset", "superfast", ...X264.slice(4), "-bf", "3", "-g", "24"];
/** Encoder for keyframes as in web releases: at scene changes, at most ten seconds apart. */
export const WEB_X264 = [...X264.slice(0, 2), "-preset", "veryfast", ...X264.slice(4)];
const hdr = (transfer: string, more = "") => [
  ...["-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-crf", "12", "-x265-params"],
  `log-level=error:repeat-headers=1:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc${more}`,
  ...["-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc", "-color_range", "tv"],
];
/** PQ with mastering display and light level metadata in the coded video. */
export const HDR10 = hdr(
  "smpte2084",
  ":hdr10=1:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50):max-cll=1000,400",
);
/** HLG without mastering display and light level metadata. */
export const HLG = hdr("arib-std-b67");
/** Filter for the levels of HDR video, which uses less of the signal range. */
export const HDR_LEVELS = "lutyuv=y='val*0.7+8'";
/** BT.709 tags, as on discs. */
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
/** Recipes with fast presets. */
export const FAST_X264 = { encoder: "libx264", preset: "ultrafast", pixelFormat: "yuv420p", quality: 24 };
/** Ten bits. */
export const FAST_X265 = { encoder: "libx265", preset: "ultrafast", quality: 24 };
export const CHAPTERS = ["Departure", "The Bridge", "Snow", "The Border", "Arrival"];

/** Audio encoders for sources. `#` is replaced by the track number. */
export const AC3 = ["ac3", "-b:a:#", "448k"];
/** For MP4. */
export const AAC = ["aac", "-b:a:#", "160k"];
/** The movie's audio in 5.1. */
export const surround = (language: string, args = ["flac"]): Track => ({ layout: "5.1", args, language });
/** Speech over quiet music. */
export const commentary: Track = {
  layout: "stereo",
  args: ["flac"],
  language: "eng",
  speech: "commentary",
  voice: "kal",
  music: 0.2,
  title: "Director's Commentary",
  flags: "comment",
};
/** The movie's audio with other voices. */
export const german = (args = ["flac"]): Track => ({
  layout: "stereo",
  args,
  language: "deu",
  speech: "deu",
  voice: "rms",
});
/** Subtitles with the text of the English track. */
export const english = (form: "srt" | "ass" | "mov_text" | "webvtt" | "pgs", flags = "0") =>
  ({ form, speech: "eng", language: "eng", flags }) as const;
/** Subtitles with the text of the German track. */
export const germanText = (form: "srt" | "pgs", flags = "0") =>
  ({ form, speech: "deu", language: "ger", flags }) as const;
