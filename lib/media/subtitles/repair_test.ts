import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { findProgram } from "../../../build/needs.ts";
import { drawnSup } from "../../../tests/fixtures/subtitle_pictures.ts";
import { inkOf } from "./bitmaps/ink.ts";
import { installedLanguages, wordsOf } from "./languages.ts";
import type { GreyBitmap } from "./model.ts";
import { decodePgs } from "./bitmaps/pgs.ts";
import { repairWords } from "./repair_words.ts";
import { setUpright } from "./bitmaps/slant.ts";
import { reasonToKeepBitmaps } from "./service.ts";
import { readWordList } from "./word_list.ts";

Deno.test("word list: tesseract's own language files provide the words", async () => {
  const { folder } = await installedLanguages(findProgram("tesseract") ?? "");
  const english = await wordsOf(["eng"], folder);
  const german = await wordsOf(["deu"], folder);
  const known = (list: typeof english, words: string) =>
    words.split(" ").map((word) => Number(list?.has(word))).join("");
  equal(known(english, "time Illinois understand understan Hlinois qzx"), "111000");
  equal(known(german, "für fließt Straße flielst Strasze"), "11100");
  equal(await wordsOf(["eng", "zul"], folder), undefined);
  equal(await wordsOf(["eng"], undefined), undefined);
});

Deno.test("word list: a damaged language file provides none and never throws", async () => {
  const { folder = "" } = await installedLanguages(findProgram("tesseract") ?? "");
  const file = await Deno.readFile(`${folder}/deu.traineddata`);
  equal(readWordList(new Uint8Array()), undefined);
  fc.assert(
    fc.property(fc.nat(file.length), fc.uint8Array({ minLength: 1, maxLength: 64 }), (cut, noise) => {
      readWordList(file.subarray(0, cut))?.has("Straße");
      const broken = file.slice();
      broken.set(noise, Math.min(cut, file.length - noise.length));
      readWordList(broken)?.has("Straße");
    }),
    { numRuns: 50 },
  );
});

Deno.test("unknown words become known ones by one replacement; known words and other names stay", () => {
  const list = new Set(["lilac", "modern", "fließt", "Tür", "Illinois", "all", "will", "wood", "und", "ill"]);
  const repaired = (text: string, language: string) => repairWords(text, list, language);
  equal(repaired("tilac modem Hlinois", "eng"), "lilac modern Illinois");
  equal(repaired("fliefst flielst Tur", "deu"), "fließt fließt Tür");
  equal(repaired("fliefst Tur", "eng"), "fliefst Tur");
  equal(repaired("Will All WOOD Wotan Ilse 1911", "eng"), "Will All WOOD Wotan Ilse 1911");
  equal(repaired("aII, AlI und", "eng"), "aII, All und");
});

/** Draws upright or slanted bars, black on white. */
function bars(slant: number): GreyBitmap {
  const [width, height] = [200, 40];
  const pixels = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y++) {
    for (let bar = 0; bar < 8; bar++) {
      const from = 20 + bar * 20 + Math.round((height - y) * slant);
      pixels.fill(0, y * width + from, y * width + from + 4);
    }
  }
  return { width, height, pixels };
}

Deno.test("slanted letters are straightened, upright ones stay unchanged", () => {
  const straight = bars(0);
  deepEqual(setUpright(straight), straight);
  const { width, height, pixels } = setUpright(bars(0.22));
  const inked = Array.from({ length: width }, (_, x) => {
    const column = Array.from({ length: height }, (_, y) => pixels[y * width + x] ?? 255);
    return column.filter((grey) => grey < 128).length;
  });
  ok(inked.filter((rows) => rows > height * 0.9).length >= 8 * 2, "the bars fill whole columns");
});

Deno.test("ink: bright letters with a dark rim, dark letters with a bright rim, and letters in a box", () => {
  const palette = new Uint8Array(1024);
  palette.set([0, 0, 0, 0, 240, 240, 240, 255, 16, 16, 16, 255]);
  const bitmap = (rows: string[]) => ({
    width: rows[0]?.length ?? 0,
    height: rows.length,
    pixels: Uint8Array.from(rows.join(""), Number),
    palette,
  });
  const letters = (rows: string[]) => [...inkOf(bitmap(rows)).pixels].map((grey) => grey < 128 ? "x" : ".").join("");
  equal(letters(["0000000", "0222220", "0211120", "0222220", "0000000"]), "................xxx................");
  equal(letters(["0000000", "0111110", "0122210", "0111110", "0000000"]), "................xxx................");
  equal(letters(["11111", "12221", "11111"]), "......xxx......");
  equal(letters(["22222", "21112", "22222"]), "......xxx......");
});

Deno.test("bitmaps stay when more than a tenth is damaged or more than a fifth has no text", () => {
  const kept = (packets: number, damaged: number, bitmaps: number, empty: number) =>
    reasonToKeepBitmaps({ packets, damaged, bitmaps, empty }) !== undefined;
  deepEqual([kept(30, 3, 27, 0), kept(30, 4, 26, 0), kept(30, 29, 1, 0)], [false, true, true]);
  deepEqual([kept(30, 0, 30, 6), kept(30, 0, 30, 7), kept(2, 0, 2, 1), kept(3, 0, 0, 0)], [false, true, true, true]);
});

Deno.test("a Blu-ray bitmap with noise in its lines counts as damaged", async () => {
  const texts = ["One", "Two", "Three"].map((text, i) => ({ start: 1 + i * 2, end: 2 + i * 2, text }));
  const sup = await drawnSup(texts);
  // Three display sets show a bitmap, and three clear it.
  equal(decodePgs(sup).intact, 6);
  const segments = [...sup.keys()].filter((at) => sup[at] === 0x50 && sup[at + 1] === 0x47 && sup[at + 10] === 0x15);
  const broken = sup.slice();
  for (const at of segments.filter((one) => new DataView(sup.buffer).getUint32(one + 2) === 270_000)) {
    const length = new DataView(sup.buffer).getUint16(at + 11);
    broken.fill(0x33, at + 13 + 11, at + 13 + length);
  }
  equal(decodePgs(broken).intact, 5);
});
