import { deepEqual as same, equal as is, match, ok } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { findTools } from "../../../../tests/fixtures/discs/ripping.ts";
import * as discs from "../../../../tests/fixtures/discs/cd_images.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { RipProblem } from "../../rippers/model.ts";
import type { CdToc, CdTrack } from "../model.ts";
import { decodeText } from "../../../media/cue_sheet/decode_text.ts";
import { readCueSheet } from "../../../media/cue_sheet/read_cue_sheet.ts";
import { cdInfoToc } from "./cd_info_text.ts";
import { cdParanoiaToc } from "./cd_paranoia_text.ts";
import { cdInfoOf, tocOf } from "../work/toc_facts.ts";
import { cdrdaoImage } from "./cdrdao_image.ts";
import { wordsOf } from "./cdrdao_words.ts";
import { completeToc } from "./complete_toc.ts";
import { hiddenTrack } from "./hidden_track.ts";
import { readImage } from "./read_image.ts";
import { readToc, type ReadTocOptions } from "./read_toc.ts";
import { plistToc } from "./toc_plist.ts";

const signal = new AbortController().signal;
const read = (path: string, options: Partial<ReadTocOptions> = {}, kind: "device" | "image" = "image") =>
  readToc({ source: { kind, path }, findTool: findTools(), signal, ...options });
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
  Deno.test(`the table of contents of the image ${name} is what was written`, async () => {
    const disc = await (made as typeof discs.albumCd)();
    same(await read(disc.cue), disc.toc);
  });
}

Deno.test("a sheet of cdrdao's says the same as the cue sheet, but for a pregap that it does not name", async () => {
  for (const made of [discs.albumCd, discs.fullCd, discs.singleCd]) {
    const disc = await made();
    const tracks = disc.toc.tracks.map(({ pregap, ...track }, at) => at === 0 && pregap ? { ...track, pregap } : track);
    same(await read(disc.cdrdao), { ...disc.toc, tracks });
  }
});

/** What a program that reads drives can know of a disc. */
const asDrive = ({ tracks, ...toc }: CdToc, part: (track: CdTrack) => Partial<CdTrack> = () => ({})): CdToc => ({
  ...toc,
  tracks: tracks.map(({ pregap: _, isrc: __, ...track }) => ({ ...track, ...part(track) })),
});

Deno.test("cd-info's table of contents of a drive is complete: sound, data, pre-emphasis, barcode, CD-Text", async () => {
  for (const made of [discs.albumCd, discs.mixedCd, discs.singleCd, discs.fullCd]) {
    const disc = await made();
    same(await read(disc.cue, {}, "device"), asDrive(disc.toc));
  }
});

Deno.test("without cd-info the table of contents comes from cd-paranoia, which knows the sound only", async () => {
  for (const made of [discs.albumCd, discs.mixedCd, discs.singleCd, discs.fullCd]) {
    const { cue, toc } = await made();
    const found = await read(cue, { findTool: findTools("cd-info") }, "device");
    same(shape(found), shape(toc));
    same(found.tracks.map(({ preEmphasis }) => preEmphasis), toc.tracks.map(({ preEmphasis }) => preEmphasis));
  }
});

const CD_INFO = [
  "CD-ROM Track List (1 - 3)",
  "  #: MSF       LSN    Type   Green? Copy? Channels Premphasis?",
  "  1: 00:02:32  000032 audio  false  no    2        yes",
  "  2: 03:24:63  015213 audio  false  no    2        no",
  "  3: 21:12:62  095312 data   false  no   ",
  "170: 31:12:62  140312 leadout (314 MB raw, 273 MB formatted)",
  "Media Catalog Number (MCN): 0000000000000",
  "TRACK  1 ISRC: GBAYE0000351",
  "TRACK  2 ISRC: 000000000000",
  "CD-TEXT for Disc:",
  "\tTITLE: Crème brûlée",
  "\tUPC_EAN: 501602591164",
  "CD-TEXT for Track  1:",
  "\tTITLE: Un",
  "\tISRC: GB-AYE-00-00351",
  "Language 1 'German':",
  "CD-TEXT for Track  1:",
  "\tTITLE: Eins",
].join("\n");

Deno.test("an enhanced CD: the sound ends before the gap between the sessions, the lead-out is that of the whole disc", () => {
  same(cdInfoToc(CD_INFO), {
    tracks: [
      { number: 1, start: 32, sectors: 15_181, isAudio: true, preEmphasis: true, title: "Un", isrc: "GBAYE0000351" },
      { number: 2, start: 15_213, sectors: 95_312 - 11_400 - 15_213, isAudio: true, preEmphasis: false },
      { number: 3, start: 95_312, sectors: 45_000, isAudio: false, preEmphasis: false },
    ],
    leadOut: 140_312,
    title: "Crème brûlée",
  });
});

