import { deepStrictEqual as same, rejects } from "node:assert/strict";
import fc from "fast-check";
import { noise, watchedImage } from "../../../tests/fixtures/discs/image_walk.ts";
import { createExtentMap, openExtents } from "./extents.ts";
import { DiscFault } from "./model.ts";

const EXTENT = fc.record({ offset: fc.option(fc.nat(4000), { nil: undefined }), length: fc.nat(300) })
  .map(({ offset, length }) => offset === undefined ? { length } : { offset, length });

Deno.test("openExtents() reads extents as one contiguous range", async () => {
  const bytes = noise(5000);
  await fc.assert(
    fc.asyncProperty(fc.array(EXTENT), fc.nat(2000), fc.nat(2000), async (extents, at, length) => {
      const all = extents.flatMap(({ offset, length }) =>
        offset === undefined ? Array<number>(length).fill(0) : [...bytes.slice(offset, offset + length)]
      );
      const map = createExtentMap(extents);
      same(map.size, all.length);
      const file = openExtents(watchedImage(bytes), map, { name: "A", size: all.length });
      same([...await file.read(at, length)], all.slice(at, at + length));
    }),
    { numRuns: 500 },
  );
});

Deno.test("openExtents() reads adjacent extents with one call and without a copy", async () => {
  const image = watchedImage(noise(5000));
  const buffers: unknown[] = [];
  const source = {
    ...image,
    read: async (at: number, length: number) => {
      const bytes = await image.read(at, length);
      buffers.push(bytes);
      return bytes;
    },
  };
  const map = createExtentMap([{ offset: 100, length: 1000 }, { offset: 1100, length: 50 }, {
    offset: 1150,
    length: 900,
  }]);
  const read = await openExtents(source, map, { name: "A", size: 1950 }).read(0, 5000);
  same(image.reads, [[100, 1950]]);
  same(buffers[0] === read, true);
});

Deno.test("openExtents() names the file that cannot be read, and hands on other errors as they are", async () => {
  const failing = (error: Error) => ({ ...watchedImage(noise(100)), read: () => Promise.reject(error) });
  const open = (error: Error) =>
    openExtents(failing(error), createExtentMap([{ offset: 0, length: 9 }]), { name: "A.VOB", size: 9 });
  const fault = new DiscFault("unreadable", "The drive failed.");
  await rejects(open(fault).read(0, 9), { code: "unreadable", message: "A.VOB cannot be read. The drive failed." });
  await rejects(open(new TypeError("a defect")).read(0, 9), { name: "TypeError", message: "a defect" });
});
