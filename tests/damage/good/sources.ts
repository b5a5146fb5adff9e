import { scenesOf } from "../content/film.ts";
import type { SourceSpec, Text, Track } from "../content/source.ts";
import { AAC, AC3, HDR10, HDR_LEVELS, HLG, SDR_TAGS, X264 } from "../encodes/parts.ts";

/** Short sources of every kind found in a library. Their encodes are good and must be accepted. */

interface Short {
  file?: string;
  scenes?: string;
  width?: number;
  height?: number;
  rate?: string;
  filters?: string;
  video?: readonly string[];
  tracks?: readonly Track[];
  texts?: readonly Text[];
  extra?: readonly string[];
  rotate?: number;
  rest?: Partial<SourceSpec>;
}

const STEREO: Track = { layout: "stereo", args: AC3, language: "eng" };
const stereo = (more: Partial<Track> = {}): Track => ({ ...STEREO, ...more });
const x264 = (...more: string[]) => [...X264, ...more];
const SIX_SECONDS = "objects 3, pan 3";

/** Returns a source with the defaults: six seconds of 240x136 with stereo audio. */
function short(seed: number, parts: Short): SourceSpec {
  const { file = "Clip.mkv", scenes = SIX_SECONDS, width = 240, height = 136, rate = "24000/1001", rest } = parts;
  return {
    file,
    film: { scenes: scenesOf(scenes), width, height, rate },
    seed: 100 + seed,
    filters: parts.filters,
    video: parts.video ?? X264,
    tracks: parts.tracks ?? [STEREO],
    texts: parts.texts,
    extra: parts.extra,
    rotate: parts.rotate,
    ...rest,
  };
}

const text = (form: Text["form"], more: Partial<Text> = {}): Text => ({
  form,
  speech: "eng",
  language: "eng",
  ...more,
});
const mpeg2 = (...more: string[]) => ["-c:v", "mpeg2video", "-q:v", "3", "-pix_fmt", "yuv420p", ...more];
const x265 = (parameters: string, format = "yuv420p10le") => [
  ...["-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", format, "-crf", "14"],
  ...["-x265-params", `log-level=error${parameters}`],
];

