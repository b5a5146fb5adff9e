import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { findDate } from "./daily.ts";
import { parseReleaseName } from "./parse.ts";
import { type SourceKind, sourceKind } from "./source_kind.ts";
import { isDotted, spaced, titleOf } from "./title.ts";

const word = fc.constantFrom(
  ...[
    "The",
    "Heat",
    "S01E02",
    "1080p",
    "2160p",
    "BluRay",
    "WEB-DL",
    "x265",
    "HDR",
    "DTS-HD",
    "MA",
    "5.1",
    "-GRP",
    "(1995)",
  ],
  ...[
    "[Group]",
    "- 05",
    "v2",
    "PROPER",
    "REPACK",
    "Remux",
    "German",
    "MULTi",
    "S02",
    "Complete",
    "2024-02-30",
    "()",
    "[]",
    "é",
    "千",
  ],
);
const name = fc.oneof(
  fc.tuple(fc.array(word, { maxLength: 9 }), fc.constantFrom(".", " ", "_", "-")).map(([words, gap]) =>
    words.join(gap)
  ),
  fc.string({ maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 30 }),
).chain((text) => fc.constantFrom("", ".mkv", ".flac").map((ending) => text + ending));

Deno.test("any name is parsed, the same each time, into valid numbers and a title without its marks", () => {
  fc.assert(
    fc.property(name, (text) => {
      const read = parseReleaseName(text);
      same(parseReleaseName(text), read);
      const numbers = [...read.seasons, ...read.episodes, ...read.absolute];
      same(numbers.every((number) => Number.isSafeInteger(number) && number >= 0), true);
      same(read.year === undefined || (read.year >= 1900 && read.year < 2100), true);
      same(read.title === read.title.trim(), true);
      if (read.airDate !== undefined) {
        same(new Date(`${read.airDate}T00:00:00Z`).toISOString().slice(0, 10), read.airDate);
      }
    }),
    { numRuns: 600 },
  );
});

Deno.test("a very long name is read in the time of a short one", () => {
  for (
    const text of [
      "a.".repeat(5000),
      "[".repeat(5000),
      "(2001)".repeat(1000),
      "S01E01-".repeat(800),
      " - 01".repeat(1000),
      "1".repeat(9000),
    ]
  ) {
    same(typeof parseReleaseName(text).title, "string");
  }
});

const DATES: [text: string, date: string | undefined][] = [
  ["Show 2024.02.29 720p", "2024-02-29"],
  ["Show 2023.02.29 720p", undefined],
  ["Show 2024-12-31 x", "2024-12-31"],
  ["Show 20240229 x", "2024-02-29"],
  ["Show 29.02.2024 x", "2024-02-29"],
  ["Show 02.29.2024 x", "2024-02-29"],
  ["Show 13.13.2024 x", undefined],
  ["Show 05.05.2024 x", "2024-05-05"],
  ["Show 5th March 2024", "2024-03-05"],
  ["Show March 5, 2024", "2024-03-05"],
  ["Show Feb 30 2024", undefined],
  ["Show 2024 13 01", undefined],
  ["Show 1080p", undefined],
];

Deno.test("a day of broadcast is one of the calendar, or none", () => {
  for (const [text, date] of DATES) same(findDate(text)?.airDate, date, text);
});

Deno.test("a day that may be read in two ways is a place without a date", () => {
  const found = findDate("Show 01.05.2024 x");
  same([found?.kind, found?.airDate, found?.start], ["daily", undefined, 5]);
});

const KINDS: [name: string, kind: SourceKind][] = [
  ["Heat.1995.2160p.UHD.BluRay.Remux.HEVC-GRP", "remux"],
  ["Heat.1995.1080p.BluRay.x264-GRP", "bluray"],
  ["Heat.1995.COMPLETE.BLURAY-GRP", "disc"],
  ["Heat.1995.1080p.WEB-DL.x264-GRP", "web"],
  ["Heat.1995.720p.WEBRip.x264-GRP", "web"],
  ["Heat.1995.DVDRip.XviD-GRP", "dvd"],
  ["Heat.1995.HDTV.x264-GRP", "other"],
  ["Heat", "other"],
  ["", "other"],
];

Deno.test("the source of a file is read from its name, if the name states it", () => {
  for (const [text, kind] of KINDS) same(sourceKind(text), kind, text);
});

const TITLES: [text: string, title: string][] = [
  ["The.Man.from.U.N.C.L.E", "The Man from U.N.C.L.E."],
  ["Mr. Robot", "Mr. Robot"],
  ["Monsters,_Inc", "Monsters, Inc"],
  ["Se7en AKA Seven", "Se7en"],
  ["千と千尋 / Spirited Away", "千と千尋"],
  ["2.0", "2.0"],
  ["...And.Justice.for.All", "...And Justice for All"],
  ["Film (", "Film"],
  [" - Film - ", "Film"],
  ["", ""],
];

Deno.test("a title is written as people write it", () => {
  for (const [text, title] of TITLES) same(titleOf(text), title, text);
  fc.assert(fc.property(fc.string({ maxLength: 40 }), (text) => {
    const once = spaced(text);
    same([once.trim(), /\s\s/.test(once)], [once, false]);
  }));
  same([isDotted("a.b.c"), isDotted("a b.c d"), isDotted("a_b"), isDotted("a_b c"), isDotted("")], [
    true,
    false,
    true,
    false,
    false,
  ]);
});
