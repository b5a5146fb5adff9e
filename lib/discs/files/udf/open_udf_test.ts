import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { join } from "node:path";
import { withFolder } from "../../../../tests/fixtures/folder.ts";
import { contentOf, filesOf, noise, watchedImage } from "../../../../tests/fixtures/discs/image_walk.ts";
import { type UdfFile, type UdfOptions, writeUdfImage } from "../../../../tests/fixtures/discs/udf_image.ts";
import {
  allocation,
  descriptorBlock,
  entity,
  setTag,
  type Writer,
  writerOf,
} from "../../../../tests/fixtures/discs/udf_structures.ts";
import { type DiscFiles } from "../model.ts";
import { openUdf } from "./open_udf.ts";

/** First sector of the partition in an image without metadata files. */
const PARTITION = 288;
/** Blocks of `imageWith([{ path: "A/B/file.bin" }])`. Each folder has its entry and its content. */
const [ROOT, A, FILE] = [2, 4, 8] as const;
/** Sectors of both logical volume descriptors. */
const LOGICAL = [35, 51];

async function imageWith(files: UdfFile[], options: UdfOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  const made: Uint8Array<ArrayBuffer>[] = [];
  await withFolder(async (dir) => {
    await writeUdfImage(join(dir, "disc.img"), files, { revision: "1.02", ...options });
    made.push(await Deno.readFile(join(dir, "disc.img")));
  });
  return made[0] ?? new Uint8Array(0);
}

const ONE: UdfFile[] = [{ path: "A/B/file.bin", content: noise(5000) }];

/** Changes fields of the descriptor at an offset in a sector and recomputes its checksums. */
function patch(image: Uint8Array<ArrayBuffer>, sector: number, edit: (fields: Writer) => void, place = 0): void {
  const start = sector * 2048 + place;
  const view = new DataView(image.buffer, start);
  const [id, location] = [view.getUint16(0, true), view.getUint32(12, true)];
  const bytes = image.subarray(start, start + 16 + view.getUint16(10, true));
  edit(writerOf(bytes));
  setTag(bytes, id, location, "1.02");
}

async function opened(image: Uint8Array<ArrayBuffer>): Promise<DiscFiles> {
  const files = await openUdf(watchedImage(image));
  if (!files) throw new Error("no UDF was found");
  return files;
}

Deno.test("openUdf() refuses a folder that contains one of its parents", async () => {
  const image = await imageWith(ONE);
  // The name of B follows that of the parent folder, which takes up 40 bytes.
  patch(image, PARTITION + A + 1, (name) => name.u32(24, ROOT), 40);
  await rejects(async () => await filesOf(await opened(image)), { code: "malformed", message: /contains itself/ });
});

Deno.test("openUdf() refuses circular tables of extents", async () => {
  const image = await imageWith([{ path: "A/B/file.bin", content: noise(250 * 2048) }], { extentBytes: 2048 });
  const files = await opened(image);
  same(await contentOf(files, "A/B/file.bin"), noise(250 * 2048));
  // The first additional table of descriptors follows the file entry. Its last descriptor, which refers to the next
  // table, is changed to refer to its own table.
  patch(
    image,
    PARTITION + FILE + 1,
    (table) => table.put(24 + 120 * 8, allocation(3 * 2 ** 30 + 2048, FILE + 1, "short")),
  );
  await rejects((await opened(image)).open("A/B/file.bin"), { code: "malformed", message: /form a loop/ });
});

Deno.test("openUdf() refuses sizes without data, and still names the file", async () => {
  for (const [size, listed] of [[2 ** 50, 2 ** 50], [2 ** 62, 0]] as const) {
    const image = await imageWith(ONE);
    patch(image, PARTITION + FILE, (entry) => entry.u64(56, size));
    const files = await opened(image);
    same(await filesOf(files), [["A/B/file.bin", listed]]);
    await rejects(files.open("A/B/file.bin"), { code: "malformed", message: /damaged/ });
  }
  const image = await imageWith(ONE);
  patch(image, PARTITION + A, (entry) => entry.u64(56, 17 * 2 ** 20));
  await rejects(async () => await filesOf(await opened(image)), { code: "malformed", message: /too long/ });
});

