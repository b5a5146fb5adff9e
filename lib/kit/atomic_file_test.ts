import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../tests/fixtures/folder.ts";
import { writeFileAtomic } from "./atomic_file.ts";
import { ID_PATTERN, newId, randomHex } from "./id.ts";

const names = async (dir: string) => (await Array.fromAsync(Deno.readDir(dir), ({ name }) => name)).sort();

inFolder("a file is replaced as a whole, without remains", async (dir) => {
  const path = join(dir, "Einstellungen ü.json");
  await writeFileAtomic(path, "a longer text than the next");
  await writeFileAtomic(path, "short");
  equal(await Deno.readTextFile(path), "short");
  await writeFileAtomic(path, Uint8Array.of(0, 255, 10));
  deepEqual([...await Deno.readFile(path)], [0, 255, 10]);
  await writeFileAtomic(path, "");
  equal((await Deno.stat(path)).size, 0);
  deepEqual(await names(dir), ["Einstellungen ü.json"]);
});

inFolder("a write that fails leaves the old content and no rubbish", async (dir) => {
  const taken = join(dir, "taken");
  await Deno.mkdir(join(taken, "inside"), { recursive: true });
  await rejects(writeFileAtomic(taken, "x"));
  await rejects(writeFileAtomic(join(dir, "none", "a.json"), "x"), Deno.errors.NotFound);
  deepEqual(await names(dir), ["taken"]);
  deepEqual(await names(taken), ["inside"]);
});

inFolder("simultaneous writers never mix: the file of one of them is complete", async (dir) => {
  const path = join(dir, "a.json");
  const texts = ["a", "b", "c", "d"].map((letter) => letter.repeat(20_000));
  await Promise.all(texts.map((text) => writeFileAtomic(path, text)));
  ok(texts.includes(await Deno.readTextFile(path)));
  deepEqual(await names(dir), ["a.json"]);
});

Deno.test({
  name: "a written file is readable by its owner only unless stated otherwise, whatever its earlier mode",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const dir = await Deno.makeTempDir({ prefix: "lathe_test_" });
    try {
      const path = join(dir, "secret");
      await Deno.writeTextFile(path, "old", { mode: 0o644 });
      await writeFileAtomic(path, "new");
      equal(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
      await writeFileAtomic(path, "program", { mode: 0o700 });
      equal(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o700);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
});

Deno.test("IDs match the API's pattern, are unique, and use all letters about equally often", () => {
  const ids = Array.from({ length: 2000 }, newId);
  ok(ids.every((id) => ID_PATTERN.test(id) && /^[0-9a-z]{16}$/.test(id)));
  equal(new Set(ids).size, ids.length);
  const counts = Map.groupBy(ids.join(""), (letter) => letter);
  equal(counts.size, 36);
  // 32,000 letters: about 889 ± 30 of each. If bytes from 252 upwards were used, the first four letters would occur an
  // eighth more often.
  for (const [letter, all] of counts) ok(Math.abs(all.length - 889) < 200, `${letter}: ${all.length}`);
});

for (const bytes of [0, 1, 16, 32]) {
  Deno.test(`${bytes} random bytes are ${bytes * 2} digits`, () => {
    ok(new RegExp(`^[0-9a-f]{${bytes * 2}}$`).test(randomHex(bytes)));
  });
}
