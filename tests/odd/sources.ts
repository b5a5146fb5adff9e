import { AAC, audio, type Maker, MPEG2, video, X264 } from "./make.ts";
import { pgsFile } from "../fixtures/pgs.ts";
import { editMiddle } from "./edit_lists.ts";

/** The facts that a player shows of a source, by its recipe. */
export interface Shown {
  seconds: number;
  frames?: number;
  audio: number;
  subtitles?: number;
  chapters?: number;
}

/** The recipe of a source under its own name, and the facts that a player shows. */
export interface OddSource {
  shown: Shown;
  make(maker: Maker, name: string): Promise<void>;
}

const plain = (seconds = 3): Shown => ({ seconds, frames: seconds * 10, audio: 1 });
const made = (shown: Shown, ...args: string[]): OddSource => ({
  shown,
  make: ({ ffmpeg }, name) => ffmpeg(...args, name),
});
const steps = (shown: Shown, make: OddSource["make"]): OddSource => ({ shown, make });
const clip = [...video(3), ...audio(3)];
const ripped = { size: "96x64", rate: "25" };

const SRT = "1\n00:00:00,500 --> 00:00:01,500\nHello\n\n2\n00:00:01,700 --> 00:00:02,500\nGood evening\n\n";
const cue = (n: number, from: string, to: string, text: string): string => `${n}\n${from} --> ${to}\n${text}\n\n`;
const texted = (srt: string, args: string[], shown: Partial<Shown> = {}): OddSource =>
  steps({ ...plain(), subtitles: 1, ...shown }, async ({ ffmpeg, write }, name) => {
    await write("t.srt", srt);
    await ffmpeg(...clip, "-i", "t.srt", "-map", "0", "-map", "1", "-map", "2", ...X264, ...AAC, ...args, name);
  });

const pictured = (codec: string, [width, height]: [number, number]): OddSource =>
  steps({ ...plain() }, async ({ ffmpeg, write }, name) => {
    await write("t.sup", pgsFile({ width, height, cues: [{ start: 0.5, end: 2.5 }] }));
    await ffmpeg(...clip, "-i", "t.sup", "-map", "0", "-map", "1", "-map", "2", ...X264, ...AAC, "-c:s", codec, name);
  });

/** Chapters as ffmpeg's metadata file, in milliseconds. */
const chapters = (list: [number, number, string?][], shown: Partial<Shown> = {}): OddSource =>
  steps({ ...plain(), chapters: list.length, ...shown }, async ({ ffmpeg, write }, name) => {
    const text = list.map(([start, end, title]) =>
      `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start}\nEND=${end}\n${title === undefined ? "" : `title=${title}\n`}`
    );
    await write("c.txt", `;FFMETADATA1\n${text.join("")}`);
    await ffmpeg(...clip, "-i", "c.txt", "-map", "0", "-map", "1", "-map_chapters", "2", ...X264, ...AAC, name);
  });

/** Two recordings one behind the other. */
const joined = (part: string, codecs: string[], second: string[] = []): OddSource =>
  steps(plain(5), async ({ ffmpeg, join }, name) => {
    const size = /mpeg/.test(codecs.join()) ? ripped : {};
    await ffmpeg(...video(3, size), ...audio(3), ...codecs, `a.${part}`);
    await ffmpeg(
      ...video(2, { ...size, kind: "testsrc" }),
      ...audio(2, { hertz: 880 }),
      ...codecs,
      ...second,
      `b.${part}`,
    );
    await join(name, `a.${part}`, `b.${part}`);
  });

/** One broadcast that changes on the way; times go on. */
const changing = (first: string[], second: string[], shown: Shown): OddSource =>
  steps(shown, async ({ ffmpeg, join }, name) => {
    await ffmpeg(...first, "-f", "mpegts", "a.ts");
    await ffmpeg(...second, "-output_ts_offset", "2.1", "-f", "mpegts", "b.ts");
    await join(name, "a.ts", "b.ts");
  });

/** A file of these arguments, cut to a share of its bytes. */
const truncated = (share: number, shown: Shown, ...args: string[]): OddSource =>
  steps(shown, async ({ ffmpeg, edit }, name) => {
    await ffmpeg(...args, name);
    await edit(name, (bytes) => bytes.slice(0, bytes.length * share));
  });

