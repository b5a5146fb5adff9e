import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import {
  frameAt,
  hasFrame,
  isReady,
  jobClips,
  middleOf,
  panned,
  placeText,
  type Preview,
  previewOfJob,
  revealText,
  secondsAt,
  stepped,
  worstOf,
} from "./compare_model.ts";

Deno.test("a step back reverts a step forward, and none leaves the scenes", () => {
  const scenes = fc.array(fc.record({ frames: fc.integer({ min: 1, max: 4 }) }), { minLength: 1, maxLength: 4 });
  fc.assert(fc.property(scenes, fc.nat(), fc.nat(), fc.constantFrom(1, -1), (all, a, b, by) => {
    const scene = a % all.length;
    const place = { scene, frame: b % (all[scene]?.frames ?? 1) };
    const to = stepped(place, by, all);
    same(to.scene >= 0 && to.scene < all.length && to.frame >= 0 && to.frame < (all[to.scene]?.frames ?? 0), true);
    if (to.scene !== place.scene || to.frame !== place.frame) same(stepped(to, -by, all), place);
  }));
});

Deno.test("the middle of a frame is in that frame, at any frame rate", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 }), fc.constantFrom(1, 23.976, 24, 25, 59.94, 119.88), (frame, rate) => {
      same(frameAt(middleOf(frame, rate), rate, 501), frame);
    }),
  );
  same([frameAt(99, 25, 10), frameAt(-1, 25, 10), frameAt(1, 25, 0)], [9, 0, 0]);
});

Deno.test("a frame is never moved so far that its edge shows, a small one not at all", () => {
  const size = fc.record({ width: fc.integer({ min: 1, max: 4000 }), height: fc.integer({ min: 1, max: 4000 }) });
  const pan = fc.record({ x: fc.integer({ min: -9000, max: 9000 }), y: fc.integer({ min: -9000, max: 9000 }) });
  fc.assert(fc.property(pan, pan, size, size, (from, by, frameSize, stage) => {
    const { x, y } = panned(from, by, frameSize, stage);
    same([
      Math.abs(x) <= Math.max(0, (frameSize.width - stage.width) / 2),
      Math.abs(y) <= Math.max(0, (frameSize.height - stage.height) / 2),
    ], [true, true]);
  }));
});

Deno.test("a scene is described by its time and frame, also an unknown one", () => {
  const preview = { frameRate: 24, scenes: [{ atSeconds: 42, seconds: 4, frames: 96, chosen: false }] } as Preview;
  same([placeText(preview, { scene: 0, frame: 2 }), placeText(preview, { scene: 9, frame: 0 })], [
    "0:42, frame 3 of 96",
    "0:00, frame 1 of 1",
  ]);
});

Deno.test("a finished job is compared like a preview with one scene, stepped by frame over the whole video", () => {
  const job = previewOfJob({
    ...{ name: "Output", durationSeconds: 100, frameRate: 25, width: 1920, height: 1080 },
    worst: { atSeconds: 40, score: 71 },
  });
  same(stepped({ scene: 0, frame: 2499 }, 1, job.scenes), { scene: 0, frame: 2499 });
  same([isReady(job, 0, 0), worstOf(job, ["source", 0])], [true, { scene: 0, frame: 1000 }]);
  same([secondsAt(job, { scene: 0, frame: 1000 }), placeText(job, { scene: 0, frame: 1000 })], [
    40,
    "0:40, frame 1001 of 2500",
  ]);
  same(worstOf(previewOfJob({ ...job, name: "Output" }), ["source", 0]), undefined);
});

Deno.test("a blind test names the sides after the choice, whichever way they were swapped", () => {
  same(
    revealText({ swapped: false, choice: "A" }, "Source", "Output"),
    "You chose Source. A was Source, B was Output.",
  );
  same(revealText({ swapped: true, choice: "A" }, "Source", "Output"), "You chose Output. A was Output, B was Source.");
  same(
    revealText({ swapped: true, choice: "none" }, "Source", "Output"),
    "You saw no difference. A was Output, B was Source.",
  );
});

Deno.test("a finished job is played from any frame, for five seconds or to its end", () => {
  const from = (frame: number) =>
    jobClips({ base: "/b", path: "/api/jobs/j", frameRate: 25, total: 2000 }, { scene: 0, frame });
  const clips = from(50);
  same([clips.path, clips.request, clips.first, clips.frames], ["/api/jobs/j/clips", { atSeconds: 2 }, 50, 125]);
  same(clips.address("source", 0), "/b/api/jobs/j/clip?which=source&t=2");
  same(clips.address(0, "source"), "/b/api/jobs/j/clip?which=output&t=2");
  same([49, 50, 174, 175].map((frame) => hasFrame(clips, { scene: 0, frame })), [false, true, true, false]);
  same([from(1990).frames, from(1999).frames], [10, 1]);
});
