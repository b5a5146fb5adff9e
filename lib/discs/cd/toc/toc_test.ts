import { deepEqual as same, equal as is, match, ok } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { findTools } from "../../../../tests/fixtures/discs/ripping.ts";
import * as discs from "../../../../tests/fixtures/discs/cd_images.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { RipProblem } from "../../ripper_model.ts";
import type { CdToc } from "../model.ts";
import { decodeText } from "../../../media/cue_sheet/decode_text.ts";
import { readCueSheet } from "../../../media/cue_sheet/read_cue_sheet.ts";
import { cdInfoOf, tocOf } from "../work/toc_facts.ts";
import { cdrdaoImage } from "./cdrdao_image.ts";
import { wordsOf } from "./cdrdao_words.ts";
import { hiddenTrack } from "./hidden_track.ts";
import { readImage } from "./read_image.ts";
import { readToc } from "./read_toc.ts";

const signal = new AbortController().signal;
const read = (path: string) => readToc({ source: { kind: "image", path }, findTool: findTools(), signal });
const shape = (
  { tracks, leadOut }: CdToc,
) => [...tracks.map(({ start, sectors, isAudio }) => [start, sectors, isAudio]), leadOut];
const failed = (work: Promise<unknown>): Promise<RipProblem> =>
  work.then(() => new RipProblem("failed", "It succeeded."), (error: unknown) => {
    if (error instanceof RipProblem) return error;
    throw error;
  });

for (
  const [name, made] of Object.entries(discs).flatMap(([name, made]) => /Cd$/.test(name) ? [[name, made] as const] : [])
) {
  Deno.test(`the table of contents of the image ${name} is read as written`, async () => {
    const disc = await (made as typeof discs.albumCd)();
    same(await read(disc.cue), disc.toc);
  });
}

Deno.test("a sheet of cdrdao equals the cue sheet, except for a pregap that it does not name", async () => {
  for (const made of [discs.albumCd, discs.fullCd, discs.singleCd]) {
    const disc = await made();
    const tracks = disc.toc.tracks.map(({ pregap, ...track }, at) => at === 0 && pregap ? { ...track, pregap } : track);
    same(await read(disc.cdrdao), { ...disc.toc, tracks });
  }
});

inFolder("a truncated image is reported at once, wherever it is cut", async (dir) => {
  const { cue, bin, cdrdao } = await discs.albumCd();
  const bytes = await Deno.readFile(bin);
  await Deno.copyFile(cue, join(dir, "album.cue"));
  await Deno.copyFile(cdrdao, join(dir, "album.toc"));
  for (const length of [0, 1, 2352 * 310, 2352 * 1870, 2352 * 2000 + 7, 2352 * 2370 - 4]) {
    await Deno.writeFile(join(dir, "album.bin"), bytes.subarray(0, length));
    await Deno.writeFile(join(dir, "album.raw"), bytes.subarray(0, length));
    for (const sheet of ["album.cue", "album.toc"]) {
      const problem = await failed(read(join(dir, sheet)));
      is(problem.code, "short", `${sheet} ${length}`);
      match(problem.message, /^The image is incomplete: .*Copy it again\.$/);
    }
  }
});

inFolder("a sheet opens only files beside it, and a missing one is named", async (dir) => {
  const sheet = join(dir, "a.cue");
  const tracks = "  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n";
  for (
    const [text, pattern] of [
      [
        `FILE "/etc/hostname" BINARY\n${tracks}`,
        /\/etc\/hostname, which the sheet refers to, is not in the same folder/,
      ],
      [`FILE "../secret.bin" BINARY\n${tracks}`, /is not in the same folder/],
      ["nothing", /lists no tracks/],
    ] as const
  ) {
    await Deno.writeTextFile(sheet, text);
    match((await failed(read(sheet))).message, pattern);
  }
  match((await failed(read(join(dir, "none.cue")))).message, /does not exist/);
  match((await failed(read(dir))).message, /does not exist or is not a file/);
  await Deno.writeFile(join(dir, "x.wav"), new Uint8Array(2352 * 100));
  await Deno.writeTextFile(sheet, `FILE "x.wav" WAVE\n${tracks}`);
  match((await failed(read(sheet))).message, /x.wav is WAVE, not a disc image/);
});

