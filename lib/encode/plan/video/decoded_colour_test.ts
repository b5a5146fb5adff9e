/**
 * Brightness and colour of decoded results compared with their sources: full range, limited range and RGB at 8, 10 and
 * 12 bits.
 */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { ffmpeg, meansOfAll, type PictureMeans, pictureMeans } from "../../../../tests/fixtures/decoded.ts";
import { encodeFile, encodeVerified, recipe, tools, X264_FAST } from "../../../../tests/fixtures/encode.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { mapConcurrent } from "../../../kit/async.ts";
import { probeFile } from "../../../media/probe/ffprobe.ts";
import { mainVideo } from "../../../media/probe/probe.ts";
import type { PlanOptions } from "../plan.ts";

/** Intended flat colour: BT.709 luma between 0 and 1, and colour differences around 0. */
interface Meant {
  y: number;
  u: number;
  v: number;
}

const COLOUR = { r: 200 / 255, g: 100 / 255, b: 50 / 255 };
const WEIGHTS = { bt709: [0.2126, 0.0722], smpte170m: [0.299, 0.114] } as const;

/** Returns the luma and colour differences of an RGB colour according to ITU-R BT.709-6 and BT.601-7. */
function meantBy(matrix: keyof typeof WEIGHTS): Meant {
  const [red, blue] = WEIGHTS[matrix];
  const y = red * COLOUR.r + (1 - red - blue) * COLOUR.g + blue * COLOUR.b;
  return { y, u: (COLOUR.b - y) / (2 * (1 - blue)), v: (COLOUR.r - y) / (2 * (1 - red)) };
}

/** Returns the coded values of a colour, relative to the full code range of the bit depth. */
function coded({ y, u, v }: Meant, full: boolean, bits: number): PictureMeans {
  const most = 2 ** bits - 1;
  const scale = 2 ** (bits - 8);
  const code = (black: number, span: number, value: number) => ((black + span * value) * scale) / most;
  const middle = (span: number, value: number) => (128 * scale + (full ? most : span * scale) * value) / most;
  return {
    y: full ? y : code(16, 219, y),
    u: middle(224, u),
    v: middle(224, v),
    pictures: 0,
  };
}

function near(is: PictureMeans, should: PictureMeans, where: string): void {
  for (const plane of ["y", "u", "v"] as const) {
    ok(Math.abs(is[plane] - should[plane]) < 0.01, `${where}: ${plane} is ${is[plane]}, not ${should[plane]}`);
  }
}

const SIZE = { width: 320, height: 180 };

/** Creates flat lossless YUV video. */
async function makeYuv(dir: string, name: string, format: string, meant: Meant, full: boolean): Promise<string> {
  const bits = Number(/p(10|12)le$/.exec(format)?.[1] ?? 8);
  const { y, u, v } = coded(meant, full, bits);
  const [Y, U, V] = [y, u, v].map((part) => Math.round(part * (2 ** bits - 1)));
  const path = join(dir, name);
  // The frames must be tagged too, because ffmpeg 7 and newer convert frames to the range and matrix passed to the
  // encoder.
  const range = full ? "full" : "limited";
  const graph = [
    `color=black:s=${SIZE.width}x${SIZE.height}:r=10:d=0.5,format=${format}`,
    `lutyuv=y=${Y}:u=${U}:v=${V},setparams=range=${range}:colorspace=bt709`,
  ].join(",");
  // FFV1 does not store the range. H.264 stores it in its headers, as in phone recordings.
  const codec = bits === 8 ? ["-c:v", "libx264", "-qp", "0", "-preset", "ultrafast"] : ["-c:v", "ffv1"];
  await ffmpeg([
    "-f",
    "lavfi",
    "-i",
    graph,
    ...codec,
    "-color_range",
    full ? "pc" : "tv",
    "-colorspace",
    "bt709",
    path,
  ]);
  return path;
}

async function makeRgb(dir: string, name: string, args: string[], size = "320x180", format = "gbrp"): Promise<string> {
  const path = join(dir, name);
  const graph = `color=0xC86432:s=${size}:r=10:d=0.5,format=gbrp,format=${format}`;
  await ffmpeg(["-f", "lavfi", "-i", graph, ...args, path]);
  return path;
}

