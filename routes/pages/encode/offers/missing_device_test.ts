import { strictEqual as is } from "node:assert/strict";
import { missingDevice } from "./missing_device.ts";

const none = { renderNodes: [], nvidiaGpus: [], platform: "linux" };
const intel = { ...none, renderNodes: [{ path: "/dev/dri/renderD128" }] };
const nvidia = { ...none, nvidiaGpus: [{ index: 0, name: "RTX" }] };

Deno.test("a profile for a graphics card is not offered on a machine without that card", () => {
  is(missingDevice("hevc_nvenc", none), "No NVIDIA card was found on this machine.");
  is(missingDevice("hevc_nvenc", intel), "No NVIDIA card was found on this machine.");
  is(missingDevice("hevc_vaapi", none), "No graphics device was found on this machine.");
  is(missingDevice("av1_qsv", none), "No graphics device was found on this machine.");
});

Deno.test("software needs no device, and where devices cannot be listed nothing is said", () => {
  is(missingDevice("libx265", none), undefined);
  is(missingDevice("hevc_nvenc", nvidia), undefined);
  is(missingDevice("hevc_vaapi", intel), undefined);
  is(missingDevice("hevc_amf", { ...none, platform: "windows" }), undefined);
});
