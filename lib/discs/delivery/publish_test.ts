import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { canMount, withTmpfs } from "../../../tests/fixtures/tmpfs.ts";
import { deliveryTest, ripOf, withScene } from "../../../tests/fixtures/discs/delivery_scene.ts";

deliveryTest(
  "publishing twice brings nothing twice, and never overwrites what others put there",
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
  name: "a rip folder on another disk gets a copy that was read again; a full one is said so",
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
        ok(/no room in the rip folder|is full/.test(refused), refused);
        same(await Array.fromAsync(Deno.readDir(join(folder, "Large (1995)")), ({ name }) => name), []);
      });
      await Deno.remove(dir, { recursive: true });
    }),
});
