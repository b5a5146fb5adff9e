import { deepStrictEqual as same, fail, ok } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { type IsoEntry, isoImage } from "../../../tests/fixtures/discs/image_iso.ts";
import { noise, watchedImage } from "../../../tests/fixtures/discs/image_walk.ts";
import { setTag } from "../../../tests/fixtures/discs/udf_structures.ts";
import { type UdfOptions, writeUdfImage } from "../../../tests/fixtures/discs/udf_image.ts";
import { withFolder } from "../../../tests/fixtures/folder.ts";
import { DiscFault, type DiscFiles } from "./model.ts";
import { openImageFiles } from "./open_disc_files.ts";

/** Limits for one image. A valid one needs a few dozen reads. The longest folder is 16 MB. */
const MAX_READS = 20_000;
const MAX_READ_BYTES = 16 * 1024 * 1024;

/**
 * Reads everything on an image like a media scan. Fails on errors other than `DiscFault`, reads outside the image,
 * large reads that were not requested, and endless reading. Returns names and content.
 */
async function survive(bytes: Uint8Array<ArrayBuffer>): Promise<Map<string, string>> {
  const image = watchedImage(bytes);
  const found = new Map<string, string>();
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof DiscFault)) throw error;
      ok(!/undefined|NaN|\[object/.test(error.message), error.message);
    }
  };
  const walk = async (files: DiscFiles, folder: string): Promise<void> => {
    for (const { name, directory, size } of await files.list(folder)) {
      ok(!/[/\\\0]|^\.{0,2}$/.test(name), name);
      const path = `${folder}/${name}`;
      if (found.has(path) || found.size > 1000) continue;
      found.set(path, "");
      if (directory) await attempt(() => walk(files, path));
      else await attempt(async () => void found.set(path, await ends(files, path, size)));
    }
  };
  await attempt(async () => walk(await openImageFiles(image, "image.iso"), ""));
  ok(image.reads.length < MAX_READS, `${image.reads.length} reads`);
  for (const [, length] of image.reads) ok(length <= MAX_READ_BYTES, `a read of ${length} bytes`);
  return found;
}

/** Reads the first and the last bytes of a file. */
async function ends(files: DiscFiles, path: string, size: number): Promise<string> {
  const file = await files.open(path);
  if (!file) return fail(`${path} was listed and cannot be found`);
  same(file.size, size);
  const parts = [await file.read(0, 5000), await file.read(Math.max(0, size - 100), 5000)];
  same(parts.map(({ length }) => length), [Math.min(5000, size), Math.min(100, size)]);
  return parts.map((part) => part.join()).join(";");
}

interface Made {
  bytes: Uint8Array<ArrayBuffer>;
  /** Sectors that contain structures of the file system. */
  structures: number[];
}

const made = new Map<string, Promise<Made>>();

function udf(options: UdfOptions): Promise<Made> {
  const key = JSON.stringify(options);
  const kept = made.get(key) ?? makeUdf(options);
  made.set(key, kept);
  return kept;
}

async function makeUdf(options: UdfOptions): Promise<Made> {
  const result: Made[] = [];
  await withFolder(async (dir) => {
    const path = join(dir, "disc.img");
    const { structures } = await writeUdfImage(path, [
      { path: "BDMV/STREAM/00001.m2ts", content: noise(250_000, 1) },
      { path: "BDMV/index.bdmv", content: noise(300, 2) },
      { path: "BDMV/META/DL/bdmt_中.xml", content: noise(100, 3) },
    ], { embedBytes: 200, extentBytes: 2048, ...options });
    result.push({ bytes: await Deno.readFile(path), structures });
  });
  return result[0] ?? fail("no image");
}

const FORMS: UdfOptions[] = [{ revision: "1.02" }, { revision: "2.01" }, { revision: "2.50" }];

/** Files of a small DVD in ISO 9660. */
const ISO: IsoEntry[] = [
  { name: "VIDEO_TS", children: [{ name: "VIDEO_TS.IFO;1", extents: [noise(2048)] }, { name: "A", children: [] }] },
  { name: "BIG.VOB;1", extents: [noise(4096), noise(10)] },
];

/** Changes bytes of an image, tries to read the image, and restores the bytes. */
async function changed(
  image: Made,
  change: (bytes: Uint8Array<ArrayBuffer>) => void,
  sector: number,
): Promise<Map<string, string>> {
  const place = sector * 2048;
  const before = image.bytes.slice(place, place + 2048);
  try {
    change(image.bytes.subarray(place, place + 2048));
    return await survive(image.bytes);
  } finally {
    image.bytes.set(before, place);
  }
}

