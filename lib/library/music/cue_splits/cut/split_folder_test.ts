import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cueText, joinedSamples, makeImage, md5 } from "../../../../../tests/fixtures/cue_images.ts";
import { split, STARTS } from "../../../../../tests/fixtures/cue_splits.ts";
import { filesBelow, inFolder } from "../../../../../tests/fixtures/folder.ts";
import { canMount, withTmpfs } from "../../../../../tests/fixtures/tmpfs.ts";
import { runProcess } from "../../../../kit/process/process.ts";
import type { SplitDeps } from "./split_folder.ts";

/** Splits that fail, or that are stopped or killed, leave no files behind. */

const REFUSED: [string, RegExp, (folder: string) => Promise<Partial<SplitDeps> | void>][] = [
  ["tracks that overlap", /Track 3 starts at 00:00:40, which is not after track 2/, async (folder) => {
    await makeImage(join(folder, "a.flac"));
    await Deno.writeTextFile(join(folder, "a.cue"), cueText("a.wav", ["00:00:00", "00:01:00", "00:00:40"]));
  }],
  ["an image shorter than its sheet", /ends at 00:03:00, but track 3 would start at 00:40:00/, async (folder) => {
    await makeImage(join(folder, "a.flac"));
    await Deno.writeTextFile(join(folder, "a.cue"), cueText("a.wav", ["00:00:00", "00:01:00", "00:40:00"]));
  }],
  ["a lossy image", /a\.mp3 is lossy \(mp3\) and is not split/, async (folder) => {
    await makeImage(join(folder, "a.mp3"));
    await Deno.writeTextFile(join(folder, "a.cue"), cueText("a.wav", STARTS));
  }],
  ["an image that is cut off", /a\.flac cannot be fully decoded: flac: \w/, async (folder) => {
    await makeImage(join(folder, "a.flac"));
    const bytes = await Deno.readFile(join(folder, "a.flac"));
    await Deno.writeFile(join(folder, "a.flac"), bytes.subarray(0, bytes.length * 0.8));
    await Deno.writeTextFile(join(folder, "a.cue"), cueText("a.wav", STARTS));
  }],
  ["an image with a flipped bit", /./, async (folder) => {
    await makeImage(join(folder, "a.wv"));
    const bytes = await Deno.readFile(join(folder, "a.wv"));
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 16;
    await Deno.writeFile(join(folder, "a.wv"), bytes);
    await Deno.writeTextFile(join(folder, "a.cue"), cueText("a.wav", STARTS));
  }],
  [
    "an APE image that is cut off",
    /^JobFailure: a\.ape cannot be fully decoded: ape: Error decoding frame$/,
    async (folder) => {
      await makeImage(join(folder, "a.ape"));
      const bytes = await Deno.readFile(join(folder, "a.ape"));
      await Deno.writeFile(join(folder, "a.ape"), bytes.subarray(0, bytes.length * 0.8));
      await Deno.writeTextFile(join(folder, "a.cue"), cueText("a.wav", STARTS));
    },
  ],
  ["an APE image with a flipped bit", /a\.ape cannot be fully decoded/, async (folder) => {
    await makeImage(join(folder, "a.ape"));
    const bytes = await Deno.readFile(join(folder, "a.ape"));
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 16;
    await Deno.writeFile(join(folder, "a.ape"), bytes);
    await Deno.writeTextFile(join(folder, "a.cue"), cueText("a.wav", STARTS));
  }],
  ["floating-point samples", /floating-point samples; only 16-bit and 24-bit audio can be split/, async (folder) => {
    await makeImage(join(folder, "a.wav"), { args: ["-c:a", "pcm_f32le"] });
    await Deno.writeTextFile(join(folder, "a.cue"), cueText("a.wav", STARTS));
  }],
  ["no room", /Splitting requires .* but only 0 B is available/, async (folder) => {
    await makeImage(join(folder, "a.flac"));
    await Deno.writeTextFile(join(folder, "a.cue"), cueText("a.wav", STARTS));
    return { disk: () => Promise.resolve({ device: "1", freeBytes: 10, totalBytes: 2 ** 40 }) };
  }],
  ["a data track first", /starts with a data track/, async (folder) => {
    await makeImage(join(folder, "a.flac"));
    const text = cueText("a.wav", [...STARTS, "00:02:00"]).replace("TRACK 01 AUDIO", "TRACK 01 MODE1/2352");
    await Deno.writeTextFile(join(folder, "a.cue"), text);
  }],
  ["being stopped", /stopped/, async (folder) => {
    await makeImage(join(folder, "a.flac"));
    await Deno.writeTextFile(join(folder, "a.cue"), cueText("a.wav", STARTS));
    const stop = new AbortController();
    return { signal: stop.signal, onProgress: () => stop.abort(new Error("stopped")) };
  }],
];
for (const [name, words, prepare] of REFUSED) {
  inFolder(`nothing remains of a split that fails: ${name}`, async (folder) => {
    const more = await prepare(folder) ?? {};
    const before = await filesBelow(folder);
    await rejects(split(folder, more), words);
    same(await filesBelow(folder), before);
    same((await Array.fromAsync(Deno.readDir(folder), (one) => one.name)).sort(), before);
  });
}

Deno.test({
  name: "a disk that fills up while tracks are written leaves no partial files",
  ignore: !canMount,
  fn: () =>
    withTmpfs(700, async (folder) => {
      await makeImage(join(folder, "a.flac"));
      await Deno.writeTextFile(join(folder, "a.cue"), cueText("a.wav", STARTS));
      await rejects(split(folder), /The disk that contains .* is full\. No tracks were kept/);
      same(await filesBelow(folder), ["a.cue", "a.flac"]);
    }),
});

inFolder("an existing folder of tracks is used unchanged", async (folder) => {
  await makeImage(join(folder, "a.flac"));
  await Deno.writeTextFile(join(folder, "a.cue"), cueText("a.wav", STARTS));
  await Deno.mkdir(join(folder, ".lathe-split"));
  await Deno.writeTextFile(join(folder, ".lathe-split", "x"), "x");
  same(await filesBelow(await split(folder)), ["x"]);
});

inFolder(
  "a killed split leaves no folder of tracks, and the next one starts again",
  async (folder) => {
    const samples = await makeImage(join(folder, "a.flac"));
    await Deno.writeTextFile(join(folder, "a.cue"), cueText("a.wav", STARTS));
    const script = fileURLToPath(new URL("../../../../../tests/fakes/killed_split.ts", import.meta.url));
    const { code } = await runProcess({
      path: Deno.execPath(),
      args: ["run", "-A", "--no-check", script, folder],
      env: { DENO_DIR: Deno.env.get("DENO_DIR") ?? "", HOME: Deno.env.get("HOME") ?? "" },
      timeoutMs: 60_000,
    });
    ok(code !== 0);
    same((await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort(), [
      ".lathe-split.one.partial",
      "a.cue",
      "a.flac",
    ]);
    const tracks = await split(folder);
    is(md5(await joinedSamples((await filesBelow(tracks)).map((name) => join(tracks, name)))), md5(samples));
    same((await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort(), [".lathe-split", "a.cue", "a.flac"]);
  },
);