Deno.test("openUdf() refuses a file that is larger than the data of its entry", async () => {
  const image = await imageWith(ONE.map(({ path }) => ({ path, content: noise(100) })), { embedBytes: 100 });
  same(await contentOf(await opened(image), "A/B/file.bin"), noise(100));
  patch(image, PARTITION + FILE, (entry) => entry.u64(56, 101));
  await rejects((await opened(image)).open("A/B/file.bin"), { code: "malformed", message: /larger than its content/ });
});

Deno.test("openUdf() finds any of the three anchors, and is undefined without one", async () => {
  const image = await imageWith(ONE);
  const last = image.length / 2048 - 1;
  for (const sector of [256, last]) {
    image.fill(0, sector * 2048, (sector + 1) * 2048);
    same(await contentOf(await opened(image), "A/B/file.bin"), noise(5000));
  }
  image.fill(0, (last - 256) * 2048, (last - 255) * 2048);
  same(await openUdf(watchedImage(image)), undefined);
});

Deno.test("openUdf() refuses blocks outside of the metadata", async () => {
  const image = await imageWith(ONE, { revision: "2.50" });
  for (const copy of [PARTITION + 32, PARTITION + 64 + 3 + 1]) {
    patch(image, copy, (fileSet) => fileSet.u32(404, 10_000));
  }
  await rejects(opened(image), { code: "malformed", message: /outside the metadata/ });
});

Deno.test("openUdf() refuses counts and lengths beyond the end of their structure", async () => {
  const edits: [number[], (fields: Writer) => void, RegExp][] = [
    [LOGICAL, (volume) => volume.u32(268, 0xffffffff), /4294967295 partitions/],
    [LOGICAL, (volume) => volume.u8(441, 0), /partition map is too short/],
    [LOGICAL, (volume) => volume.u16(444, 7), /partition is used that is not defined/],
    [LOGICAL, (volume) => volume.u16(256, 9), /partition that is not defined/],
    [LOGICAL, (volume) => volume.u32(252, 0xffffffff), /image is truncated/],
    [LOGICAL, (volume) => volume.u32(212, 512), /blocks of 512 bytes/],
    [[PARTITION + ROOT], (entry) => entry.u32(168, 0xffffffff), /damaged/],
    [[PARTITION + ROOT], (entry) => entry.u32(172, 0xffffffff), /damaged/],
    [[PARTITION + ROOT], (entry) => entry.u16(20, 4096), /unknown allocation strategy/],
    [[PARTITION + ROOT], (entry) => entry.u16(34, 2), /unknown format/],
    [[PARTITION + ROOT], (entry) => entry.u8(27, 5), /root is not a folder/],
    [[PARTITION + ROOT], (entry) => entry.put(176, allocation(2 ** 30 - 1, 0xffffffff, "short")), /image is truncated/],
    [[PARTITION + ROOT], (entry) => entry.put(176, allocation(2 ** 30 + 100, 3, "short")), /never written/],
    [[PARTITION + ROOT + 1], (name) => name.u8(19, 255), /beyond the end of its folder/],
    [[PARTITION + ROOT + 1], (name) => name.u16(36, 65535), /beyond the end of its folder/],
  ];
  for (const [sectors, edit, message] of edits) {
    const image = await imageWith(ONE);
    for (const sector of sectors) patch(image, sector, edit);
    await rejects(async () => await filesOf(await opened(image)), { name: "DiscFault", message }, `${message}`);
  }
});

Deno.test("openUdf() refuses an endless sequence of volume descriptors", async () => {
  const image = await imageWith(ONE);
  for (const sector of [32, 48]) {
    const pointer = descriptorBlock({ id: 3, location: sector, revision: "1.02" }, (fields) => {
      fields.u32(20, 16 * 2048);
      fields.u32(24, sector);
    });
    image.set(pointer, sector * 2048);
  }
  await rejects(opened(image), { code: "malformed", message: /endless chain/ });
});

