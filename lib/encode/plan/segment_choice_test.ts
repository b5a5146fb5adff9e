import { strictEqual as is } from "node:assert/strict";
import { sampleCapabilities, sampleProbe } from "../sampling/sample.ts";
import { ProfileInput } from "../profiles/schema.ts";
import { plan } from "./plan.ts";
import type { Plan, VideoPlan } from "./model.ts";
import { mayBeOnePart, reasonForOneProcess } from "./segment_choice.ts";

const PROBE = sampleProbe();
const recipe = { ...ProfileInput.parse({ name: "x", video: { preset: "medium" } }), id: "x" };
const PLAN = plan(PROBE, recipe, sampleCapabilities());

const reason = (video: Partial<VideoPlan>, more: Partial<Plan> = {}, wanted: "auto" | "on" | "off" = "on") =>
  reasonForOneProcess(PROBE, {
    ...PLAN,
    ...more,
    ...(PLAN.video ? { video: { ...PLAN.video, fieldHandling: "none", dynamicHdr: undefined, ...video } } : {}),
  }, wanted);

Deno.test("a long movie is encoded in segments by a software encoder", () => {
  is(reason({}), undefined);
  is(reason({}, { durationSeconds: 601 }, "auto"), undefined);
  for (const encoder of ["libx264", "libsvtav1"] as const) is(reason({ encoder }), undefined);
});

for (
  const [name, video, why] of [
    ["a bit rate", { bitrate: 4000 }, "its bit rate is spread over the whole video"],
    ["two passes", { extraArgs: ["-x265-params", "aq-mode=3:pass=2"] }, "its encoder options apply to the whole video"],
    ["a highest rate", { extraArgs: ["-maxrate:v", "20M"] }, "its rate limit applies to the whole video"],
    [
      "a buffer",
      { extraArgs: ["-x265-params", "aq-mode=3:vbv-bufsize=9000"] },
      "its rate limit applies to the whole video",
    ],
    ["a graphics card", { encoder: "hevc_nvenc" }, "a GPU encodes it"],
    ["another encoder", { encoder: "libvpx-vp9" }, "segments encoded with libvpx-vp9 cannot be joined"],
    ["a copy", { encoder: "copy" }, "no video is encoded"],
    ["fields", { fieldHandling: "frame-rate" }, "it is deinterlaced or its telecine is removed"],
    ["drawn pictures", { burn: { index: 5, form: "picture", ordinal: 0 } }, "bitmap subtitles are burned in"],
    ["drawn text", { burn: { index: 5, form: "text", ordinal: 0 } }, "subtitles are burned in"],
    ["Dolby Vision", { dynamicHdr: { hdr10Plus: true } }, "per-frame HDR metadata is kept"],
    ["an odd rate", { frameRate: [23.976, 1] }, "its frame rate is unusual"],
  ] as [string, Partial<VideoPlan>, string][]
) {
  Deno.test(`one process encodes a movie that cannot be cut: ${name}`, () => is(reason(video), why));
}

Deno.test("the profile and the length decide too", () => {
  is(reason({}, {}, "off"), "the profile disables it");
  is(reason({}, { durationSeconds: 600 }, "auto"), "it is short");
  is(reason({}, { durationSeconds: 600 }, "on"), undefined);
  const stream = { ...PROBE, format: "mpegts" };
  is(reasonForOneProcess(stream, PLAN, "on"), "its container has no keyframe index");
});

Deno.test("a movie is one part for another machine if the cut is the only obstacle", () => {
  const whole = (video: Partial<VideoPlan>, more: Partial<Plan> = {}) =>
    mayBeOnePart(PROBE, {
      ...{ ...PLAN, ...more },
      ...(PLAN.video ? { video: { ...PLAN.video, fieldHandling: "none", dynamicHdr: undefined, ...video } } : {}),
    });
  is(whole({}, { durationSeconds: 5 }), true);
  is(whole({ bitrate: 4000 }), true);
  is(whole({ extraArgs: ["-maxrate", "20M", "-bufsize", "40M"] }), true);
  is(whole({ encoder: "hevc_nvenc" }), true, "the GPU of another machine");
  is(whole({ encoder: "hevc_nvenc", frameRate: [23.976, 1] }), false);
  const others: Partial<VideoPlan>[] = [
    { bitrate: 4000, extraArgs: ["-x265-params", "pass=2"] },
    { encoder: "copy" },
    { fieldHandling: "frame-rate" },
    { burn: { index: 5, form: "picture", ordinal: 0 } },
    { burn: { index: 5, form: "text", ordinal: 0 } },
    { dynamicHdr: { hdr10Plus: true } },
    { frameRate: [23.976, 1] },
  ];
  for (const video of others) is(whole(video), false);
  is(mayBeOnePart({ ...PROBE, format: "mpegts" }, PLAN), false);
});
