import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import {
  clipAddress,
  frameAddress,
  frameAt,
  isReady,
  middleOf,
  nextZoom,
  panned,
  type Preview,
  type PreviewSide,
  scoreText,
  speedOf,
  stepped,
  worstOf,
} from "./compare_model.ts";

const side = (more: Partial<PreviewSide> = {}): PreviewSide => ({
  profileId: "a",
  profileName: "A",
  copied: false,
  video: "",
  estimate: { bytes: 1, exact: false, nothingToDo: false },
  scenes: [],
  ...more,
});
const preview = (...sides: PreviewSide[]): Preview => ({
  path: "/m/a.mkv",
  durationSeconds: 100,
  sourceBytes: 1,
  width: 1920,
  height: 1080,
  frameRate: 25,
  scenes: [],
  sides,
  errors: [],
});

Deno.test("a step moves by one frame, into the next scene or back into the last frame of the previous one", () => {
  const scenes = [{ frames: 3 }, { frames: 2 }];
  same(stepped({ scene: 0, frame: 1 }, 1, scenes), { scene: 0, frame: 2 });
  same(stepped({ scene: 0, frame: 2 }, 1, scenes), { scene: 1, frame: 0 });
  same(stepped({ scene: 1, frame: 0 }, -1, scenes), { scene: 0, frame: 2 });
  same(stepped({ scene: 0, frame: 0 }, -1, scenes), { scene: 0, frame: 0 });
  same(stepped({ scene: 1, frame: 1 }, 1, scenes), { scene: 1, frame: 1 });
});

Deno.test("a side has a frame once its scene is encoded; the source and a copy always have one", () => {
  const all = preview(
    side({ scenes: [{ bytes: 1 }, null, { bytes: 0, error: "unreadable" }] }),
    side({ copied: true }),
  );
  same([0, 1, 2, 3].map((scene) => isReady(all, 0, scene)), [true, false, false, false]);
  same([isReady(all, "source", 9), isReady(all, 1, 9), isReady(all, 2, 0)], [true, true, false]);
});

Deno.test("the worst moment is that of the side which falls further below its own mean", () => {
  const all = preview(
    side({ score: 95, worst: { scene: 0, frame: 7, score: 90 } }),
    side({ score: 80, worst: { scene: 2, frame: 1, score: 60 } }),
  );
  same(worstOf(all, ["source", 0]), { scene: 0, frame: 7 });
  same(worstOf(all, [0, 1]), { scene: 2, frame: 1 });
  is(worstOf(preview(side()), ["source", 0]), undefined);
});

Deno.test("the source is requested with the crop of the other side", () => {
  const from = { base: "/lathe", id: "p1", width: 1280 };
  is(
    frameAddress(from, "source", { scene: 2, frame: 5 }, 1),
    "/lathe/api/preview/p1/frame?side=source&scene=2&n=5&w=1280&like=1",
  );
  is(frameAddress(from, 1, { scene: 0, frame: 0 }, "source"), "/lathe/api/preview/p1/frame?side=1&scene=0&n=0&w=1280");
});

Deno.test("a frame is moved at most to its edge, and not at all when it fits", () => {
  const stage = { width: 800, height: 450 };
  same(panned({ x: 0, y: 0 }, { x: 900, y: -900 }, { width: 1600, height: 900 }, stage), { x: 400, y: -225 });
  same(panned({ x: 5, y: 5 }, { x: 1, y: 1 }, { width: 400, height: 225 }, stage), { x: 0, y: 0 });
  same([nextZoom(0), nextZoom(1), nextZoom(2)], [1, 2, 0]);
});

Deno.test("scores are shown with their metric and a suitable number of digits", () => {
  same([scoreText("vmaf", 95.26), scoreText("ssim", 0.98612), scoreText("xpsnr", 41)], [
    "VMAF 95.3",
    "SSIM 0.9861",
    "XPSNR 41.0 dB",
  ]);
  same([scoreText(undefined, 3), scoreText("vmaf", undefined)], ["", ""]);
});

Deno.test("a played scene is identified by both sides, and a frame is found from the middle of its duration", () => {
  is(
    clipAddress({ base: "/lathe", id: "p1", scene: 2 }, "source", 1),
    "/lathe/api/preview/p1/clip?scene=2&side=source&like=1",
  );
  for (const rate of [24000 / 1001, 25, 59.94]) {
    for (const frame of [0, 1, 50, 95]) is(frameAt(middleOf(frame, rate), rate, 96), frame);
  }
  same([frameAt(99, 25, 96), frameAt(0, 25, 96)], [95, 0]);
});

Deno.test("a video that is ahead plays slower and one behind plays faster, within unobtrusive limits", () => {
  same([speedOf(0), speedOf(0.1), speedOf(-0.1), speedOf(3), speedOf(-3)], [1, 0.8, 1.2, 0.5, 1.5]);
});
