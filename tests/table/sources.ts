import { join } from "node:path";
import { findProgram } from "../../build/needs.ts";
import { runProcess } from "../../lib/kit/process/process.ts";
import { type ClipOptions, makeClip, makeRichRemux, ODD, X264, X265_HDR10 } from "../fixtures/media.ts";
import { makeMqaTrack, makeTrack } from "../fixtures/music.ts";
import { drawnSup } from "../fixtures/subtitle_pictures.ts";
import { FFMPEG } from "../kit/ffmpeg.ts";

/** More than forty small files of every kind found in a library, with typical names. ffmpeg creates each of them. */

type Make = (dir: string, name: string) => Promise<string>;

const X265 = ["-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-x265-params", "log-level=error"];
const X265_8 = ["-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-x265-params", "log-level=error"];
const AV1 = ["-c:v", "libsvtav1", "-preset", "12", "-pix_fmt", "yuv420p10le"];
const VP9 = ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"];
const HI10 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le"];

const clip = (options: ClipOptions): Make => (dir, name) => makeClip(dir, name, { seconds: 1, ...options });
const odd = (make: (dir: string) => Promise<string>): Make => async (dir, name) => {
  const path = join(dir, name);
  await Deno.rename(await make(dir), path);
  return path;
};
const sound = (layout: string, ...args: string[]) => ({ layout, args });
const spoken = (language: string, layout: string, ...args: string[]) => ({ layout, args, language });
const TRUEHD = ["truehd", "-strict", "-2"];
const DTS = ["dca", "-strict", "-2"];

/** Returns a maker of a clip with a text subtitle, which ffmpeg muxes. */
const texted = (options: ClipOptions, codec: string): Make => async (dir, name) => {
  const plain = await makeClip(dir, `plain-${name}`, { seconds: 2, ...options });
  const srt = join(dir, "t.srt");
  await Deno.writeTextFile(srt, "1\n00:00:00,200 --> 00:00:01,500\nGood evening.\n");
  const path = join(dir, name);
  const args = ["-v", "error", "-y", "-i", plain, "-i", srt, "-map", "0", "-map", "1", "-c", "copy", "-c:s", codec];
  const { code, stderr } = await runProcess({
    path: FFMPEG,
    args: [...args, "-metadata:s:s:0", "language=eng", `file:${path}`],
    timeoutMs: 30_000,
  });
  if (code !== 0) throw new Error(stderr);
  await Deno.remove(plain);
  return path;
};

/** Returns a maker of a clip with a bitmap subtitle. */
const pictured = (options: ClipOptions, language: string): Make => async (dir, name) => {
  const plain = await makeClip(dir, `plain-${name}`, { seconds: 3, ...options });
  const sup = join(dir, "t.sup");
  await Deno.writeFile(sup, await drawnSup([{ start: 0.5, end: 2, text: "Good evening." }]));
  const path = join(dir, name);
  const args = ["-q", "-o", path, plain, "--language", `0:${language}`, sup];
  const { code } = await runProcess({ path: findProgram("mkvmerge") ?? "", args, timeoutMs: 30_000 });
  if (code > 1) throw new Error(name);
  await Deno.remove(plain);
  return path;
};