const PICTURES: Record<string, Short> = {
  "plain": { video: x264(...SDR_TAGS) },
  "no colour tags at 25 pictures": { rate: "25", scenes: "fractal 3, zoom 3" },
  "heavy grain": { filters: "noise=alls=40:allf=t+u:all_seed=3" },
  "black film": { scenes: "black 6" },
  "black with a short picture": { scenes: "black 4, night 2, black 3" },
  "white film": { scenes: "black 5", filters: "lutyuv=y=235:u=128:v=128" },
  "stills": { scenes: "card 3, card 3, card 3" },
  "one still": { scenes: "card 6" },
  "dark": { scenes: "night 6" },
  "flashes": { scenes: "flashes 6" },
  "drawn": { scenes: "drawing 6", video: x265("", "yuv420p10le") },
  "grey": { scenes: "grey 6" },
  "credits": { scenes: "credits 8" },
  "sky": { scenes: "sky 6" },
  "saturated": { scenes: "colours 6" },
  "odd size": { filters: "scale=241:135", video: ["-c:v", "ffv1", "-pix_fmt", "yuv420p"] },
  "tiny": { width: 64, height: 48 },
  "portrait": { width: 136, height: 240 },
  "one second": { scenes: "objects 1" },
  "half a second": { scenes: "objects 0.5" },
  "one picture": { scenes: "objects 1", filters: "trim=end_frame=1", tracks: [] },
  "two pictures": { scenes: "objects 1", filters: "trim=end_frame=2", tracks: [stereo({ seconds: 1 })] },
  "long groups": { scenes: "objects 12, pan 8", video: x264("-g", "900", "-sc_threshold", "0", "-bf", "3") },
  "key pictures only": { video: x264("-g", "1") },
  "many B pictures": {
    video: ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-bf", "8", "-b_strategy", "0"],
  },
  "open groups": { video: x265(":open-gop=1:keyint=30:bframes=4") },
  "variable rate": {
    rate: "60",
    filters: "select='lt(mod(t,3),1)+not(mod(n,3))*gte(mod(t,3),1)'",
    video: x264("-fps_mode", "vfr"),
  },
  "variable rate with pauses": {
    rate: "30",
    scenes: "objects 4, card 3, pan 3",
    filters: "select='not(between(t,4.2,6.8))'",
    video: x264("-fps_mode", "vfr"),
  },
  "50 pictures": { rate: "50" },
  "59.94 pictures": { rate: "60000/1001" },
  "120 pictures": { rate: "120", scenes: "objects 3" },
  "12 pictures": { rate: "12" },
  "one picture a second": { rate: "1", scenes: "objects 10" },
  "repeated pictures": { rate: "60", filters: "fps=24,fps=60" },
  "interlaced 59.94": {
    rate: "60000/1001",
    width: 352,
    height: 240,
    filters: "tinterlace=interleave_top,setfield=tff",
    video: mpeg2("-flags", "+ildct+ilme"),
  },
  "interlaced 25, bottom field first": {
    rate: "50",
    width: 352,
    height: 288,
    filters: "tinterlace=interleave_bottom,setfield=bff,setsar=16/15",
    video: mpeg2("-flags", "+ildct+ilme"),
  },
  "anamorphic": { width: 352, height: 288, rate: "25", filters: "setsar=64/45", video: mpeg2() },
  "letterbox": { width: 320, height: 134, filters: "pad=320:180:0:23" },
  "full range": {
    filters: "scale=out_range=full,format=yuvj420p",
    video: [...X264.slice(0, 4), "-pix_fmt", "yuvj420p", "-crf", "14"],
  },
  "4:2:2 ProRes": { file: "Clip.mov", video: ["-c:v", "prores_ks"], tracks: [stereo({ args: ["pcm_s24le"] })] },
  "4:4:4": { video: ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv444p", "-crf", "14"] },
  "4:2:2 10-bit": { video: ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv422p10le", "-crf", "14"] },
  "10-bit": { video: ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-crf", "14"] },
  "12-bit": { video: x265("", "yuv420p12le") },
  "HDR10": { filters: HDR_LEVELS, video: HDR10 },
  "HLG": { filters: HDR_LEVELS, video: HLG },
  "large": { width: 1280, height: 720, scenes: "objects 2" },
};

const FILES: Record<string, Short> = {
  "transport stream that starts late": {
    file: "News.ts",
    rate: "25",
    video: ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-bf", "3", "-g", "25"],
    tracks: [stereo({ args: ["mp2", "-b:a:#", "192k"] })],
    extra: ["-output_ts_offset", "95"],
  },
  "MPEG-2 transport stream": { file: "Old.ts", rate: "25", video: mpeg2("-bf", "2"), tracks: [STEREO] },
  "MP4 with an edit list": {
    file: "Phone.mp4",
    video: ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-bf", "3"],
    tracks: [stereo({ args: AAC })],
  },
  "turned by 90 degrees": { file: "Turned.mp4", tracks: [stereo({ args: AAC })], rotate: 90 },
  "turned by 180 degrees": { file: "Turned.mp4", tracks: [stereo({ args: AAC })], rotate: 180 },
  "turned by 270 degrees": { file: "Turned.mp4", tracks: [stereo({ args: AAC })], rotate: 270 },
  "AVI with MP3": {
    file: "Tape.avi",
    rate: "25",
    video: ["-c:v", "mpeg4", "-q:v", "3"],
    tracks: [stereo({ args: ["libmp3lame"] })],
  },
  "WebM": {
    file: "Web.webm",
    video: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "800k"],
    tracks: [stereo({ args: ["libopus"] })],
  },
  "AV1": {
    video: ["-c:v", "libsvtav1", "-preset", "12", "-pix_fmt", "yuv420p10le"],
    tracks: [stereo({ args: ["libopus"] })],
  },
  "Matroska that starts at ten seconds": { extra: ["-output_ts_offset", "10"] },
  "subtitles that start late": { scenes: "objects 5, pan 5", texts: [text("srt", { from: 7 })] },
  "a single cue": { texts: [text("srt", { from: 2, every: 60 })] },
  "styled subtitles, fonts, cover": {
    texts: [text("ass", { flags: "default" }), text("ass", { speech: "jpn", title: "Signs & Songs" })],
    rest: { fonts: ["DejaVuSans.ttf"], cover: true, chapters: ["One", "Two"] },
  },
  "MP4 with timed text": { file: "Timed.mp4", tracks: [stereo({ args: AAC })], texts: [text("mov_text")] },
  "picture subtitles": { texts: [text("pgs"), text("pgs", { flags: "forced", every: 4 })] },
  "chapters": { rest: { chapters: ["A", "B", "C", "D"], title: "Chapters" } },
};

const SOUNDS: Record<string, Short> = {
  "digital silence": { tracks: [stereo({ silent: true })] },
  "no sound": { tracks: [] },
  "very quiet": { tracks: [stereo({ music: 0.01, quiet: true })] },
  "mono": { tracks: [stereo({ layout: "mono" })] },
  "5.1 DTS": { tracks: [stereo({ layout: "5.1(side)", args: ["dca"] })] },
  "5.1 TrueHD": { tracks: [stereo({ layout: "5.1", args: ["truehd"] })] },
  "5.1 AC-3": { tracks: [stereo({ layout: "5.1(side)" })] },
  "7.1 FLAC": { tracks: [stereo({ layout: "7.1", args: ["flac"] })] },
  "24-bit PCM": { tracks: [stereo({ args: ["pcm_s24le"] })] },
  "44.1 kHz": { tracks: [stereo({ args: ["aac", "-ar:a:#", "44100"] })] },
  "96 kHz": { tracks: [stereo({ args: ["flac", "-ar:a:#", "96000"] })] },
  "sound shorter than the picture": { scenes: "objects 4, pan 5", tracks: [stereo({ seconds: 6 })] },
  "sound longer than the picture": { tracks: [stereo({ seconds: 8 })] },
  "sound that starts late": { tracks: [stereo({ delay: 1.5, seconds: 4.5 })] },
  "sound 100 ms early": { tracks: [stereo({ delay: -0.1 })] },
  "a second track that starts late": {
    tracks: [STEREO, stereo({ delay: 2, seconds: 4, speech: "deu", language: "deu" })],
  },
  "six tracks": {
    tracks: [
      stereo({ layout: "5.1" }),
      ...["deu", "fra", "ita"].map((language) => stereo({ speech: "deu", voice: "rms", language })),
      stereo({ speech: "jpn", voice: "awb", language: "jpn", layout: "5.1" }),
      stereo({ speech: "commentary", voice: "kal", music: 0.2, flags: "comment", title: "Commentary" }),
    ],
  },
  "the same sound twice": { tracks: [STEREO, stereo({ language: "deu" })] },
};

const list = (rows: Record<string, Short>, from: number): [string, SourceSpec][] =>
  Object.entries(rows).map(([name, parts], i) => [name, short(from + i, parts)]);

export const GOOD_SOURCES: Record<string, SourceSpec> = Object.fromEntries([
  ...list(PICTURES, 0),
  ...list(FILES, 200),
  ...list(SOUNDS, 400),
]);

const song = (file: string, seed: number, track: Partial<Track>, more: Partial<SourceSpec> = {}): SourceSpec => ({
  file,
  seconds: 8,
  seed,
  tracks: [{ layout: "stereo", args: ["flac"], ...track }],
  tags: { artist: "The Tests", album: "Rooms", track: "1/3", date: "2001" },
  title: "Song",
  ...more,
});

export const GOOD_SONGS: Record<string, SourceSpec> = {
  "FLAC": song("01 Song.flac", 601, {}, { cover: true }),
  "16-bit FLAC": song("02 Song.flac", 602, { args: ["flac", "-sample_fmt:a:#", "s16"] }),
  "96 kHz FLAC": song("03 Song.flac", 603, { args: ["flac", "-ar:a:#", "96000"] }),
  "44.1 kHz FLAC": song("04 Song.flac", 604, { args: ["flac", "-ar:a:#", "44100", "-sample_fmt:a:#", "s16"] }),
  "WAV": song("05 Song.wav", 605, { args: ["pcm_s16le"] }),
  "MP3": song("06 Song.mp3", 606, { args: ["libmp3lame", "-b:a:#", "192k"] }),
  "silent FLAC": song("07 Silence.flac", 607, { silent: true }),
  "mono FLAC": song("08 Song.flac", 608, { layout: "mono" }),
  "one second": song("09 Song.flac", 609, {}, { seconds: 1 }),
};
