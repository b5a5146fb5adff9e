import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { angleDisc } from "../../../tests/fixtures/discs/dvd_angles.ts";
import { type AuthoredDisc, filmDisc, fourPartDisc } from "../../../tests/fixtures/discs/dvd_authoring.ts";
import { memoryDisc } from "../../../tests/fixtures/discs/dvd_folder.ts";
import { DiscFault } from "../files/model.ts";
import type { ReadDisc } from "../model.ts";
import { copyDvdTitle } from "./extract/copy_title.ts";
import { isForced } from "./extract/subpictures.ts";
import { readDvd } from "./read_dvd.ts";

const SECTOR = 2048;
const IFOS = ["VIDEO_TS.IFO", "VIDEO_TS.BUP", "VTS_01_0.IFO", "VTS_01_0.BUP"].map((name) => `VIDEO_TS/${name}`);
const VOB = "VIDEO_TS/VTS_01_1.VOB";

/**
 * Changes of a few bytes, applied to the IFO files and their backups so that neither is intact. Most changes hit
 * tables.
 */
const changes = fc.array(
  fc.tuple(
    fc.boolean(),
    fc.oneof(fc.nat(0x3ff), fc.nat(20_000)),
    fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat(255)),
    fc.constantFrom(1, 2, 4),
  ),
  { minLength: 1, maxLength: 8 },
);

function damage(files: Map<string, Uint8Array>, change: [boolean, number, number, number][]): Map<string, Uint8Array> {
  const damaged = new Map(files);
  for (const path of IFOS) {
    const bytes = files.get(path)?.slice() ?? new Uint8Array();
    for (const [ofManager, at, value, length] of change) {
      if (ofManager === path.includes("VIDEO_TS.")) bytes.fill(value, at, at + length);
    }
    damaged.set(path, bytes);
  }
  return damaged;
}

/** Asserts invariants that hold for any disc content. */
function assertConsistent(disc: ReadDisc, vobBytes: number): void {
  ok(disc.titles.length > 0 && disc.titles.length <= 99 * 9);
  ok(disc.warnings.length <= 100);
  for (const title of disc.titles) {
    ok(title.source.kind === "dvd");
    const { cells } = title.source;
    ok(cells.length > 0 && cells.length <= 2300);
    ok(cells.every((cell) => cell.firstSector <= cell.lastSector && cell.sectors > 0));
    ok(title.sizeBytes > 0 && title.sizeBytes <= vobBytes * cells.length);
    ok(Number.isSafeInteger(title.durationMs) && title.durationMs >= 0);
    ok(title.chapters.every((ms, i, all) => Number.isSafeInteger(ms) && (i === 0 || ms > (all[i - 1] ?? 0))));
    ok(title.chapters.length <= 999 && title.audio.length <= 8 && title.subtitles.length <= 32);
    ok(title.segmentMap.length > 0);
  }
}

async function readOrFault(files: Map<string, Uint8Array>): Promise<ReadDisc | undefined> {
  try {
    return await readDvd(memoryDisc(files));
  } catch (error) {
    if (error instanceof DiscFault) return undefined;
    throw error;
  }
}

for (const [name, make, numRuns] of [["film", filmDisc, 3000], ["two-angle", angleDisc, 3000]] as const) {
  Deno.test(`slow: readDvd() returns valid values or throws a DiscFault whatever bytes of the ${name} disc are damaged`, async () => {
    const { files }: AuthoredDisc = await make();
    const vobBytes = files.get(VOB)?.length ?? 0;
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        const disc = await readOrFault(damage(files, change));
        if (disc === undefined) return;
        answered++;
        assertConsistent(disc, vobBytes);
      }),
      { numRuns },
    );
    // Most damage leaves something readable.
    ok(answered > numRuns / 2, `${answered} of ${numRuns}`);
  });
}