export const SOURCES: Record<string, Make> = {
  "Heat (1995) Remux-1080p.mkv": clip({
    video: X264,
    audio: [spoken("eng", "5.1", ...DTS), spoken("fra", "5.1", "ac3")],
  }),
  "Dune (2021) Remux-2160p.mkv": async (dir, name) =>
    await renamed(await makeRichRemux(dir, `rich-${name}`), dir, name),
  "Alien.1979.1080p.BluRay.x264.DTS-GRP.mkv": clip({ video: X264, audio: [sound("5.1", ...DTS)] }),
  "Arrival (2016) Bluray-1080p.mkv": clip({ video: X265, audio: [sound("5.1", "eac3")] }),
  "Tenet (2020) WEBDL-2160p.mkv": clip({ video: X265_HDR10, audio: [sound("5.1", "eac3")] }),
  "Nope (2022) HLG.mkv": odd(ODD.hlg),
  "Old Film (1962) DVD.mkv": clip({
    width: 352,
    height: 288,
    rate: "25",
    video: ["-c:v", "mpeg2video", "-q:v", "4"],
    audio: [sound("stereo", "ac3")],
  }),
  "Old Show - S01E01 - DVD.mkv": odd(ODD.interlaced),
  "Concert (2004).mkv": clip({ video: X264, audio: [sound("stereo", "pcm_s24le"), sound("5.1", ...TRUEHD)] }),
  "Seven Point One (2019) Remux-1080p.mkv": clip({ video: X264, audio: [spoken("eng", "7.1", "flac")] }),
  "Talk (2018).mkv": clip({
    video: X264,
    audio: [spoken("eng", "stereo", "aac"), { ...spoken("eng", "stereo", "aac"), title: "Director's Commentary" }],
  }),
  "Anime/Frieren - S01E05 - 1080p.mkv": clip({
    video: X264,
    audio: [spoken("jpn", "stereo", "flac"), spoken("eng", "stereo", "aac")],
  }),
  "Anime/Mushishi - S01E03 - Hi10P.mkv": clip({ video: HI10, audio: [spoken("jpn", "stereo", "flac")] }),
  "Anime/Vinland - S02E01 - HEVC 10bit.mkv": clip({ video: X265, audio: [spoken("jpn", "stereo", "aac")] }),
  "Anime/Signs - S01E01.mkv": texted({ video: X264, audio: [spoken("jpn", "stereo", "aac")] }, "ass"),
  "AV1 (2023) WEBDL-1080p.mkv": clip({ video: AV1, audio: [sound("stereo", "libopus")] }),
  "Web (2020).webm": clip({ video: VP9, audio: [sound("stereo", "libopus")] }),
  "Phone.mp4": clip({ video: X264, audio: [sound("stereo", "aac")], extra: ["-movflags", "+faststart"] }),
  "Phone turned.mp4": clip({ video: X264, audio: [sound("stereo", "aac")], extra: ["-metadata:s:v:0", "rotate=90"] }),
  "Subtitled.mp4": texted({ video: X264, audio: [sound("stereo", "aac")] }, "mov_text"),
  "Texts.mkv": texted({ video: X264, audio: [spoken("eng", "stereo", "aac")] }, "srt"),
  "Pictures (2010) Remux-1080p.mkv": pictured({ video: X264, audio: [spoken("eng", "5.1", ...DTS)] }, "eng"),
  "Bilder (2011).mkv": pictured({ video: X264, audio: [spoken("deu", "stereo", "aac")] }, "ger"),
  "Camera.mov": clip({ video: ["-c:v", "prores_ks"], audio: [sound("stereo", "pcm_s16le")] }),
  "Broadcast.ts": clip({ video: X264, audio: [sound("stereo", "mp2")], extra: ["-f", "mpegts"] }),
  "Tape.avi": clip({ video: ["-c:v", "mpeg4", "-q:v", "4"], audio: [sound("stereo", "libmp3lame")] }),
  "Archive.mkv": clip({ video: ["-c:v", "ffv1"], audio: [sound("stereo", "flac")] }),
  "Chroma 444.mkv": clip({
    video: ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv444p"],
    audio: [sound("stereo", "aac")],
  }),
  "Variable.mkv": odd(ODD.variableRate),
  "Odd size.mkv": odd(ODD.oddSize),
  "Wide pixels.mkv": odd(ODD.anamorphic),
  "Letterbox.mkv": odd(ODD.letterbox),
  "Silent.mkv": odd(ODD.noAudio),
  "Large 2160p SDR (2021).mkv": clip({
    seconds: 0.5,
    width: 3840,
    height: 2160,
    video: X264,
    audio: [sound("stereo", "aac")],
  }),
  "HEVC 8-bit (2015) Bluray-720p.mkv": clip({
    width: 1280,
    height: 720,
    video: X265_8,
    audio: [sound("stereo", "libvorbis")],
  }),
  "Fifty frames.mkv": clip({ rate: "50", video: X264, audio: [sound("stereo", "libmp3lame")] }),
  "Japanese only.mkv": clip({ video: X264, audio: [spoken("jpn", "5.1", "ac3")] }),
  "Four tongues.mkv": clip({
    video: X264,
    audio: [
      spoken("deu", "5.1", "ac3"),
      spoken("eng", "5.1", "ac3"),
      spoken("jpn", "stereo", "flac"),
      spoken("ita", "stereo", "aac"),
    ],
  }),
  "Sound.mka": odd(ODD.audioOnly),
  "Song.flac": (dir, name) => makeTrack(dir, { name, title: "Song", track: "1", source: "sine=f=330:d=2" }),
  "Fine song.flac": (dir, name) =>
    makeTrack(dir, { name, title: "Fine", track: "2", source: "sine=f=330:d=2", bitDepth: 24, rate: 96_000 }),
  "Folded.flac": async (dir, name) => {
    await makeMqaTrack(join(dir, name));
    return join(dir, name);
  },
  "Lossy song.mp3": clip({ video: [], audio: [sound("stereo", "libmp3lame")] }),
};

async function renamed(path: string, dir: string, name: string): Promise<string> {
  const to = join(dir, name);
  await Deno.rename(path, to);
  return to;
}
