import { deepStrictEqual as same, ok, rejects } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { dirname, join } from "node:path";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { makeBridgeImage, makePureUdf } from "../../../tests/fixtures/discs/image_bridge.ts";
import { isoImage } from "../../../tests/fixtures/discs/image_iso.ts";
import { contentOf, filesOf, noise, watchedImage } from "../../../tests/fixtures/discs/image_walk.ts";
import { type UdfFile, type UdfOptions, writeUdfImage } from "../../../tests/fixtures/discs/udf_image.ts";
import { descriptorBlock } from "../../../tests/fixtures/discs/udf_structures.ts";
import { run } from "../../../tests/kit/run.ts";
import { type DiscFiles } from "./model.ts";
import { openDiscFiles, openImageFiles } from "./open_disc_files.ts";

const FILES: [string, Uint8Array<ArrayBuffer>][] = [
  ["BDMV/STREAM/00001.m2ts", noise(1_000_001, 1)],
  ["BDMV/STREAM/00002.m2ts", noise(192 * 32, 2)],
  ["BDMV/index.bdmv", noise(200, 3)],
  ["VIDEO_TS/VIDEO_TS.BUP", noise(2048, 4)],
  ["VIDEO_TS/VTS_01_1.VOB", noise(300_000, 5)],
  ["empty.txt", noise(0)],
];

async function makeFolder(dir: string): Promise<string> {
  const root = join(dir, "disc");
  for (const [path, bytes] of FILES) {
    await Deno.mkdir(join(root, dirname(path)), { recursive: true });
    await Deno.writeFile(join(root, path), bytes);
  }
  return root;
}

/** Reads and compares all files: whole, in odd chunks, concurrently, in any letter case, and past the end. */
async function expectAll(files: DiscFiles): Promise<void> {
  const expected = FILES.map(([path, { length }]): [string, number] => [path, length]);
  // genisoimage writes ISO 9660 names in upper case.
  const asWritten = (list: [string, number][]) => list.map(([path, size]) => [path.toUpperCase(), size]).sort();
  if (files.kind === "iso9660") same(asWritten(await filesOf(files)), asWritten(expected));
  else same(await filesOf(files), expected);
  await Promise.all(FILES.map(async ([path, bytes]) => {
    for (const piece of [1 << 20, 77_777]) ok(Buffer.from(bytes).equals(await contentOf(files, path, piece)), path);
    const file = await files.open(path.toLowerCase());
    same(file?.size, bytes.length);
    same(await file?.read(Math.max(0, bytes.length - 5), 100), bytes.slice(-5));
    same(await file?.read(bytes.length, 10), new Uint8Array(0));
    await file?.close();
  }));
  same(await files.open("BDMV"), undefined);
  same(await files.open("BDMV/../empty.txt"), undefined);
  same(await files.open("empty.txt/x"), undefined);
  same(await files.list("nowhere"), []);
  same(await files.list("empty.txt"), []);
}

async function expectImage(image: string, kind: DiscFiles["kind"], volumeName: string): Promise<void> {
  const files = await openDiscFiles(image);
  same([files.kind, files.volumeName], [kind, volumeName]);
  await expectAll(files);
  await files.close();
}

inFolder("openDiscFiles() reads a folder, also when the BDMV or VIDEO_TS in it is named", async (dir) => {
  const root = await makeFolder(dir);
  for (const path of [root, `${root}/`, join(root, "BDMV"), join(root, "VIDEO_TS/")]) {
    const files = await openDiscFiles(path);
    same([files.kind, files.volumeName], ["folder", undefined]);
    await expectAll(files);
    await files.close();
  }
});

inFolder(
  "openDiscFiles() reads a bridge disc as UDF, a copy of it without ISO 9660, and the reverse",
  async (dir) => {
    const image = join(dir, "disc.iso");
    await makeBridgeImage(await makeFolder(dir), image, { volumeName: "HOLLOW_HILL_D1" });
    await expectImage(image, "udf", "HOLLOW_HILL_D1");
    await makePureUdf(image);
    await expectImage(image, "udf", "HOLLOW_HILL_D1");
  },
);

