import { equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { DiscFault } from "../../lib/discs/files/model.ts";
import { openImageFiles } from "../../lib/discs/files/open_disc_files.ts";
import { readDisc } from "../../lib/discs/reading/read_disc.ts";
import { createBlurayShelf, FILM } from "../fixtures/discs/bluray_discs.ts";
import { filmDisc } from "../fixtures/discs/dvd_authoring.ts";
import { makeBridgeImage } from "../fixtures/discs/image_bridge.ts";
import { isoImage } from "../fixtures/discs/image_iso.ts";
import { watchedImage } from "../fixtures/discs/image_walk.ts";
import { writeDisc } from "../fixtures/discs/ripping.ts";
import { type UdfFile, writeUdfImage } from "../fixtures/discs/udf_image.ts";
import { inFolder, withFolder } from "../fixtures/folder.ts";
import { V8_FLAGS } from "../../build/executable/run_flags.ts";
import { run } from "../kit/run.ts";
import { bluray, manyCells, manyEntries, manyItems } from "./hostile.ts";
import type { ReadReport } from "./read_process.ts";

const PROGRAM = fileURLToPath(new URL("./read_process.ts", import.meta.url));
const CONFIG = fileURLToPath(new URL("../../deno.json", import.meta.url));
const MAX_GROWTH_KB = 128 * 1024;

/** Reads an image in a separate process that runs with the settings of the shipped program. */
async function readAlone(image: string): Promise<ReadReport> {
  const { code, stdout, stderr } = await run(Deno.execPath(), [
    "run",
    "-A",
    "--no-check",
    `--v8-flags=${V8_FLAGS}`,
    "-c",
    CONFIG,
    PROGRAM,
    image,
  ]);
  equal(code, 0, stderr);
  return JSON.parse(stdout);
}

const udf = (files: () => UdfFile[]) => async (path: string) =>
  void await writeUdfImage(path, files(), { revision: "2.50", embedBytes: 1000 });

const names = (count: number, folder: string, end: string): UdfFile[] =>
  Array.from({ length: count }, (_, n) => ({
    path: `${folder}/${String(n).padStart(5, "0")}.${end}`,
    content: new Uint8Array(1),
  }));

/** Images with the function that writes them and the expected result. */
const HOSTILE: [name: string, make: (path: string) => Promise<void>, answer: string][] = [
  ["2,100 playlists of 23 items", udf(() => bluray(2100, (n) => manyItems(23, { first: n * 23 }))), "bluray"],
  [
    "60 playlists of 999 items with nine angles",
    udf(() => {
      const playlist = manyItems(999, { angles: 9 });
      return bluray(60, () => playlist);
    }),
    "bluray",
  ],
  [
    "60 clips with 190,000 key pictures each",
    udf(() => {
      const clip = manyEntries();
      return [
        ...bluray(1, () => manyItems(60)),
        ...names(60, "BDMV/CLIPINF", "clpi").map((file) => ({ ...file, content: clip })),
      ];
    }),
    "bluray",
  ],
  [
    "40,000 files beside the clips",
    udf(() => [
      ...bluray(1, () => manyItems(1)),
      ...names(40_000, "BDMV/STREAM", "m2ts"),
    ]),
    "bluray",
  ],
  [
    "60,000 files, more than are taken",
    udf(() => [
      ...bluray(1, () => manyItems(1)),
      ...names(30_000, "BDMV/STREAM", "m2ts"),
      ...names(30_000, "BDMV/PLAYLIST", "mpls"),
    ]),
    "malformed",
  ],
  ["40,000 files in ISO 9660", async (path) => {
    const children = Array.from({ length: 40_000 }, (_, n) => ({ name: `F${n}.IFO;1`, extents: [new Uint8Array(0)] }));
    await Deno.writeFile(path, isoImage([{ name: "VIDEO_TS", children }]));
  }, "malformed"],
  ["99 titles of 2,000 cells and nine angles", (path) => dvd(path, 8), "dvd"],
  ["99 titles of 500 chains", (path) => dvd(path, 500), "dvd"],
];

async function dvd(path: string, chains: number): Promise<void> {
  await withFolder(async (dir) => {
    const folder = await writeDisc(manyCells((await filmDisc()).files, chains), dir);
    const files = await Array.fromAsync(Deno.readDir(join(folder, "VIDEO_TS")));
    await writeUdfImage(
      path,
      files.map(({ name }) => ({
        ...{ path: `VIDEO_TS/${name}`, content: join(folder, "VIDEO_TS", name) },
      })),
      { revision: "1.02" },
    );
  });
}

for (const [name, make, answer] of HOSTILE) {
  Deno.test({
    name: `slow: a disc with ${name} takes no more memory than any other`,
    ignore: Deno.build.os !== "linux",
    fn: () =>
      withFolder(async (dir) => {
        const image = join(dir, "disc.iso");
        await make(image);
        const report = await readAlone(image);
        equal(report.answer, answer);
        ok(report.grownKb <= MAX_GROWTH_KB, `${report.grownKb} kB more`);
      }),
  });
}

const shelf = createBlurayShelf();
globalThis.addEventListener("unload", shelf.remove);

/** Maximum number of reads. A valid image needs a few dozen. */
const MAX_READS = 20_000;

inFolder("slow: real images with invalid bytes anywhere are read or refused, and reading them ends", async (dir) => {
  const film = await writeDisc((await filmDisc()).files, join(dir, "dvd"));
  const bd = (await shelf.make(FILM)).folder;
  for (const [name, folder, isDvd] of [["dvd", film, true], ["bluray", bd, false]] as const) {
    const path = join(dir, `${name}.iso`);
    await makeBridgeImage(folder, path, { dvd: isDvd });
    const bytes = await Deno.readFile(path);
    // Most of an image is video, so half of the changes target the structures at its start.
    const at = fc.oneof(fc.nat(bytes.length - 1), fc.nat(Math.min(bytes.length, 400 * 2048) - 1));
    const flips = fc.array(fc.record({ at, bit: fc.nat(7) }), { minLength: 1, maxLength: 64 });
    let read = 0;
    await fc.assert(
      fc.asyncProperty(flips, async (changes) => {
        const flip = () => changes.forEach(({ at, bit }) => bytes[at] = (bytes[at] ?? 0) ^ 1 << bit);
        flip();
        const image = watchedImage(bytes);
        try {
          await readDisc(await openImageFiles(image, "image.iso"));
          read++;
        } catch (error) {
          if (!(error instanceof DiscFault)) throw error;
          ok(/^[A-Z].*\.$/s.test(error.message), error.message);
        } finally {
          flip();
        }
        ok(image.reads.length < MAX_READS, `${image.reads.length} reads`);
      }),
      { numRuns: 300, seed: 20, interruptAfterTimeLimit: 20_000 },
    );
    ok(read > 100, `${read} of 300 ${name} images were read`);
  }
});