const cutCopy = (from: string, args: string[], shown: Shown): OddSource =>
  steps(shown, async ({ ffmpeg }, name) => {
    await ffmpeg(...video(4), ...audio(4), ...X264, "-g", "20", ...AAC, `long-${name}`);
    await ffmpeg("-ss", from, "-i", `long-${name}`, "-c", "copy", ...args, name);
  });

const VFR = "setpts='(N+floor(N/3))/10/TB'";

const containers: Record<string, OddSource> = {
  "plain.mkv": made(plain(), ...clip, ...X264, ...AAC),
  "plain.mp4": made(plain(), ...clip, ...X264, ...AAC),
  "plain.ts": made(plain(), ...clip, ...X264, ...AAC),
  "plain.m2ts": made(plain(), ...clip, ...X264, "-c:a", "ac3"),
  "plain.vob": made({ ...plain(), frames: 75 }, ...video(3, ripped), ...audio(3), ...MPEG2),
  "plain.mpg": made({ ...plain(), frames: 75 }, ...video(3, ripped), ...audio(3), "-c:v", "mpeg1video", "-c:a", "mp2"),
  "plain.avi": made(plain(), ...clip, "-c:v", "mpeg4", "-q:v", "4", "-c:a", "libmp3lame"),
  "plain.mov": made(plain(), ...clip, ...X264, "-c:a", "pcm_s16le"),
  "plain.webm": made(
    plain(),
    ...clip,
    "-c:v",
    "libvpx-vp9",
    "-deadline",
    "realtime",
    "-cpu-used",
    "8",
    "-c:a",
    "libopus",
  ),
  "plain.flv": made(plain(), ...clip, ...X264, ...AAC),
  "plain.wmv": made(plain(), ...clip, "-c:v", "wmv2", "-c:a", "wmav2"),
  "plain.3gp": made(plain(), ...clip, ...X264, ...AAC),
  "plain.mxf": made(
    { ...plain(), frames: 75 },
    ...video(3, ripped),
    ...audio(3),
    "-c:v",
    "mpeg2video",
    "-c:a",
    "pcm_s16le",
  ),
};

const clocks: Record<string, OddSource> = {
  "joined.ts": joined("ts", [...X264, ...AAC]),
  "joined.vob": joined("vob", MPEG2),
  "joined.mpg": joined("mpg", ["-c:v", "mpeg1video", "-c:a", "mp2"]),
  "joined.mkv": joined("mkv", [...X264, ...AAC]),
  "joined.mp4": joined("mp4", [...X264, ...AAC]),
  "joined.avi": joined("avi", ["-c:v", "mpeg4", "-c:a", "libmp3lame"]),
  "pause of 15 s.ts": steps(
    { seconds: 17, frames: 50, audio: 1 },
    joined("ts", [...X264, ...AAC], ["-output_ts_offset", "15"]).make,
  ),
  "pause of 3 min.ts": joined("ts", [...X264, ...AAC], ["-output_ts_offset", "183"]),
  "earlier recording behind.ts": joined("ts", [...X264, ...AAC], ["-output_ts_offset", "95000"]),
  "wrapping.ts": made(plain(), ...clip, ...X264, ...AAC, "-output_ts_offset", "95441.7"),
  "from 3 h.ts": made(plain(), ...clip, ...X264, ...AAC, "-output_ts_offset", "10800"),
  "from 100 s.mkv": made(plain(), ...clip, ...X264, ...AAC, "-output_ts_offset", "100"),
  "from 5 s.mp4": made(plain(), ...clip, ...X264, ...AAC, "-output_ts_offset", "5", "-use_editlist", "0"),
  "before zero.mp4": made(
    { seconds: 2.5, frames: 25, audio: 1 },
    ...clip,
    ...X264,
    ...AAC,
    "-output_ts_offset",
    "-0.5",
    "-avoid_negative_ts",
    "disabled",
  ),
};

