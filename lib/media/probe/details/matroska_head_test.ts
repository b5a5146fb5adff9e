import { deepEqual } from "node:assert/strict";
import fc from "fast-check";
import { readHead } from "./matroska_head.ts";

const idBytes = (id: number): number[] => {
  const bytes: number[] = [];
  for (let rest = id; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return bytes;
};
const element = (id: number, ...content: number[]): number[] => [
  ...idBytes(id),
  ...[0x40 | content.length >> 8, content.length & 255],
  ...content,
];
const file = (...children: number[][]): Uint8Array =>
  Uint8Array.from([...element(0x1a45dfa3, 1, 2), ...element(0x18538067, ...children.flat())]);
const readOf = (bytes: Uint8Array) => (at: number, length: number) => {
  const part = bytes.slice(Math.min(at, bytes.length), at + length);
  return Promise.resolve(new DataView(part.buffer));
};

const track = (type: number, ...parts: number[][]): number[] => element(0xae, ...element(0x83, type), ...parts.flat());
const cropped = track(1, element(0xe0, ...element(0x54bb, 1, 4), ...element(0x54dd, 8)));
const encrypted = track(1, element(0x6d80, ...element(0x6240, ...element(0x5035, 0))));
const chapter = (...parts: number[][]): number[] => element(0xb6, ...element(0x91, 0), ...parts.flat());
const edition = (...parts: number[][]): number[] => element(0x1043a770, ...element(0x45b9, ...parts.flat()));
const ordered = element(0x45dd, 1);
const cluster = element(0x1f43b675, 0xe7, 0x81, 0);

for (
  const [name, bytes, wanted] of [
    ["marks of the second video track", file(element(0x1654ae6b, ...track(2), ...track(1), ...cropped)), {
      crops: [undefined, { left: 0, top: 260, right: 8, bottom: 0 }],
    }],
    ["encryption", file(element(0x1654ae6b, ...encrypted)), { crops: [undefined], encrypted: true }],
    ["a track that is switched off", file(element(0x1654ae6b, ...track(2), ...track(2, element(0xb9, 0)))), {
      crops: [],
      disabled: [1],
    }],
    ["ordered chapters", file(edition(ordered, chapter())), { crops: [], ordered: "own", chapterCount: 1 }],
    ["linked segments", file(edition(ordered, chapter(), chapter(element(0x6e67, 1, 2)))), {
      crops: [],
      ordered: "linked",
      chapterCount: 2,
    }],
    ["ordinary chapters", file(edition(element(0x45dd, 0), chapter())), { crops: [], chapterCount: 1 }],
    [
      "chapters behind the clusters",
      file(
        element(
          0x114d9b74,
          ...element(0x4dbb, ...element(0x53ab, 0x10, 0x43, 0xa7, 0x70), ...element(0x53ac, 23 + cluster.length)),
        ),
        cluster,
        edition(ordered, chapter()),
      ),
      { crops: [], ordered: "own", chapterCount: 1 },
    ],
    [
      "tracks that were moved behind the clusters",
      file(
        element(
          0x114d9b74,
          ...element(0x4dbb, ...element(0x53ab, 0x16, 0x54, 0xae, 0x6b), ...element(0x53ac, 23 + cluster.length)),
        ),
        cluster,
        element(0x1654ae6b, ...track(1), ...cropped),
      ),
      { crops: [undefined, { left: 0, top: 260, right: 8, bottom: 0 }] },
    ],
    ["nothing of another file", Uint8Array.from([1, 2, 3]), { crops: [] }],
  ] as [string, Uint8Array, unknown][]
) {
  Deno.test(`readHead() reads ${name}`, async () => deepEqual(await readHead(readOf(bytes)), wanted));
}

Deno.test("readHead() ends for any bytes and for any part of a file", async () => {
  const whole = file(element(0x1654ae6b, ...cropped, ...encrypted), edition(ordered, chapter()));
  await fc.assert(fc.asyncProperty(fc.nat(whole.length), fc.nat(whole.length), fc.nat(255), async (end, at, byte) => {
    const part = whole.slice(0, end);
    part.set(at < end ? [byte] : [], Math.min(at, end));
    deepEqual(Array.isArray((await readHead(readOf(part))).crops), true);
  }));
});