Deno.test("openUdf() uses the reserve sequence if the main one is damaged, and the newest descriptor of each kind", async () => {
  const image = await imageWith(ONE, { volumeName: "OLD" });
  image.fill(0xaa, 35 * 2048, 36 * 2048);
  same((await opened(image)).volumeName, "OLD");
  // In the reserve sequence, replaces the unallocated space descriptor with a newer volume descriptor.
  const newer = image.slice(51 * 2048, 52 * 2048);
  image.set(newer, 52 * 2048);
  patch(image, 52, (volume) => {
    volume.u32(16, 99);
    volume.put(84, new TextEncoder().encode("\x08NEW"));
    volume.u8(84 + 127, 4);
  });
  same((await opened(image)).volumeName, "NEW");
});

/** Changes the partition map to type 2. */
function setMap(image: Uint8Array<ArrayBuffer>, name: string, fill: (map: Writer) => void = () => {}): void {
  const map = writerOf(new Uint8Array(64));
  map.u8(0, 2);
  map.u8(1, 64);
  map.put(4, entity(name, "2.01"));
  map.u16(36, 1);
  fill(map);
  for (const sector of LOGICAL) {
    // The descriptor becomes longer, so its CRC covers more.
    writerOf(image.subarray(sector * 2048)).u16(10, 440 + 64 - 16);
    patch(image, sector, (volume) => {
      volume.u32(264, 64);
      volume.put(440, map.bytes);
    });
  }
}

Deno.test("openUdf() reports that virtual and unknown partitions are not supported", async () => {
  for (
    const [name, message] of [["*UDF Virtual Partition", /virtual partition/], ["*Other", /unknown type/]] as const
  ) {
    const image = await imageWith(ONE);
    setMap(image, name);
    await rejects(opened(image), { code: "unreadable", message });
  }
});

Deno.test("openUdf() reads a sparable partition without moved sectors, and refuses one with them", async () => {
  const image = await imageWith(ONE);
  const table = descriptorBlock({ id: 0, location: 100, revision: "1.02" }, (fields) => {
    fields.put(16, entity("*UDF Sparing Table", "2.01"));
    fields.u16(48, 2);
    for (const at of [56, 64]) fields.u32(at, at === 56 ? 0xffffffff : 0xfffffff0);
  });
  image.set(table, 100 * 2048);
  setMap(image, "*UDF Sparable Partition", (map) => {
    map.u16(40, 32);
    map.u8(42, 1);
    map.u32(44, 2048);
    map.u32(48, 100);
  });
  same(await contentOf(await opened(image), "A/B/file.bin"), noise(5000));
  writerOf(image.subarray(100 * 2048)).u32(64, 0);
  await rejects(opened(image), { code: "unreadable", message: /remapped defective blocks/ });
});

Deno.test("openUdf() skips unsafe names, and keeps the first of two equal ones", async () => {
  const names = ["..", ".", "a\\b", "c\nd", "e\0f", "g\x7f", "\ufffd", "fine.bin", "fine.bin", "two  words", "ü"];
  const image = await imageWith(names.map((path, i) => ({ path, content: noise(10 + i) })));
  const fine: [string, number][] = [["fine.bin", 17], ["two  words", 19], ["ü", 20]];
  same(await filesOf(await opened(image)), fine);
});

Deno.test("openUdf() reads damaged parts of one metadata copy from the other, file by file", async () => {
  const image = await imageWith(ONE, { revision: "2.50" });
  const good = await opened(image);
  same(await filesOf(good), [["A/B/file.bin", 5000]]);
  // The main copy starts 32 blocks into the partition. The mirror follows the three blocks of the file.
  const [main, mirror] = [PARTITION + 32, PARTITION + 64 + 3 + 1];
  image.fill(0xaa, (main + A) * 2048, (main + A + 1) * 2048);
  image.fill(0xaa, (mirror + FILE) * 2048, (mirror + FILE + 1) * 2048);
  same(await contentOf(await opened(image), "A/B/file.bin"), noise(5000));
  image.fill(0xaa, (main + FILE) * 2048, (main + FILE + 1) * 2048);
  const damaged = await opened(image);
  same(await filesOf(damaged), [["A/B/file.bin", 0]]);
  await rejects(damaged.open("A/B/file.bin"), { code: "malformed", message: /^A\/B\/file\.bin cannot be read/ });
});
