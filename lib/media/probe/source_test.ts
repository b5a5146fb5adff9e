import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { sameIdentity, sourceIdentity } from "./source.ts";

Deno.test("a source is the same until its bytes or its path change", async () => {
  const dir = await Deno.makeTempDir({ prefix: "lathe_source_" });
  try {
    const path = join(dir, "f.mkv");
    await Deno.writeTextFile(path, "one");
    const first = await sourceIdentity(path);
    equal(first.sizeBytes, 3);
    deepEqual(await sourceIdentity(path), first);
    await Deno.writeTextFile(path, "+", { append: true });
    equal(sameIdentity(first, await sourceIdentity(path)), false);

    // A file that replaces the source has a different identity, even with the same size and time.
    await Deno.writeTextFile(join(dir, "g.mkv"), "one");
    const info = await Deno.stat(path);
    await Deno.utime(join(dir, "g.mkv"), info.mtime ?? 0, info.mtime ?? 0);
    await Deno.truncate(path, 3);
    await Deno.utime(path, info.mtime ?? 0, info.mtime ?? 0);
    const here = await sourceIdentity(path);
    await Deno.rename(join(dir, "g.mkv"), path);
    const there = await sourceIdentity(path);
    equal(here.sizeBytes === there.sizeBytes && here.mtimeNs === there.mtimeNs, true);
    equal(sameIdentity(here, there), false);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
