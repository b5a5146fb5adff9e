import { strictEqual as is } from "node:assert/strict";
import { recipe } from "../../../tests/fixtures/plans.ts";
import { expectedMethod } from "./expected_method.ts";

const cpu = { audioOnly: false, chosen: "none" } as const;
const card = { audioOnly: false, chosen: "nvenc" } as const;

Deno.test("a job is expected on the GPU that its profile names, or that the settings choose for its codec", () => {
  is(expectedMethod(recipe({ video: { encoder: "libx265" } }), cpu), "none");
  is(expectedMethod(recipe({ video: { encoder: "libx265" } }), card), "nvenc");
  is(expectedMethod(recipe({ video: { encoder: "libx265", hwMode: "software" } }), card), "none");
  is(expectedMethod(recipe({ video: { encoder: "libvpx-vp9" } }), card), "none");
  is(expectedMethod(recipe({ video: { encoder: "hevc_vaapi" } }), card), "vaapi");
  is(expectedMethod(recipe({ video: { encoder: "copy" } }), card), "none");
  is(expectedMethod(recipe({ video: { encoder: "hevc_vaapi" } }), { ...card, audioOnly: true }), "none");
});
