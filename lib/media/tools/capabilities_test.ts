import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { createCapabilities, listsOf, readCapabilities, versionOf } from "./capabilities.ts";
import type { Capabilities } from "./capabilities.ts";
import { FFMPEG, FFPROBE } from "../../../tests/kit/ffmpeg.ts";

const paths = { ffmpegPath: FFMPEG, ffprobePath: FFPROBE };

Deno.test("the installed ffmpeg reports its capabilities", async () => {
  const found = await readCapabilities(paths);
  match(found.version, /^\d/);
  for (const name of ["libx264", "libx265", "libsvtav1", "libvpx-vp9"]) ok(found.videoEncoders.includes(name), name);
  for (const name of ["aac", "libopus", "flac", "eac3"]) ok(found.audioEncoders.includes(name), name);
  for (const name of ["srt", "mov_text", "webvtt"]) ok(found.subtitleEncoders.includes(name), name);
  for (const name of ["bwdif", "scale", "zscale", "tonemap", "subtitles", "overlay"]) {
    ok(found.filters.includes(name), name);
  }
  for (const name of ["matroska", "webm", "mov", "mpegts"]) ok(found.demuxers.includes(name), name);
  ok(!found.videoEncoders.includes("="), "the legend is no encoder");
  match(found.svtAv1Version ?? "", /^\d+\.\d/);
  equal(found.vmafModels.length > 0, found.filters.includes("libvmaf"));
  ok(found.hwaccels.every((name) => /^[a-z0-9_]+$/.test(name)));
});

Deno.test("lists are read by their columns", () => {
  const found = listsOf({
    encoders:
      "Encoders:\n V..... = Video\n ------\n V....D libx265  x265 HEVC\n A..... aac  AAC\n S..... srt  SubRip\n",
    filters: "Filters:\n  T.. = Timeline support\n ... scale   V->V  Scale\n TSC bwdif  V->V  Deinterlace\n",
    hwaccels: "Hardware acceleration methods:\nvaapi\n\n",
    demuxers: "File formats:\n D. = Demuxing supported\n --\n D  matroska,webm  Matroska\n D d alsa ALSA\n",
  });
  deepEqual([found.videoEncoders, found.audioEncoders, found.subtitleEncoders], [["libx265"], ["aac"], ["srt"]]);
  deepEqual([found.filters, found.hwaccels], [["scale", "bwdif"], ["vaapi"]]);
  deepEqual(found.demuxers.slice(0, 2), ["matroska", "webm"]);
  equal(versionOf("ffmpeg version n7.1-12 Copyright"), "n7.1-12");
});

Deno.test("a program that does not respond like ffmpeg is a missing tool", async () => {
  const dir = await Deno.makeTempDir({ prefix: "lathe_caps_" });
  try {
    const fake = join(dir, "ffmpeg");
    await Deno.writeTextFile(fake, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    await rejects(readCapabilities({ ...paths, ffmpegPath: fake }), /does not respond like ffmpeg/);
    await rejects(readCapabilities({ ...paths, ffmpegPath: join(dir, "no") }), /cannot be started/);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("capabilities are read once per binary and again when its file changes; failures are not kept", async () => {
  const dir = await Deno.makeTempDir({ prefix: "lathe_caps_" });
  try {
    const ffmpegPath = join(dir, "ffmpeg");
    await Deno.writeTextFile(ffmpegPath, "one");
    let reads = 0;
    let fail = false;
    const read = (): Promise<Capabilities> => {
      reads++;
      if (fail) return Promise.reject(new Error("no"));
      const none: string[] = [];
      const lists = { videoEncoders: none, audioEncoders: none, subtitleEncoders: none, filters: none, hwaccels: none };
      return Promise.resolve({
        ...paths,
        ffmpegPath,
        version: String(reads),
        ...lists,
        demuxers: none,
        vmafModels: none,
      });
    };
    const capabilities = createCapabilities(read);
    const ask = async () => (await capabilities({ ...paths, ffmpegPath })).version;
    deepEqual([await ask(), await ask()], ["1", "1"]);
    await Deno.writeTextFile(ffmpegPath, "another");
    equal(await ask(), "2");
    await Deno.writeTextFile(ffmpegPath, "yet another");
    fail = true;
    await rejects(ask());
    fail = false;
    equal(await ask(), "4");
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
