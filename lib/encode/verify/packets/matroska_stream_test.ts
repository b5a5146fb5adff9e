import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { type Block, readBlocks } from "./matroska_stream.ts";

const streamOf = (bytes: Uint8Array<ArrayBuffer>, size = 7): ReadableStream<Uint8Array<ArrayBuffer>> => {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at += size));
    },
  });
};

const blocksOf = async (bytes: Uint8Array<ArrayBuffer>, size?: number): Promise<Block[]> => {
  const blocks: Block[] = [];
  for await (const block of readBlocks(streamOf(bytes, size))) blocks.push(block);
  return blocks;
};

const element = (
  id: number[],
  body: number[],
): number[] => [...id, 0x40 | (body.length >> 8), body.length & 0xff, ...body];
const SEGMENT_OPEN = [0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
const CLUSTER = [0x1f, 0x43, 0xb6, 0x75];
const block = (track: number, offset: number, data: number[]) =>
  element([0xa3], [0x80 | track, (offset >> 8) & 0xff, offset & 0xff, 0x80, ...data]);

const FILE = new Uint8Array([
  ...element([0x1a, 0x45, 0xdf, 0xa3], [1, 2, 3]),
  ...SEGMENT_OPEN,
  ...element(CLUSTER, [...element([0xe7], [0x03, 0xe8]), ...block(1, 5, [9, 8]), ...block(2, -3, [7])]),
  ...element(CLUSTER, [...element([0xe7], [0x07, 0xd0]), ...block(1, 0, [6])]),
]);

Deno.test("a Matroska stream: blocks are read with their track, time and bytes, however the pipe splits them", async () => {
  for (const size of [1, 3, 7, 64, 4096]) {
    const blocks = await blocksOf(FILE, size);
    deepEqual(blocks.map(({ track, timeMs, data }) => [track, timeMs, [...data]]), [
      [1, 1005, [9, 8]],
      [2, 997, [7]],
      [1, 2000, [6]],
    ]);
  }
});

Deno.test("a Matroska stream that is truncated anywhere ends without an error", async () => {
  for (let length = 0; length < FILE.length; length++) {
    ok((await blocksOf(FILE.slice(0, length))).length <= 3);
  }
});

Deno.test("bytes that are no Matroska stream end the reading", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      const blocks = await blocksOf(new Uint8Array(bytes));
      ok(blocks.every(({ data }) => data.length < 200));
    }),
    { numRuns: 200 },
  );
  equal((await blocksOf(new Uint8Array())).length, 0);
  equal((await blocksOf(new Uint8Array([0xa1, 0x80]))).length, 0);
  equal((await blocksOf(new Uint8Array([0xa3, 0x83, 0x81, 0, 0]))).length, 0);
});
