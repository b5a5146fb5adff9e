import { AAC, audio, video, X264 } from "./make.ts";
import { clip, cue, made, type OddSource, pictured, plain, SRT, steps, texted } from "./recipes.ts";

/** Unusual audio and subtitles. */

const late = (
  seconds: string,
  ...codec: string[]
): string[] => [...video(3), "-itsoffset", seconds, ...audio(2), ...X264, ...codec];

export const sounds: Record<string, OddSource> = {
  "sound later.mkv": made(plain(), ...late("1", ...AAC)),
  "sound later.mp4": made(plain(), ...late("1", ...AAC)),
  "sound later.ts": made(plain(), ...late("1", ...AAC)),
  "sound later.avi": made(plain(), ...video(3), "-itsoffset", "1", ...audio(2), "-c:v", "mpeg4", "-c:a", "libmp3lame"),
  "picture later.mkv": made(
    { seconds: 4, frames: 30, audio: 1 },
    "-itsoffset",
    "1",
    ...video(3),
    ...audio(4),
    ...X264,
    ...AAC,
  ),
  "picture later.mp4": made(
    { seconds: 4, frames: 30, audio: 1 },
    "-itsoffset",
    "1",
    ...video(3),
    ...audio(4),
    // Until ffmpeg 6.0, the default for MP4 fills the first second with frames.
    "-fps_mode",
    "vfr",
    ...X264,
    ...AAC,
  ),
  "sound longer.mkv": made({ seconds: 5, frames: 20, audio: 1 }, ...video(2), ...audio(5), ...X264, ...AAC),
  "sound longer.mp4": made({ seconds: 5, frames: 20, audio: 1 }, ...video(2), ...audio(5), ...X264, ...AAC),
  "sound shorter.mkv": made(plain(), ...video(3), ...audio(1), ...X264, ...AAC),
  "sound pauses.mkv": made(plain(), ...video(3), ...audio(3), "-af", "aselect='lt(t,1)+gte(t,2)'", ...X264, ...AAC),
  "sound pauses.mp4": made(plain(), ...video(3), ...audio(3), "-af", "aselect='lt(t,1)+gte(t,2)'", ...X264, ...AAC),
  "sound pauses.ts": made(
    plain(),
    ...video(3),
    ...audio(3),
    "-af",
    "aselect='lt(t,1)+gte(t,2)'",
    ...X264,
    ...AAC,
  ),
  "sound in LATM.ts": made(plain(), ...clip, ...X264, ...AAC, "-mpegts_flags", "latm"),
  "sound in AMR.3gp": steps(plain(), async ({ ffmpeg, write }, name) => {
    // AMR frames of 20 ms at 12.2 kb/s.
    const frame = (i: number): number[] => [0x3c, ...Array.from({ length: 31 }, (_, j) => i * 7 + j * 13 & 255)];
    const frames = Array.from({ length: 150 }, (_, i) => frame(i));
    await write("a.amr", Uint8Array.from([...new TextEncoder().encode("#!AMR\n"), ...frames.flat()]));
    await ffmpeg(...video(3), "-i", "a.amr", ...X264, "-c:a", "copy", name);
  }),
  "sound in ADPCM.mov": made(plain(), ...clip, ...X264, "-c:a", "adpcm_ima_qt"),
  "sound in ADPCM.avi": made(plain(), ...clip, "-c:v", "mpeg4", "-c:a", "adpcm_ms"),
  "sound in mu-law.mov": made(plain(), ...clip, ...X264, "-c:a", "pcm_mulaw"),
  "sound in WMA.mkv": made(plain(), ...clip, ...X264, "-c:a", "wmav2"),
  "sound of 8 bits.avi": made(plain(), ...clip, "-c:v", "mpeg4", "-c:a", "pcm_u8"),
  "sound of three kinds.mkv": made(
    { ...plain(), audio: 3 },
    ...clip,
    "-map",
    "0",
    "-map",
    "1",
    "-map",
    "1",
    "-map",
    "1",
    ...X264,
    "-c:a:0",
    "ac3",
    "-c:a:1",
    "flac",
    "-c:a:2",
    "libopus",
    "-metadata:s:a:0",
    "language=eng",
    "-metadata:s:a:1",
    "title=Second & <odd>",
    "-disposition:a:1",
    "default",
  ),
  "sound of 7 channels.mkv": made(plain(), ...video(3), ...audio(3, { layout: "6.1" }), ...X264, "-c:a", "flac"),
  "no sound.mp4": made({ ...plain(), audio: 0 }, ...video(3), ...X264),
  "sound alone.mka": made({ seconds: 3, audio: 1 }, ...audio(3), ...AAC),
};

export const subtitles: Record<string, OddSource> = {
  "cues.mkv": texted(SRT, ["-c:s", "srt"]),
  "cues.mp4": texted(SRT, ["-c:s", "mov_text"]),
  "cues as ASS.mkv": texted(SRT, ["-c:s", "ass"]),
  "cues as WebVTT.mkv": texted(SRT, ["-c:s", "webvtt"]),
  "cues in seconds after the end.mkv": texted(SRT + cue(3, "00:00:06,000", "00:00:07,000", "Late"), ["-c:s", "srt"], {
    seconds: 7,
  }),
  "cues at ten hours.mkv": texted(SRT + cue(3, "10:00:00,000", "10:00:01,000", "Late"), ["-c:s", "srt"]),
  "cues that overlap.mkv": texted(SRT + cue(3, "00:00:01,000", "00:00:02,000", "Between"), ["-c:s", "srt"]),
  "cues without text.mkv": texted(SRT + cue(3, "00:00:02,600", "00:00:02,800", " "), ["-c:s", "srt"]),
  "cues of no length.mkv": texted(SRT + cue(3, "00:00:02,600", "00:00:02,600", "Short"), ["-c:s", "srt"]),
  "no cues.mkv": texted(cue(1, "00:00:00,000", "00:00:00,001", " "), ["-c:s", "srt"]),
  "pictures of a DVD.mkv": pictured("dvd_subtitle", [720, 480]),
  "pictures of a Blu-ray.mkv": pictured("copy", [1920, 1080]),
  "pictures of a broadcast.ts": pictured("dvbsub", [720, 576]),
};
