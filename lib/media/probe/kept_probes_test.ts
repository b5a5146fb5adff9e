import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { sampleProbe } from "../../encode/sampling/sample.ts";
import { keepProbes } from "./kept_probes.ts";

inFolder("a file is read once, and again when it or the tool has changed, or the reading failed", async (folder) => {
  const path = join(folder, "a.mkv");
  await Deno.writeTextFile(path, "one");
  let reads = 0;
  let fails = false;
  const { probe, known } = keepProbes(async (path, tool) => {
    reads++;
    await Promise.resolve();
    if (fails) throw new Error("unreadable");
    return { ...sampleProbe(), path: `${path} by ${tool}` };
  });
  await Promise.all([probe(path, "p"), probe(path, "p"), probe(path, "p")]);
  same([(await probe(path, "p")).path, reads <= 3], [`${path} by p`, true]);
  reads = 0;
  await probe(path, "p");
  same([(await known(path, "p"))?.path, await known(path, "q"), reads], [`${path} by p`, undefined, 0]);
  await probe(path, "q");
  same(reads, 1);
  await Deno.writeTextFile(path, "longer");
  fails = true;
  same(await known(path, "q"), undefined);
  await rejects(probe(path, "q"));
  fails = false;
  same([(await probe(path, "q")).path, reads], [`${path} by q`, 3]);
  await Deno.remove(path);
  await rejects(probe(path, "q"), { code: "source_missing" });
  await rejects(known(path, "q"), { code: "source_missing" });
});
