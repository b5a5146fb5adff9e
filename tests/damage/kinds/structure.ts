import { join } from "node:path";
import type { Damage } from "../damage.ts";
import { type Attachment, attachmentsOf, type Changes, type Making, remake } from "../remake.ts";
import { ffmpeg, run } from "../tools.ts";

/**
 * Lost or wrong tracks, labels, chapters and attachments. Video and audio are unchanged.
 *
 * Not included: unique IDs, program names, statistics, dates, the order of attachments, and the end of a chapter.
 */

const kind = (name: string, on: readonly string[], make: Damage["make"], more: Partial<Damage> = {}): Damage => ({
  name,
  class: "structure",
  on,
  make,
  ...more,
});
const changed = (changes: Changes) => (making: Making): Promise<void> => remake(making, changes);
const options = (...args: string[]) => changed({ options: args });

const TEXTED = ["x264", "mp4", "anime", "languages"];

/** Rewrites the encode with chapters that an ffmpeg metadata file changes line by line. */
const withChapters = (change: (chapters: string[]) => string[]) => async (making: Making): Promise<void> => {
  const path = join(making.folder, "chapters.txt");
  await ffmpeg("-i", making.good.path, "-map_metadata", "-1", "-map", "0:v:0", "-c", "copy", "-f", "ffmetadata", path);
  const [head = "", ...chapters] = (await Deno.readTextFile(path)).split("[CHAPTER]\n");
  await Deno.writeTextFile(path, [head, ...change(chapters)].join("[CHAPTER]\n"));
  await remake(making, { inputs: ["-i", path], options: ["-map_chapters", "2"] });
};
const moved = (chapter: string, milliseconds: number): string =>
  chapter.replaceAll(
    /(START|END)=(\d+)/g,
    (_, name, time) => `${name}=${Number(time) + milliseconds * units(chapter)}`,
  );
/** Chapter time units per millisecond. */
const units = (chapter: string): number => Number(/TIMEBASE=1\/(\d+)/.exec(chapter)?.[1] ?? 1000) / 1000;

/** Writes the encode with different attachments. */
const withAttachments =
  (change: (all: Attachment[], making: Making) => Attachment[] | Promise<Attachment[]>) =>
  async (making: Making): Promise<void> => {
    await remake(making, { attachments: await change(await attachmentsOf(making.good), making) });
  };
const FONT = /\.(ttf|otf)$/;
async function rewritten(
  { folder }: Making,
  file: Attachment,
  change: (bytes: Uint8Array) => Uint8Array,
): Promise<Attachment> {
  const path = join(folder, "changed.bin");
  await Deno.writeFile(path, change(await Deno.readFile(file.path)));
  return { ...file, path };
}
const withFirstFont = (change: (bytes: Uint8Array) => Uint8Array) =>
  withAttachments((all, making) => {
    const first = all.findIndex(({ name }) => FONT.test(name));
    return Promise.all(all.map((one, i) => i === first ? rewritten(making, one, change) : one));
  });

const merged = (...args: string[]) => async ({ good, output }: Making): Promise<void> => {
  await run("mkvmerge", ["-q", "-o", output, ...args, good.path]);
};

const TRACKS: Damage[] = [
  kind("first audio track lost", ["x265", "languages", "anime"], changed({ without: ["a:0"] })),
  kind("second audio track lost", ["x264", "sound only", "copy", "seven"], changed({ without: ["a:1"] })),
  kind("first subtitle lost", [...TEXTED, "pgs", "webm"], changed({ without: ["s:0"] })),
  kind(
    "last subtitle lost",
    ["languages", "x265"],
    (making) => remake(making, { without: [`s:${making.good.plan.subtitles.length - 1}`] }),
  ),
  kind("picture lost", ["x264", "mp4"], changed({ without: ["v:0"] })),
  kind(
    "all sound lost",
    ["x264", "mp4", "ts"],
    (making) => remake(making, { without: making.good.plan.audio.map((_, i) => `a:${i}`) }),
  ),
  kind(
    "audio tracks in another order",
    ["x265", "languages"],
    changed({
      from: { "a:0": "0:a:1", "a:1": "0:a:0" },
      copied: ["a:0", "a:1"],
      options: ["-metadata:s:a:0", "language=ger", "-metadata:s:a:1", "language=eng"],
    }),
  ),
  kind("a second copy of the sound", ["x264", "mp4"], options("-map", "0:a:0", "-c:a", "copy")),
  kind("a second picture", ["x264"], options("-map", "0:v:0", "-c:v", "copy")),
  kind(
    "sound in another format",
    ["x264", "x265", "ts"],
    (making) => remake(making, { sound: { 0: "anull" }, options: ["-c:a:0", "ac3", "-b:a:0", "384k"] }),
  ),
  kind(
    "surround sound mixed to stereo",
    ["x264", "hdr10", "seven"],
    changed({ sound: { 0: "aformat=channel_layouts=stereo" } }),
  ),
  kind(
    "sound at another sample rate",
    ["x264", "mp4", "music flac"],
    (making) =>
      remake(making, { sound: { 0: `aresample=${making.good.plan.container === "flac" ? 44_100 : 32_000}` } }),
  ),
  kind(
    "16 bits instead of 24",
    ["music flac"],
    changed({ sound: { 0: "anull" }, options: ["-sample_fmt:a:0", "s16"] }),
  ),
  kind("layout named wrongly", ["languages"], changed({ sound: { 0: "channelmap=0|1|2|3|4|5:6.0" } })),
];

