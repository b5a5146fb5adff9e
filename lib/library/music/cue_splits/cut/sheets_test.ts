import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { cueText, type ImageOptions, joinedSamples, makeImage, md5 } from "../../../../../tests/fixtures/cue_images.ts";
import { frames, media, split, STARTS, track } from "../../../../../tests/fixtures/cue_splits.ts";
import { encodeText, TITLES } from "../../../../../tests/fixtures/discs/cd_charsets.ts";
import { ALL_ROWS } from "../../../../../tests/kit/all_rows.ts";
import { filesBelow, withFolder } from "../../../../../tests/fixtures/folder.ts";
import { mapConcurrent } from "../../../../kit/async.ts";
import { flacStreamInfo } from "../../../../media/audio/pcm_md5.ts";

/**
 * Splits images with cue sheets in every character set and with every peculiarity. A regular run uses only a few
 * character sets.
 */

/** The track starts of `STARTS`, in CD frames. */
const FRAMES = [0, 40];

/** Tracks of the longest sheet. A CD has at most 99. */
const MANY = ALL_ROWS ? 99 : 12;

interface Sheet {
  name: string;
  /** Name of the image, which selects its format. */
  image?: string;
  options?: ImageOptions;
  text?: string | Uint8Array;
  /** Track starts in samples per channel, if they differ from `STARTS`. */
  at?: number[];
  titles?: string[];
}

const sheetOf = (file: string, ...lines: string[]) => [`FILE "${file}" WAVE`, ...lines].join("\n");

const SHEETS: Sheet[] = [
  ...Object.entries({
    "utf-8": ["夜の電車", "Für Élise", "Ночной поезд"],
    "utf-16le": ["夜の電車"],
    "utf-16be": ["Für Élise"],
    ...TITLES,
  }).flatMap(([charset, titles]): Sheet[] => [{
    name: charset,
    text: encodeText(
      (charset.startsWith("utf-16") ? "\ufeff" : "") + cueText("CDImage.wav", [...STARTS, "00:02:01"], titles),
      charset,
    ),
    titles,
    at: frames(0, 40, 151),
  }]).filter((_, i) => ALL_ROWS || i % 12 === 0),
  { name: "utf-8 with a mark", text: "\ufeff" + cueText("CDImage.wav", STARTS) },
  { name: "WavPack", image: "Album.wv" },
  { name: "TTA", image: "Album.tta" },
  { name: "APE", image: "Album.ape" },
  { name: "APE of several frames", image: "a.ape", options: { seconds: 6 }, text: cueText("a.ape", STARTS) },
  { name: "WAV", image: "Album.wav" },
  { name: "24 bit 96 kHz", options: { rate: 96_000, depth: 24, seconds: 3 } },
  { name: "48 kHz mono", options: { rate: 48_000, channels: 1 } },
  { name: "WavPack 24 bit 48 kHz", image: "a.wv", options: { rate: 48_000, depth: 24 } },
  { name: "WAV 24 bit mono", image: "a.wav", options: { depth: 24, channels: 1 } },
  { name: "another name for the file", text: cueText("C:\\Rips\\Other.wav", STARTS) },
  { name: "an absolute path", text: cueText("/etc/passwd", STARTS) },
  { name: "a path upwards", text: cueText("../../../../../etc/shadow", STARTS) },
  {
    name: "no quotes and old Mac line ends",
    text: cueText("Album.flac", STARTS).replaceAll('"', "").replaceAll("\r\n", "\r"),
  },
  {
    name: "a pause before the first track",
    text: sheetOf("a.wav", ...track(1, "INDEX 00 00:00:00", "INDEX 01 00:01:00"), ...track(2, "INDEX 01 00:02:00")),
    at: frames(0, 150),
  },
  {
    name: "pregaps",
    text: sheetOf("a.wav", ...track(1, "INDEX 01 00:00:00"), ...track(2, "INDEX 00 00:00:70", "INDEX 01 00:01:00")),
    at: frames(0, 75),
  },
  {
    name: "gaps that lie in no file",
    text: sheetOf(
      "a.wav",
      ...track(1, "INDEX 01 00:00:00", "POSTGAP 00:02:00"),
      ...track(2, "PREGAP 00:02:00", "INDEX 01 00:01:00"),
    ),
    at: frames(0, 75),
  },
  {
    name: "more than 74 frames",
    text: sheetOf("a.wav", ...track(1, "INDEX 01 00:00:00"), ...track(2, "INDEX 01 00:00:80")),
    at: frames(0, 80),
  },
  {
    name: "tracks in another order",
    text: sheetOf("a.wav", ...track(2, "INDEX 01 00:01:00"), ...track(1, "INDEX 01 00:00:00")),
    at: frames(0, 75),
  },
  {
    name: "a data track at the end",
    text: sheetOf(
      "a.wav",
      ...track(1, "INDEX 01 00:00:00"),
      ...track(2, "INDEX 01 00:01:00"),
      "TRACK 03 MODE1/2352",
      "INDEX 01 09:00:00",
    ),
    at: frames(0, 75),
  },
  {
    name: "numbers that go on from another disc",
    text: sheetOf("a.wav", ...track(11, "INDEX 01 00:00:00"), ...track(12, "INDEX 01 00:01:00")),
    at: frames(0, 75),
  },
  {
    name: "titles that are no file names",
    text: cueText("a.wav", STARTS, ["../../x", "CON", "a/b\\c:d*?"]),
  },
  {
    name: `${MANY} tracks`,
    text: cueText(
      "a.wav",
      Array.from(
        { length: MANY },
        (_, at) => `00:${String(Math.floor(at * 2 / 75)).padStart(2, "0")}:${String(at * 2 % 75).padStart(2, "0")}`,
      ),
    ),
    at: frames(...Array.from({ length: MANY }, (_, at) => at * 2)),
  },
];

