import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { readVobSubIndex } from "./vobsub_index.ts";

const INDEX = `# VobSub index file, v7 (do not modify this line!)
size: 720x480
org: 0, 0
palette: 000000, ffffff, 808080, 0000ff
langidx: 0

id: en, index: 0
timestamp: 00:00:12:480, filepos: 000000000
timestamp: 01:02:03:004, filepos: 00000a800

id: de, index: 1
timestamp: 00:00:13:000, filepos: 000012000
`;

Deno.test("readVobSubIndex() reads palette, height and every track with its cues", () => {
  deepEqual(readVobSubIndex(INDEX), {
    palette: [[0, 0, 0], [255, 255, 255], [128, 128, 128], [0, 0, 255]],
    height: 480,
    tracks: [
      {
        language: "en",
        index: 0,
        cues: [{ atSeconds: 12.48, position: 0 }, { atSeconds: 3723.004, position: 0xa800 }],
      },
      { language: "de", index: 1, cues: [{ atSeconds: 13, position: 0x12000 }] },
    ],
  });
});

Deno.test("readVobSubIndex() reads lines that end as on Windows", () => {
  deepEqual(readVobSubIndex(INDEX.replaceAll("\n", "\r\n")), readVobSubIndex(INDEX));
});

Deno.test("readVobSubIndex() reads an empty text as PAL without tracks", () => {
  deepEqual(readVobSubIndex(""), { palette: [], height: 576, tracks: [] });
});

const cuesOf = (lines: string): number[] =>
  readVobSubIndex(`id: en, index: 0\n${lines}`).tracks[0]?.cues.map(({ atSeconds }) => atSeconds) ?? [];

for (
  const [name, lines, wanted] of [
    ["a delay moves what follows it", "delay: 00:00:01:500\ntimestamp: 00:00:10:000, filepos: 0", [11.5]],
    ["a delay may go back", "delay: -00:00:01:500\ntimestamp: 00:00:10:000, filepos: 0", [8.5]],
    [
      "delays add up",
      "delay: 00:00:01:000\ntimestamp: 00:00:01:000, filepos: 0\ndelay: 00:00:02:000\ntimestamp: 00:00:01:000, filepos: 1",
      [2, 4],
    ],
    ["a delay that is none moves nothing", "delay: soon\ntimestamp: 00:00:10:000, filepos: 0", [10]],
    ["a dot may stand before the milliseconds", "timestamp: 00:00:10.250, filepos: 0", [10.25]],
    ["a time without a place is passed over", "timestamp: 00:00:10:000", []],
    ["a place that is no number is passed over", "timestamp: 00:00:10:000, filepos: xyz", []],
    ["a time that is none is passed over", "timestamp: 10, filepos: 0", []],
    ["keys are read in any case", "TimeStamp: 00:00:10:000, FILEPOS: 0", [10]],
    ["a comment is passed over", "# timestamp: 00:00:10:000, filepos: 0", []],
  ] as const
) Deno.test(`readVobSubIndex(): ${name}`, () => deepEqual(cuesOf(lines), wanted));

Deno.test("readVobSubIndex(): the delay of one track does not reach the next", () => {
  const { tracks } = readVobSubIndex(
    "id: en, index: 0\ndelay: 00:00:05:000\nid: de, index: 1\ntimestamp: 00:00:01:000, filepos: 0",
  );
  deepEqual(tracks.map(({ cues }) => cues), [[], [{ atSeconds: 1, position: 0 }]]);
});

Deno.test("readVobSubIndex(): cues before the first track are assigned to none", () => {
  deepEqual(readVobSubIndex("timestamp: 00:00:10:000, filepos: 0").tracks, []);
});

for (
  const [line, wanted] of [
    ["id: --, index: 3", { language: "--", index: 3, cues: [] }],
    ["id: fr", { language: "fr", index: 0, cues: [] }],
    ["id:", { language: "--", index: 0, cues: [] }],
  ] as const
) {
  Deno.test(`readVobSubIndex() reads the track ${JSON.stringify(line)}`, () => {
    deepEqual(readVobSubIndex(line).tracks, [wanted]);
  });
}

for (
  const [line, height] of [
    ["size: 1920x1080", 1080],
    ["size: 720x0", 576],
    ["size: large", 576],
    ["size:", 576],
  ] as const
) {
  Deno.test(`readVobSubIndex(): "${line}" means bitmaps of ${height} lines`, () => {
    equal(readVobSubIndex(line).height, height);
  });
}

Deno.test("readVobSubIndex(): a palette has sixteen colours at most, black for invalid ones", () => {
  const { palette } = readVobSubIndex(`palette: zz, 102030${", ffffff".repeat(40)}`);
  equal(palette.length, 16);
  deepEqual(palette.slice(0, 3), [[0, 0, 0], [16, 32, 48], [255, 255, 255]]);
});

Deno.test("readVobSubIndex() parses any text, with valid numbers", () => {
  const word = fc.constantFrom("id", "delay", "timestamp", "palette", "size", ":", ", filepos: ", "00:00:01:000", "\n");
  const text = fc.array(fc.oneof(word, fc.string({ maxLength: 12 })), { maxLength: 60 }).map((parts) => parts.join(""));
  fc.assert(fc.property(text, (broken) => {
    const { palette, height, tracks } = readVobSubIndex(broken);
    ok(height > 0 && palette.flat().every((part) => part >= 0 && part <= 255));
    for (const { index, cues } of tracks) {
      ok(Number.isFinite(index));
      ok(cues.every(({ atSeconds, position }) => Number.isFinite(atSeconds) && Number.isFinite(position)));
    }
  }));
});
