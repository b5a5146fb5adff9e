import { AAC, audio, MPEG2, video, X264 } from "./make.ts";
import { editMiddle } from "./edit_lists.ts";
import { chapters, clip, cutCopy, joined, made, type OddSource, plain, ripped, steps, truncated } from "./recipes.ts";

/** Unusual files: containers, timestamps, edit lists, truncation, chapters, and files that must be rejected. */

export const containers: Record<string, OddSource> = {
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

export const clocks: Record<string, OddSource> = {
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

export const edits: Record<string, OddSource> = {
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

export const cuts: Record<string, OddSource> = {
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

/** Removes the first pair of `moof` and `mdat` boxes. */
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

export const named: Record<string, OddSource> = {
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

export const refused: Record<string, OddSource> = {
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
