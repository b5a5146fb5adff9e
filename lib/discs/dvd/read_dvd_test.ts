import { deepStrictEqual as same, equal, match, ok, rejects } from "node:assert/strict";
import { createHash } from "node:crypto";
import { angleDisc } from "../../../tests/fixtures/discs/dvd_angles.ts";
import { authoredMs, filmDisc, fourPartDisc, seriesDisc } from "../../../tests/fixtures/discs/dvd_authoring.ts";
import { STANDARDS } from "../../../tests/fixtures/discs/dvd_clips.ts";
import { memoryDisc } from "../../../tests/fixtures/discs/dvd_folder.ts";
import { DiscFault, type DiscFiles } from "../files/model.ts";
import { contentHash } from "../fingerprint.ts";
import type { ReadTitle } from "../model.ts";
import { readDvd } from "./read_dvd.ts";

const SECTOR = 2048;
type Files = Map<string, Uint8Array>;

/** Copies a disc with changes to one of its files. */
function changed(files: Files, name: string, change: (view: DataView, bytes: Uint8Array) => Uint8Array | void): Files {
  const bytes = files.get(`VIDEO_TS/${name}`)?.slice() ?? new Uint8Array();
  return new Map([...files, [`VIDEO_TS/${name}`, change(new DataView(bytes.buffer), bytes) ?? bytes]]);
}

/** Applies the same change to the IFO and its copy. */
const changedBoth = (files: Files, name: string, change: (view: DataView, bytes: Uint8Array) => void): Files =>
  changed(changed(files, `${name}.IFO`, change), `${name}.BUP`, change);

const without = (files: Files, ...names: string[]): Files =>
  new Map([...files].filter(([path]) => !names.some((name) => path === `VIDEO_TS/${name}`)));

/** Returns the byte offset of the `number`th program chain. */
function chainAt(view: DataView, number: number): number {
  const table = view.getUint32(0xcc) * SECTOR;
  return table + view.getUint32(table + 8 + (number - 1) * 8 + 4);
}

const cellAt = (view: DataView, chain: number, cell: number): number =>
  chainAt(view, chain) + view.getUint16(chainAt(view, chain) + 0xe8) + (cell - 1) * 24;

const read = (files: Files) => readDvd(memoryDisc(files, "HOLLOW_HILL"));
const cellsOf = (title?: ReadTitle) => title?.source.kind === "dvd" ? title.source.cells : [];

for (
  const [name, make] of [["film", filmDisc], ["series", seriesDisc], ["four-part", fourPartDisc], [
    "two-angle",
    angleDisc,
  ]] as const
) {
  Deno.test(`slow: readDvd() returns the authored lengths and chapters of the ${name} disc`, async () => {
    const { files, titles } = await make();
    const disc = await read(files);
    same(disc.warnings, []);
    equal(disc.titles.length, titles.length);
    for (const [i, title] of titles.entries()) {
      const { gop, frameMs } = STANDARDS[title.clips[0]?.options.standard ?? "pal"];
      const found = disc.titles[i];
      ok(Math.abs((found?.durationMs ?? 0) - authoredMs(title)) <= frameMs, `${i}: ${found?.durationMs}`);
      equal(found?.chapters.length, title.chapters.length);
      equal(found?.chapters[0], 0);
      for (const [n, ms] of title.chapters.entries()) {
        const early: number = ms - (found?.chapters[n] ?? 0);
        ok(Math.abs(early) <= gop * frameMs, `title ${i}, chapter ${n}: ${early} ms early`);
      }
    }
  });
}

Deno.test("readDvd() returns the authored properties of a movie's streams", async () => {
  const { type, volumeName, protection, titles: [film] } = await read((await filmDisc()).files);
  same([type, volumeName, protection], ["dvd", "HOLLOW_HILL", undefined]);
  same(film?.video, {
    ...{ codec: "mpeg2", width: 720, height: 576, frameRate: [25, 1] },
    ...{ interlaced: true, aspect: "16:9" },
  });
  const audio = { codec: "ac3", sampleRate: 48_000, visuallyImpaired: false };
  same(film?.audio, [
    { streamId: 0x80, ...audio, language: "eng", channels: 6, commentary: false },
    { streamId: 0x81, ...audio, language: "deu", channels: 2, commentary: false },
    { streamId: 0x82, ...audio, language: "eng", channels: 2, commentary: true },
  ]);
  const bitmaps = { codec: "vobsub", hearingImpaired: false, commentary: false };
  same(film?.subtitles, [
    { streamId: 0x20, ...bitmaps, language: "eng", forced: false },
    { streamId: 0x21, ...bitmaps, language: "deu", forced: true },
  ]);
});