inFolder("openDiscFiles() falls back to ISO 9660 where UDF is damaged", async (dir) => {
  const good = join(dir, "disc.iso");
  await makeBridgeImage(await makeFolder(dir), good, { volumeName: "HOLLOW_HILL_D1" });
  const bytes = await Deno.readFile(good);
  const size = bytes.length / 2048;
  const anchors = [256, size - 1, size - 257].filter((sector) => bytes[sector * 2048] === 2);
  const sequences = Array.from({ length: 64 }, (_, i) => i + 32).filter((sector) => sector < 256);
  const image = join(dir, "damaged.iso");
  for (const sectors of [anchors, sequences]) {
    const damaged = bytes.slice();
    for (const sector of sectors) damaged.fill(0x55, sector * 2048, (sector + 1) * 2048);
    await Deno.writeFile(image, damaged);
    await expectImage(image, "iso9660", "HOLLOW_HILL_D1");
  }
});

Deno.test("openImageFiles() does not accept an ISO 9660 that only states that the disc needs UDF", async () => {
  const image = isoImage([{ name: "README.TXT;1", extents: [noise(10)] }]);
  same((await openImageFiles(watchedImage(image), "x.iso")).kind, "iso9660");
  const broken = new Uint8Array(2048 * 300);
  broken.set(image);
  // An anchor whose descriptor sequences are outside the image.
  broken.set(anchorWithout(), 256 * 2048);
  await rejects(openImageFiles(watchedImage(broken), "x.iso"), {
    code: "unreadable",
    message: /^x\.iso cannot be opened\./,
  });
});

const anchorWithout = (): Uint8Array =>
  descriptorBlock({ id: 2, location: 256, revision: "1.02" }, (writer) => {
    for (const at of [16, 24]) writer.u32(at, 16 * 2048);
    for (const at of [20, 28]) writer.u32(at, 1_000_000);
  });

const UDF_FORMS: [string, UdfOptions][] = [
  ["1.02", { revision: "1.02" }],
  ["2.01", { revision: "2.01" }],
  ["2.50", { revision: "2.50" }],
  ["1.02 in many extents with their tables continued", { revision: "1.02", extentBytes: 2048 }],
  ["2.50 in many extents with their tables continued", { revision: "2.50", extentBytes: 4096 }],
  ["2.01 with small files inside of their entries", { revision: "2.01", embedBytes: 1000 }],
  ["2.50 with small files inside of their entries", { revision: "2.50", embedBytes: 1000, extentBytes: 64 * 2048 }],
  ["2.50 without the entry of the metadata file", { damaged: [{ copy: "main", part: "entry" }] }],
  ["2.50 without the content of the metadata file", { damaged: [{ copy: "main", part: "content" }] }],
  ["2.50 without the mirror", { damaged: [{ copy: "mirror", part: "entry" }, { copy: "mirror", part: "content" }] }],
];

for (const [name, options] of UDF_FORMS) {
  inFolder(`openDiscFiles() reads UDF ${name}`, async (dir) => {
    const image = join(dir, "disc.img");
    const hidden: UdfFile[] = [
      { path: "BDMV/hidden.bin", content: noise(10), mark: "hidden" },
      { path: "deleted.bin", content: noise(10), mark: "deleted" },
    ];
    const files = [...FILES.map(([path, content]) => ({ path, content })), ...hidden];
    await writeUdfImage(image, files, { ...options, volumeName: "Hohler Hügel 中" });
    await expectImage(image, "udf", "Hohler Hügel 中");
  });
}

inFolder("openDiscFiles() reads files beyond 4 GB and names in any script", async (dir) => {
  const image = join(dir, "disc.img");
  const small = join(dir, "small");
  await Deno.writeFile(small, noise(5000));
  await writeUdfImage(image, [
    { path: "BDMV/STREAM/00001.m2ts", content: { hole: 5 * 2 ** 30 + 17 } },
    { path: "BDMV/Ärger 映画 🎬.bin", content: small },
  ]);
  const files = await openDiscFiles(image);
  same(await filesOf(files), [["BDMV/STREAM/00001.m2ts", 5 * 2 ** 30 + 17], ["BDMV/Ärger 映画 🎬.bin", 5000]]);
  same(await contentOf(files, "BDMV/ärger 映画 🎬.BIN"), noise(5000));
  const large = await files.open("bdmv/stream/00001.M2TS");
  same((await large?.read(5 * 2 ** 30, 4096))?.length, 17);
  await files.close();
});

