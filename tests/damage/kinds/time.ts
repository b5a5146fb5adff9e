import { type Damage, named, type PictureFacts, pictureOf } from "../damage.ts";
import type { GoodEncode } from "../encodes/encode.ts";
import { type Changes, type Making, remake } from "../remake.ts";

/**
 * Correct video and audio at wrong times or missing.
 *
 * Not included: one frame more or less at the end, up to 40 ms of offset between streams, and the silence that encoders
 * append.
 */

const place = ({ seconds }: { seconds: number }): number => Math.round(seconds * 0.63);
/** Commas are escaped differently in filter options and in bitstream filter options. */
const inside = (variable: string, from: number, to: number): string => `between(${variable},${from},${to})`;
const regular = ({ rate, start }: PictureFacts): string => `setpts='(N/${rate.toFixed(9)}+${start.toFixed(6)})/TB'`;

/** Applies the same filter to every audio track. */
const everyTrack = ({ plan }: GoodEncode, filter: string): Record<number, string> =>
  Object.fromEntries(plan.audio.map((_, i) => [i, filter]));
const tracks = ({ plan }: GoodEncode): string[] => plan.audio.map((_, i) => `a:${i}`);

/** Removes a range of audio and closes the gap. */
const soundCut = (from: number, to: number): string => `aselect='not(${inside("t", from, to)})',asetpts=N/SR/TB`;

/**
 * Returns changes that replace these streams with streams from a second input of the encode with shifted timestamps.
 */
function late({ good }: Making, streams: string[], seconds: number): Changes {
  return {
    inputs: ["-itsoffset", String(seconds), "-i", good.path],
    from: Object.fromEntries(streams.map((stream) => [stream, `2:${stream}`])),
    copied: streams,
  };
}

/**
 * Returns changes that leave a gap: the frames in it are dropped before encoding, and the audio and subtitle packets in
 * it are removed.
 */
function hole({ good }: Making, picture: PictureFacts, seconds: number): Changes {
  const [from, to] = [place(picture), place(picture) + seconds];
  const drop = `noise=amount=0:drop='${inside("pts*tb", from, to)}'`;
  return {
    picture: `select='not(${inside("t", from, to)})',${picture.finish}`,
    options: ["-bsf:a", drop, ...(good.plan.subtitles.length > 0 ? ["-bsf:s", drop] : [])],
  };
}

/** Cuts a range from video and audio and closes the gap. */
function cut({ good }: Making, picture: PictureFacts, seconds: number, kinds = "va"): Changes {
  const [from, to] = [place(picture), place(picture) + seconds];
  return {
    ...(kinds.includes("v")
      ? { picture: `select='not(${inside("t", from, to)})',${regular(picture)},${picture.finish}` }
      : {}),
    ...(kinds.includes("a") ? { sound: everyTrack(good, soundCut(from, to)) } : {}),
  };
}

type TimeDamage = (making: Making, picture: PictureFacts) => Changes;

interface Row {
  on: readonly string[];
  changes: TimeDamage;
}
const row = (on: readonly string[], changes: TimeDamage): Row => ({ on, changes });
const STRETCH = (factor: string) => ["-bsf:v", `setts=ts=TS*${factor}`];

