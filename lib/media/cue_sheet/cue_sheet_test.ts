import { deepEqual as same, equal as is, match, ok } from "node:assert/strict";
import process from "node:process";
import fc from "fast-check";
import { encodeText, TITLES } from "../../../tests/fixtures/discs/cd_charsets.ts";
import { cueFileFinder, findCueFile } from "./find_cue_file.ts";
import type { CueSheet, CueTrack } from "./model.ts";
import { readCueSheet } from "./read_cue_sheet.ts";
import { writeCueSheet } from "./write_cue_sheet.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

function read(text: string | Uint8Array): { sheet: CueSheet; charset: string; warnings: string[] } {
  const reading = readCueSheet(typeof text === "string" ? utf8(text) : text);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

const problemOf = (text: string | Uint8Array): string => {
  const reading = readCueSheet(typeof text === "string" ? utf8(text) : text);
  return "problem" in reading ? reading.problem : "";
};

/** Returns the lines of a cue sheet for one track. */
const track = (number: number, start: string, lines: string[] = []) =>
  [`  TRACK ${String(number).padStart(2, "0")} AUDIO`, ...lines.map((line) => `    ${line}`), `    INDEX 01 ${start}`]
    .join("\n");

const WHOLE = [
  'REM GENRE "Art Rock"',
  "REM DATE 1999",
  "REM DISCID 3404F606",
  'REM COMMENT "ExactAudioCopy v1.0b3"',
  "CATALOG 5016025911646",
  'PERFORMER "The Band"',
  'TITLE "The "Red" Album"',
  'FILE "Album.flac" WAVE',
  "  TRACK 01 AUDIO",
  '    TITLE "First"',
  '    PERFORMER "Guest"',
  "    ISRC GB-AYE-00-00351",
  "    FLAGS DCP PRE",
  "    INDEX 00 00:00:00",
  "    INDEX 01 00:02:33",
  "  TRACK 02 AUDIO",
  "    PREGAP 00:02:00",
  "    INDEX 01 03:22:63",
  "    INDEX 02 04:00:00",
  "    POSTGAP 00:01:10",
].join("\r\n");

Deno.test("a cue sheet is parsed completely: the disc's names, tracks, marks, flags, codes, gaps", () => {
  const { sheet, charset, warnings } = read(WHOLE);
  same([charset, warnings], ["utf-8", []]);
  same(sheet, {
    remarks: [
      { name: "GENRE", value: "Art Rock" },
      { name: "DATE", value: "1999" },
      { name: "DISCID", value: "3404F606" },
      { name: "COMMENT", value: "ExactAudioCopy v1.0b3" },
    ],
    catalog: "5016025911646",
    performer: "The Band",
    title: 'The "Red" Album',
    files: [{ name: "Album.flac", type: "WAVE" }],
    tracks: [
      {
        ...{
          number: 1,
          mode: "AUDIO",
          title: "First",
          performer: "Guest",
          isrc: "GBAYE0000351",
          flags: ["DCP", "PRE"],
        },
        indexes: [{ number: 0, frame: 0, file: 0 }, { number: 1, frame: 183, file: 0 }],
        remarks: [],
      },
      {
        ...{ number: 2, mode: "AUDIO", pregap: 150, postgap: 85, flags: [], remarks: [] },
        indexes: [{ number: 1, frame: 15_213, file: 0 }, { number: 2, frame: 18_000, file: 0 }],
      },
    ],
  });
});

for (const charset of ["utf-8", "utf-16le", "utf-16be", ...Object.keys(TITLES)]) {
  for (const count of [1, 3]) {
    Deno.test(`a cue sheet in ${charset} with ${count} foreign titles is read in its own letters`, () => {
      const titles = (TITLES[charset] ?? ["夜の電車", "Für Élise", "Ночной поезд"]).slice(0, count);
      const text = [
        ...['REM COMMENT "ExactAudioCopy v0.99pb4"', 'PERFORMER "Various"', 'FILE "CDImage.wav" WAVE'],
        ...titles.map((title, at) => track(at + 1, `0${at}:00:00`, [`TITLE "${title}"`])),
      ].join("\r\n");
      for (const mark of charset.startsWith("utf") ? ["", "\ufeff"] : [""]) {
        const found = read(encodeText(mark + text, charset));
        same([found.charset, found.sheet.tracks.map(({ title }) => title)], [charset, titles]);
      }
    });
  }
}

Deno.test("a cue sheet with an invalid byte, or with bytes of no character set, is still read", () => {
  const bytes = utf8(`TITLE "x"\nFILE "a.wav" WAVE\n${track(1, "00:00:00")}`);
  bytes[bytes.indexOf(0x78)] = 0xff;
  is(read(bytes).sheet.tracks.length, 1);
});

Deno.test("missing quotes, other cases, tabs and lone line ends are borne", () => {
  const { sheet } = read(
    'title My Album\r\tperformer "The Band\rFILE My Album.wav WAVE\r\ttrack 1 audio\r\ttitle Loud"\r\tindex 1 0:0:0\r',
  );
  same([sheet.title, sheet.performer, sheet.files], ["My Album", "The Band", [{ name: "My Album.wav", type: "WAVE" }]]);
  same(sheet.tracks.map(({ title, mode, indexes }) => [title, mode, indexes.length]), [["Loud", "AUDIO", 1]]);
});

Deno.test("a FILE line is split into name and type in any spelling", () => {
  for (
    const [line, name, type] of [
      ['FILE "a b.wav" WAVE', "a b.wav", "WAVE"],
      ["FILE a b.wav", "a b.wav", "WAVE"],
      ['FILE "a "live".bin" BINARY', 'a "live".bin', "BINARY"],
      ['FILE "a.wav', "a.wav", "WAVE"],
      ['FILE "a.mp3 MP3', "a.mp3", "MP3"],
      ["FILE C:\\Music\\Rip\\..\\a.flac flac", "C:\\Music\\Rip\\..\\a.flac", "FLAC"],
      ['FILE "../../etc/passwd" WAVE', "../../etc/passwd", "WAVE"],
    ] as const
  ) same(read(`${line}\n${track(1, "00:00:00")}`).sheet.files, [{ name, type }], line);
});

Deno.test("several files: one for each track, and a pregap at the end of the previous file", () => {
  const { sheet } = read([
    ...['FILE "01.wav" WAVE', "TRACK 01 AUDIO", "INDEX 01 00:00:00", "TRACK 02 AUDIO", "INDEX 00 03:10:00"],
    ...['FILE "02.wav" WAVE', "INDEX 01 00:00:00", 'FILE "unused.wav" WAVE'],
  ].join("\n"));
  same(sheet.files.map(({ name }) => name), ["01.wav", "02.wav"]);
  same(sheet.tracks[1]?.indexes, [{ number: 0, frame: 14_250, file: 0 }, { number: 1, frame: 0, file: 1 }]);
});

Deno.test("tracks and marks in another order are sorted, and oddities are reported", () => {
  const { sheet, warnings } = read([
    ...['FILE "a.wav" WAVE', "TRACK 02 AUDIO", "INDEX 01 01:00:80", "INDEX 00 00:58:00", "INDEX 01 09:00:00"],
    ...["TRACK 01 AUDIO", "INDEX 01 00:00:00", "INDEX 02 05:61:00", "TRACK 03 AUDIO", "INDEX 00 06:00:00"],
    ...["TRACK 0 AUDIO", "INDEX 01 later"],
  ].join("\n"));
  same(sheet.tracks.map(({ number }) => number), [1, 2, 3]);
  same(sheet.tracks[1]?.indexes.map(({ number, frame }) => [number, frame]), [[0, 4350], [1, 4580]]);
  same(sheet.tracks[2]?.indexes.map(({ number, frame }) => [number, frame]), [[0, 27_000], [1, 27_000]]);
  for (
    const pattern of [
      /Line 3: 01:00:80 has more than 59 seconds or 74 frames/,
      /Line 5: index 01 is listed twice/,
      /Line 8: 05:61:00/,
      /The tracks are not in order/,
      /Track 3 has no index 1/,
      /Index 0 of track 2 is before index 2 of track 1/,
      /"TRACK 0 AUDIO" has no number/,
      /"INDEX 01 later" is not valid/,
    ]
  ) match(warnings.join("\n"), pattern);
});

Deno.test("readCueSheet() assigns the lines after TRACK 00 neither to the disc nor to the previous track", () => {
  const { sheet, warnings } = read([
    ...['TITLE "Album"', 'PERFORMER "Artist"', 'FILE "a.wav" WAVE'],
    ...["TRACK 00 AUDIO", 'TITLE "Hidden"', 'PERFORMER "Nobody"', "REM COMMENT x", "INDEX 01 00:00:00"],
    ...["TRACK 01 AUDIO", 'TITLE "One"', "INDEX 01 05:00:00"],
    ...["TRACK AUDIO", 'TITLE "Lost"', "INDEX 01 06:00:00"],
  ].join("\n"));
  same([sheet.title, sheet.performer, sheet.remarks], ["Album", "Artist", []]);
  same(sheet.tracks.map(({ number, title }) => [number, title]), [[1, "One"]]);
  match(warnings.join("\n"), /Line 4: "TRACK 00 AUDIO" has no number/);
});

Deno.test("readCueSheet() refuses more tracks, files and lines than a disc can have", () => {
  const tracks = (count: number) => Array.from({ length: count }, (_, i) => track(i + 1, `${i}:00:00`)).join("\n");
  is(read(`FILE a.wav\n${tracks(99)}`).sheet.tracks.length, 99);
  match(problemOf(`FILE a.wav\n${tracks(100)}`), /lists track 100: a disc has at most 99/);
  match(problemOf(`FILE a.wav\n${"TRACK 01 AUDIO\n".repeat(100)}`), /lists more than 99 tracks/);
  const files = (count: number) => Array.from({ length: count }, (_, i) => `FILE "${i}.wav" WAVE`).join("\n");
  match(problemOf(files(25_000)), /more than 20000 lines/);
  match(problemOf(files(101)), /refers to more than 100 files/);
  match(problemOf(`${files(100)}\nTRACK 300 AUDIO`), /lists track 300/);
});

/** Contents of 1 MiB sheets that once took the parser quadratic time, and similar ones. */
const HOSTILE: Record<string, (i: number) => string> = {
  files: (i) => `FILE "f${i}.x" WAVE\n`,
  types: (i) => `FILE "f" W${i}\n`,
  quotes: () => '"',
  letters: () => "a",
  zeros: () => "\0",
  lines: () => "\n",
  returns: () => "\r",
  indexes: (i) => `INDEX ${i % 100} 00:00:0${i % 9}\n`,
  tracks: (i) => `TRACK ${1 + i % 99} AUDIO\nINDEX 01 00:00:00\n`,
  numbers: () => `INDEX 01 ${"9".repeat(500)}:99:99\n`,
  flags: (i) => `FLAGS ${Array.from({ length: 25 }, (_, k) => `F${i * 25 + k}`).join(" ")}\n`,
  remarks: () => `REM ${"a".repeat(2000)}\u2028a\u2028b\n`,
  spaces: () => "TITLE     ",
  names: () => 'FILE a b " ',
  dashes: () => `ISRC ${"-A".repeat(500)}\n`,
  foreign: () => "TITLE \u00e9\u00e8\u0159\n",
};

Deno.test("slow: readCueSheet() needs little processor time for any sheet of a mebibyte", () => {
  const head = 'FILE "a.bin" BINARY\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n';
  for (const [name, form] of Object.entries(HOSTILE)) {
    let text = head;
    for (let i = 0; text.length < 1 << 20; i++) text += form(i);
    for (const bytes of [utf8(text), Uint8Array.from(text, (letter) => letter.charCodeAt(0) | 0x80)]) {
      const before = process.cpuUsage();
      readCueSheet(bytes.subarray(0, 1 << 20));
      const { user, system } = process.cpuUsage(before);
      // The limit is ten times what a slow machine needs, and a tenth of what the quadratic parser took.
      ok((user + system) / 1000 < 1000, `${name} took ${(user + system) / 1000} ms`);
    }
  }
});

Deno.test("a file that is no cue sheet, or is contradictory, has an error message", () => {
  match(problemOf(""), /lists no tracks/);
  match(problemOf(new Uint8Array(3000).map((_, at) => at * 7)), /lists no tracks/);
  match(problemOf(new Uint8Array(2 << 20)), /larger than 1 MB/);
  match(problemOf("TRACK 01 AUDIO\nINDEX 01 00:00:00"), /The start of track 1 is missing/);
  match(problemOf(`FILE a.wav\n${track(1, "0:0:0")}\n${track(1, "1:0:0")}`), /Track 1 is listed twice/);
});

Deno.test("the referenced file: its name, its name with another extension, or the only one with audio", () => {
  const names = ["cover.jpg", "Album.log", "Album.flac", "Album.cue", "Bonus.mp3"];
  for (
    const [text, files, found] of [
      ["Album.flac", names, "Album.flac"],
      ["ALBUM.WAV", names, "Album.flac"],
      ["C:\\Rips\\x\\Album.wav", names, "Album.flac"],
      ["../../Album.wav", names, "Album.flac"],
      ["/etc/passwd", names, undefined],
      ["CDImage.wav", names, undefined],
      ["CDImage.wav", ["a.flac", "a.cue", "scan.png"], "a.flac"],
      ["Album.wav", ["Album.mp3", "Album.flac"], "Album.flac"],
      ["Album.flac.wav", ["other.flac", "Album.flac"], "Album.flac"],
      ["Été.wav", ["E\u0301te\u0301.flac", "b.flac"], "E\u0301te\u0301.flac"],
      ["", ["a.ape"], "a.ape"],
      ["a.wav", [], undefined],
    ] as const
  ) is(findCueFile(text, files), found, text);
});

const words = fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" })
  .map((text) => text.replace(/[\p{Cc}\u2028\u2029\ufeff]/gu, "").trim())
  .filter((text) => text !== "");
const names = { title: words, performer: words, songwriter: words };
const remark = fc.record({ name: fc.stringMatching(/^[A-Z_]{1,9}$/), value: fc.oneof(words, fc.constant("")) });
const place = fc.record({ file: fc.nat(3), frame: fc.nat(400_000) });
const cueTrack = fc.record({
  ...names,
  ...{
    isrc: fc.stringMatching(/^[A-Z]{5}[0-9]{7}$/),
    pregap: fc.integer({ min: 1, max: 900 }),
    postgap: fc.constant(5),
  },
  flags: fc.uniqueArray(fc.constantFrom("PRE", "DCP", "4CH")),
  mode: fc.constantFrom("AUDIO", "MODE1/2352"),
  places: fc.tuple(fc.option(place, { nil: undefined }), place, fc.array(place, { maxLength: 2 })),
  remarks: fc.array(remark, { maxLength: 2 }),
}, { requiredKeys: ["flags", "mode", "places", "remarks"] });

/** Generates any valid sheet. Files are numbered in order of use. */
const cueSheet: fc.Arbitrary<CueSheet> = fc.record({
  ...names,
  ...{ catalog: fc.stringMatching(/^[0-9]{13}$/), cdTextFile: words, remarks: fc.array(remark, { maxLength: 3 }) },
  tracks: fc.array(cueTrack, { minLength: 1, maxLength: 8 }),
}, { requiredKeys: ["tracks", "remarks"] }).map(({ tracks, ...sheet }) => {
  const used: number[] = [];
  const fileOf = (file: number) => used.includes(file) ? used.indexOf(file) : used.push(file) - 1;
  const numbered = tracks.map(({ places: [pregap, start, marks], ...rest }, at): CueTrack => ({
    ...{ ...rest, number: at + 1 },
    indexes: [
      ...(pregap === undefined ? [] : [{ number: 0, ...pregap }]),
      ...[start, ...marks].map((one, mark) => ({ number: mark + 1, ...one })),
    ].map((index) => ({ ...index, file: fileOf(index.file) })),
  }));
  return { ...sheet, tracks: numbered, files: used.map((file) => ({ name: `disc ${file}".wav`, type: "WAVE" })) };
});

Deno.test("cueFileFinder() reads each name of the folder once, for any number of files in a sheet", () => {
  let reads = 0;
  const names = new Proxy(Array.from({ length: 300 }, (_, i) => `${i}.flac`), {
    get(target, key, receiver) {
      if (typeof key === "string" && /^\d+$/.test(key)) reads++;
      return Reflect.get(target, key, receiver);
    },
  });
  const find = cueFileFinder(names);
  const once = reads;
  for (let i = 0; i < 60_000; i++) is(find(`${300 + i}.wav`), undefined);
  same([find("7.FLAC"), find("8.wav")], ["7.flac", "8.flac"]);
  is(reads, once);
});

Deno.test("property: a written sheet is read back unchanged", () => {
  fc.assert(fc.property(cueSheet, (sheet) => same(read(writeCueSheet(sheet)).sheet, sheet)), { numRuns: 300 });
});

const line = fc.oneof(
  fc.constantFrom(
    'FILE "a.wav" WAVE',
    "FILE b",
    "TRACK 01 AUDIO",
    "TRACK 2 AUDIO",
    "INDEX 01 00:00:00",
    "INDEX 1 9:99:99",
  ),
  fc.constantFrom(
    "INDEX 00 00:01:00",
    "FLAGS PRE PRE",
    "ISRC x-y z",
    "PREGAP 0:2:0",
    "REM",
    'REM A "',
    "TRACK 3 MODE1/2352",
  ),
  fc.tuple(fc.constantFrom("TITLE", "REM", "FILE", "CATALOG", "ISRC", ""), fc.string({ maxLength: 12, unit: "binary" }))
    .map((parts) => parts.join(" ")),
);
const noise = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.array(line, { maxLength: 30 }).map((lines) => utf8(lines.join("\n").toWellFormed())),
);

Deno.test("property: no bytes make the parser throw, and a parsed sheet is parsed the same from its own text", () => {
  let sheets = 0;
  fc.assert(
    fc.property(noise, (bytes) => {
      const reading = readCueSheet(bytes);
      if ("problem" in reading) return ok(reading.problem.endsWith("."));
      sheets++;
      same(read(writeCueSheet(reading.sheet)).sheet, reading.sheet);
    }),
    { numRuns: 3000 },
  );
  ok(sheets > 50);
});