Deno.test("readDvd() names equal content of a series equally, and that of another title set differently", async () => {
  const { titles } = await read((await seriesDisc()).files);
  same(titles.map(({ sourceFile, segmentMap }) => [sourceFile, segmentMap]), [
    ["01", "1-3"],
    ["02", "1"],
    ["03", "2-3"],
    ["04", "2:1"],
  ]);
  const [all = 0, first = 0, second = 0] = titles.map(({ sizeBytes }) => sizeBytes);
  equal(all, first + second);
  same(titles[0]?.video?.frameRate, [30_000, 1001]);
  same([titles[0]?.video?.height, titles[0]?.video?.aspect], [480, "4:3"]);
});

Deno.test("readDvd() counts 30 frames to a second of NTSC time, which is 1.001 s of the clock", async () => {
  const { files } = await seriesDisc();
  const late = changedBoth(files, "VTS_02_0", (view) => view.setUint32(cellAt(view, 1, 1) + 4, 0x015959e9));
  equal((await read(files)).titles[3]?.durationMs, 100_100);
  equal((await read(late)).titles[3]?.durationMs, Math.round((7199 * 30 + 29) * 1001 / 30));
});

Deno.test("readDvd() lists each angle with its own cells and the sectors that are its own", async () => {
  const { files } = await angleDisc();
  const { titles } = await read(files);
  same(titles.map(({ sourceFile, angle, segmentMap }) => [sourceFile, angle, segmentMap]), [
    ["01", 1, "1-2,4"],
    ["01", 2, "1,3-4"],
  ]);
  const vob = files.get("VIDEO_TS/VTS_01_1.VOB")?.length ?? 0;
  const [one = [], two = []] = titles.map((title) => cellsOf(title).map(({ sectors }) => sectors));
  same(one.map((_, i) => cellsOf(titles[0])[i]?.interleaved), [false, true, false]);
  equal([...one, two[1] ?? 0].reduce((sum, sectors) => sum + sectors, 0) * SECTOR, vob);
});

Deno.test("readDvd() joins the program chains of a title in the order of its chapters", async () => {
  const { files, titles } = await seriesDisc();
  const joined = changedBoth(files, "VTS_01_0", (view) => {
    const table = view.getUint32(0xc8) * SECTOR;
    const first = table + view.getUint32(table + 8);
    // Moves the two chapters of the first title from chain 1 to the starts of chains 3 and 2.
    [3, 1, 2, 1].forEach((value, i) => view.setUint16(first + i * 2, value));
  });
  const [both] = (await read(joined)).titles;
  same([both?.durationMs, both?.segmentMap], [7007, "2-3,1"]);
  same(both?.chapters, [0, titles[2] && authoredMs(titles[2])]);
});

Deno.test("readDvd() starts a title inside a program chain at its first chapter", async () => {
  const { files } = await seriesDisc();
  const late = changedBoth(files, "VTS_01_0", (view) => {
    const table = view.getUint32(0xc8) * SECTOR;
    const third = table + view.getUint32(table + 16);
    [3, 2, 3, 2].forEach((value, i) => view.setUint16(third + i * 2, value));
  });
  const title = (await read(late)).titles[2];
  same([title?.segmentMap, title?.chapters], ["3", [0]]);
});

Deno.test("readDvd() assigns streams of every kind the IDs and flags of their tables", async () => {
  const { files } = await filmDisc();
  const odd = changedBoth(files, "VTS_01_0", (view, bytes) => {
    // DTS for the visually impaired as stream 3, 96 kHz LPCM, and an MPEG commentary that the chain does not contain.
    bytes.set([0xc0, 0x05, 0x66, 0x72, 0, 2], 0x204);
    bytes.set([0x80, 0x11, 0x7a, 0x7a, 0, 1], 0x20c);
    bytes.set([0x40, 0x01, 0x65, 0x6e, 0, 4], 0x214);
    const chain = chainAt(view, 1);
    [0x8300, 0x8100, 0x0000].forEach((control, i) => view.setUint16(chain + 0x0c + i * 2, control));
    // Captions as stream 0 for 4:3 and 2 for widescreen, and a commentary without a language.
    bytes.set([0x01, 0, 0x65, 0x73, 0, 6], 0x256);
    bytes.set([0x01, 0, 0, 0, 0, 13], 0x25c);
    bytes.set([0x80, 2, 3, 4], chain + 0x1c);
    bytes.set([0x85, 6, 7, 8], chain + 0x20);
    view.setUint8(0x200, 0x51);
    view.setUint8(0x201, 0x0d);
  });
  const [wide] = (await read(files)).titles;
  const [title] = (await read(odd)).titles;
  same(title?.video, { ...wide?.video, width: 352, height: 288, interlaced: false, aspect: "4:3" });
  same(title?.audio, [
    {
      ...{ streamId: 0x8b, codec: "dts", language: "fra", channels: 6, sampleRate: 48_000 },
      ...{ commentary: false, visuallyImpaired: true },
    },
    {
      ...{ streamId: 0xa1, codec: "lpcm", channels: 2, sampleRate: 96_000, commentary: false },
      ...{ visuallyImpaired: false },
    },
  ]);
  const bitmaps = { codec: "vobsub", forced: false };
  same(title?.subtitles, [
    { streamId: 0x20, ...bitmaps, language: "spa", hearingImpaired: true, commentary: false },
    { streamId: 0x25, ...bitmaps, hearingImpaired: false, commentary: true },
  ]);
  const shown16to9 = changedBoth(odd, "VTS_01_0", (view) => view.setUint8(0x200, 0x5d));
  same((await read(shown16to9)).titles[0]?.subtitles.map(({ streamId }) => streamId), [0x22, 0x26]);
});

