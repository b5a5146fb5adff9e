import { deepEqual, equal, ok } from "node:assert/strict";
import { decide, film } from "../../../../tests/fixtures/plans.ts";
import { x265Level } from "./x265_level.ts";

for (
  const [width, height, fps, level] of [
    [1920, 1088, 60, undefined],
    [3840, 2160, 24, "level-idc=5.1 high-tier=1 vbv-maxrate=160000 vbv-bufsize=160000"],
    [3840, 2160, 60, "level-idc=5.1 high-tier=1 vbv-maxrate=160000 vbv-bufsize=160000"],
    [3840, 2160, 120, "level-idc=5.2 high-tier=1 vbv-maxrate=240000 vbv-bufsize=240000"],
    [7680, 4320, 24, "level-idc=6 high-tier=1 vbv-maxrate=240000 vbv-bufsize=240000"],
    [7680, 4320, 120, "level-idc=6.2 high-tier=1 vbv-maxrate=800000 vbv-bufsize=800000"],
    [15_360, 8640, 24, undefined],
  ] as const
) {
  Deno.test(`x265 is held to ${level?.split(" ")[0] ?? "no level"} for ${width}x${height} at ${fps}`, () => {
    const { video } = decide({}, film({ width, height, frameRate: [fps, 1] }));
    deepEqual(video && x265Level(video), level?.split(" ") ?? []);
  });
}

Deno.test("a segment leaves the player's buffer as full as the next segment expects", () => {
  const { video } = decide({}, film({ width: 3840, height: 2160, frameRate: [24, 1] }));
  const params = video ? x265Level(video, { isPart: true }) : [];
  const valueOf = (key: string) => params.find((param) => param.startsWith(`${key}=`))?.split("=")[1];
  ok(Number(valueOf("vbv-end")) > 0);
  equal(valueOf("vbv-end"), valueOf("vbv-init"));
  const small = decide({}, film({ width: 1920, height: 1080 })).video;
  deepEqual(small && x265Level(small, { isPart: true }), []);
});