const edits: Record<string, OddSource> = {
  "cut within a group.mp4": cutCopy("1.3", [], { seconds: 2.7, frames: 27, audio: 1 }),
  "cut within a group.mov": cutCopy("1.3", [], { seconds: 2.7, frames: 27, audio: 1 }),
  "cut within a group.mkv": cutCopy("1.3", [], { seconds: 4, audio: 1 }),
  "cut at a key frame.mp4": cutCopy("2", [], { seconds: 2, frames: 20, audio: 1 }),
  "edit in the middle.mov": steps({ seconds: 3, frames: 30, audio: 1 }, async ({ ffmpeg, edit }, name) => {
    await ffmpeg(...video(4), ...audio(4), ...X264, "-bf", "0", "-c:a", "pcm_s16le", name);
    await edit(name, (bytes) => editMiddle(bytes, [[0, 1], [2, 2]]));
  }),
  "edit in the middle.mp4": steps({ seconds: 3, frames: 30, audio: 1 }, async ({ ffmpeg, edit }, name) => {
    await ffmpeg(...video(4), ...audio(4), ...X264, ...AAC, name);
    await edit(name, (bytes) => editMiddle(bytes, [[0, 1], [2, 2]]));
  }),
  "edit that repeats.mov": steps({ seconds: 3, frames: 30, audio: 1 }, async ({ ffmpeg, edit }, name) => {
    await ffmpeg(...video(2), ...audio(2), ...X264, "-bf", "0", "-c:a", "pcm_s16le", name);
    await edit(name, (bytes) => editMiddle(bytes, [[0, 2], [0, 1]]));
  }),
  "edit with a pause.mov": steps({ seconds: 4, frames: 30, audio: 1 }, async ({ ffmpeg, edit }, name) => {
    await ffmpeg(...video(3), ...audio(3), ...X264, "-bf", "0", "-c:a", "pcm_s16le", name);
    await edit(name, (bytes) => editMiddle(bytes, [[0, 1], [-1, 1], [1, 2]]));
  }),
  "edit to half.mp4": steps({ seconds: 1.5, frames: 15, audio: 1 }, async ({ ffmpeg, edit }, name) => {
    await ffmpeg(...clip, ...X264, "-bf", "0", ...AAC, name);
    await edit(name, (bytes) => editMiddle(bytes, [[0, 1.5]]));
  }),
};

const fragments = ["-movflags", "frag_keyframe+empty_moov", "-frag_duration", "500000"];
const cuts: Record<string, OddSource> = {
  "fragments.mp4": made(plain(), ...clip, ...X264, ...AAC, ...fragments),
  "fragments with default base.mp4": made(
    plain(),
    ...clip,
    ...X264,
    ...AAC,
    "-movflags",
    "frag_keyframe+empty_moov+default_base_moof",
  ),
  "fragments cut off.mp4": truncated(0.6, { seconds: 1.8, audio: 1 }, ...clip, ...X264, ...AAC, ...fragments),
  "fragments without the first.mp4": steps({ seconds: 2, audio: 1 }, async ({ ffmpeg, edit }, name) => {
    await ffmpeg(...clip, ...X264, ...AAC, "-movflags", "frag_keyframe+empty_moov+default_base_moof", name);
    await edit(name, withoutFirstFragment);
  }),
  "fragments cut from the middle.mp4": cutCopy("2", fragments, { seconds: 2, audio: 1 }),
  "cut off.mkv": truncated(0.7, { seconds: 2.1, audio: 1 }, ...clip, ...X264, ...AAC),
  "cut off.mp4": truncated(0.7, { seconds: 2.1, audio: 1 }, ...clip, ...X264, ...AAC, "-movflags", "faststart"),
  "cut off.avi": truncated(0.7, { seconds: 2.1, audio: 1 }, ...clip, "-c:v", "mpeg4", "-c:a", "libmp3lame"),
  "cut off.ts": truncated(0.7, { seconds: 2.4, audio: 1 }, ...clip, ...X264, ...AAC),
  "begins within a group.ts": steps({ seconds: 2, audio: 1 }, async ({ ffmpeg, edit }, name) => {
    await ffmpeg(...video(4), ...audio(4), ...X264, ...AAC, name);
    await edit(name, (bytes) => bytes.slice(188 * Math.floor(bytes.length / 188 / 3)));
  }),
  "begins within a packet.ts": steps({ seconds: 2, audio: 1 }, async ({ ffmpeg, edit }, name) => {
    await ffmpeg(...video(4), ...audio(4), ...X264, ...AAC, name);
    await edit(name, (bytes) => bytes.slice(188 * Math.floor(bytes.length / 188 / 3) + 77));
  }),
  "live.mkv": made(plain(), ...clip, ...X264, ...AAC, "-live", "1"),
};

/** Leaves out the first pair of `moof` and `mdat`. */
function withoutFirstFragment(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  const view = new DataView(bytes.buffer);
  const boxes: { at: number; end: number; name: string }[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const end = at + Math.max(8, view.getUint32(at));
    boxes.push({ at, end, name: new TextDecoder().decode(bytes.subarray(at + 4, at + 8)) });
    at = end;
  }
  const first = boxes.findIndex(({ name }) => name === "moof");
  const kept = boxes.filter((_, i) => i !== first && i !== first + 1);
  return Uint8Array.from(kept.flatMap(({ at, end }) => [...bytes.subarray(at, end)]));
}