Deno.test("readDvd() handles errors of a drive: a refused sector is protection, a bad one a warning, no disc ends the read", async () => {
  const { files } = await filmDisc();
  const failingFiles = (code: DiscFault["code"], ending: string): DiscFiles => ({
    ...memoryDisc(files),
    async open(path) {
      const file = await memoryDisc(files).open(path);
      const read = () => Promise.reject(new DiscFault(code, `The drive answers ${code}.`));
      return file && path.endsWith(ending) ? { ...file, read } : file;
    },
  });
  const refused = await readDvd(failingFiles("protected", ".VOB"));
  same(refused.protection, { kind: "css", evidence: "The drive answers protected." });
  const bad = await readDvd(failingFiles("unreadable", ".VOB"));
  same([bad.titles.length, bad.protection, bad.warnings], [1, undefined, ["The drive answers unreadable."]]);
  const copies = await readDvd(failingFiles("unreadable", ".IFO"));
  same(copies.titles, bad.titles);
  equal(copies.fingerprint.discId, undefined);
  for (const ending of [".VOB", ".IFO"]) {
    await rejects(
      readDvd(failingFiles("no_disc", ending)),
      (error) => error instanceof DiscFault && error.code === "no_disc",
    );
  }
});

Deno.test("readDvd() finds a scrambled pack after unprotected cells", async () => {
  const { files } = await filmDisc();
  const [film] = (await read(files)).titles;
  const from = cellsOf(film).at(-1)?.firstSector ?? 0;
  const { protection, titles } = await read(scrambled(files, from));
  equal(protection?.kind, "css");
  match(protection?.evidence ?? "", new RegExp(`^Sector ${from + 1} of title set 1 is scrambled\\.$`));
  equal(titles.length, 1);
});

/** Sets the scrambling bits of every pack except navigation packs, from a sector on. */
function scrambled(files: Files, from: number): Files {
  return changed(files, "VTS_01_1.VOB", (view, bytes) => {
    for (let at = from * SECTOR; at < bytes.length; at += SECTOR) {
      if (view.getUint32(at + 14) !== 0x1bb) bytes[at + 20] = (bytes[at + 20] ?? 0) | 0x30;
    }
  });
}

Deno.test("readDvd() reads the copy of an IFO that is missing, truncated or damaged", async () => {
  const { files } = await filmDisc();
  const whole = await read(files);
  for (
    const [name, damaged] of [
      ["VIDEO_TS", without(files, "VIDEO_TS.IFO")],
      ["VTS_01_0", without(files, "VTS_01_0.IFO")],
      ["VTS_01_0", changed(files, "VTS_01_0.IFO", (_, bytes) => bytes.slice(0, 5000))],
      ["VTS_01_0", changed(files, "VTS_01_0.IFO", (_, bytes) => bytes.slice(0, 0))],
      ["VTS_01_0", changed(files, "VTS_01_0.IFO", (view) => view.setUint32(0xcc, 0xffffffff))],
      ["VTS_01_0", changed(files, "VTS_01_0.IFO", (view) => view.setUint16(chainAt(view, 1) + 0xe8, 0xffff))],
      ["VIDEO_TS", changed(files, "VIDEO_TS.IFO", (view) => view.setUint16(view.getUint32(0xc4) * SECTOR, 65_535))],
    ] as const
  ) {
    const disc = await read(damaged);
    same(disc.titles, whole.titles);
    ok(disc.warnings.includes(`VIDEO_TS/${name}.BUP was read instead.`), disc.warnings.join("\n"));
  }
});