const LABELS: Damage[] = [
  kind("audio language wrong", ["x264", "mp4", "languages"], options("-metadata:s:a:0", "language=fra")),
  kind(
    "audio languages exchanged",
    ["x265", "languages", "anime"],
    options("-metadata:s:a:0", "language=ger", "-metadata:s:a:1", "language=eng"),
  ),
  kind("audio language lost", ["x264", "mp4", "seven"], options("-metadata:s:a:0", "language=")),
  kind("subtitle language wrong", ["x264", "mp4", "pgs"], options("-metadata:s:s:0", "language=fra")),
  kind("subtitle language lost", ["x265", "anime"], options("-metadata:s:s:0", "language=")),
  kind("audio title lost", ["x264", "languages"], options("-metadata:s:a:1", "title=")),
  kind("title of another film", ["x264", "mp4", "hdr10"], options("-metadata", "title=Another Film (1999)")),
  kind("title lost", ["x264", "mp4"], options("-metadata", "title=")),
  kind("commentary flag lost", ["x264", "languages"], options("-disposition:a:1", "0", "-disposition:a:2", "0")),
  kind("commentary flag on the film's sound", ["x264", "languages"], options("-disposition:a:0", "default+comment")),
  kind("default track wrong", ["x265", "languages"], options("-disposition:a:0", "0", "-disposition:a:1", "default")),
  kind("forced flag lost", ["x264", "anime", "pgs"], options("-disposition:s:1", "0")),
  kind("forced flag on full subtitles", ["x264", "anime"], options("-disposition:s:0", "forced")),
  kind("default flag on subtitles", ["x264", "languages"], options("-disposition:s:0", "default")),
  kind("hearing-impaired flag lost", ["x265", "languages"], options("-disposition:s:0", "0", "-disposition:s:1", "0")),
  kind(
    "tags of the album lost",
    ["music flac", "music mp3", "music opus"],
    options("-map_metadata", "-1", "-map_metadata:s:a", "-1"),
  ),
  kind(
    "tags of another album",
    ["music flac", "music mp3"],
    options("-metadata", "album=Other Rooms", "-metadata", "artist=Nobody"),
  ),
];

/** Edits the headers of a Matroska file in place. */
const edited = (...edits: string[]) => async (making: Making): Promise<void> => {
  await Deno.copyFile(making.good.path, making.output);
  await run("mkvpropedit", [making.output, ...edits]);
};

const MARKS: Damage[] = [
  kind(
    "20 lines cut at top and bottom by crop marks",
    ["x264", "x265"],
    edited("--edit", "track:v1", "--set", "pixel-crop-top=20", "--set", "pixel-crop-bottom=20"),
    { shows: "file" },
  ),
  kind(
    "main audio switched off",
    ["x264", "anime"],
    edited("--edit", "track:a1", "--set", "flag-enabled=0"),
    { shows: "file" },
  ),
  kind(
    "marked as the original language",
    ["x264", "languages"],
    edited("--edit", "track:a1", "--set", "flag-original=1"),
    { shows: "file" },
  ),
  kind(
    "picture marked as forced",
    ["x264", "x265"],
    edited("--edit", "track:v1", "--set", "flag-forced=1"),
    { shows: "file" },
  ),
  kind(
    "marked as 3D side by side",
    ["x264", "x265"],
    edited("--edit", "track:v1", "--set", "stereo-mode=1"),
    { shows: "file" },
  ),
  kind(
    "pixel aspect of 4:3",
    ["x264"],
    edited("--edit", "track:v1", "--set", "display-width=240", "--set", "display-height=180"),
    { shows: "file" },
  ),
];

