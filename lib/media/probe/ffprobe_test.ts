import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { markDolbyVision } from "../../../tests/fixtures/dolby_vision.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { makeClip, makeRichRemux, ODD, ODD_NAMES, X265_HDR10 } from "../../../tests/fixtures/media.ts";
import { run } from "../../../tests/kit/run.ts";
import { JobFailure } from "../../kit/fault.ts";
import { spacingVaries } from "./details/frames.ts";
import { probeFile, rawProbe } from "./ffprobe.ts";
import { mainVideo } from "./probe.ts";
import { ask } from "./run_ffprobe.ts";
import { FFPROBE as ffprobePath } from "../../../tests/kit/ffmpeg.ts";

const probe = (path: string) => probeFile(path, { ffprobePath });
const failsWith = (code: string, text: RegExp) => (error: unknown) => {
  ok(error instanceof JobFailure, String(error));
  equal(error.code, code);
  match(error.message, text);
  return true;
};

inFolder("a remux with everything in it is read back whole", async (dir) => {
  const found = await probe(await makeRichRemux(dir));
  deepEqual(found.streams.map((s) => s.codec), [
    "hevc",
    "flac",
    "dts",
    "ac3",
    "aac",
    "hdmv_pgs_subtitle",
    "subrip",
    "ass",
    "mjpeg",
    "unknown",
  ]);
  const picture = mainVideo(found);
  deepEqual([picture?.hdr, picture?.contentLight?.maxCll, picture?.masteringDisplay?.maxLuminance], [
    "hdr10",
    1000,
    1000,
  ]);
  equal(found.chapters.length, 3);
});

inFolder("HDR10 messages inside the bit stream are found when the container is silent", async (dir) => {
  const bare = await makeClip(dir, "bare.ts", { video: X265_HDR10, audio: [] });
  const picture = mainVideo(await probe(bare));
  deepEqual([picture?.hdr, picture?.contentLight?.maxCll, picture?.masteringDisplay?.maxLuminance], [
    "hdr10",
    1000,
    1000,
  ]);
});

inFolder("Dolby Vision is seen in MP4", async (dir) => {
  const plain = await makeClip(dir, "plain.mp4", { video: X265_HDR10 });
  await markDolbyVision(plain, join(dir, "dv.mp4"), { profile: 8, baseCompatible: 1 });
  const picture = mainVideo(await probe(join(dir, "dv.mp4")));
  deepEqual(picture?.dolbyVision, { profile: 8, level: 6, baseCompatible: 1, hasEnhancementLayer: false });
});

/** Creates a two-second movie, 64 pixels wide, and a single frame of twice that width, as two ordinary video tracks. */
async function movieBesideStill(dir: string, name: string, ...codecs: [movie: string, still: string]): Promise<string> {
  const path = join(dir, name);
  const { code, stderr } = await run("ffmpeg", [
    ...[
      "-v",
      "error",
      "-f",
      "lavfi",
      "-i",
      "testsrc2=s=128x72:r=24:d=0.04",
      "-f",
      "lavfi",
      "-i",
      "testsrc2=s=64x36:r=24:d=2",
    ],
    ...["-map", "0", "-map", "1", "-c:v:0", codecs[1], "-c:v:1", codecs[0], path],
  ]);
  equal(code, 0, stderr);
  return path;
}

for (
  const [name, movie, still] of [["a.mkv", "libx264", "png"], ["a.mp4", "libx264", "mjpeg"], [
    "a.ts",
    "mpeg2video",
    "mpeg2video",
  ], ["a.avi", "mpeg4", "mjpeg"]] as const
) {
  inFolder(`the movie, not a larger still image, is the main video of ${name}`, async (dir) => {
    const main = mainVideo(await probe(await movieBesideStill(dir, name, movie, still)));
    deepEqual([main?.width, main?.index], [64, 1]);
  });
}

inFolder("slow: variable rate, fields, pixel shape and late starts are noticed", async (dir) => {
  const seen = async (path: string) => mainVideo(await probe(path));
  equal((await seen(await ODD.variableRate(dir)))?.variableFrameRate, true);
  equal((await seen(await ODD.noAudio(dir)))?.variableFrameRate, false);
  equal((await seen(await ODD.interlaced(dir)))?.interlaced, true);
  deepEqual((await seen(await ODD.anamorphic(dir)))?.sampleAspect, [64, 45]);
  equal((await seen(await ODD.hlg(dir)))?.hdr, "hlg");
  equal(Math.round((await probe(await ODD.lateStart(dir))).startSeconds), 96);
});