const PARANOIA = [
  "Table of contents (audio tracks only):",
  "  1.    15213 [03:22.63]        0 [00:00.00]    no   no  2",
  "  2.    16951 [03:46.01]    15213 [03:22.63]    OK  yes  2",
  "  4.    14282 [03:10.32]    46442 [10:19.17]    no   no  4",
  "TOTAL   46446 [21:10.62]    (audio only)",
].join("\n");

Deno.test("cd-paranoia leaves a data track out: it is known by the number that is missing", () => {
  same(shape(cdParanoiaToc(PARANOIA) as CdToc), [
    ...[[0, 15_213, true], [15_213, 16_951, true], [32_164, 14_278, false], [46_442, 14_282, true], 60_724],
  ]);
  is(cdParanoiaToc("004: Unable to read table of contents header"), undefined);
  is(cdParanoiaToc(PARANOIA.replace("  2.", "  3.").replace("  4.", "  9.")), undefined);
});

Deno.test("a data track whose place is next to nothing before a sound is no session of its own", () => {
  const track = (number: number, start: number, isAudio: boolean) => ({ number, start, isAudio, preEmphasis: false });
  same(shape(completeToc([track(1, 0, true), track(2, 5000, false)], 9000) as CdToc), [[0, 5000, true], [
    5000,
    4000,
    false,
  ], 9000]);
  is(completeToc([track(1, 100, true), track(2, 50, true)], 9000), undefined);
  is(completeToc([track(1, 0, true), track(3, 50, true)], 9000), undefined);
  is(completeToc([track(1, 0, true)], 0), undefined);
  is(completeToc([{ ...track(1, 0, true), end: 200 }], 100), undefined);
  is(completeToc([], 0), undefined);
});

const plist = (tracks: string, leadOut: number) =>
  new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://x/y.dtd">
<plist version="1.0"><dict><key>Format 0x02 TOC Data</key><data>AGU=</data><key>Sessions</key><array><dict>
<key>First Track</key><integer>1</integer><key>Leadout Block</key><integer>${leadOut}</integer>
<key>Track Array</key><array>${tracks}</array></dict></array></dict></plist>`,
  );
const plistTrack = (number: number, start: number, data = false) =>
  `<dict><key>Data</key><${data}/><key>Point</key><integer>${number}</integer>