const FLIPS = fc.array(fc.record({ at: fc.nat(2047), value: fc.nat(255) }), { minLength: 1, maxLength: 4 });

for (const form of FORMS) {
  Deno.test(`UDF ${form.revision} with invalid bytes in any structure is read correctly or refused`, async () => {
    const image = await udf(form);
    const good = await survive(image.bytes);
    ok(good.size >= 7);
    const sectors = fc.constantFrom(...image.structures);
    await fc.assert(
      fc.asyncProperty(sectors, FLIPS, async (sector, flips) => {
        const found = await changed(image, (bytes) => flips.forEach(({ at, value }) => bytes[at] = value), sector);
        // Checksums detect every change here, so anything still readable must be unchanged.
        for (const [path, content] of found) if (content) same(content, good.get(path), path);
      }),
      { numRuns: 1000 },
    );
  });

  Deno.test(`UDF ${form.revision} with invalid fields under valid checksums is read or refused`, async () => {
    const image = await udf(form);
    // Overwrites structures with values that often break parsers: all bits clear, all bits set, boundary values, and
    // random ones.
    const value = fc.oneof(fc.constantFrom(0, 1, 0xff, 0x7f, 0x80, 0xfe, 3, 4), fc.nat(255));
    const run = fc.record({ at: fc.integer({ min: 16, max: 700 }), length: fc.constantFrom(1, 2, 4, 8), value });
    const sectors = fc.constantFrom(...image.structures);
    await fc.assert(
      fc.asyncProperty(sectors, fc.array(run, { minLength: 1, maxLength: 3 }), async (sector, runs) => {
        await changed(image, (bytes) => {
          for (const { at, length, value } of runs) bytes.fill(value, at, at + length);
          retag(bytes);
        }, sector);
      }),
      { numRuns: 1500 },
    );
  });

  Deno.test(`UDF ${form.revision} that is truncated anywhere is read correctly or refused`, async () => {
    const { bytes, structures } = await udf(form);
    const good = await survive(bytes);
    const cuts = structures.flatMap((sector) => [sector * 2048, sector * 2048 + 1, sector * 2048 + 1000]);
    for (const cut of [0, 1, ...cuts]) {
      const found = await survive(bytes.slice(0, cut));
      for (const [path, content] of found) if (content) same(content, good.get(path), path);
    }
  });

  Deno.test(`UDF ${form.revision} whose sectors are all swapped ends`, async () => {
    const image = await udf(form);
    const sectors = fc.constantFrom(...image.structures);
    await fc.assert(
      fc.asyncProperty(sectors, sectors, async (to, from) => {
        const other = image.bytes.slice(from * 2048, from * 2048 + 2048);
        await changed(image, (bytes) => bytes.set(other), to);
      }),
      { numRuns: 500 },
    );
  });
}

/** Recomputes the checksums of all descriptors in a sector: one, or the names of a folder. */
function retag(sector: Uint8Array<ArrayBuffer>): void {
  const view = new DataView(sector.buffer, sector.byteOffset, sector.byteLength);
  for (let at = 0; at + 38 < sector.length;) {
    const id = view.getUint16(at, true);
    const length = id === 257
      ? 38 + view.getUint16(at + 36, true) + view.getUint8(at + 19) + 3 & ~3
      : view.getUint16(10, true) + 16;
    const end = Math.min(at + Math.max(length, 38), sector.length);
    setTag(
      sector.subarray(at, end),
      id,
      view.getUint32(at + 12, true),
      view.getUint16(at + 2, true) === 2 ? "1.02" : "2.50",
    );
    if (id !== 257) return;
    at = end;
  }
}

Deno.test("ISO 9660 with invalid bytes anywhere in its structures is read or refused", async () => {
  const bytes = isoImage(ISO);
  const image: Made = { bytes, structures: [] };
  ok((await survive(bytes)).size >= 4);
  const sectors = fc.constantFrom(16, 16, 17, 18, 19, 20, 21);
  await fc.assert(
    fc.asyncProperty(sectors, FLIPS, async (sector, flips) => {
      await changed(image, (sector) => flips.forEach(({ at, value }) => sector[at % 400] = value), sector);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("ISO 9660 that is truncated anywhere is read or refused", async () => {
  const bytes = isoImage(ISO);
  for (let cut = 0; cut < bytes.length; cut += 97) await survive(bytes.slice(0, cut));
});

Deno.test("noise after a valid first sector is refused", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.integer({ min: 7, max: 100_000 }), async (seed, size) => {
      const bytes = noise(16 * 2048 + size, seed);
      bytes.set(new TextEncoder().encode("\x01CD001\x01"), 16 * 2048);
      await survive(bytes);
    }),
    { numRuns: 300 },
  );
});