Deno.test("readDvd() works within bounds where tables claim as much as their fields can hold", async () => {
  const { files } = await fourPartDisc();
  const hostile = new Map(files);
  for (const path of IFOS) {
    const bytes = files.get(path)?.slice() ?? new Uint8Array();
    const big = new Uint8Array(4 << 20);
    big.set(bytes);
    const view = new DataView(big.buffer);
    if (path.includes("VIDEO_TS.")) {
      const table = view.getUint32(0xc4) * SECTOR;
      view.setUint16(table, 65_535);
      for (let i = 0; i < 65_535; i++) big.set([0x3c, 9, 0xff, 0xff, 0, 0, 1, i % 99 + 1], table + 8 + i * 12);
    } else fillWithChains(big, view);
    hostile.set(path, big);
  }
  const disc = await readOrFault(hostile);
  ok(disc);
  assertConsistent(disc, files.get(VOB)?.length ?? 0);
  const cells = disc.titles.flatMap(({ source }) => source.kind === "dvd" ? source.cells : []);
  ok(cells.length > 40_000 && cells.length <= 50_000, `${cells.length}`);
  ok(disc.warnings.some((warning) => /was skipped: the titles of the disc have too many cells/.test(warning)));
});

/**
 * Writes titles with 999 chapters, each in a different program chain. All 65,535 chains have 255 cells, which form
 * blocks of nine angles and cover all sectors.
 */
function fillWithChains(bytes: Uint8Array, view: DataView): void {
  const chapters = 1 << 20;
  view.setUint32(0xc8, chapters / SECTOR);
  view.setUint16(chapters, 65_535);
  view.setUint32(chapters + 4, 0xffffffff);
  const list = chapters + 8 + 65_536 * 4;
  for (let i = 0; i <= 65_535; i++) view.setUint32(chapters + 8 + i * 4, list - chapters + i * 999 * 4);
  for (let i = 0; i < 99 * 999; i++) view.setUint32(list + i * 4, (i % 999 + 1) * 0x10000 + 1);
  const chains = 3 << 20;
  const chain = chains + 8 + 65_535 * 8;
  view.setUint32(0xcc, chains / SECTOR);
  view.setUint16(chains, 65_535);
  for (let i = 0; i < 65_535; i++) view.setUint32(chains + 8 + i * 8 + 4, chain - chains);
  bytes.fill(1, chain, chain + 40_000);
  bytes.set([255, 255], chain + 2);
  [0xe6, 0xe8, 0xea].forEach((field) => view.setUint16(chain + field, 236 + 256));
  for (let i = 0; i < 255; i++) {
    const cell = chain + 236 + 256 + i * 24;
    bytes[cell] = i % 9 === 0 ? 0b01_01_0100 : i % 9 === 8 ? 0b11_01_0100 : 0b10_01_0100;
    view.setUint32(cell + 8, 0);
    view.setUint32(cell + 20, 0xffffffff);
  }
}

Deno.test("copyDvdTitle() ends with a copy or a DiscFault whatever bytes of the packs are damaged", async () => {
  const folder = await Deno.makeTempDir({ prefix: "lathe_test_" });
  try {
    for (const { files } of [await filmDisc(), await angleDisc()]) {
      const vob = files.get(VOB) ?? new Uint8Array();
      const { titles } = await readDvd(memoryDisc(files));
      const place = fc.tuple(fc.nat(vob.length / SECTOR - 1), fc.nat(0x440), fc.nat(255));
      await fc.assert(
        fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 60 }), async (change) => {
          const damaged = vob.slice();
          for (const [sector, at, value] of change) damaged[sector * SECTOR + at] = value;
          let bytes = 0;
          const sink = {
            write: (part: Uint8Array) => Promise.resolve(void (bytes += part.length)),
            close: async () => {},
          };
          const title = titles.at(-1);
          ok(title);
          try {
            const copy = await copyDvdTitle(memoryDisc(new Map([...files, [VOB, damaged]])), title, {
              vob: sink,
              subtitles: folder,
            });
            ok(Number.isSafeInteger(copy.durationMs) && copy.durationMs >= 0);
            equal(copy.bytes, bytes);
          } catch (error) {
            if (!(error instanceof DiscFault)) throw error;
          }
          ok(bytes <= vob.length);
        }),
        { numRuns: 60 },
      );
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("isForced() ends with any frame", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (picture) => typeof isForced(picture) === "boolean"), {
    numRuns: 3000,
  });
});