const DEEP = { ...X264_FAST, pixelFormat: "yuv420p10le", quality: 12 };
const PLAIN = { ...X264_FAST, quality: 12 };

type Way = readonly [video: Record<string, unknown>, options?: PlanOptions];

/** Encodes in several ways. Returns the headers and means of each result. */
async function results(dir: string, source: string, ways: readonly Way[]) {
  const made = [];
  for (const [video, options] of ways) {
    const folder = await Deno.makeTempDir({ dir });
    const { output, decided } = await encodeFile(folder, source, recipe({ video }), options);
    const picture = mainVideo(await probeFile(output, { ...tools, depth: "headers" }));
    made.push({ path: output, format: picture?.pixelFormat ?? "", picture, decided });
  }
  const means = await meansOfAll(made);
  return made.flatMap(({ picture, decided }, i) => means[i] ? [{ means: means[i], picture, decided }] : []);
}

/** Encodes with one set of video settings. */
async function result(dir: string, source: string, video: Record<string, unknown>) {
  const [one] = await results(dir, source, [[video]]);
  if (!one) throw new Error(source);
  return one;
}

inFolder("slow: brightness and colour are preserved for any range, depth and method", async (dir) => {
  const meant = meantBy("bt709");
  const sources = [];
  for (const format of ["yuv420p", "yuv422p", "yuv420p10le", "yuv444p12le"]) {
    for (const full of [true, false]) {
      const source = await makeYuv(dir, `${format}-${full}.mkv`, full ? format : format, meant, full);
      sources.push({ name: `${format} ${full ? "full" : "limited"}`, source });
    }
  }
  const crop = { width: 280, height: 160, x: 20, y: 10 };
  const ways: [how: string, ...Way][] = [
    ["plain 8 bits", PLAIN, {}],
    ["plain 10 bits", DEEP, {}],
    ["scaled", { ...PLAIN, maxHeight: 90 }, {}],
    ["cropped", { ...DEEP, crop: "auto" }, { crop }],
    ["deinterlaced", { ...PLAIN, deinterlace: "on" }, {}],
  ];
  await mapConcurrent(sources, 2, async ({ name, source }) => {
    const all = await results(dir, source, ways.map(([, ...way]) => way));
    equal(all.length, ways.length);
    for (const [i, { means, picture }] of all.entries()) {
      const cell = `${name}, ${ways[i]?.[0]}`;
      near(means, coded(meant, false, picture?.bitDepth ?? 8), cell);
      ok(picture?.colorRange === "tv", `${cell}: ${picture?.colorRange}`);
      equal(picture?.colorSpace, "bt709");
    }
  });
});

for (const [encoder, preset] of [["libx265", "ultrafast"], ["libsvtav1", "12"], ["libvpx-vp9", "5"]] as const) {
  inFolder(`${encoder} tags converted video as limited`, async (dir) => {
    const meant = meantBy("bt709");
    const source = await makeYuv(dir, "full.mkv", "yuv420p", meant, true);
    const { means, picture } = await result(dir, source, { encoder, preset, quality: 15 });
    near(means, coded(meant, false, 10), encoder);
    equal(picture?.colorRange, "tv");
  });
}

inFolder("slow: RGB becomes YUV of the matrix that it is tagged with", async (dir) => {
  const rgb: [string, string[], string, string][] = [
    ["ffv1-8.mkv", ["-c:v", "ffv1"], "320x180", "gbrp"],
    ["ffv1-10.mkv", ["-c:v", "ffv1"], "320x180", "gbrp10le"],
    ["ffv1-12.mkv", ["-c:v", "ffv1"], "320x180", "gbrp12le"],
    ["x264.mkv", ["-c:v", "libx264rgb", "-qp", "0"], "320x180", "gbrp"],
    ["png.mov", ["-c:v", "png"], "320x180", "rgb24"],
    ["rle.mov", ["-c:v", "qtrle"], "320x180", "rgb24"],
    ["hd.mkv", ["-c:v", "ffv1"], "1280x720", "gbrp"],
  ];
  await mapConcurrent(rgb, 2, async ([name, args, size, format]) => {
    const source = await makeRgb(dir, name, args, size, format);
    const matrix = size === "1280x720" ? "bt709" : "smpte170m";
    const all = await results(dir, source, [[PLAIN], [{ ...DEEP, maxHeight: 90 }]]);
    equal(all.length, 2);
    for (const { means, picture } of all) {
      near(means, coded(meantBy(matrix), false, picture?.bitDepth ?? 8), `${name} ${picture?.pixelFormat}`);
      deepEqual([picture?.colorSpace, picture?.colorRange], [matrix, "tv"], name);
    }
  });
});