inFolder(
  "readImage() refuses a link beside the sheet to another folder, and reads one within its own",
  async (dir) => {
    const [album, outside] = [join(dir, "album"), join(dir, "outside")];
    await Deno.mkdir(album);
    await Deno.mkdir(outside);
    for (const folder of [album, outside]) await Deno.writeFile(join(folder, "real.bin"), new Uint8Array(2352 * 100));
    const link = (name: string, target: string) => Deno.symlink(target, join(album, name));
    await link("near.bin", "real.bin");
    await link("far.bin", join(outside, "real.bin"));
    await link("chain.bin", "far.bin");
    await link("relative.bin", "../outside/real.bin");
    await link("dangling.bin", "nowhere");
    await link("loop.bin", "loop.bin");
    await link("folder.bin", outside);
    await link("device.bin", "/dev/zero");
    const readBoth = async (name: string) => {
      await Deno.writeTextFile(join(album, "a.cue"), `FILE "${name}" BINARY\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n`);
      await Deno.writeTextFile(join(album, "a.toc"), `CD_DA\nTRACK AUDIO\nFILE "${name}" 0\n`);
      return await Promise.all(["a.cue", "a.toc"].map((sheet) => failed(readImage(join(album, sheet)))));
    };
    for (const name of ["far.bin", "chain.bin", "relative.bin", "folder.bin", "device.bin"]) {
      for (const { message } of await readBoth(name)) match(message, /is a link to another folder/, name);
    }
    for (const name of ["dangling.bin", "loop.bin"]) {
      for (const { message } of await readBoth(name)) match(message, /cannot be opened/, name);
    }
    for (const name of ["near.bin", "real.bin"]) {
      for (const { message } of await readBoth(name)) is(message, "It succeeded.", name);
    }
  },
);

