import { deepEqual, equal, rejects } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { inFolder, withFolder } from "../../../tests/fixtures/folder.ts";
import { readFlacBlock, readFlacHead } from "./flac_blocks.ts";

const STREAM_INFO = 0;
const CUE_SHEET = 5;
const PICTURE = 6;

interface Block {
  type: number;
  body: Uint8Array;
}
const block = (type: number, length: number, fill = type + 1): Block => ({
  type,
  body: new Uint8Array(length).fill(fill),
});

/**
 * Builds a FLAC file with the given blocks followed by audio. `says` is a wrong length for the header of the last
 * block.
 */
function flac(blocks: Block[], { says, marker = "fLaC" }: { says?: number; marker?: string } = {}): Uint8Array {
  const parts = blocks.flatMap(({ type, body }, index) => {
    const last = index === blocks.length - 1;
    const length = last ? says ?? body.length : body.length;
    return [Uint8Array.of((last ? 0x80 : 0) | type, length >> 16, (length >> 8) & 0xff, length & 0xff), body];
  });
  return joined([new TextEncoder().encode(marker), ...parts, new Uint8Array(says === undefined ? 64 : 0).fill(0xff)]);
}

/** Builds an ID3v2 tag with a body of the given size. */
const id3 = (length: number): Uint8Array =>
  joined([
    new TextEncoder().encode("ID3"),
    Uint8Array.of(4, 0, 0, (length >> 21) & 0x7f, (length >> 14) & 0x7f, (length >> 7) & 0x7f, length & 0x7f),
    new Uint8Array(length).fill(0x66),
  ]);

const joined = (parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

const cases: [name: string, bytes: Uint8Array, type: number, length: number | undefined][] = [
  ["the first block", flac([block(STREAM_INFO, 34), block(PICTURE, 9)]), STREAM_INFO, 34],
  ["the last block", flac([block(STREAM_INFO, 34), block(PICTURE, 300), block(CUE_SHEET, 500)]), CUE_SHEET, 500],
  ["the first of two of a type", flac([block(STREAM_INFO, 34), block(PICTURE, 3), block(PICTURE, 4)]), PICTURE, 3],
  ["an empty block", flac([block(STREAM_INFO, 34), block(CUE_SHEET, 0)]), CUE_SHEET, 0],
  [
    "a block behind a large one",
    flac([block(STREAM_INFO, 34), block(PICTURE, 70_000), block(CUE_SHEET, 7)]),
    CUE_SHEET,
    7,
  ],
  ["a block behind an ID3 tag", joined([id3(300), flac([block(STREAM_INFO, 34), block(CUE_SHEET, 7)])]), CUE_SHEET, 7],
  ["no block of the type", flac([block(STREAM_INFO, 34)]), CUE_SHEET, undefined],
  ["a block that is cut off", flac([block(STREAM_INFO, 34), block(CUE_SHEET, 7)], { says: 8 }), CUE_SHEET, undefined],
  [
    "a block larger than any",
    flac([block(STREAM_INFO, 34), block(CUE_SHEET, 7)], { says: 0xffffff }),
    CUE_SHEET,
    undefined,
  ],
  [
    "a file that ends behind a block before the last",
    flac([block(STREAM_INFO, 34)]).subarray(0, 20),
    CUE_SHEET,
    undefined,
  ],
  ["another kind of file", flac([block(STREAM_INFO, 34)], { marker: "OggS" }), STREAM_INFO, undefined],
  ["an empty file", new Uint8Array(), STREAM_INFO, undefined],
  ["a file of an ID3 tag alone", id3(10), STREAM_INFO, undefined],
  ["an ID3 tag that says more than there is", id3(200).subarray(0, 50), STREAM_INFO, undefined],
];

for (const [name, bytes, type, length] of cases) {
  inFolder(`a block of FLAC is read: ${name}`, async (dir) => {
    const path = join(dir, "a.flac");
    await Deno.writeFile(path, bytes);
    const body = await readFlacBlock(path, type);
    deepEqual(body && [...body], length === undefined ? undefined : Array(length).fill(type + 1));
  });
}

inFolder("a file whose blocks never end is invalid", async (dir) => {
  const path = join(dir, "endless.flac");
  await Deno.writeFile(path, flac([...Array(300).fill(block(PICTURE, 0)), block(CUE_SHEET, 4)]));
  equal(await readFlacBlock(path, CUE_SHEET), undefined);
});

inFolder("the head of a file begins at the marker, with and without a tag before it, and may be short", async (dir) => {
  const whole = flac([block(STREAM_INFO, 34), block(PICTURE, 100)]);
  for (
    const [bytes, expected] of [[whole, 42], [joined([id3(128), whole]), 42], [whole.subarray(0, 30), 30]] as const
  ) {
    const path = join(dir, "b.flac");
    await Deno.writeFile(path, bytes);
    deepEqual([...await readFlacHead(path)], [...whole.subarray(0, expected)]);
  }
});

inFolder("a missing file is reported like by the system", async (dir) => {
  await rejects(readFlacHead(join(dir, "none.flac")), Deno.errors.NotFound);
  await rejects(readFlacBlock(join(dir, "none.flac"), STREAM_INFO), Deno.errors.NotFound);
});

Deno.test("any bytes are read without a failure, and a body found is one of the file", () =>
  withFolder(async (dir) => {
    const path = join(dir, "any.flac");
    const odd = fc.tuple(fc.constantFrom("fLaC", "ID3", ""), fc.uint8Array({ maxLength: 120 }))
      .map(([start, bytes]) => joined([new TextEncoder().encode(start), bytes]));
    await fc.assert(
      fc.asyncProperty(odd, fc.integer({ min: 0, max: 7 }), async (bytes, type) => {
        await Deno.writeFile(path, bytes);
        const body = await readFlacBlock(path, type);
        if (body !== undefined) equal([...bytes].join().includes([...body].join()), true);
      }),
      { numRuns: 60 },
    );
  }));
