import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { concat } from "../../kit/bytes.ts";
import { type IsoEntry, isoImage } from "../../../tests/fixtures/discs/image_iso.ts";
import { contentOf, filesOf, noise, watchedImage } from "../../../tests/fixtures/discs/image_walk.ts";
import { openIso9660 } from "./iso9660.ts";
import { type DiscFiles } from "./model.ts";

async function opened(entries: IsoEntry[], volumeName?: string): Promise<DiscFiles> {
  const files = await openIso9660(watchedImage(isoImage(entries, volumeName)));
  if (!files) throw new Error("no ISO 9660 was found");
  return files;
}

Deno.test("openIso9660() joins the extents of one file, at any location", async () => {
  const parts = [noise(4096, 1), noise(2048, 2), noise(777, 3)];
  const files = await opened([
    { name: "A.VOB;1", extents: parts },
    { name: "B.VOB;1", extents: parts.slice(1), attributeBlocks: 2 },
    { name: "C.VOB;1", extents: [noise(5)] },
  ]);
  same(await filesOf(files), [["A.VOB", 6921], ["B.VOB", 2825], ["C.VOB", 5]]);
  same(await contentOf(files, "a.vob"), concat(parts));
  same(await contentOf(files, "a.vob", 1000), concat(parts));
  same(await contentOf(files, "C.VOB"), noise(5));
});

Deno.test("openIso9660() reads past extended attributes in front of a file", async () => {
  const files = await opened([{ name: "A.VOB;1", extents: [noise(3000)], attributeBlocks: 3 }]);
  same(await contentOf(files, "A.VOB"), noise(3000));
});

Deno.test("openIso9660() removes versions and trailing dots, and skips hidden and unsafe names", async () => {
  const extents = [noise(1)];
  const names = ["README.;1", "X.Y;32767", "PLAIN", "..", "A/B.TXT;1", "A\\B", "C\nD", "\x02", ""];
  const files = await opened([
    ...names.map((name) => ({ name, extents })),
    { name: "HIDDEN.TXT;1", extents, flags: 1 },
    { name: "FORK.TXT;1", extents, flags: 4 },
  ], "A NAME");
  same((await files.list("")).map(({ name }) => name), ["PLAIN", "README", "X.Y"]);
  same(files.volumeName, "A NAME");
  same((await opened([], "")).volumeName, undefined);
});

Deno.test("openIso9660() lists an interleaved file, and refuses to open it", async () => {
  const files = await opened([{ name: "A.DAT;1", extents: [noise(3000)], interleave: 1 }]);
  same(await filesOf(files), [["A.DAT", 3000]]);
  await rejects(files.open("A.DAT"), { code: "malformed", message: /^A\.DAT cannot be read.*interleaved/ });
});

Deno.test("openIso9660() reads folders of many sectors", async () => {
  const names = Array.from({ length: 500 }, (_, i) => `F${String(i).padStart(5, "0")}.DAT`);
  const files = await opened([{
    name: "DIR",
    children: names.map((name) => ({ name: `${name};1`, extents: [noise(1)] })),
  }]);
  same((await filesOf(files)).map(([path]) => path), names.map((name) => `DIR/${name}`));
});

Deno.test("openIso9660() refuses a folder that contains one of its parents, and folders that are too deep", async () => {
  const round = await opened([{ name: "VIDEO_TS", children: [{ name: "AGAIN", children: "root" }] }]);
  await rejects(filesOf(round), { code: "malformed", message: /contains itself/ });
  let deep: IsoEntry[] = [];
  for (let i = 0; i < 20; i++) deep = [{ name: "D", children: deep }];
  await rejects(filesOf(await opened(deep)), { code: "malformed", message: /16 levels deep/ });
});

Deno.test("openIso9660() returns undefined for data of another file system", async () => {
  for (const size of [0, 1, 16 * 2048, 16 * 2048 + 100, 17 * 2048, 100_000]) {
    same(await openIso9660(watchedImage(noise(size))), undefined);
  }
});
