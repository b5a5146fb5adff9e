/** Runs sources with unusual chapters through probe, plan, encode and verification. */
import { deepEqual, match } from "node:assert/strict";
import { join } from "node:path";
import { ffmpeg } from "../../tests/fixtures/decoded.ts";
import { encodeVerified, recipe, X264_FAST } from "../../tests/fixtures/encode.ts";
import { inFolder } from "../../tests/fixtures/folder.ts";
import type { Chapter } from "../media/probe/model.ts";
import { chapterFile } from "./plan/chapters.ts";

type Given = [startSeconds: number, endSeconds: number, title?: string];

const chapters = (given: readonly Given[]): Chapter[] =>
  given.map(([startSeconds, endSeconds, title]) => ({ startSeconds, endSeconds, title }));

/** Creates four seconds of video and audio, or of audio only, with these chapters. */
async function source(dir: string, given: readonly Given[], { audioOnly = false } = {}): Promise<string> {
  const list = join(dir, "chapters.txt");
  await Deno.writeTextFile(list, chapterFile(chapters(given)));
  const path = join(dir, audioOnly ? "book.mka" : "movie.mkv");
  const picture = audioOnly ? [] : ["-f", "lavfi", "-i", "testsrc2=s=128x72:r=24:d=4"];
  await ffmpeg([
    ...[...picture, "-f", "lavfi", "-i", "sine=f=440:r=48000:d=4", "-i", list],
    ...(audioOnly ? ["-map", "0", "-map_chapters", "1"] : ["-map", "0", "-map", "1", "-map_chapters", "2"]),
    ...["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", path],
  ]);
  return path;
}

const shown = (all: Chapter[]): string[] =>
  all.map(({ startSeconds, title }) => `${startSeconds.toFixed(1)} ${title ?? "-"}`);

const ALL_UNTITLED: Given[] = [[0, 1], [1, 2.5], [2.5, 4]];
const ONE_UNTITLED: Given[] = [[0, 1, "Start"], [1, 2.5], [2.5, 4, "End"]];
const ONE_LATE: Given[] = [[0, 2, "Start"], [2, 4, "End"], [5400, 5401, "Extra"]];
const OVERLAPPING: Given[] = [[0, 3, "All"], [1, 2, "Part"]];
const TOGETHER: Given[] = [[0, 4, "All"], [0, 1, "One"], [1, 2, "Two"]];
const BEGIN_LATE: Given[] = [[1, 2, "One"], [2, 4, "Two"]];
const UNORDERED: Given[] = [[2, 4, "Three"], [0, 1, "One"], [1, 2, "Two"]];
const LONG: Given[] = [[0, 1, "Start"], [1, 5400, "End"]];

for (
  const [what, given, container, wanted, warning] of [
    ["untitled chapters", ALL_UNTITLED, "mp4", ["0.0 Chapter 1", "1.0 Chapter 2", "2.5 Chapter 3"]],
    ["untitled chapters", ALL_UNTITLED, "mkv", ["0.0 -", "1.0 -", "2.5 -"]],
    ["one untitled chapter", ONE_UNTITLED, "mp4", ["0.0 Start", "1.0 Chapter 2", "2.5 End"]],
    ["one untitled chapter", ONE_UNTITLED, "mov", ["0.0 Start", "1.0 Chapter 2", "2.5 End"]],
    [
      "a chapter beyond the end",
      ONE_LATE,
      "mp4",
      ["0.0 Start", "2.0 End"],
      /^1 chapter after the end of the movie removed/,
    ],
    [
      "a chapter beyond the end",
      ONE_LATE,
      "mkv",
      ["0.0 Start", "2.0 End"],
      /^1 chapter after the end of the movie removed/,
    ],
    ["chapters that overlap", OVERLAPPING, "mkv", ["0.0 All", "1.0 Part"]],
    [
      "chapters that start together",
      TOGETHER,
      "mkv",
      ["0.0 All", "1.0 Two"],
      /^1 chapter removed because another one starts at the same time/,
    ],
    ["a chapter that ends long after the movie", LONG, "mp4", ["0.0 Start", "1.0 End"]],
    [
      "a first chapter that begins late",
      BEGIN_LATE,
      "mp4",
      ["0.0 Beginning", "1.0 One", "2.0 Two"],
      /"Beginning" is added/,
    ],
    ["a first chapter that begins late", BEGIN_LATE, "mkv", ["1.0 One", "2.0 Two"]],
    [
      "chapters out of order",
      UNORDERED,
      "mkv",
      ["2.0 Three"],
      /^2 chapters removed: .*not stored in chronological order/,
    ],
    ["signs in titles", [[0, 1, "a=b;c#d\\e"], [1, 4]], "mp4", ["0.0 a=b;c#d\\e", "1.0 Chapter 2"]],
  ] as [string, Given[], "mp4" | "mkv" | "mov", string[], RegExp?][]
) {
  inFolder(`slow: ${what} in ${container}`, async (dir) => {
    const path = await source(dir, given);
    const chosen = recipe({ container, video: X264_FAST, audio: { encoder: "aac" } });
    const { result, decided } = await encodeVerified(dir, path, chosen);
    deepEqual(shown(result.chapters), wanted);
    match(decided.warnings.find((text) => text.includes("chapter")) ?? "", warning ?? /^$/);
  });
}

for (
  const [container, encoder, kept] of [
    ["m4a", "aac", true],
    ["mp3", "libmp3lame", true],
    ["opus", "libopus", true],
    ["ogg", "libvorbis", true],
    ["flac", "flac", false],
  ] as const
) {
  inFolder(
    `slow: an audio book in ${container} ${kept ? "keeps" : "loses"} its chapters${kept ? "" : " with a warning"}`,
    async (dir) => {
      const path = await source(dir, ALL_UNTITLED.map(([from, to], i): Given => [from, to, `Part ${i + 1}`]), {
        audioOnly: true,
      });
      const { result, decided } = await encodeVerified(dir, path, recipe({ container, audio: { encoder } }));
      deepEqual(shown(result.chapters), kept ? ["0.0 Part 1", "1.0 Part 2", "2.5 Part 3"] : []);
      match(
        decided.warnings.filter((text) => text.includes("chapter")).join(),
        kept ? /^$/ : /flac does not support chapters: 3 chapters removed/,
      );
    },
  );
}
