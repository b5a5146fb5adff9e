import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { withFolder } from "../../../tests/fixtures/folder.ts";
import { canMount, withTmpfs } from "../../../tests/fixtures/tmpfs.ts";
import { deliveryTest, isThere, ripOf, withScene } from "../../../tests/fixtures/discs/delivery_scene.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { createSpace, type Space } from "../../platform/storage/space.ts";
import type { RippedFile, StoredRip } from "../rip_schema.ts";
import { publishFiles } from "./publish.ts";

const OPTIONS = { signal: new AbortController().signal, onLog: () => {}, onFile: () => Promise.resolve() };

const namesIn = async (folder: string): Promise<string[]> =>
  (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();

/** A rip folder on a different disk than the copies in `dir`. */
interface OtherDisk {
  dir: string;
  /** Path of the movie's folder in the rip folder. */
  place: string;
  publish(rip: StoredRip): Promise<RippedFile[]>;
}

/** `beforeCopy` is called after the free space check, right before the copy starts. */
const onOtherDisk = (
  name: string,
  work: (disk: OtherDisk) => Promise<void>,
  beforeCopy: (place: string) => Promise<void> = () => Promise.resolve(),
): void =>
  Deno.test({
    name,
    ignore: !canMount,
    fn: () =>
      withTmpfs(4096, (ripDirectory) =>
        withFolder(async (dir) => {
          const place = join(ripDirectory, "Heat (1995)");
          const settings = Settings.parse({ disc: { ripDirectory } });
          const measured = createSpace();
          const space: Space = {
            ...measured,
            async shortage(needs) {
              const short = await measured.shortage(needs);
              await beforeCopy(place);
              return short;
            },
          };
          const folders = { rips: join(dir, "rips"), transcodes: join(dir, "transcodes") };
          const deps = { settings: { current: () => settings }, storage: { configDir: dir, folders, space } };
          await work({ dir, place, publish: (rip) => publishFiles(deps, rip, OPTIONS) });
        })),
  });

deliveryTest(
  "publishing twice creates nothing twice, and never overwrites other files",
  (dir) =>
    withScene(dir, {}, async ({ delivery, rips }) => {
      const rip = await ripOf(dir, {}, ["Heat.mkv"]);
      const options = { signal: new AbortController().signal, onLog: () => {}, onFile: () => Promise.resolve() };
      await Deno.mkdir(join(rips, "Heat (1995)"));
      await Deno.writeTextFile(join(rips, "Heat (1995)/Heat.mkv"), "somebody else's");
      const first = await delivery.publish(rip, options);
      const again = await delivery.publish(rip, options);
      const known = await delivery.publish({ ...rip, files: first }, options);
      same([again[0]?.finalPath, known[0]?.finalPath], [first[0]?.finalPath, first[0]?.finalPath]);
      same((await Array.fromAsync(Deno.readDir(join(rips, "Heat (1995)")), ({ name }) => name)).sort(), [
        "Heat (2).mkv",
        "Heat.mkv",
      ]);
      is(await Deno.readTextFile(join(rips, "Heat (1995)/Heat.mkv")), "somebody else's");
    }),
);

Deno.test({
  name: "a rip folder on another disk gets a verified copy; a full one is reported",
  ignore: !canMount,
  fn: () =>
    withTmpfs(4096, async (folder) => {
      const dir = await Deno.makeTempDir({ prefix: "lathe_test_" });
      await withScene(dir, { settings: { disc: { ripDirectory: folder } } }, async ({ delivery }) => {
        const options = { signal: new AbortController().signal, onLog: () => {}, onFile: () => Promise.resolve() };
        const rip = await ripOf(dir, {}, ["Heat.mkv"]);
        const [file] = await delivery.publish(rip, options);
        is(await Deno.readTextFile(file?.finalPath ?? ""), "Heat.mkv");
        const large = await ripOf(dir, { title: "Large" }, ["Large.mkv"]);
        await Deno.writeFile(large.files[0]?.path ?? "", new Uint8Array(8 << 20));
        const refused = await delivery.publish(large, options).then(() => "", (error) => error.message);
        ok(/Not enough free space for Large.mkv|is full/.test(refused), refused);
        same(await Array.fromAsync(Deno.readDir(join(folder, "Large (1995)")), ({ name }) => name), []);
      });
      await Deno.remove(dir, { recursive: true });
    }),
});

deliveryTest(
  "a name that differs only in case, and a dangling link, count as taken",
  (dir) =>
    withScene(dir, {}, async ({ delivery, rips }) => {
      const folder = join(rips, "Heat (1995)");
      await Deno.mkdir(folder);
      await Deno.writeTextFile(join(folder, "heat.MKV"), "somebody else's");
      await Deno.symlink("/nowhere", join(folder, "Heat (2).mkv"));
      const rip = await ripOf(dir, {}, ["Heat.mkv"]);
      const [file] = await delivery.publish(rip, OPTIONS);
      is(file?.finalPath, join(folder, "Heat (3).mkv"));
      same([await namesIn(folder), await Deno.readLink(join(folder, "Heat (2).mkv"))], [
        ["Heat (2).mkv", "Heat (3).mkv", "heat.MKV"],
        "/nowhere",
      ]);
      const [again] = await delivery.publish(rip, OPTIONS);
      is(again?.finalPath, file?.finalPath);
    }),
);

deliveryTest(
  "a link to the copy in the cache is no delivered file: the copy may be removed",
  (dir) =>
    withScene(dir, {}, async ({ delivery, rips }) => {
      const rip = await ripOf(dir, {}, ["Heat.mkv"]);
      const folder = join(rips, "Heat (1995)");
      await Deno.mkdir(folder);
      await Deno.symlink(rip.files[0]?.path ?? "", join(folder, "Heat.mkv"));
      for (const finalPath of [undefined, join(folder, "Heat.mkv")]) {
        const files = rip.files.map((file) => finalPath === undefined ? file : { ...file, finalPath });
        const [file] = await delivery.publish({ ...rip, files }, OPTIONS);
        is(file?.finalPath, join(folder, "Heat (2).mkv"));
      }
    }),
);

for (const left of ["after the first link", "between the two names"] as const) {
  deliveryTest(
    `an interrupted start ${left} leaves no partial file, and the copy in the cache stays`,
    (dir) =>
      withScene(dir, {}, async ({ delivery, rips }) => {
        const rip = await ripOf(dir, {}, ["Heat.mkv"]);
        const [from, folder] = [rip.files[0]?.path ?? "", join(rips, "Heat (1995)")];
        await Deno.mkdir(folder);
        await Deno.link(from, join(folder, `${rip.id}-0.lathe-part`));
        if (left === "between the two names") await Deno.link(from, join(folder, "Heat.mkv"));
        const [file] = await delivery.publish(rip, OPTIONS);
        is(file?.finalPath, join(folder, "Heat.mkv"));
        same(await namesIn(folder), ["Heat.mkv"]);
        same([await Deno.readTextFile(from), await Deno.readTextFile(join(folder, "Heat.mkv"))], [
          "Heat.mkv",
          "Heat.mkv",
        ]);
      }),
  );
}

onOtherDisk(
  "a file that appears while another disk gets its copy stays as it is, and the copy takes the next name",
  async ({ dir, place, publish }) => {
    const rip = await ripOf(dir, {}, ["Heat.mkv"]);
    const [file] = await publish(rip);
    is(file?.finalPath, join(place, "Heat (2).mkv"));
    same(await namesIn(place), ["Heat (2).mkv", "Heat.mkv"]);
    is(await Deno.readTextFile(join(place, "Heat.mkv")), "somebody else's");
    is(await Deno.readTextFile(join(place, "Heat (2).mkv")), "Heat.mkv");
    ok(await isThere(rip.files[0]?.path));
  },
  (place) => Deno.writeTextFile(join(place, "Heat.mkv"), "somebody else's"),
);

onOtherDisk("two rips that bring a file of one name at a time both bring it", async ({ dir, place, publish }) => {
  const rips = await Promise.all(["one", "two"].map(async (text) => {
    const rip = await ripOf(dir, {}, ["Heat.mkv"]);
    await Deno.writeTextFile(rip.files[0]?.path ?? "", text);
    return rip;
  }));
  const published = (await Promise.all(rips.map((rip) => publish(rip)))).flat();
  same(await Promise.all(published.map(({ finalPath = "" }) => Deno.readTextFile(finalPath))), ["one", "two"]);
  same(await namesIn(place), ["Heat (2).mkv", "Heat.mkv"]);
});

onOtherDisk(
  "a copy on another disk that nobody noted before the start was cut off is found by its bytes",
  async ({ dir, place, publish }) => {
    const rip = await ripOf(dir, {}, ["Heat.mkv"]);
    const to = join(place, "Heat.mkv");
    const [first] = await publish(rip);
    await Deno.link(to, join(place, `${rip.id}-0.lathe-part`));
    const [again] = await publish(rip);
    same([first?.finalPath, again?.finalPath], [to, to]);
    same(await namesIn(place), ["Heat.mkv"]);
    is(((await Deno.stat(to)).mode ?? 0) & 0o777, 0o644);
    // A different file of the same length.
    await Deno.writeTextFile(to, "HEAT.mkv");
    is((await publish(rip))[0]?.finalPath, join(place, "Heat (2).mkv"));
  },
);

onOtherDisk(
  "a copy that a full disk ends leaves nothing there",
  async ({ dir, place, publish }) => {
    const rip = await ripOf(dir, {}, ["Heat.mkv"]);
    await Deno.writeFile(rip.files[0]?.path ?? "", new Uint8Array(3 << 20));
    const refused = await publish(rip).then(() => "", (error) => error.message);
    ok(/is full/.test(refused), refused);
    same(await namesIn(place), ["filler"]);
  },
  (place) => Deno.writeFile(join(place, "filler"), new Uint8Array(3 << 20)),
);