const TIMES: Record<string, Row> = {
  "1 s cut out": row(["x264", "mp4", "five minutes"], (m, p) => cut(m, p, 1)),
  "5 s cut out": row(["x264", "hdr10", "ts"], (m, p) => cut(m, p, 5)),
  "30 s cut out": row(["x265", "five minutes"], (m, p) => cut(m, p, 30)),
  "1 s of pictures cut out": row(["x264", "mp4", "anime"], (m, p) => cut(m, p, 1, "v")),
  "half a second of sound cut out": row(["x264", "mp4", "ts", "sound only"], (m, p) => cut(m, p, 0.5, "a")),
  "a hole of 2 s": row(["x264", "mp4", "hdr10"], (m, p) => hole(m, p, 2)),
  "a hole of 10 s": row(["x265", "ts"], (m, p) => hole(m, p, 10)),
  "a hole of a minute": row(["five minutes"], (m, p) => hole(m, p, 60)),
  "a hole of 2 s in the sound": row(["x264", "mp4", "sound only", "copy"], (_, p) => ({
    options: ["-bsf:a", `noise=amount=0:drop='${inside("pts*tb", place(p), place(p) + 2)}'`],
  })),
  "a hole of 2 s in the pictures": row(["x264", "rotated", "crop"], (_, p) => ({
    picture: `select='not(${inside("t", place(p), place(p) + 2)})',${p.finish}`,
  })),
  "half a second off the end": row(["x264", "mp4", "x265"], (_, p) => ({ options: ["-t", String(p.seconds - 0.5)] })),
  "3 s off the end": row(
    ["x264", "mp4", "five minutes", "copy"],
    (_, p) => ({ options: ["-t", String(p.seconds - 3)] }),
  ),
  "8 s of pictures off the end": row(["x264", "anime"], (_, p) => ({
    picture: `trim=end=${p.seconds - 8},${p.finish}`,
  })),
  "3 s of sound off the end": row(["x264", "mp4", "ts"], ({ good }, p) => ({
    sound: everyTrack(good, `atrim=end=${p.seconds - 3}`),
  })),
  "10 s off the end of the second track": row(["x264", "x265", "languages"], (_, p) => ({
    sound: { 1: `atrim=end=${p.seconds - 10}` },
  })),
  "the first second missing": row(["x264", "mp4", "one second"], ({ good }, p) => {
    const missing = Math.min(1, p.seconds / 2);
    return {
      picture: `trim=start=${missing + p.start},${regular(p)},${p.finish}`,
      sound: everyTrack(good, `atrim=start=${missing},asetpts=PTS-STARTPTS`),
    };
  }),
  "one picture in fifty missing": row(["x264", "mp4", "hdr10"], (_, p) => ({
    picture: `select='mod(n,50)',${p.finish}`,
  })),
  "one picture in fifty missing, closed up": row(["x264", "ts"], (_, p) => ({
    picture: `select='mod(n,50)',${regular(p)},${p.finish}`,
  })),
  "half of the pictures missing": row(["x264", "rotated"], (_, p) => ({ picture: `select='mod(n,2)',${p.finish}` })),
  "pictures 200 ms late": row(["x264", "mp4", "hdr10", "copy"], (m) => late(m, ["v:0"], 0.2)),
  "pictures 80 ms late": row(["x264", "ts"], (m) => late(m, ["v:0"], 0.08)),
  "sound 200 ms late": row(["x264", "mp4", "sound only", "copy"], (m) => late(m, tracks(m.good), 0.2)),
  "sound 80 ms late": row(["x265", "crop"], (m) => late(m, tracks(m.good), 0.08)),
  "sound 5 s late": row(["x264", "ts"], (m) => late(m, tracks(m.good), 5)),
  "the second track 300 ms late": row(["x264", "x265", "languages"], (m) => late(m, ["a:1"], 0.3)),
  "subtitles 1 s late in the container": row(["x264", "mp4", "pgs"], (m) => late(m, ["s:0"], 1)),
  "pictures slower by 1001/1000": row(["x264", "mp4", "five minutes"], () => ({ options: STRETCH("1001/1000") })),
  "pictures faster by 24/25": row(["x264", "mp4"], () => ({ options: STRETCH("24/25") })),
  "everything faster by 24/25": row(["x264", "hdr10"], ({ good }, p) => ({
    picture: `setpts=PTS*24/25,${p.finish}`,
    sound: everyTrack(good, "atempo=1.0416667"),
  })),
  "a jump of half a second": row(["x264", "x265", "mp4"], ({ good }, p) => {
    const jump = `setts=ts='TS+if(gt(TS*TB,${place(p)}),0.5/TB,0)'`;
    return { options: ["-bsf:v", jump, "-bsf:a", jump, ...(good.plan.subtitles.length > 0 ? ["-bsf:s", jump] : [])] };
  }),
  "the last 5 s twice": row(["x264", "ts"], ({ good }, p) => ({
    picture: `split[a][b];[b]trim=start=${p.seconds - 5},setpts=PTS-STARTPTS[c];[a][c]concat=n=2,${
      regular(p)
    },${p.finish}`,
    sound: everyTrack(
      good,
      `asplit[a][b];[b]atrim=start=${p.seconds - 5},asetpts=PTS-STARTPTS[c];[a][c]concat=n=2:v=0:a=1`,
    ),
  })),
  "a constant rate in place of a variable one": row(["vfr"], (_, p) => ({ picture: `fps=30,${p.finish}` })),
  "times snapped to a tenth of a second": row(["vfr", "x264"], (_, p) => ({
    picture: `setpts='(floor(PTS*TB*10+N/100000)/10+mod(N,3)*0.001)/TB',${p.finish}`,
  })),
};

export const TIME_DAMAGES: Damage[] = named(TIMES).map(([name, { on, changes }]) => ({
  name,
  class: "time",
  on,
  make: async (making) => await remake(making, changes(making, await pictureOf(making.good))),
}));
