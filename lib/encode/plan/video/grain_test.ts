import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { runProcess } from "../../../kit/process/process.ts";
import { film } from "../../../../tests/fixtures/plans.ts";
import { tools } from "../../../../tests/fixtures/encode.ts";
import { probeFile } from "../../../media/probe/ffprobe.ts";
import { GRAINY } from "../../profiles/smart/grain.ts";
import { smartPresetRecipe } from "../../profiles/smart/presets.ts";
import { resolveRecipe } from "../../profiles/smart/decide.ts";
import { measureGrain, withGrain } from "./grain.ts";
import { grainOfFrames } from "./grain_level.ts";

const SIZE = "320x180";
/** Slowly changing flat colours, and an object that moves across them. */
const SCENE = `gradients=s=${SIZE}:r=24:c0=0x404858:c1=0xb0a890:speed=0.02[flat];testsrc2=s=80x45:r=24[part];` +
  "[flat][part]overlay=x=30+t*20:y=30";
/** An image with fine detail, larger than the visible area. */
const TEXTURE = "nullsrc=s=480x270:r=24,geq=lum='128+24*sin(X/2.3)*cos(Y/1.9)+9*sin((X*7+Y*13)/3)':cb=128:cr=128";
const STILL = "trim=end_frame=1,loop=-1:1,setpts=N/24/TB";
const film24 = (strength: number) => `${SCENE},noise=alls=${strength}:allf=t`;

async function clip(folder: string, name: string, source: string, args: string[] = []): Promise<string> {
  const path = join(folder, `${name}.mkv`);
  const encoder = ["-c:v", "libx264", "-preset", "superfast", "-crf", "12", "-g", "24", "-pix_fmt", "yuv420p"];
  const { code, stderr } = await runProcess({
    path: tools.ffmpegPath,
    args: ["-v", "error", "-y", "-filter_complex", source, "-t", "2", ...encoder, ...args, `file:${path}`],
    timeoutMs: 120_000,
  });
  if (code !== 0) throw new Error(stderr);
  return path;
}

const TEN_BITS = [
  "-c:v",
  "libx265",
  "-preset",
  "ultrafast",
  "-pix_fmt",
  "yuv420p10le",
  "-x265-params",
  "log-level=error",
];

/** Duration that is long enough for several samples. */
const LONG = ["-t", "4"];

for (
  const [name, source, args, low, high] of [
    ["a clean picture", SCENE, LONG, 0, 0.4],
    ["the noise of a hard encode", `${SCENE},gblur=1`, ["-crf", "34"], 0, 1],
    ["light noise of a camera", film24(3), [], 0.8, GRAINY],
    ["light grain", film24(6), LONG, GRAINY, 4],
    ["heavy grain", film24(16), LONG, 6, 11],
    ["heavy grain in ten bits", film24(16), TEN_BITS, 5, 11],
    ["fine texture that stands still", `${TEXTURE},${STILL},crop=320:180:0:0`, [], 0, 0.4],
    ["fine texture that moves", `${TEXTURE},${STILL},crop=320:180:'floor(t*48)':'floor(t*24)'`, [], 0, 1],
    ["grain in pictures that are shown twice", `${film24(16)},fps=12,fps=24`, [], 5, 11],
  ] as const
) {
  Deno.test(`slow: ${name} measures between ${low} and ${high}`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "lathe_grain_" });
    try {
      const path = await clip(folder, "clip", source, [...args]);
      const grain = await measureGrain({ ...tools, probe: await probeFile(path, { ...tools, depth: "headers" }) });
      ok(grain !== undefined && grain >= low && grain <= high, `${grain}`);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

Deno.test("video that is black throughout has no measurable grain", async () => {
  const folder = await Deno.makeTempDir({ prefix: "lathe_grain_" });
  try {
    const path = await clip(folder, "black", `color=black:s=${SIZE}:r=24,noise=alls=6:allf=t`);
    equal(await measureGrain({ ...tools, probe: await probeFile(path, { ...tools, depth: "headers" }) }), undefined);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("video with too few frames, too small or truncated has no grain, and causes no error", () => {
  equal(grainOfFrames(new Uint8Array(0), 640, 360), undefined);
  equal(grainOfFrames(new Uint8Array(640 * 360).fill(128), 640, 360), undefined);
  equal(grainOfFrames(new Uint8Array(4 * 16 * 16).fill(128), 16, 16), undefined);
  equal(grainOfFrames(new Uint8Array(2 * 640 * 360 + 17).fill(128), 640, 360), 0);
});

Deno.test("grain is measured only if a rule requires it and it is unknown", async () => {
  const probe = film({});
  const remux = smartPresetRecipe("builtin-smart-remux");
  const anime = smartPresetRecipe("builtin-smart-anime");
  ok(remux && anime);
  const nowhere = { ffmpegPath: "/nowhere/ffmpeg", probe };
  equal(await withGrain(anime, undefined, nowhere), undefined);
  deepEqual(await withGrain(remux, { grain: 1 }, nowhere), { grain: 1 });
});

for (
  const [grain, anime, tune] of [[GRAINY, false, "grain"], [GRAINY - 0.1, false, "none"], [9, true, "none"], [
    undefined,
    false,
    "none",
  ]] as const
) {
  Deno.test(`grain of ${grain ?? "unknown size"} ${anime ? "in anime " : ""}leads to tune ${tune}, in any year`, () => {
    const remux = smartPresetRecipe("builtin-smart-remux");
    ok(remux);
    const probe = film({ hdr: "sdr", codec: "h264", masteringDisplay: undefined, contentLight: undefined });
    const { recipe, reasons } = resolveRecipe(probe, remux, { year: 1962, grain, anime });
    equal(recipe.video.tune, tune);
    equal(reasons.some((reason) => /grain at least/.test(reason)), tune === "grain");
    equal(reasons.some((reason) => /measured when the job starts/.test(reason)), grain === undefined);
  });
}
