import { strictEqual as is } from "node:assert/strict";
import { missingDevice } from "./encode_data.ts";

const none = { renderNodes: [], nvidiaGpus: [], platform: "linux" };
const intel = { ...none, renderNodes: [{ path: "/dev/dri/renderD128" }] };
const nvidia = { ...none, nvidiaGpus: [{ index: 0, name: "RTX" }] };

Deno.test("a profile for a graphics card is not offered on a machine without that card", () => {
  is(missingDevice("hevc_nvenc", none), "No NVIDIA GPU was found on this server.");
  is(missingDevice("hevc_nvenc", intel), "No NVIDIA GPU was found on this server.");
  is(missingDevice("hevc_vaapi", none), "No GPU was found on this server.");
  is(missingDevice("av1_qsv", none), "No GPU was found on this server.");
});

Deno.test("software needs no device, and no error is shown where devices cannot be listed", () => {
  is(missingDevice("libx265", none), undefined);
  is(missingDevice("hevc_nvenc", nvidia), undefined);
  is(missingDevice("hevc_vaapi", intel), undefined);
  is(missingDevice("hevc_amf", { ...none, platform: "windows" }), undefined);
});