const late = (
  seconds: string,
  ...codec: string[]
): string[] => [...video(3), "-itsoffset", seconds, ...audio(2), ...X264, ...codec];
const sounds: Record<string, OddSource> = {
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
    { seconds: 4, frames: 40, audio: 1 },
    "-itsoffset",
    "1",
    ...video(3),
    ...audio(4),
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
    // Frames of 20 ms at 12.2 kb/s.
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

const named: Record<string, OddSource> = {
  "chapters untitled.mkv": chapters([[0, 1000], [1000, 2000], [2000, 3000]]),
  "chapters untitled in part.mkv": chapters([[0, 1000, "One"], [1000, 2000], [2000, 3000, "Three"]]),
  "chapters beyond the end.mkv": chapters([[0, 1000, "One"], [1000, 2000, "Two"], [5_400_000, 5_500_000, "Late"]]),
  "chapters overlapping.mkv": chapters([[0, 2500, "One"], [1000, 3000, "Two"], [2000, 2900, "Three"]]),
  "chapters of no length.mkv": chapters([[0, 0, "One"], [1000, 1000, "Two"], [2000, 2000, "Three"]]),
  "chapters that begin late.mkv": chapters([[1000, 2000, "One"], [2000, 3000, "Two"]]),
  "chapters with holes.mp4": chapters([[0, 500, "One"], [1000, 1500, "Two"], [2500, 3000, "Three"]]),
  "chapters with odd titles.mkv": chapters([[0, 1000, "A \\= b\\; \\#1 “q” 🎬"], [1000, 3000, "日本"]]),
  "chapters out of order.mkv": chapters([[2000, 3000, "Three"], [0, 1000, "One"], [1000, 2000, "Two"]]),
};

const subtitles: Record<string, OddSource> = {
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

const still = (
  codec: string,
): string[] => [
  ...video(0.1, { size: "128x72" }),
  ...clip,
  "-map",
  "0",
  "-map",
  "1",
  "-map",
  "2",
  "-c:v:0",
  codec,
  "-c:v:1",
  "libx264",
  "-preset",
  "ultrafast",
  ...AAC,
];
const covered = (order: string[], ...args: string[]): OddSource =>
  steps(plain(), async ({ ffmpeg }, name) => {
    await ffmpeg(...video(0.1, { size: "96x96" }), "-frames:v", "1", "c.png");
    await ffmpeg(...clip, "-i", "c.png", ...order, ...args, name);
  });

const pictures: Record<string, OddSource> = {
  "poster of PNG first.mkv": made(plain(), ...still("png")),
  "poster of MJPEG first.mkv": made(plain(), ...still("mjpeg")),
  "cover first.mp4": covered(
    ["-map", "2", "-map", "0", "-map", "1"],
    "-c:v:0",
    "png",
    "-disposition:v:0",
    "attached_pic",
    "-c:v:1",
    "libx264",
    "-preset",
    "ultrafast",
    ...AAC,
  ),
  "cover behind.mp4": covered(
    ["-map", "0", "-map", "1", "-map", "2"],
    "-c:v:0",
    "libx264",
    "-preset",
    "ultrafast",
    "-c:v:1",
    "png",
    "-disposition:v:1",
    "attached_pic",
    ...AAC,
  ),
  "cover attached.mkv": steps(plain(), async ({ ffmpeg }, name) => {
    await ffmpeg(...video(0.1, { size: "96x96" }), "-frames:v", "1", "cover.png");
    await ffmpeg(...clip, ...X264, ...AAC, "-attach", "cover.png", "-metadata:s:t", "mimetype=image/png", name);
  }),
  "attachments.mkv": steps(plain(), async ({ ffmpeg, write }, name) => {
    await write("notes.txt", "Notes of the film");
    await write("font.ttf", "no font");
    await ffmpeg(
      ...clip,
      ...X264,
      ...AAC,
      "-attach",
      "notes.txt",
      "-metadata:s:t:0",
      "mimetype=text/plain",
      "-attach",
      "font.ttf",
      "-metadata:s:t:1",
      "mimetype=application/x-truetype-font",
      name,
    );
  }),
  "two videos.mkv": made(
    plain(),
    ...video(3),
    ...video(3, { size: "96x54" }),
    ...audio(3),
    "-map",
    "0",
    "-map",
    "1",
    "-map",
    "2",
    ...X264,
    ...AAC,
  ),
  "one frame.mp4": made({ seconds: 3, frames: 1, audio: 1 }, ...video(0.1), ...audio(3), ...X264, ...AAC),
  "one frame.mkv": made({ seconds: 3, frames: 1, audio: 1 }, ...video(0.1), ...audio(3), ...X264, ...AAC),
  "slides.mp4": made({ seconds: 4, frames: 4, audio: 1 }, ...video(4, { rate: "1" }), ...audio(4), ...X264, ...AAC),
  "last frame held.mp4": steps({ seconds: 5, frames: 30, audio: 1 }, async ({ ffmpeg }, name) => {
    await ffmpeg(...video(3), ...audio(5), ...X264, "-bf", "0", ...AAC, "p.mp4");
    await ffmpeg(
      "-i",
      "p.mp4",
      "-c",
      "copy",
      "-bsf:v",
      "setts=duration=if(gte(PTS*TB\\,2.85)\\,2.1/TB\\,DURATION)",
      name,
    );
  }),
  "first frame held.mkv": made(
    { seconds: 5, frames: 30, audio: 1 },
    ...video(3),
    ...audio(5),
    "-vf",
    "setpts='if(N,PTS+2/TB,PTS)'",
    "-fps_mode",
    "vfr",
    ...X264,
    ...AAC,
  ),
  "variable rate.mkv": made(
    { seconds: 4, frames: 30, audio: 1 },
    ...video(3),
    ...audio(4),
    "-vf",
    VFR,
    "-fps_mode",
    "vfr",
    ...X264,
    ...AAC,
  ),
  "variable rate.mp4": made(
    { seconds: 4, frames: 30, audio: 1 },
    ...video(3),
    ...audio(4),
    "-vf",
    VFR,
    "-fps_mode",
    "vfr",
    ...X264,
    ...AAC,
  ),
  "odd size.mkv": made(plain(), ...video(3, { size: "65x37" }), ...audio(3), "-c:v", "ffv1", ...AAC),
  "odd rate.mkv": made({ seconds: 3, audio: 1 }, ...video(3, { rate: "12.345" }), ...audio(3), ...X264, ...AAC),
  "120 frames.mp4": made(
    { seconds: 2, frames: 240, audio: 1 },
    ...video(2, { rate: "120" }),
    ...audio(2),
    ...X264,
    ...AAC,
  ),
  "wide pixels.mkv": made(plain(), ...clip, "-vf", "setsar=4/3", ...X264, ...AAC),
  "interlaced.ts": made(
    { seconds: 3, frames: 75, audio: 1 },
    ...video(3, { size: "96x64", rate: "50" }),
    ...audio(3),
    "-vf",
    "tinterlace=interleave_top",
    "-flags",
    "+ilme+ildct",
    ...MPEG2,
  ),
  "grey.mkv": made(plain(), ...clip, "-pix_fmt", "gray", "-c:v", "ffv1", ...AAC),
  "RGB.mkv": made(plain(), ...clip, "-pix_fmt", "gbrp", "-c:v", "ffv1", ...AAC),
  "alpha.mov": made(
    plain(),
    ...clip,
    "-vf",
    "format=yuva444p10le",
    "-c:v",
    "prores_ks",
    "-profile:v",
    "4",
    "-c:a",
    "pcm_s16le",
  ),
  "turned by 90.mp4": made(plain(), ...clip, ...X264, ...AAC, "-metadata:s:v:0", "rotate=90"),
  "turned by 180.mp4": made(plain(), ...clip, ...X264, ...AAC, "-metadata:s:v:0", "rotate=180"),
  "turned by 270.mov": made(plain(), ...clip, ...X264, ...AAC, "-metadata:s:v:0", "rotate=270"),
  "stereo 3D.mkv": made(
    plain(),
    ...video(3, { size: "128x36" }),
    ...audio(3),
    ...X264,
    ...AAC,
    "-metadata:s:v:0",
    "stereo_mode=left_right",
  ),
  "time code.mov": made(plain(), ...clip, ...X264, "-c:a", "pcm_s16le", "-timecode", "01:00:00:00"),
  "cropped by marks.mkv": steps(plain(), async ({ ffmpeg, mkvmerge }, name) => {
    await ffmpeg(...clip, ...X264, ...AAC, "p.mkv");
    await mkvmerge("-o", name, "--cropping", "0:0,4,0,4", "p.mkv");
  }),
};

const STEADY = [...X264, "-bf", "0"];
const TS = [...STEADY, ...AAC];
const DVD = [...MPEG2, "-bf", "0", "-muxpreload", "0", "-muxdelay", "0"];
const changes: Record<string, OddSource> = {
  "size changes.ts": changing(
    [...video(2), ...audio(2), ...TS],
    [...video(2, { size: "96x54" }), ...audio(2), ...TS],
    plain(4),
  ),
  "aspect changes.ts": changing([...video(2), ...audio(2), ...TS], [
    ...video(2),
    ...audio(2),
    "-vf",
    "setsar=4/3",
    ...TS,
  ], plain(4)),
  "aspect of DVD changes.vob": steps({ ...plain(4), frames: 99 }, async ({ ffmpeg, join }, name) => {
    for (const [i, aspect] of ["4:3", "16:9"].entries()) {
      const offset = i === 0 ? [] : ["-output_ts_offset", "2.6"];
      await ffmpeg(...video(2, ripped), ...audio(2), "-aspect", aspect, ...DVD, ...offset, "-f", "vob", `${i}.vob`);
    }
    await join(name, "0.vob", "1.vob");
  }),
  "channels change.ts": changing([...video(2), ...audio(2, { layout: "stereo" }), ...STEADY, "-c:a", "ac3"], [
    ...video(2),
    ...audio(2, { layout: "5.1" }),
    ...STEADY,
    "-c:a",
    "ac3",
  ], plain(4)),
  "rate changes.ts": changing([...video(2), ...audio(2), ...TS], [...video(2, { rate: "20" }), ...audio(2), ...TS], {
    seconds: 4,
    frames: 60,
    audio: 1,
  }),
  "fields change.ts": changing([...video(2, ripped), ...audio(2), ...DVD], [
    ...video(2, ripped),
    ...audio(2),
    "-vf",
    "tinterlace=interlacex2",
    "-flags",
    "+ilme+ildct",
    "-r",
    "25",
    ...DVD,
  ], { seconds: 4, audio: 1 }),
};

const bframes: Record<string, OddSource> = {
  "B-frames.avi": made(plain(), ...clip, "-c:v", "mpeg4", "-bf", "2", "-c:a", "libmp3lame"),
  "B-frames of H264.avi": made(plain(), ...clip, ...X264, "-c:a", "libmp3lame"),
  "B-frames packed.avi": steps(plain(), async ({ ffmpeg, edit }, name) => {
    await ffmpeg(...clip, "-c:v", "mpeg4", "-vtag", "XVID", "-bf", "1", "-g", "30", "-c:a", "libmp3lame", name);
    await edit(name, (bytes) => bytes);
  }),
};

const refused: Record<string, OddSource> = {
  "encrypted.mp4": made(
    plain(),
    ...clip,
    ...X264,
    ...AAC,
    "-encryption_scheme",
    "cenc-aes-ctr",
    "-encryption_key",
    "76a6c65c5ea762046bd749a2e632ccbb",
    "-encryption_kid",
    "a7e61c373e219033c21091fa607bf3b8",
  ),
  "ordered chapters.mkv": steps(plain(), async ({ ffmpeg, mkvmerge, write }, name) => {
    await ffmpeg(...clip, ...X264, ...AAC, "p.mkv");
    const atom = (uid: number, from: string, to: string, segment = "") =>
      `<ChapterAtom><ChapterUID>${uid}</ChapterUID><ChapterTimeStart>00:00:0${from}</ChapterTimeStart>` +
      `<ChapterTimeEnd>00:00:0${to}</ChapterTimeEnd>${segment}</ChapterAtom>`;
    const link = `<ChapterSegmentUID format="hex">00112233445566778899aabbccddeeff</ChapterSegmentUID>`;
    await write(
      "c.xml",
      `<?xml version="1.0"?><Chapters><EditionEntry><EditionFlagOrdered>1</EditionFlagOrdered>` +
        `${atom(1, "0.000", "1.000", link)}${atom(2, "0.000", "3.000")}</EditionEntry></Chapters>`,
    );
    await mkvmerge("-o", name, "--chapters", "c.xml", "p.mkv");
  }),
};

export const ODD_SOURCES: Record<string, OddSource> = {
  ...containers,
  ...clocks,
  ...edits,
  ...cuts,
  ...sounds,
  ...named,
  ...subtitles,
  ...pictures,
  ...changes,
  ...bframes,
  ...refused,
};
