import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import type { DiscFiles } from "../files/model.ts";
import { SECTOR_BYTES } from "./ifo/ifo_bytes.ts";
import { openVobs } from "./vobs.ts";

/** A disc with these VOBs in title set 1, filled with consecutive bytes. A read returns at most `limit` bytes. */
function discOf(vobs: Uint8Array<ArrayBuffer>[], limit = Infinity) {
  const open = new Set<number>();
  const files: DiscFiles = {
    kind: "udf",
    list: () => Promise.resolve([]),
    open(path) {
      const i = Number(/VTS_01_(\d)\.VOB$/.exec(path)?.[1]) - 1;
      const bytes = vobs[i];
      if (bytes === undefined) return Promise.resolve(undefined);
      open.add(i);
      return Promise.resolve({
        size: bytes.length,
        read: (offset: number, length: number) =>
          Promise.resolve(bytes.slice(offset, offset + Math.min(length, limit))),
        close: () => Promise.resolve(void open.delete(i)),
      });
    },
    close: () => Promise.resolve(),
  };
  return { files, open };
}

const vob = (bytes: number, seed: number) => Uint8Array.from({ length: bytes }, (_, i) => (i * 31 + seed) % 251);
const sizes = fc.array(fc.integer({ min: 0, max: 3 * SECTOR_BYTES }), { maxLength: 9 });
const sectors = fc.nat(12);

Deno.test("the VOBs of a title set are read as one run of whole sectors, wherever they are split", async () => {
  await fc.assert(fc.asyncProperty(sizes, sectors, sectors, async (lengths, first, count) => {
    const vobs = lengths.map(vob);
    const { files, open } = discOf(vobs);
    const run = await openVobs(files, "VIDEO_TS/", 1);
    const whole = vobs.flatMap((bytes) => [...bytes.subarray(0, bytes.length - bytes.length % SECTOR_BYTES)]);
    is(run.sectors, whole.length / SECTOR_BYTES);
    same([...await run.read(first, count)], whole.slice(first * SECTOR_BYTES, (first + count) * SECTOR_BYTES));
    await run.close();
    is(open.size, 0);
  }));
});

Deno.test("a read that ends early returns the whole sectors before, and no data of a later VOB in their place", async () => {
  await fc.assert(fc.asyncProperty(sizes, fc.integer({ min: 1, max: 3 * SECTOR_BYTES }), async (lengths, limit) => {
    const vobs = lengths.map(vob);
    const run = await openVobs(discOf(vobs, limit).files, "VIDEO_TS/", 1);
    const whole = vobs.flatMap((bytes) => [...bytes.subarray(0, bytes.length - bytes.length % SECTOR_BYTES)]);
    const read = await run.read(0, run.sectors);
    is(read.length % SECTOR_BYTES, 0);
    ok(read.every((byte, i) => byte === whole[i]));
  }));
});