Deno.test("readDvd() finds the titles of all sets when the table of titles is lost", async () => {
  const { files } = await seriesDisc();
  const disc = await read(without(files, "VIDEO_TS.IFO", "VIDEO_TS.BUP"));
  same(disc.titles, (await read(files)).titles);
  equal(disc.fingerprint.discId, undefined);
  equal(disc.warnings[0], "VIDEO_TS/VIDEO_TS.IFO is missing.");
});

Deno.test("readDvd() finds titles by their program chains when the table of chapters is lost", async () => {
  const { files } = await seriesDisc();
  const disc = await read(changedBoth(files, "VTS_01_0", (view) => view.setUint32(0xc8, 0)));
  same(disc.titles.map(({ durationMs }) => durationMs), [7007, 3003, 4004, 100_100]);
  equal(disc.warnings[0], "VTS_01_0.IFO has no chapter table.");
});

Deno.test("readDvd() skips missing parts of a disc with a warning, and keeps the rest", async () => {
  const { files } = await seriesDisc();
  for (
    const [left, count, warning] of [
      [without(files, "VTS_01_0.IFO", "VTS_01_0.BUP"), 1, "Title set 1 was skipped."],
      [without(files, "VTS_02_1.VOB"), 3, "VTS_02_1.VOB is missing; title set 2 was skipped."],
      [
        changed(files, "VTS_01_1.VOB", (_, bytes) => bytes.slice(0, 100 * SECTOR + 7)),
        3,
        "Title 3 is beyond the end of its VOB files; it was skipped.",
      ],
      [
        changedBoth(files, "VTS_01_0", (view) => view.setUint32(cellAt(view, 2, 1) + 8, 0xffffff)),
        3,
        "Title 2 has no readable cells; it was skipped.",
      ],
    ] as const
  ) {
    const disc = await read(left);
    ok(disc.warnings.some((text) => text.startsWith(warning)), disc.warnings.join("\n"));
    equal(disc.titles.length, count);
  }
});

Deno.test("readDvd() warns about VOB files that are shorter than their IFO and their cells state", async () => {
  const { files } = await filmDisc();
  const { warnings, titles } = await read(changed(files, "VTS_01_1.VOB", (_, bytes) => bytes.slice(0, 200 * SECTOR)));
  const sectors = (files.get("VIDEO_TS/VTS_01_1.VOB")?.length ?? 0) / SECTOR;
  same(warnings, [
    `The VOB files of title set 1 contain 200 of ${sectors} sectors.`,
    `Title 1 extends to sector ${sectors - 1}, but its VOB files end before sector 200.`,
  ]);
  equal(titles.length, 1);
});

Deno.test("readDvd() knows a disc by its file sizes and by libdvdread's id", async () => {
  const { files } = await seriesDisc();
  const { fingerprint } = await read(files);
  const md5 = createHash("md5");
  for (const name of ["VIDEO_TS", "VTS_01_0", "VTS_02_0"]) md5.update(files.get(`VIDEO_TS/${name}.IFO`) ?? "");
  equal(fingerprint.discId, md5.digest("hex").toUpperCase());
  equal(fingerprint.contentHash, contentHash([...files.values()].map((bytes) => bytes.length)));
  const other = await read(changed(files, "VTS_01_0.IFO", (view) => view.setUint8(0x7ff, 1)));
  equal(other.fingerprint.contentHash, fingerprint.contentHash);
  ok(other.fingerprint.discId !== fingerprint.discId);
});

Deno.test("readDvd() refuses a disc that is no DVD, and a DVD that is completely unreadable", async () => {
  const { files } = await filmDisc();
  const refused = (code: string) => (error: unknown) => error instanceof DiscFault && error.code === code;
  await rejects(read(new Map([["BDMV/index.bdmv", new Uint8Array(10)]])), refused("missing_file"));
  await rejects(read(without(files, "VTS_01_0.IFO", "VTS_01_0.BUP")), refused("malformed"));
  await rejects(read(new Map([["VIDEO_TS/VIDEO_TS.IFO", new Uint8Array(0)]])), refused("malformed"));
});

Deno.test("readDvd() reads the folder VIDEO_TS itself, in any case of its names", async () => {
  const { files } = await filmDisc();
  const inside = new Map([...files].map(([path, bytes]) => [path.replace("VIDEO_TS/", "").toLowerCase(), bytes]));
  same((await read(inside)).titles, (await read(files)).titles);
});