inFolder("slow: transparent parts are put on black, with a note", async (dir) => {
  const meant = meantBy("smpte170m");
  const half = { y: meant.y / 2, u: meant.u / 2, v: meant.v / 2 };
  for (
    const [name, format, codec] of [["rgba.mov", "rgba", "png"], ["yuva.mov", "yuva444p10le", "prores_ks"]] as const
  ) {
    const path = join(dir, name);
    const graph = `color=0xC86432@0.5:s=320x180:r=10:d=0.5,format=rgba,scale=out_color_matrix=bt601,format=${format}`;
    await ffmpeg(["-f", "lavfi", "-i", graph, "-c:v", codec, ...(codec === "png" ? [] : ["-profile:v", "4444"]), path]);
    const { means, decided } = await result(dir, path, PLAIN);
    match(decided.warnings.join(), /Transparent areas of the video become black/);
    near(means, coded(half, false, 8), name);
  }
});

inFolder("slow: tone mapping has the same input in full and in limited range", async (dir) => {
  const levels: number[] = [];
  for (const full of [true, false]) {
    const path = join(dir, `pq-${full}.mkv`);
    // PQ signal 0.5 (92 cd/m²).
    const y = full ? 512 : 502;
    const graph = `color=black:s=320x180:r=10:d=0.5,format=yuv420p10le,lutyuv=y=${y}:u=512:v=512`;
    const tags = ["-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc"];
    await ffmpeg(["-f", "lavfi", "-i", graph, "-c:v", "ffv1", ...tags, "-color_range", full ? "pc" : "tv", path]);
    const all = await results(dir, path, ["hable", "bt2390"].map((hdrToSdr) => [{ ...PLAIN, hdrToSdr }]));
    levels.push(...all.map(({ means }) => means.y));
  }
  const [hable = 0, bt2390 = 0, hableLimited = 1, bt2390Limited = 1] = levels;
  ok(Math.abs(hable - hableLimited) < 0.01 && Math.abs(bt2390 - bt2390Limited) < 0.01, levels.join());
});

inFolder("subtitles are drawn into converted video", async (dir) => {
  const source = await makeRgb(dir, "rgb.mkv", ["-c:v", "ffv1"], "640x360");
  await Deno.writeTextFile(join(dir, "t.srt"), "1\n00:00:00,000 --> 00:00:00,500\nHELLO\n");
  const texted = join(dir, "texted.mkv");
  await ffmpeg(["-i", source, "-i", join(dir, "t.srt"), "-map", "0", "-map", "1", "-c", "copy", texted]);
  const { output } = await encodeFile(dir, texted, recipe({ video: PLAIN, subtitles: { mode: "burn" } }));
  near(
    await pictureMeans(output, PLAIN.pixelFormat, ["crop=640:100:0:0"]),
    coded(meantBy("smpte170m"), false, 8),
    "above the text",
  );
});

inFolder("slow: untagged HD video that becomes SD keeps its colours and is tagged as BT.709", async (dir) => {
  const path = join(dir, "unmarked.mkv");
  const graph = "testsrc2=s=1280x720:r=10:d=1,format=yuv420p";
  await ffmpeg(["-f", "lavfi", "-i", graph, "-c:v", "libx264", "-preset", "ultrafast", "-crf", "12", path]);
  const { result, probe } = await encodeVerified(dir, path, recipe({ video: { ...PLAIN, maxHeight: 480 } }));
  deepEqual([mainVideo(probe)?.colorSpace, mainVideo(result)?.colorSpace], [undefined, "bt709"]);
  ok((mainVideo(result)?.height ?? 0) <= 480);
});
