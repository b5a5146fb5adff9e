import { AAC, audio, type Maker, video, X264 } from "./make.ts";
import { pgsFile } from "../fixtures/pgs.ts";

/** Recipes shared by several unusual sources. */

/** Properties of a source as a player shows them. */
export interface Shown {
  seconds: number;
  frames?: number;
  audio: number;
  subtitles?: number;
  chapters?: number;
}

/** The recipe of a source, and its properties as a player shows them. */
export interface OddSource {
  shown: Shown;
  make(maker: Maker, name: string): Promise<void>;
}

export const plain = (seconds = 3): Shown => ({ seconds, frames: seconds * 10, audio: 1 });

export const made = (shown: Shown, ...args: string[]): OddSource => ({
  shown,
  make: ({ ffmpeg }, name) => ffmpeg(...args, name),
});

export const steps = (shown: Shown, make: OddSource["make"]): OddSource => ({ shown, make });

export const clip = [...video(3), ...audio(3)];

export const ripped = { size: "96x64", rate: "25" };

export const SRT = "1\n00:00:00,500 --> 00:00:01,500\nHello\n\n2\n00:00:01,700 --> 00:00:02,500\nGood evening\n\n";

export const cue = (n: number, from: string, to: string, text: string): string =>
  `${n}\n${from} --> ${to}\n${text}\n\n`;

export const texted = (srt: string, args: string[], shown: Partial<Shown> = {}): OddSource =>
  steps({ ...plain(), subtitles: 1, ...shown }, async ({ ffmpeg, write }, name) => {
    await write("t.srt", srt);
    await ffmpeg(...clip, "-i", "t.srt", "-map", "0", "-map", "1", "-map", "2", ...X264, ...AAC, ...args, name);
  });

export const pictured = (codec: string, [width, height]: [number, number]): OddSource =>
  steps({ ...plain() }, async ({ ffmpeg, write }, name) => {
    await write("t.sup", pgsFile({ width, height, cues: [{ start: 0.5, end: 2.5 }] }));
    await ffmpeg(...clip, "-i", "t.sup", "-map", "0", "-map", "1", "-map", "2", ...X264, ...AAC, "-c:s", codec, name);
  });

/** Adds chapters with an ffmpeg metadata file. Times are in milliseconds. */
export const chapters = (list: [number, number, string?][], shown: Partial<Shown> = {}): OddSource =>
  steps({ ...plain(), chapters: list.length, ...shown }, async ({ ffmpeg, write }, name) => {
    const text = list.map(([start, end, title]) =>
      `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start}\nEND=${end}\n${title === undefined ? "" : `title=${title}\n`}`
    );
    await write("c.txt", `;FFMETADATA1\n${text.join("")}`);
    await ffmpeg(...clip, "-i", "c.txt", "-map", "0", "-map", "1", "-map_chapters", "2", ...X264, ...AAC, name);
  });

/** Returns a source of two concatenated recordings. */
export const joined = (part: string, codecs: string[], second: string[] = []): OddSource =>
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

/** Returns a broadcast that changes midway, with continuous timestamps. */
export const changing = (first: string[], second: string[], shown: Shown): OddSource =>
  steps(shown, async ({ ffmpeg, join }, name) => {
    await ffmpeg(...first, "-f", "mpegts", "a.ts");
    await ffmpeg(...second, "-output_ts_offset", "2.1", "-f", "mpegts", "b.ts");
    await join(name, "a.ts", "b.ts");
  });

/** Returns a source that is created with these arguments and truncated to a share of its bytes. */
export const truncated = (share: number, shown: Shown, ...args: string[]): OddSource =>
  steps(shown, async ({ ffmpeg, edit }, name) => {
    await ffmpeg(...args, name);
    await edit(name, (bytes) => bytes.slice(0, bytes.length * share));
  });

export const cutCopy = (from: string, args: string[], shown: Shown): OddSource =>
  steps(shown, async ({ ffmpeg }, name) => {
    await ffmpeg(...video(4), ...audio(4), ...X264, "-g", "20", ...AAC, `long-${name}`);
    await ffmpeg("-ss", from, "-i", `long-${name}`, "-c", "copy", ...args, name);
  });

/** Returns a source of the first 30 frames after a filter that removes frames or changes their timestamps. */
export const uneven = (seconds: number, filter: string): OddSource =>
  made(
    { seconds, frames: 30, audio: 1 },
    ...[...video(4), ...audio(seconds), "-vf", filter, "-frames:v", "30", "-fps_mode", "vfr", ...X264, ...AAC],
  );

/**
 * Filter that removes every fourth frame. Unlike `setpts`, it does not change the frame rate of the stream in any
 * version of ffmpeg.
 */
export const VFR = "select='mod(n,4)-3'";
