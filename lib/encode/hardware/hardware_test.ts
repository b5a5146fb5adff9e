import { deepStrictEqual as same, equal, match, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { tools } from "../../../tests/fixtures/encode.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { film, recipe } from "../../../tests/fixtures/plans.ts";
import { toArgs } from "../args/args.ts";
import { decide, resolveFor } from "../decision/decide.ts";
import { sampleCapabilities } from "../sampling/sample.ts";
import { softwareRecipe } from "./software_recipe.ts";
import { createCapabilities } from "../../media/tools/capabilities.ts";
import { crfOfQuality, qualityOfCrf, videoEncoder } from "../profiles/encoders.ts";
import { encodersOf, hardwareRecipe } from "./choose.ts";
import { METHODS } from "../profiles/encoders/methods.ts";
import { findDevices, parseGpus } from "./devices.ts";
import { createHardware } from "./service.ts";
import { firstCause, testEncode, type TestResult } from "./trial_encode.ts";

const can = sampleCapabilities();
const x265 = (more: Record<string, unknown> = {}) =>
  recipe({
    video: { encoder: "libx265", quality: 20, preset: "slow", pixelFormat: "yuv420p10le", tune: "grain", ...more },
  });

for (
  const [method, encoder, quality, preset, pixelFormat] of [
    ["nvenc", "hevc_nvenc", 23, "p5", "p010le"],
    ["qsv", "hevc_qsv", 22, "slow", "p010le"],
    ["vaapi", "hevc_vaapi", 23, "", "p010le"],
    ["amf", "hevc_amf", 23, "balanced", "p010le"],
    ["videotoolbox", "hevc_videotoolbox", 60, "", "p010le"],
    ["rkmpp", "hevc_rkmpp", 23, "", "nv12"],
  ] as const
) {
  Deno.test(`x265 on ${method}: same codec, quality and preset on its own scale`, () => {
    const { recipe: made, warning } = hardwareRecipe(x265(), method, can);
    const { video } = made;
    same([video.encoder, video.quality, video.preset, video.pixelFormat], [encoder, quality, preset, pixelFormat]);
    same([video.tune, video.extraArgs, warning], ["none", "", undefined]);
  });
}

Deno.test("AV1 has its own quality scale, and V4L2 gets a bit rate for the frame size", () => {
  const av1 = recipe({ video: { encoder: "libsvtav1", quality: 28, preset: "6" } });
  equal(hardwareRecipe(av1, "nvenc", can).recipe.video.quality, 32);
  equal(hardwareRecipe(av1, "vaapi", can).recipe.video.quality, 128);
  const small = hardwareRecipe(x265(), "v4l2", can, { width: 1280, height: 720, fps: 24, hdr: false }).recipe.video;
  const large = hardwareRecipe(x265(), "v4l2", can, { width: 1920, height: 1080, fps: 24, hdr: false }).recipe.video;
  equal(small.encoder, "hevc_v4l2m2m");
  ok(small.bitrate > 0 && large.bitrate > 2 * small.bitrate, `${small.bitrate} ${large.bitrate}`);
});

Deno.test("steps that the method does not support stay on the CPU with a note; an explicit choice of the CPU stays", () => {
  const av1 = recipe({ video: { encoder: "libsvtav1", quality: 28, preset: "6" } });
  const kept = hardwareRecipe(av1, "videotoolbox", can);
  equal(kept.recipe.video.encoder, "libsvtav1");
  match(kept.warning ?? "", /no encoder for av1/);
  match(hardwareRecipe(x265(), "nvenc", { videoEncoders: ["libx265"] }).warning ?? "", /lacks hevc_nvenc/);
  equal(hardwareRecipe(x265({ hwMode: "software" }), "nvenc", can).recipe.video.encoder, "libx265");
  const named = recipe({ video: { encoder: "hevc_qsv", quality: 22, preset: "slow" } });
  same(hardwareRecipe(named, "nvenc", can).recipe, named);
  const vp9 = recipe({
    container: "webm",
    video: { encoder: "libvpx-vp9", quality: 31, preset: "2" },
    audio: { encoder: "libopus" },
  });
  equal(hardwareRecipe(vp9, "nvenc", can).recipe.video.encoder, "libvpx-vp9");
});

Deno.test("every hardware recipe leads back to the CPU, and every method has only its own encoders", () => {
  for (const method of METHODS) {
    for (const encoder of encodersOf(method)) {
      const { method: own, quality } = videoEncoder(encoder);
      equal(own, method);
      const back = softwareRecipe(recipe({ video: { encoder, quality: quality ? Math.round(quality.max / 2) : 20 } }));
      equal(back?.video.hwMode, "software", encoder);
    }
  }
});

Deno.test("a quality converts to a hardware scale and back to the same CRF, for every encoder with a scale", () => {
  for (const encoder of METHODS.flatMap(encodersOf)) {
    const { quality } = videoEncoder(encoder);
    if (!quality) continue;
    for (const crf of [16, 20, 28, 34]) equal(crfOfQuality(encoder, qualityOfCrf(encoder, crf)), crf, encoder);
    const middle = softwareRecipe(recipe({ video: { encoder, quality: qualityOfCrf(encoder, 24) } }));
    equal(middle?.video.quality, 24, encoder);
  }
  const worst = softwareRecipe(recipe({ video: { encoder: "av1_vaapi", quality: 255 } }));
  equal(worst?.video.quality, 60);
});

Deno.test("a job after a failure stays on the CPU whatever the settings", () => {
  const probe = film({ hdr: "sdr", bitDepth: 8, codec: "h264", pixelFormat: "yuv420p" });
  const first = decide(probe, resolveFor(probe, x265(), can, { method: "nvenc" }), can, {});
  equal(first.plan.video?.encoder, "hevc_nvenc");
  const again = decide(probe, resolveFor(probe, x265(), can, { method: "nvenc", software: true }), can, {});
  equal(again.plan.video?.encoder, "libx265");
});

/** Returns the arguments for a plan with a hardware method, including hardware decoding. */
function argsFor(
  method: (typeof METHODS)[number],
  picture: Parameters<typeof film>[0],
  video = {},
  device?: string,
): string {
  const probe = film(picture);
  const { plan } = decide(probe, resolveFor(probe, x265(video), can, { method }), can, {});
  const livePreview = { path: "/tmp/live.jpg", everySeconds: 4 };
  return toArgs(probe, plan, { output: "/tmp/o", hardwareDecoding: true, livePreview, device }).join(" ");
}

Deno.test("frames stay on a VAAPI card when no filter needs them in memory", () => {
  const whole = argsFor("vaapi", { pixelFormat: "yuv420p10le" }, { maxHeight: 1080 }, "/dev/dri/renderD129");
  match(whole, /-hwaccel vaapi -hwaccel_device \/dev\/dri\/renderD129 -hwaccel_output_format vaapi/);
  match(whole, /-filter:v:0 scale_vaapi=w=1920:h=1080:format=p010 /);
  ok(!whole.includes("hwupload"));
  match(whole, /fps=1\/4,hwdownload,format=p010,/, "the live picture is fetched from the card");
  const mapped = argsFor("vaapi", { pixelFormat: "yuv420p10le" }, { hdrToSdr: "hable" });
  match(mapped, /-hwaccel vaapi -hwaccel_device \/dev\/dri\/renderD128 (?!-hwaccel_output_format)/);
  match(mapped, /tonemap=.*hwupload/);
  const odd = argsFor("vaapi", { pixelFormat: "yuv444p10le" });
  ok(!odd.includes("-hwaccel "), "4:4:4 is decoded on the CPU");
  ok(!argsFor("vaapi", { codec: "vc1", pixelFormat: "yuv420p" }).includes("-hwaccel "));
});

Deno.test("the other methods decode on the card into memory, NVENC on the card that is named", () => {
  match(argsFor("nvenc", {}, {}, "1"), /-hwaccel cuda -hwaccel_device 1 .*-gpu:v:0 1/);
  match(argsFor("qsv", {}), /-hwaccel qsv/);
  match(argsFor("videotoolbox", {}), /-hwaccel videotoolbox/);
  ok(!argsFor("v4l2", { hdr: "sdr" }).includes("-hwaccel "));
  match(argsFor("v4l2", { hdr: "sdr" }), /-c:v:0 hevc_v4l2m2m/);
  match(argsFor("v4l2", {}), /-c:v:0 libx265/, "HDR needs ten bits");
  ok(!argsFor("none", {}).includes("-hwaccel "));
});

inFolder("devices are read from the kernel's tree; a machine without any has none", async (folder) => {
  const node = join(folder, "sys/class/drm/renderD128/device");
  await Deno.mkdir(node, { recursive: true });
  await Deno.mkdir(join(folder, "dev/dri"), { recursive: true });
  await Deno.writeTextFile(join(folder, "dev/dri/renderD128"), "");
  await Deno.writeTextFile(join(folder, "dev/dri/card0"), "");
  await Deno.writeTextFile(join(node, "vendor"), "0x8086\n");
  await Deno.symlink("../../../bus/pci/drivers/i915", join(node, "driver"));
  const smi = join(folder, "nvidia-smi");
  await Deno.writeTextFile(smi, "#!/bin/sh\necho '0, NVIDIA GeForce RTX 3060'\n", { mode: 0o755 });
  const roots = { sysRoot: join(folder, "sys"), devRoot: join(folder, "dev"), nvidiaSmi: smi };
  same(await findDevices(roots), {
    renderNodes: [{ path: join(folder, "dev/dri/renderD128"), driver: "i915", vendor: "Intel" }],
    nvidiaGpus: [{ index: 0, name: "NVIDIA GeForce RTX 3060" }],
  });
  await Deno.writeTextFile(smi, "#!/bin/sh\nexit 9\n");
  const none = { sysRoot: join(folder, "x"), devRoot: join(folder, "y"), nvidiaSmi: smi };
  same(await findDevices(none), { renderNodes: [], nvidiaGpus: [] });
  same(parseGpus("No devices were found\n"), []);
});

Deno.test("slow: the test encodes for real, and a method without hardware has a reason", async () => {
  const { videoEncoders } = await createCapabilities()(tools);
  const request = { ffmpegPath: tools.ffmpegPath, device: "", hardwareDecoding: true, videoEncoders };
  const software = await testEncode({ ...request, method: "none" });
  ok(software.ok && (software.fps ?? 0) > 1, JSON.stringify(software));
  for (const method of ["vaapi", "nvenc", "qsv", "v4l2"] as const) {
    if (!encodersOf(method).some((name) => videoEncoders.includes(name))) continue;
    const result = await testEncode({ ...request, method });
    if (result.ok) continue;
    ok((result.error ?? "").length > 10, `${method}: ${result.error}`);
    ok(!/^Error initializing output stream|^Conversion failed/.test(result.error ?? ""), `${method}: ${result.error}`);
    match(result.command, /^ffmpeg /);
  }
  const missing = await testEncode({ ...request, method: "amf", videoEncoders: ["libx264"] });
  match(missing.error ?? "", /no amf encoder \(h264_amf, hevc_amf, av1_amf\)/);
});

Deno.test("the cause is reported, not the line that only states the failure", () => {
  const log = [
    "Device creation failed: -542398533.",
    "[AVHWDeviceContext] Cannot load libcuda.so.1",
    "Conversion failed!",
  ];
  equal(firstCause(log), "Cannot load libcuda.so.1");
  equal(firstCause([]), "ffmpeg printed no error.");
});

Deno.test("S18: simultaneous encode tests run one after the other; more than two are refused at once", async () => {
  const running: { device: string; signal?: AbortSignal; done(): void }[] = [];
  const result: TestResult = { ok: true, method: "none", durationMs: 1, command: "", log: [] };
  const hardware = createHardware({
    media: { capabilities: () => Promise.resolve(can) },
    encode: ({ device, signal }) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        running.push({ device, signal, done: () => resolve(result) });
        begun.shift()?.();
      }),
  });
  const begun: (() => void)[] = [];
  const next = () => new Promise<void>((resolve) => begun.push(resolve));
  const test = (device: string, signal?: AbortSignal) =>
    hardware.test({ method: "none", device, hardwareDecoding: true }, signal);
  const gone = new AbortController();
  const started = next();
  const first = test("a", gone.signal);
  await started;
  const [same, waits] = [test("a"), test("b")];
  await rejects(test("c"), { code: "busy" });
  gone.abort(new Error("the caller went"));
  await rejects(first, /the caller went/);
  equal(running.length, 1);
  equal(running[0]?.signal?.aborted, false);
  const second = next();
  running[0]?.done();
  equal((await same).ok, true);
  await second;
  equal(running[1]?.device, "b");
  running[1]?.done();
  equal((await waits).ok, true);
});