inFolder("openDiscFiles() refuses a file of more extents than any disc needs", async (dir) => {
  const image = join(dir, "disc.img");
  await writeUdfImage(image, [{ path: "a.bin", content: { hole: 65_537 * 2048 } }], { extentBytes: 2048 });
  const files = await openDiscFiles(image);
  await rejects(files.open("a.bin"), { code: "malformed", message: /too many extents/ });
  await files.close();
});

inFolder("openDiscFiles() reports a truncated image, with the file, instead of reading zeros", async (dir) => {
  const image = join(dir, "disc.img");
  const content = noise(3_000_000);
  const { starts } = await writeUdfImage(image, [{ path: "BDMV/STREAM/00001.m2ts", content }], { revision: "2.01" });
  await Deno.truncate(image, (starts.get("BDMV/STREAM/00001.m2ts") ?? 0) * 2048 + 1_000_000);
  const files = await openDiscFiles(image);
  const file = await files.open("BDMV/STREAM/00001.m2ts");
  same(file?.size, 3_000_000);
  same(await file?.read(900_000, 100_000), content.slice(900_000, 1_000_000));
  for (const offset of [999_999, 1_000_000, 2_999_999]) {
    await rejects(async () => await file?.read(offset, 2), { code: "unreadable", message: /truncated.*00001\.m2ts/ });
  }
  await files.close();
});

inFolder("openDiscFiles() gives the reason why a file is no disc", async (dir) => {
  const at = (name: string) => join(dir, name);
  await Deno.writeFile(at("empty.iso"), new Uint8Array(0));
  await Deno.writeFile(at("short.iso"), noise(100));
  await Deno.writeFile(at("noise.iso"), noise(2_000_000));
  await run("mkfifo", [at("pipe")]);
  await Deno.symlink(at("nothing"), at("dangling"));
  for (
    const [path, code, message] of [
      [at("missing.iso"), "no_disc", / does not exist/],
      [join(at("empty.iso"), "below"), "no_disc", / does not exist/],
      [at("dangling"), "no_disc", / does not exist/],
      [at("empty.iso"), "no_disc", /is empty/],
      [at("short.iso"), "malformed", /not a disc image/],
      [at("noise.iso"), "malformed", /not a disc image/],
      [at("pipe"), "no_disc", /neither a file nor a drive/],
      ["/dev/zero", "no_disc", /neither a file nor a drive/],
    ] as const
  ) await rejects(openDiscFiles(path), { name: "DiscFault", code, message }, path);
});

inFolder("a read after an image was changed throws", async (dir) => {
  const image = join(dir, "disc.img");
  await writeUdfImage(image, [{ path: "BDMV/index.bdmv", content: noise(5000) }]);
  const files = await openDiscFiles(image);
  const file = await files.open("BDMV/index.bdmv");
  await file?.read(0, 10);
  await Deno.utime(image, new Date(2001, 1, 1), new Date(2001, 1, 1));
  await rejects(async () => await file?.read(0, 10), { code: "unreadable", message: /was changed while/ });
  await files.close();
});

inFolder("an aborted signal ends opening and every later read with its reason", async (dir) => {
  const image = join(dir, "disc.img");
  await writeUdfImage(image, [{ path: "BDMV/index.bdmv", content: noise(5000) }]);
  const end = new AbortController();
  const files = await openDiscFiles(image, end.signal);
  const file = await files.open("BDMV/index.bdmv");
  end.abort(new Error("cancelled"));
  await rejects(async () => await file?.read(0, 10), { message: "cancelled" });
  await rejects(openDiscFiles(image, end.signal), { message: "cancelled" });
  await rejects(openDiscFiles(dir, end.signal), { message: "cancelled" });
  await files.close();
});

inFolder("openDiscFiles() reads a block device", async (dir) => {
  const image = join(dir, "disc.img");
  await writeUdfImage(image, FILES.map(([path, content]) => ({ path, content })), { volumeName: "DRIVE" });
  const device = await run("losetup", ["-f", "-r", "--show", image]).catch(() => undefined);
  // Loop devices require root and are missing in some containers.
  if (device?.code !== 0) return;
  try {
    await expectImage(device.stdout, "udf", "DRIVE");
  } finally {
    await run("losetup", ["-d", device.stdout]);
  }
});