Deno.test("slow: sheets of many kinds: tracks begin to the sample where they should, and joined are the image", async () => {
  ok(SHEETS.length >= (ALL_ROWS ? 30 : 20), `${SHEETS.length} sheets`);
  await mapConcurrent(SHEETS, 4, (sheet) =>
    withFolder((folder) => checkSheet(folder, sheet)).catch((error) => {
      throw new Error(`${sheet.name}: ${error.message}`, { cause: error });
    }));
});

async function checkSheet(folder: string, { image = "Album.flac", options = {}, text, at, titles }: Sheet) {
  const samples = await makeImage(join(folder, image), options);
  const before = md5(await Deno.readFile(join(folder, image)));
  const bytes = text ?? cueText("CDImage.wav", STARTS);
  await Deno.writeFile(join(folder, "Album.cue"), typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes);
  const tracks = await split(folder);
  is(tracks, join(folder, ".lathe-split"));
  const { rate = 44_100, depth = 16, channels = 2 } = options;
  const names = await filesBelow(tracks);
  const paths = names.map((name) => join(tracks, name));
  const starts = at ?? FRAMES.map((frame) => frame * rate / 75);
  const total = samples.length / (channels * depth / 8);
  same(
    await Promise.all(paths.map(async (path) => (await flacStreamInfo(path)).samples)),
    starts.map((start, i) => (starts[i + 1] ?? total) - start),
  );
  is(md5(await joinedSamples(paths, depth)), md5(samples));
  is(md5(await Deno.readFile(join(folder, image))), before, "the image is as it was");
  same((await filesBelow(folder)).filter((one) => !one.startsWith(".lathe-split/")), ["Album.cue", image].sort());
  if (titles === undefined) return;
  const { tags } = await media.probe(paths[1] ?? "");
  const lower = Object.fromEntries(Object.entries(tags).map(([key, value]) => [key.toLowerCase(), value]));
  const told = [lower.title, lower.album, lower.album_artist, lower.track, lower.disc];
  same(told, [titles[1] ?? "Room 2", "Cut Rooms", "The Tests", "2", "1"]);
}
