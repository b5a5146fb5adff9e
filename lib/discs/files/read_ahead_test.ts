import { Buffer } from "node:buffer";
import { deepStrictEqual as same, ok, rejects } from "node:assert/strict";
import fc from "fast-check";
import { noise, watchedImage } from "../../../tests/fixtures/discs/image_walk.ts";
import { DiscFault, type RandomAccess } from "./model.ts";
import { createReadAhead } from "./read_ahead.ts";

/** An image whose reads complete in arbitrary order and write into the given buffer. */
function lateImage(bytes: Uint8Array<ArrayBuffer>): RandomAccess {
  let turns = 0;
  return {
    size: bytes.length,
    async read(offset, length, into) {
      for (let left = turns++ * 7 % 23; left > 0; left--) await Promise.resolve();
      const found = bytes.subarray(offset, offset + length);
      if (!into) return found.slice();
      into.set(found);
      return into.subarray(0, found.length);
    },
    close: () => Promise.resolve(),
  };
}

Deno.test("createReadAhead() returns the content of the source, for any requests in any order", async () => {
  const bytes = noise(6_000_000);
  const read = createReadAhead(lateImage(bytes));
  const range = fc.tuple(fc.nat(bytes.length), fc.oneof(fc.nat(3000), fc.nat(100_000))).map((
    [at, length],
  ) => [at, Math.min(length, bytes.length - at)]);
  await fc.assert(fc.asyncProperty(fc.array(range, { maxLength: 80, size: "max" }), async (ranges) => {
    const found = await Promise.all(ranges.map(([at = 0, length = 0]) => read(at, length)));
    const isSame = ranges.every(([at = 0, length = 0], i) =>
      Buffer.compare(found[i] ?? new Uint8Array(), bytes.subarray(at, at + length)) === 0
    );
    ok(isSame);
  }));
});

Deno.test("createReadAhead() reads on into the memory that it has", async () => {
  const image = lateImage(noise(1000 * 65536));
  const buffers = new Set<unknown>();
  const read = createReadAhead({
    ...image,
    read(offset, length, into) {
      buffers.add(into?.buffer);
      return image.read(offset, length, into);
    },
  });
  for (let at = 0; at < image.size; at += 65536) await read(at + 5, 2048);
  ok(buffers.size <= 40, `${buffers.size} buffers`);
});

Deno.test("createReadAhead() reads a thousand neighbouring sectors with few calls", async () => {
  const image = watchedImage(noise(1000 * 2048));
  const read = createReadAhead(image);
  await Promise.all(Array.from({ length: 1000 }, (_, i) => read(i * 2048, 2048)));
  ok(image.reads.length <= 32, `${image.reads.length} calls`);
});

Deno.test("createReadAhead() reads the sector next to an unreadable one, and retries bad ones", async () => {
  const image = watchedImage(noise(100 * 2048));
  let bad = true;
  const source = {
    ...image,
    read(offset: number, length: number) {
      if (bad && offset <= 5 * 2048 && offset + length > 5 * 2048) {
        return Promise.reject(new DiscFault("unreadable", "bad sector 5"));
      }
      return image.read(offset, length);
    },
  };
  const read = createReadAhead(source);
  same(await read(6 * 2048, 2048), noise(100 * 2048).slice(6 * 2048, 7 * 2048));
  await rejects(read(5 * 2048, 10), { message: "bad sector 5" });
  bad = false;
  same(await read(5 * 2048, 10), noise(100 * 2048).slice(5 * 2048, 5 * 2048 + 10));
});

Deno.test("createReadAhead() reports a truncated image", async () => {
  const read = createReadAhead(watchedImage(noise(5000)));
  same((await read(4900, 100)).length, 100);
  await rejects(read(4900, 101), { code: "unreadable", message: /ends after 5000 bytes/ });
});
