import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { sampleCapabilities } from "../../sampling/sample.ts";
import { METHODS } from "../encoders/methods.ts";
import { allPresets } from "../presets.ts";
import { ProfileInput } from "../schema.ts";
import { audioEncoderObstacle, methodObstacle, profileObstacle, videoEncoderObstacle } from "./obstacles.ts";

const capabilities = sampleCapabilities();
const none = { renderNodes: [], nvidiaGpus: [], platform: "linux", capabilities };
const intel = { ...none, renderNodes: [{ path: "/dev/dri/renderD128" }] };
const nvidia = { ...none, nvidiaGpus: [{ index: 0, name: "RTX" }] };
const poor = { ...nvidia, capabilities: { ...capabilities, videoEncoders: ["libx264"], audioEncoders: ["aac"] } };

const recipe = (input: object) => ProfileInput.parse({ name: "A", ...input });

Deno.test("an encoder for a graphics card cannot run on a machine without that card", () => {
  is(videoEncoderObstacle("hevc_nvenc", none), "No NVIDIA GPU was found on this server.");
  is(videoEncoderObstacle("hevc_nvenc", intel), "No NVIDIA GPU was found on this server.");
  is(videoEncoderObstacle("hevc_vaapi", none), "No GPU was found on this server.");
  is(videoEncoderObstacle("av1_qsv", none), "No GPU was found on this server.");
});

Deno.test("software needs no device, and no error is shown where devices cannot be listed", () => {
  is(videoEncoderObstacle("libx265", none), undefined);
  is(videoEncoderObstacle("hevc_nvenc", nvidia), undefined);
  is(videoEncoderObstacle("hevc_vaapi", intel), undefined);
  is(videoEncoderObstacle("hevc_amf", { ...none, platform: "windows" }), undefined);
});

Deno.test("an encoder that ffmpeg lacks is the reason before a missing card; without ffmpeg there is none", () => {
  is(videoEncoderObstacle("hevc_nvenc", poor), "This ffmpeg lacks the encoder hevc_nvenc.");
  is(audioEncoderObstacle("libopus", poor, false), "This ffmpeg lacks the encoder libopus.");
  is(audioEncoderObstacle("copy", poor, false), undefined);
  is(videoEncoderObstacle("copy", poor), undefined);
  is(videoEncoderObstacle("libx265", { ...none, capabilities: undefined }), undefined);
});

Deno.test("a profile cannot run if one of its encoders cannot, and music needs no video encoder", () => {
  is(profileObstacle(recipe({}), poor), "This ffmpeg lacks the encoder libx265.");
  const small = { video: { encoder: "libx264" } };
  is(
    profileObstacle(recipe({ ...small, audio: { encoder: "libopus" } }), poor),
    "This ffmpeg lacks the encoder libopus.",
  );
  is(profileObstacle(recipe({ ...small, audio: { encoder: "aac" } }), poor), undefined);
  is(profileObstacle(recipe({ container: "m4a", audio: { encoder: "aac" } }), poor), undefined);
});

Deno.test("a machine without a card runs every built-in profile except those for cards", () => {
  const refused = allPresets().filter((preset) => profileObstacle(preset, none) !== undefined).map(({ id }) => id);
  same(refused.filter((id) => !/^builtin-hw-/.test(id)), []);
  same(refused.some((id) => id === "builtin-hw-nvenc"), true);
});

Deno.test("a hardware method needs one of its encoders and its card; software always runs", () => {
  is(methodObstacle("none", poor), undefined);
  is(methodObstacle("vaapi", poor), "This ffmpeg has no encoder for vaapi.");
  is(methodObstacle("vaapi", none), "No GPU was found on this server.");
  same(METHODS.filter((method) => methodObstacle(method, { ...intel, nvidiaGpus: [{}] }) !== undefined), []);
});
