/**
 * Sources of every kind found in a library: each must become a verified file, and none may be rejected because of its
 * properties.
 */
import { deepEqual } from "node:assert/strict";
import { join } from "node:path";
import { encodeFile, recipe, tools, X264_FAST } from "../../tests/fixtures/encode.ts";
import { ALL_ROWS } from "../../tests/kit/all_rows.ts";
import { inFolder } from "../../tests/fixtures/folder.ts";
import { makeClip, X264 } from "../../tests/fixtures/media.ts";
import { verifyOutput } from "./verify/verify.ts";

const stereo = (...args: string[]) => [{ args }];
const video = (...args: string[]) => ["-c:v", ...args];

const ZOO: Record<string, (dir: string) => Promise<string>> = {
  "AVI with packed B-frames": (dir) =>
    makeClip(dir, "a.avi", { video: video("mpeg4", "-bf", "2"), audio: stereo("libmp3lame") }),
  "Blu-ray stream with LPCM": (dir) =>
    makeClip(dir, "a.m2ts", {
      audio: [{ layout: "5.1", args: ["pcm_bluray"] }],
      extra: ["-mpegts_m2ts_mode", "1", "-f", "mpegts"],
    }),
  "DVD program stream": (dir) =>
    makeClip(dir, "a.mpg", {
      width: 352,
      height: 288,
      rate: "25",
      video: video("mpeg2video"),
      audio: [{ layout: "5.1", args: ["ac3"] }],
      extra: ["-f", "dvd"],
    }),
  "WebM with Vorbis": (dir) =>
    makeClip(dir, "a.webm", {
      video: video("libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"),
      audio: stereo("libvorbis"),
    }),
  "ProRes with a timecode track": (dir) =>
    makeClip(dir, "a.mov", {
      video: video("prores_ks"),
      audio: stereo("pcm_s24le"),
      extra: ["-timecode", "01:00:00:00"],
    }),
  "4:4:4 video": (dir) =>
    makeClip(dir, "444.mkv", { video: video("libx264", "-preset", "ultrafast", "-pix_fmt", "yuv444p") }),
  "4:2:2 video of 10 bits": (dir) =>
    makeClip(dir, "422.mkv", { video: video("libx264", "-preset", "ultrafast", "-pix_fmt", "yuv422p10le") }),
  "120 pictures a second": (dir) => makeClip(dir, "120.mkv", { rate: "120" }),
  "one picture a second": (dir) => makeClip(dir, "1.mkv", { rate: "1", seconds: 4 }),
  "a single picture": (dir) => makeClip(dir, "one.mkv", { seconds: 0.04, audio: [] }),
  "telecine": (dir) =>
    makeClip(dir, "tele.mkv", { rate: "24000/1001", filters: "telecine=pattern=23", video: video("mpeg2video") }),
  "a recording that begins inside a group of pictures": async (dir) => {
    const open = ["-bf", "3", "-x264-params", "open-gop=1:keyint=25"];
    const whole = await makeClip(dir, "whole.ts", { seconds: 4, video: [...X264, ...open] });
    const bytes = await Deno.readFile(whole);
    await Deno.writeFile(join(dir, "middle.ts"), bytes.subarray(188 * 300));
    return join(dir, "middle.ts");
  },
};

/** The tested rows. Every other row runs in a regular run, because `tests/odd` and `tests/table` contain similar sources. */
const ROWS = Object.entries(ZOO).filter((_, row) => ALL_ROWS || row % 2 === 0);

for (const [name, make] of ROWS) {
  inFolder(`slow: ${name} becomes a verified file, encoded or copied`, async (dir) => {
    const source = await make(dir);
    for (const video of [X264_FAST, { encoder: "copy" }]) {
      const audio = { encoder: video === X264_FAST ? "libopus" : "copy" };
      const { probe, decided, output } = await encodeFile(dir, source, recipe({ video, audio }));
      const verdict = await verifyOutput({ ...tools, path: output, probe, plan: decided, mode: "windows" });
      deepEqual(verdict.problems, [], video.encoder);
    }
  });
}
