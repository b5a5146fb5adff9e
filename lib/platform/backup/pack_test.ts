import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { DATABASE, listed, SETTINGS } from "../../../tests/fixtures/raw_zip.ts";
import { canMount, withTmpfs } from "../../../tests/fixtures/tmpfs.ts";
import { Fault } from "../../kit/fault.ts";
import type { Manifest } from "./manifest.ts";
import { packArchive } from "./pack.ts";
import { openArchive } from "./unpack.ts";

const ABOUT: Omit<Manifest, "entries"> = {
  product: "lathe",
  version: "0.1.0.0",
  createdAt: "2026-11-20T19:32:00.000Z",
  type: "manual",
  schema: 7,
};

/** Writes the files into `dir` and packs them. By default, `target` is in `dir` as well. */
async function pack(dir: string, database: Uint8Array, target = join(dir, "b.zip")): Promise<Manifest> {
  await Deno.writeTextFile(join(dir, "current.json"), SETTINGS);
  await Deno.writeFile(join(dir, "copy"), database);
  const files = [
    { name: "settings.json" as const, path: join(dir, "current.json") },
    { name: "lathe.db" as const, path: join(dir, "copy") },
  ];
  return await packArchive({ target, manifest: ABOUT, files });
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();

/** Returns incompressible bytes. */
function noise(bytes: number): Uint8Array {
  const all = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(all.subarray(at, at + 65_536));
  return all;
}

async function extractedDatabase(dir: string): Promise<Uint8Array> {
  await Deno.mkdir(join(dir, "out"));
  const archive = await openArchive(join(dir, "b.zip"));
  try {
    await archive.extractTo(join(dir, "out"));
  } finally {
    await archive.close();
  }
  is(await Deno.readTextFile(join(dir, "out/settings.json")), SETTINGS);
  return await Deno.readFile(join(dir, "out/lathe.db"));
}

inFolder("S-DB-6: packed files are unpacked unchanged, with a manifest", async (dir) => {
  const manifest = await pack(dir, DATABASE);
  same(manifest, { ...ABOUT, entries: [listed("settings.json", SETTINGS), listed("lathe.db", DATABASE)] });
  const archive = await openArchive(join(dir, "b.zip"));
  same(archive.manifest, manifest);
  await archive.verify();
  await archive.close();
  same(await extractedDatabase(dir), DATABASE);
  same(await namesIn(dir), ["b.zip", "copy", "current.json", "out"]);
});

inFolder("S-DB-6: archives and extracted files are readable by their owner only", async (dir) => {
  await pack(dir, DATABASE);
  await extractedDatabase(dir);
  for (const name of ["b.zip", "out/settings.json", "out/lathe.db"]) {
    is(((await Deno.stat(join(dir, name))).mode ?? 0) & 0o777, 0o600, name);
  }
});

inFolder("S-DB-6: a database of any size and content can be restored", async (dir) => {
  for (const database of [new Uint8Array(), new Uint8Array(5 * 1024 ** 2), noise(3 * 1024 ** 2)]) {
    await pack(dir, database);
    ok((await extractedDatabase(dir)).every((byte, i) => byte === database[i]));
    is((await Deno.stat(join(dir, "out/lathe.db"))).size, database.length);
    await Deno.remove(join(dir, "out"), { recursive: true });
  }
});

inFolder("S-DB-6: a file that cannot be read leaves no archive", async (dir) => {
  const files = [{ name: "lathe.db" as const, path: join(dir, "missing") }];
  await rejects(packArchive({ target: join(dir, "b.zip"), manifest: ABOUT, files }), Deno.errors.NotFound);
  same(await namesIn(dir), []);
});

inFolder("S-DB-6: an archive that could not be restored is not kept", async (dir) => {
  await Deno.writeTextFile(join(dir, "current.json"), SETTINGS);
  const file = { name: "settings.json" as const, path: join(dir, "current.json") };
  const target = join(dir, "b.zip");
  for (const [manifest, files] of [[{ ...ABOUT, version: "1" }, [file]], [ABOUT, [file, file]], [ABOUT, []]] as const) {
    await rejects(packArchive({ target, manifest, files: [...files] }));
    same(await namesIn(dir), ["current.json"]);
  }
});

inFolder("S-DB-6: the archive of another run is not changed", async (dir) => {
  await Deno.writeTextFile(join(dir, "b.zip.partial"), "still being written");
  await rejects(pack(dir, DATABASE), Deno.errors.AlreadyExists);
  is(await Deno.readTextFile(join(dir, "b.zip.partial")), "still being written");
});

Deno.test({
  name: "S-DB-6: a backup on a full disk leaves no short file",
  ignore: !canMount,
  fn: () =>
    withTmpfs(1024, async (small) => {
      const dir = await Deno.makeTempDir({ prefix: "lathe_test_" });
      try {
        for (const bytes of [900_000, 1_048_000, 4_000_000]) {
          const made = await pack(dir, noise(bytes), join(small, "b.zip")).then(() => undefined, (error) => error);
          same(await namesIn(small), made === undefined ? ["b.zip"] : [], `${bytes} bytes`);
          is(made === undefined, bytes < 1_000_000, String(made));
          ok(!(made instanceof Fault), "the disk is full, the archive is not wrong");
          await Deno.remove(join(small, "b.zip")).catch(() => {});
        }
      } finally {
        await Deno.remove(dir, { recursive: true });
      }
    }),
});

Deno.test({
  name: "S-DB-7: a full disk stops an extraction, which leaves nothing",
  ignore: !canMount,
  fn: () =>
    withTmpfs(1024, async (small) => {
      const dir = await Deno.makeTempDir({ prefix: "lathe_test_" });
      try {
        await pack(dir, noise(2_000_000));
        const archive = await openArchive(join(dir, "b.zip"));
        await rejects(archive.extractTo(small), /No space left/);
        same(await namesIn(small), []);
        await archive.close();
      } finally {
        await Deno.remove(dir, { recursive: true });
      }
    }),
});