inFolder("readImage() refuses sheets with more files or tracks than a disc can have", async (dir) => {
  for (let i = 0; i < 300; i++) await Deno.writeFile(join(dir, `${i}.bin`), new Uint8Array(2352));
  const lines = (count: number, line: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join("\n");
  await Deno.writeTextFile(join(dir, "a.cue"), lines(15_000, (i) => `FILE "${i % 300}.bin" BINARY`));
  match((await failed(readImage(join(dir, "a.cue")))).message, /refers to more than 100 files/);
  await Deno.writeTextFile(join(dir, "a.toc"), `TRACK AUDIO\n${lines(15_000, (i) => `FILE "${i}.x" 0`)}`);
  match((await failed(readImage(join(dir, "a.toc")))).message, /refers to more than 100 files/);
  await Deno.writeTextFile(join(dir, "a.toc"), lines(10_000, () => "TRACK AUDIO SILENCE 00:00:01"));
  match((await failed(readImage(join(dir, "a.toc")))).message, /more than 99 tracks/);
  for (const text of [lines(40_000, () => "// no end"), "A ".repeat(60_000), `TITLE "${"a".repeat(10_000)}"`]) {
    await Deno.writeTextFile(join(dir, "a.toc"), text);
    match((await failed(readImage(join(dir, "a.toc")))).message, /too long to be the sheet of a disc image/);
  }
});

Deno.test("names of a cdrdao sheet are read in Latin-1, octal UTF-8, with inner quotes and a last backslash", async () => {
  const title = (text: string | Uint8Array<ArrayBuffer>) => {
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    const head = new TextEncoder().encode('TRACK AUDIO\nCD_TEXT {\nLANGUAGE 0 {\nTITLE "');
    const tail = new TextEncoder().encode('"\nPERFORMER "The Halves"\n}\n}\nFILE "a.raw" 0\n');
    return new Blob([head, bytes, tail]).bytes();
  };
  const latin = Uint8Array.from("Caf\u00e9 d'\u00e9t\u00e9", (letter) => letter.charCodeAt(0));
  for (
    const [written, expected] of [
      ["Caf\\303\\251", "Caf\u00e9"],
      ["Caf\\351", "Caf\u00e9"],
      [latin, "Caf\u00e9 d'\u00e9t\u00e9"],
      ["Caf\u00e9", "Caf\u00e9"],
      ['The \\"Best\\" of', 'The "Best" of'],
      ['The "Best" of', 'The "Best" of'],
      ["AC\\DC\\", "AC\\DC\\"],
      ["AC\\\\DC\\\\", "AC\\DC\\"],
      ["{braces} // no comment", "{braces} // no comment"],
    ] as const
  ) {
    const { text } = decodeText(await title(written));
    const image = cdrdaoImage(wordsOf(text) ?? [], new Map([["a.raw", { path: "/a.raw", sizeBytes: 2352 * 500 }]]));
    ok("toc" in image, JSON.stringify(image));
    same(image.toc.tracks.map((track) => [track.title, track.performer]), [[expected, "The Halves"]]);
  }
});

inFolder(
  "one file for each track, silence that is in no file, and places by the bytes of other sectors",
  async (dir) => {
    const size = async (name: string, bytes: number) => await Deno.writeFile(join(dir, name), new Uint8Array(bytes));
    await size("1.bin", 2048 * 100);
    await size("2.bin", 2352 * 50);
    await size("3.bin", 2352 * 60);
    await Deno.writeTextFile(
      join(dir, "a.cue"),
      [
        ...['FILE "1.bin" BINARY', "TRACK 01 MODE1/2048", "INDEX 01 00:00:00", 'FILE "2.bin" BINARY', "TRACK 02 AUDIO"],
        ...["PREGAP 00:02:00", "INDEX 01 00:00:00", 'FILE "3.bin" MOTOROLA', "TRACK 03 AUDIO", "INDEX 00 00:00:00"],
        ...["INDEX 01 00:00:10", "POSTGAP 00:00:05"],
      ].join("\n"),
    );
    const { toc, extents } = await readImage(join(dir, "a.cue"));
    same(shape(toc), [[0, 250, false], [250, 60, true], [310, 55, true], 365]);
    same(toc.tracks.map(({ pregap }) => pregap), [undefined, 150, 10]);
    same(
      extents.map((
        { start, sectors, offset, sectorBytes, bigEndian },
      ) => [start, sectors, offset, sectorBytes, bigEndian]),
      [
        ...[[0, 100, 0, 2048, false], [250, 50, 0, 2352, false], [300, 60, 0, 2352, true]],
      ],
    );
  },
);

Deno.test("audio before the first track counts from two seconds on, and never before data", async () => {
  same(hiddenTrack((await discs.albumCd()).toc), { start: 0, sectors: 310 });
  is(hiddenTrack((await discs.mixedCd()).toc), undefined);
  const { toc } = await discs.singleCd();
  const later = (start: number) => hiddenTrack({ ...toc, tracks: toc.tracks.map((track) => ({ ...track, start })) });
  same([later(33), later(149), later(150)?.sectors], [undefined, undefined, 150]);
});

const words = fc.constantFrom(
  ...[
    "CD_DA",
    "TRACK",
    "AUDIO",
    "MODE1",
    "NO",
    "PRE_EMPHASIS",
    "FILE",
    '"a.raw"',
    '"x"',
    "0",
    "00:01:00",
    "588",
    "589",
  ],
  ...[
    "START",
    "PREGAP",
    "SILENCE",
    "ZERO",
    "CD_TEXT",
    "{",
    "}",
    "LANGUAGE",
    "TITLE",
    "ISRC",
    "SWAP",
    "#5",
    "// x\n",
    '"',
  ],
);

/** Returns true if the tracks are in order and each has audio or data. */
const isInOrder = ({ tracks, leadOut }: CdToc): boolean =>
  tracks.every(({ start, sectors }, at) => sectors > 0 && start + sectors <= (tracks[at + 1]?.start ?? leadOut));

Deno.test("property: no text makes the parser of cdrdao's sheets throw, and its tracks are in order", () => {
  const files = new Map([["a.raw", { path: "/a.raw", sizeBytes: 2352 * 500 }]]);
  let found = 0;
  fc.assert(fc.property(fc.array(words, { maxLength: 25 }), (some) => {
    const image = cdrdaoImage(wordsOf(`TRACK AUDIO FILE "a.raw" 0 ${some.join(" ")}`) ?? [], files);
    if (!("toc" in image)) return;
    found++;
    ok(isInOrder(image.toc));
  }));
  ok(found > 10);
});

inFolder(
  "a sheet with too few letters for a character set leaves its disc marked as uncertain, any other does not",
  async (dir) => {
    await Deno.writeFile(join(dir, "a.bin"), new Uint8Array(2352 * 100));
    const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const doubtOf = async (name: string, text: string) => {
      await Deno.writeFile(join(dir, name), latin(text));
      const { toc } = await readImage(join(dir, name));
      same(cdInfoOf(toc).doubtfulCharset, toc.doubtfulCharset);
      same(tocOf(cdInfoOf(toc)).doubtfulCharset, toc.doubtfulCharset);
      return toc.doubtfulCharset;
    };
    const cue = (title: string) => `TITLE "${title}"\nFILE "a.bin" BINARY\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n`;
    const toc = (title: string) => `TRACK AUDIO\nCD_TEXT { LANGUAGE 0 {\nTITLE "${title}"\n} }\nFILE "a.bin" 0\n`;
    // The byte E6 is ć in Windows-1250 and æ in Windows-1252.
    same([await doubtOf("a.cue", cue("Kocha\xe6")), await doubtOf("a.toc", toc("Kocha\xe6"))], [
      "windows-1252",
      "windows-1252",
    ]);
    same([await doubtOf("a.cue", cue("Plain")), await doubtOf("a.toc", toc("F\xfcr Elise"))], [undefined, undefined]);
    const reading = readCueSheet(latin(cue("Kocha\xe6")));
    ok(
      "sheet" in reading &&
        /^Names were read as windows-1252, but there are too few letters to be sure/.test(reading.warnings[0] ?? ""),
    );
  },
);
