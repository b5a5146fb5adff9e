/**
 * Tests that black bars are found in real 8-, 10- and 12-bit video, and that none are reported for video without bars.
 */
import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { ffmpeg } from "../../../../tests/fixtures/decoded.ts";
import { recipe, tools } from "../../../../tests/fixtures/encode.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { probeFile } from "../../../media/probe/ffprobe.ts";
import { analyseVideo } from "./analyse.ts";
import { cropOf, shownPart } from "./crop.ts";

const chosen = recipe({ video: { crop: "auto", deinterlace: "off" } });
const find = async (path: string) => {
  const probe = await probeFile(path, { ...tools, depth: "headers" });
  return (await analyseVideo({ ...tools, probe, recipe: chosen })).crop;
};

async function make(dir: string, graph: string, codec = ["-c:v", "ffv1"]): Promise<string> {
  const path = join(dir, `${crypto.randomUUID()}.mkv`);
  await ffmpeg(["-f", "lavfi", "-i", graph, ...codec, path]);
  return path;
}

const BARS = { width: 320, height: 136, x: 0, y: 22 };
/** Returns a graph of moving video between bars of colour `black`. */
const boxed = (format: string, black = "black") =>
  `testsrc2=s=320x136:r=10:d=12,format=${format},pad=320:180:0:22:color=${black}`;

for (
  const [name, graph] of [
    ["8 bits", boxed("yuv420p")],
    ["10 bits", boxed("yuv420p10le")],
    ["12 bits", boxed("yuv420p12le")],
    ["RGB", boxed("gbrp")],
  ] as const
) {
  inFolder(`bars of ${name} are cut`, async (dir) => deepEqual(await find(await make(dir, graph)), BARS));
}

inFolder("slow: bars of full-range video are cut, and dark content beside them is not", async (dir) => {
  const full =
    "format=yuv420p10le,lutyuv=y=val*0.5,pad=320:180:0:22:color=black,lutyuv=y=max(val-64\\,0),setparams=range=pc";
  const codec = ["-c:v", "ffv1", "-color_range", "pc"];
  deepEqual(await find(await make(dir, `testsrc2=s=320x136:r=10:d=12,${full}`, codec)), BARS);
  // Code 15 of 255 is 6 % of white in full range.
  const dim =
    "color=black:s=320x180:r=10:d=12,format=yuv420p,lutyuv=y=15:u=128:v=128,drawbox=x=80:y=50:w=160:h=80:c=gray:t=fill,setparams=range=pc";
  equal(await find(await make(dir, dim, ["-c:v", "libx264", "-qp", "0", "-color_range", "pc"])), undefined);
});

inFolder("noise in the bars does not count as content", async (dir) => {
  const graph = `${boxed("yuv420p")},noise=alls=3:allf=t`;
  deepEqual(await find(await make(dir, graph, ["-c:v", "libx264", "-crf", "20", "-preset", "ultrafast"])), BARS);
});

inFolder("slow: a dark movie is not cropped to its lit area", async (dir) => {
  // A lamp that moves through a night scene.
  const lamp = "drawbox=x=mod(t*40\\,200):y=mod(t*23\\,90):w=120:h=90:c=gray:t=fill";
  const night = "color=black:s=320x180:r=10:d=24,format=yuv420p";
  equal(await find(await make(dir, `${night},${lamp}`)), undefined);
  const stage = "drawbox=x=20:y=10:w=200:h=120:c=0x303030:t=fill";
  equal(await find(await make(dir, `${night},${stage}`)), undefined);
});

inFolder("slow: scenes without bars, subtitles in the bars, and black scenes are respected", async (dir) => {
  const open = "drawbox=x=0:y=0:w=320:h=180:c=gray:t=fill:enable='between(t,8,16)'";
  equal(await find(await make(dir, `${boxed("yuv420p").replace("d=12", "d=24")},${open}`)), undefined);
  const words = "drawbox=x=100:y=164:w=120:h=8:c=white:t=fill:enable='between(t,4,12)'";
  equal(await find(await make(dir, `${boxed("yuv420p").replace("d=12", "d=24")},${words}`)), undefined);
  const night = "drawbox=x=0:y=0:w=320:h=180:c=black:t=fill:enable='between(t,8,16)'";
  deepEqual(await find(await make(dir, `${boxed("yuv420p").replace("d=12", "d=24")},${night}`)), BARS);
});

const SIZE = { width: 1920, height: 1080 };
const said = (...crops: string[]): string[] => crops.map((crop) => `... crop=${crop}`);

for (
  const [name, texts, result] of [
    ["places that agree", said("1920:800:0:140", "1920:800:0:140", "1920:798:0:141"), {
      width: 1920,
      height: 800,
      x: 0,
      y: 140,
    }],
    ["places that do not", said("1920:800:0:140", "1600:600:200:240", "1500:700:100:200"), undefined],
    ["one bright place of many", said("1920:800:0:140", ...Array(11).fill("100:100:0:0")), undefined],
    ["nothing", [], undefined],
    ["bars of a few lines", said("1920:1076:0:2", "1920:1076:0:2", "1920:1076:0:2"), undefined],
    [
      "a negative answer of a black place",
      ["crop=-1900:-1060:1910:1070", ...said("1920:800:0:140", "1920:800:0:140")],
      {
        width: 1920,
        height: 800,
        x: 0,
        y: 140,
      },
    ],
  ] as const
) {
  Deno.test(`bars by ${name}`, () => deepEqual(cropOf([...texts], SIZE), result));
}

for (
  const [rotation, size, wanted] of [
    [0, [200, 100], { x: 1, y: 2, width: 196, height: 94 }],
    [90, [200, 100], { x: 4, y: 1, width: 94, height: 196 }],
    [180, [200, 100], { x: 3, y: 4, width: 196, height: 94 }],
    [270, [200, 100], { x: 2, y: 3, width: 94, height: 196 }],
  ] as const
) {
  Deno.test(`crop marks of a frame that is rotated by ${rotation} degrees keep the upright visible part`, () => {
    const cropMarks = { left: 1, top: 2, right: 3, bottom: 4, ignored: true };
    const [width, height] = size;
    deepEqual(shownPart({ cropMarks, rotation, width, height }, undefined), wanted);
    equal(shownPart({ cropMarks: { ...cropMarks, ignored: false }, rotation, width, height }, undefined), undefined);
  });
}

Deno.test("bars and crop marks are applied together, and bars that leave nothing of the visible part are ignored", () => {
  const frame = {
    cropMarks: { left: 0, top: 20, right: 0, bottom: 0, ignored: true },
    rotation: 0,
    width: 200,
    height: 100,
  };
  const bars = { x: 10, y: 10, width: 180, height: 80 };
  deepEqual(shownPart(frame, bars), { x: 10, y: 20, width: 180, height: 70 });
  const none = { x: 0, y: 0, width: 200, height: 10 };
  deepEqual(shownPart(frame, none), none);
});
