import { deepEqual } from "node:assert/strict";
import fc from "fast-check";
import { readIndex } from "./mp4_index.ts";

const word = (value: number): number[] => [value >>> 24, value >>> 16 & 255, value >>> 8 & 255, value & 255];
const box = (name: string, ...content: number[][]): number[] => {
  const bytes = content.flat();
  return [...word(bytes.length + 8), ...[...name].map((letter) => letter.charCodeAt(0)), ...bytes];
};
const edits = (...media: number[]): number[] =>
  box(
    "edts",
    box("elst", word(0), word(media.length), ...media.map((time) => [...word(1000), ...word(time), ...word(0x10000)])),
  );
const long = (...media: number[]): number[] =>
  box(
    "edts",
    box(
      "elst",
      [1, 0, 0, 0],
      word(media.length),
      ...media.map((time) => [
        ...[...word(0), ...word(1000)],
        ...[...word(time < 0 ? -1 : 0), ...word(time), ...word(0x10000)],
      ]),
    ),
  );
const entry = (name: string): number[] =>
  box("mdia", box("minf", box("stbl", box("stsd", word(0), word(1), box(name, word(0))))));
const movie = (...tracks: number[][]): Uint8Array =>
  Uint8Array.from([
    ...box("ftyp", word(0)),
    ...box("moov", box("mvhd", word(0)), ...tracks.map((one) => box("trak", one))),
  ]);
/** Builds a track with three seconds of media, of which an edit shows `shown` milliseconds. */
const cut = (shown: number): Uint8Array => {
  const head = (scale: number, units: number): number[] => [
    ...[...word(0), ...word(0), ...word(0), ...word(scale), ...word(units)],
    ...word(0),
  ];
  return Uint8Array.from(box(
    "moov",
    box("mvhd", head(1000, 3000)),
    box(
      "trak",
      box("edts", box("elst", word(0), word(1), [...word(shown), ...word(0), ...word(0x10000)])),
      box("mdia", box("mdhd", head(48_000, 144_000))),
    ),
  ));
};
const factsOf = (bytes: Uint8Array) =>
  readIndex(bytes.length, (at, length) => Promise.resolve(new DataView(bytes.slice(at, at + length).buffer)));

for (
  const [name, bytes, wanted] of [
    ["no edit list", movie(entry("avc1")), {}],
    ["an edit that skips the beginning", movie(edits(1024)), {}],
    ["a pause before the beginning", movie(edits(-1, 1024)), {}],
    ["two stretches", movie(entry("mp4a"), edits(0, 5000)), { edited: true }],
    ["a pause between", movie(edits(0, -1, 2000)), { edited: true }],
    ["two stretches in the long form", movie(long(0, 5000)), { edited: true }],
    ["a pause before the beginning in the long form", movie(long(-1, 0)), {}],
    ["an edit that leaves out the end", cut(1500), { edited: true }],
    ["an edit that ends with its media", cut(2900), {}],
    ["an edit of unknown length", cut(0), {}],
    ["Common Encryption", movie(entry("mp4a"), entry("encv")), { encrypted: true }],
    ["a song of a shop", movie(entry("drms")), { encrypted: true }],
    ["fragments", Uint8Array.from(box("moov", box("mvex", word(0)))), { fragmented: true }],
    [
      "a file that ends before its media",
      Uint8Array.from([...box("moov", box("free", word(0))), ...box("mdat", word(0), word(0)).slice(0, 12)]),
      { cutOff: true },
    ],
    ["a file without an index", Uint8Array.from(box("ftyp", word(0))), {}],
  ] as [string, Uint8Array, unknown][]
) {
  Deno.test(`readIndex() reads ${name}`, async () => deepEqual(await factsOf(bytes), wanted));
}

Deno.test("readIndex() ends for any bytes and for any part of a file", async () => {
  const whole = movie(entry("encv"), edits(0, 5000));
  await fc.assert(fc.asyncProperty(fc.nat(whole.length), fc.nat(whole.length), fc.nat(255), async (end, at, byte) => {
    const part = whole.slice(0, end);
    part.set(at < end ? [byte] : [], Math.min(at, end));
    deepEqual(typeof await factsOf(part), "object");
  }));
});