inFolder("a wrong extension is no obstacle", async (dir) => {
  equal((await probe(await ODD.wrongExtension(dir))).format, "matroska,webm");
});

inFolder("a file that is not media is unreadable, with the reason", async (dir) => {
  await rejects(probe(await ODD.empty(dir)), failsWith("unreadable", /empty\.mkv cannot be read/));
  await rejects(probe(await ODD.noise(dir)), failsWith("unreadable", /noise\.mkv cannot be read/));
  await Deno.writeTextFile(join(dir, "text.mkv"), "1\n00:00:01,000 --> 00:00:02,000\nHello\n");
  await rejects(probe(join(dir, "text.mkv")), failsWith("unreadable", /it is srt data, not media/));
});

inFolder("S-PROC-4: a playlist named like a movie is never followed", async (dir) => {
  await makeClip(dir, "inner.mkv");
  await rejects(probe(await ODD.playlist(dir)), failsWith("unreadable", /list of other files/));
  // ffmpeg 7 and newer recognise a playlist only by its extension.
  await rejects(probe(await ODD.hls(dir)), failsWith("unreadable", /list of other files|Invalid data found/));
});

inFolder("S-PATH-6: folders, FIFOs and devices are refused before anything is opened", async (dir) => {
  await new Deno.Command("mkfifo", { args: [join(dir, "pipe.mkv")] }).output();
  await rejects(probe(join(dir, "pipe.mkv")), failsWith("unreadable", /not a regular file/));
  await rejects(probe(dir), failsWith("unreadable", /not a regular file/));
  await rejects(probe("/dev/zero"), failsWith("unreadable", /belongs to the system/));
  await rejects(probe(join(dir, "caf\ufffd.mkv")), failsWith("unreadable", /not valid UTF-8/));
  await rejects(probe("relative.mkv"), failsWith("unreadable", /not an absolute path/));
  await rejects(probe(join(dir, "nobody.mkv")), failsWith("source_missing", /does not exist or cannot be read/));
  await Deno.symlink(join(dir, "nobody.mkv"), join(dir, "dangling.mkv"));
  await rejects(probe(join(dir, "dangling.mkv")), failsWith("source_missing", /does not exist or cannot be read/));
});

inFolder("slow: S-PROC-2: file names cannot be mistaken for options, protocols or patterns", async (dir) => {
  const clip = await makeClip(dir, "plain.mkv");
  for (const name of ODD_NAMES) {
    const path = join(dir, name);
    await Deno.copyFile(clip, path);
    equal((await probe(path)).streams.length, 2, name);
  }
});

inFolder("rawProbe() is the unchanged output of ffprobe", async (dir) => {
  const json = await rawProbe(await makeClip(dir, "plain.mkv"), { ffprobePath }) as {
    streams: unknown[];
    chapters: unknown;
  };
  equal(json.streams.length, 2);
  deepEqual(json.chapters, []);
});

inFolder("a missing ffprobe is reported, not mistaken for an invalid file", async (dir) => {
  const clip = await makeClip(dir, "plain.mkv");
  await rejects(probeFile(clip, { ffprobePath: join(dir, "no") }), failsWith("tool_missing", /cannot be started/));
});

inFolder("an abort ends the probe with its reason", async (dir) => {
  const clip = await makeClip(dir, "plain.mkv");
  const reason = new Error("enough");
  await rejects(probeFile(clip, { ffprobePath, signal: AbortSignal.abort(reason) }), reason);
});

Deno.test("spacingVaries() forgives rounding and single drops, not a changed rate", () => {
  const steady = Array.from({ length: 100 }, (_, i) => Math.round(i * (1001 / 24)) / 1000);
  equal(spacingVaries(steady), false);
  equal(spacingVaries(steady.filter((_, i) => i !== 40)), false);
  equal(spacingVaries([...steady, ...steady.map((t) => t + 30)]), false);
  equal(spacingVaries(steady.map((t, i) => i < 50 ? t : t * 2)), true);
  equal(spacingVaries([0, 1, 1.5]), false);
});

inFolder("a file that disappears before it is read is missing, not unreadable", async (dir) => {
  await rejects(
    ask(join(dir, "gone.mkv"), ["-show_format"], { ffprobePath }),
    failsWith("source_missing", /^gone\.mkv cannot be read: No such file or directory$/),
  );
});