const EXTRAS: Damage[] = [
  kind("chapters lost", ["x264", "mp4", "anime"], options("-map_chapters", "-1")),
  kind("one chapter lost", ["x264", "mp4", "x265"], withChapters((all) => all.filter((_, i) => i !== 2))),
  kind("last chapter lost", ["hdr10", "languages"], withChapters((all) => all.slice(0, -1))),
  kind(
    "chapters 10 s late",
    ["x264", "mp4", "five minutes"],
    withChapters((all) => all.map((one) => moved(one, 10_000))),
  ),
  kind("chapters 2 s late", ["anime", "copy"], withChapters((all) => all.map((one) => moved(one, 2000)))),
  kind(
    "titles of chapters lost",
    ["x264", "mp4"],
    withChapters((all) => all.map((one) => one.replace(/title=.*\n/, ""))),
  ),
  kind(
    "titles of chapters exchanged",
    ["x265"],
    withChapters((all) => {
      const titles = all.map((one) => /title=.*\n/.exec(one)?.[0] ?? "");
      return all.map((one, i) => one.replace(/title=.*\n/, titles[(i + 1) % titles.length] ?? ""));
    }),
  ),
  kind("all fonts lost", ["anime"], withAttachments((all) => all.filter(({ name }) => !FONT.test(name)))),
  kind("one font lost", ["anime"], withAttachments((all) => all.slice(1))),
  kind(
    "a font renamed",
    ["anime"],
    withAttachments((all) => all.map((one, i) => i === 0 ? { ...one, name: "font.ttf" } : one)),
  ),
  kind("a font emptied", ["anime"], withFirstFont((bytes) => bytes.slice(0, 16))),
  kind("a font cut off", ["anime"], withFirstFont((bytes) => bytes.slice(0, bytes.length >> 1))),
  kind("a font full of zeros", ["anime"], withFirstFont((bytes) => new Uint8Array(bytes.length))),
  kind(
    "a font in place of another",
    ["anime"],
    withAttachments((all) => {
      const [first, second] = all;
      return first && second ? [{ ...first, path: second.path }, ...all.slice(1)] : all;
    }),
  ),
  kind(
    "type of a font wrong",
    ["anime"],
    withAttachments((all) => all.map((one, i) => i === 0 ? { ...one, mimeType: "text/plain" } : one)),
  ),
  kind("cover lost", ["anime"], withAttachments((all) => all.filter(({ name }) => FONT.test(name)))),
  kind(
    "cover of another film",
    ["anime"],
    withAttachments(async (all, { folder }) => {
      const path = join(folder, "other.jpg");
      await ffmpeg("-f", "lavfi", "-i", "testsrc=s=200x300", "-frames:v", "1", "-update", "1", path);
      return all.map((one) => FONT.test(one.name) ? one : { ...one, path });
    }),
  ),
  kind(
    "cover cut off",
    ["anime"],
    withAttachments((all, making) =>
      Promise.all(all.map((one) => FONT.test(one.name) ? one : rewritten(making, one, (bytes) => bytes.slice(0, 900))))
    ),
  ),
  kind("cover of the album lost", ["music mp3"], async ({ good, output }) => {
    await ffmpeg("-i", good.path, "-map", "0:a", "-c", "copy", "-id3v2_version", "3", "-f", "mp3", output);
  }),
  kind(
    "a stranger's attachment",
    ["x264"],
    withAttachments((all, { good }) => [
      ...all,
      { path: good.path.replace(/[^/]*$/, "made"), name: "readme.txt", mimeType: "text/plain" },
    ]),
  ),
  kind("in another container", ["mp4"], async ({ good, output }) => {
    await ffmpeg(
      "-i",
      good.path,
      "-map",
      "0:v",
      "-map",
      "0:a",
      "-map",
      "0:s",
      "-c",
      "copy",
      "-c:s",
      "srt",
      "-f",
      "matroska",
      output,
    );
  }),
  kind("MP4 under a Matroska name", ["x264"], async ({ good, output }) => {
    await ffmpeg("-i", good.path, "-map", "0:v", "-map", "0:a", "-c", "copy", "-f", "mp4", output);
  }),
  kind(
    "tracks written by another program without labels",
    ["x264", "languages"],
    merged(
      ...["--no-chapters", "--no-global-tags", "--title", "", "--language", "1:und", "--track-name", "1:"],
    ),
  ),
];

export const STRUCTURE_DAMAGES: Damage[] = [...TRACKS, ...LABELS, ...MARKS, ...EXTRAS];