<key>Pre-Emphasis Enabled</key><false/><key>Start Block</key><integer>${start}</integer></dict>`;

inFolder("on macOS the table of contents is read from the mounted disc", async (dir) => {
  const path = join(dir, ".TOC.plist");
  await Deno.writeFile(path, plist(plistTrack(1, 150) + plistTrack(2, 15_363), 95_462));
  const options = { findTool: findTools("cd-info", "cd-paranoia", "cdparanoia"), mountPoint: dir };
  same(shape(await read("/dev/disk4", options, "device")), [[0, 15_213, true], [15_213, 80_099, true], 95_312]);
  for (const bytes of [plist("", 5), plist(plistTrack(1, 100), 50), new Uint8Array([1, 2, 3])]) {
    is(await plistToc(bytes), undefined);
  }
  for (const text of ["<plist><dict>", "<plist version='1.0'><array/></plist>", "bplist00xxxx", ""]) {
    is(await plistToc(new TextEncoder().encode(text)), undefined);
  }
});

Deno.test("a drive without a disc, and a machine without programs, are told apart", async () => {
  const empty = await failed(read("/dev/lathe_no_drive", {}, "device"));
  is(empty.code, "no_disc");
  match(empty.message, /^No audio CD can be read in \/dev\/lathe_no_drive\./);
  const findTool = findTools("cd-info", "cd-paranoia", "cdparanoia");
  is((await failed(read("/dev/lathe_no_drive", { findTool }, "device"))).code, "tool_missing");
});

inFolder("a program that hangs is ended, one that cannot be started is passed over", async (dir) => {
  const [slow, broken] = [join(dir, "cd-info"), join(dir, "cd-paranoia")];
  await Deno.writeTextFile(slow, "#!/bin/sh\nexec sleep 600\n", { mode: 0o755 });
  await Deno.writeTextFile(broken, "#!/nowhere\n", { mode: 0o755 });
  const findTool = (name: string) => Promise.resolve(name === "cdparanoia" ? {} : { path: join(dir, name) });
  const found = await failed(read("/dev/sr0", { findTool, timeoutMs: 300 }, "device"));
  is(found.code, "no_disc");
  match(found.message, /^The drive \/dev\/sr0 did not answer in time\./);
  const ended = new AbortController();
  const reading = read("/dev/sr0", { findTool, signal: ended.signal }, "device").catch((error: unknown) => error);
  ended.abort("enough");
  is(await reading, "enough");
});

inFolder("an image that is cut off is told at once, wherever it is cut", async (dir) => {
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

inFolder("a sheet opens nothing but files beside it, and says which is missing", async (dir) => {
  const sheet = join(dir, "a.cue");
  const tracks = "  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n";
  for (
    const [text, pattern] of [
      [`FILE "/etc/hostname" BINARY\n${tracks}`, /\/etc\/hostname, which the sheet names, is not beside it/],
      [`FILE "../secret.bin" BINARY\n${tracks}`, /is not beside it/],
      ["nothing", /lists no tracks/],
    ] as const
  ) {
    await Deno.writeTextFile(sheet, text);
    match((await failed(read(sheet))).message, pattern);
  }
  match((await failed(read(join(dir, "none.cue")))).message, /is not there/);
  match((await failed(read(dir))).message, /is not there, or is no file/);
  await Deno.writeFile(join(dir, "x.wav"), new Uint8Array(2352 * 100));
  await Deno.writeTextFile(sheet, `FILE "x.wav" WAVE\n${tracks}`);
  match((await failed(read(sheet))).message, /x.wav is WAVE, not the image of a disc/);
});

inFolder(
  "readImage() refuses a file beside the sheet that is a link to another folder, and reads one of its own",
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

inFolder("readImage() refuses sheets that name more files or tracks than a disc can have", async (dir) => {
  for (let i = 0; i < 300; i++) await Deno.writeFile(join(dir, `${i}.bin`), new Uint8Array(2352));
  const lines = (count: number, line: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join("\n");
  await Deno.writeTextFile(join(dir, "a.cue"), lines(15_000, (i) => `FILE "${i % 300}.bin" BINARY`));
  match((await failed(readImage(join(dir, "a.cue")))).message, /names more than 100 files/);
  await Deno.writeTextFile(join(dir, "a.toc"), `TRACK AUDIO\n${lines(15_000, (i) => `FILE "${i}.x" 0`)}`);
  match((await failed(readImage(join(dir, "a.toc")))).message, /names more than 100 files/);
  await Deno.writeTextFile(join(dir, "a.toc"), lines(10_000, () => "TRACK AUDIO SILENCE 00:00:01"));
  match((await failed(readImage(join(dir, "a.toc")))).message, /more than 99 tracks/);
  for (const text of [lines(40_000, () => "// no end"), "A ".repeat(60_000), `TITLE "${"a".repeat(10_000)}"`]) {
    await Deno.writeTextFile(join(dir, "a.toc"), text);
    match((await failed(readImage(join(dir, "a.toc")))).message, /too long for the sheet of a disc/);
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

Deno.test("what lies before the first track counts from two seconds on, and never before data", async () => {
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

Deno.test("property: no text makes the readers of sheets and programs throw, and what they find is in order", () => {
  const files = new Map([["a.raw", { path: "/a.raw", sizeBytes: 2352 * 500 }]]);
  const lines = fc.constantFrom(...CD_INFO.split("\n"), ...PARANOIA.split("\n"));
  let found = 0;
  const inOrder = (toc: CdToc | undefined) => {
    if (toc === undefined) return;
    found++;
    for (const [at, track] of toc.tracks.entries()) {
      ok(track.sectors > 0 && track.start + track.sectors <= (toc.tracks[at + 1]?.start ?? toc.leadOut));
    }
  };
  fc.assert(fc.property(fc.array(words, { maxLength: 25 }), (some) => {
    const image = cdrdaoImage(wordsOf(`TRACK AUDIO FILE "a.raw" 0 ${some.join(" ")}`) ?? [], files);
    if ("toc" in image) inOrder(image.toc);
  }));
  fc.assert(fc.property(fc.array(fc.oneof(lines, fc.string()), { maxLength: 12 }), (some) => {
    inOrder(cdInfoToc(some.join("\n")));
    inOrder(cdParanoiaToc(some.join("\n")));
  }));
  ok(found > 20);
});

inFolder(
  "a sheet whose few letters tell no character set keeps that doubt with its disc, any other has none",
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
    // ć in Windows-1250, æ in Windows-1252.
    same([await doubtOf("a.cue", cue("Kocha\xe6")), await doubtOf("a.toc", toc("Kocha\xe6"))], [
      "windows-1252",
      "windows-1252",
    ]);
    same([await doubtOf("a.cue", cue("Plain")), await doubtOf("a.toc", toc("F\xfcr Elise"))], [undefined, undefined]);
    const reading = readCueSheet(latin(cue("Kocha\xe6")));
    ok(
      "sheet" in reading &&
        /^Names are read as windows-1252, which too few letters tell/.test(reading.warnings[0] ?? ""),
    );
  },
);
