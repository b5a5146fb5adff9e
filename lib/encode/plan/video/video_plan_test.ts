import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { decide, fails, film, preset } from "../../../../tests/fixtures/plans.ts";
import { sampleCapabilities, sampleProbe } from "../../sampling/sample.ts";

const capabilities = sampleCapabilities();

Deno.test("HDR10 facts are part of the plan, and left out for SDR output", () => {
  const kept = decide(preset("builtin-movie-4k-hdr")).video;
  deepEqual([kept?.hdr, kept?.contentLight, kept?.color.transfer, kept?.bitDepth], [
    "hdr10",
    { maxCll: 1000, maxFall: 400 },
    "smpte2084",
    10,
  ]);
  const web = decide(preset("builtin-web-mp4"));
  deepEqual([web.video?.hdr, web.video?.toneMap, web.video?.masteringDisplay, web.video?.color.transfer], [
    "sdr",
    "hable",
    undefined,
    "bt709",
  ]);
  ok(web.warnings.some((w) => /tone mapped to SDR/.test(w)));
});

Deno.test("untagged HD video that becomes SD is tagged as BT.709, and only then", () => {
  const unmarked = { hdr: "sdr", colorTransfer: undefined, colorPrimaries: undefined, colorSpace: undefined } as const;
  const plain = { ...unmarked, masteringDisplay: undefined, contentLight: undefined, width: 1920, height: 1080 };
  const spaceOf = (stream: Parameters<typeof film>[0], maxHeight: number) => {
    const { video } = decide({ video: { maxHeight } }, film(stream));
    return [video?.color.space, video?.assumedBt709];
  };
  deepEqual(spaceOf(plain, 480), ["bt709", true]);
  deepEqual(spaceOf(plain, 576), ["bt709", true]);
  deepEqual(spaceOf(plain, 720), [undefined, undefined]);
  deepEqual(spaceOf(plain, 0), [undefined, undefined]);
  deepEqual(spaceOf({ ...plain, width: 720, height: 576 }, 480), [undefined, undefined]);
  deepEqual(spaceOf({ ...plain, colorSpace: "bt709" }, 480), ["bt709", undefined]);
  deepEqual(spaceOf({ ...plain, colorSpace: "smpte170m" }, 480), ["smpte170m", undefined]);
});

Deno.test("SDR video is never tone mapped", () => {
  const sdr = film({ hdr: "sdr", colorTransfer: "bt709", masteringDisplay: undefined, contentLight: undefined });
  equal(decide({ video: { hdrToSdr: "bt2390" } }, sdr).video?.toneMap, undefined);
  ok(!decide(preset("builtin-web-mp4"), sdr).warnings.some((w) => /tone mapp/.test(w)));
});

Deno.test("preserved HDR is never encoded at 8 bits", () => {
  fails("invalid_plan", /HDR10 does not fit into 8 bits/, () => decide({ video: { pixelFormat: "yuv420p" } }));
  fails(
    "invalid_plan",
    /does not fit/,
    () => decide({ video: { encoder: "h264_nvenc", preset: "p5", pixelFormat: "auto" } }),
  );
  equal(decide({ video: { pixelFormat: "yuv420p", hdrToSdr: "bt2390" } }).video?.toneMap, "bt2390");
});

Deno.test("a rotated video is copied only where its rotation is written", () => {
  const clip = film({ rotation: 270, codec: "av1", hdr: "sdr" });
  const encoderOf = (container: "mkv" | "webm" | "mp4", encoder: "copy" | "libx264", version: string, probe = clip) => {
    const parts = {
      container,
      video: { encoder },
      audio: { encoder: "libopus" },
      subtitles: { mode: "none" },
    } as const;
    return decide(parts, probe, {}, { ...capabilities, version }).video?.encoder;
  };
  for (const container of ["mkv", "webm"] as const) {
    const refusal = new RegExp(`rotated by 270°.*write to ${container} \\(version 7\\.0 can\\).*Choose MP4`);
    fails("invalid_plan", refusal, () => encoderOf(container, "copy", "6.1"));
    equal(encoderOf(container, "copy", "7.1"), "copy");
  }
  equal(encoderOf("mp4", "copy", "5.1"), "copy");
  equal(encoderOf("mkv", "libx264", "5.1"), "libx264");
  equal(encoderOf("mkv", "copy", "5.1", film({})), "copy");
});

Deno.test("tone mapping needs its filters", () => {
  const bare = { ...capabilities, filters: [] };
  fails(
    "invalid_plan",
    /lacks the filter zscale, tonemap/,
    () => decide(preset("builtin-web-mp4"), sampleProbe(), {}, bare),
  );
});

Deno.test("Dolby Vision is dropped with a warning when a base remains, and refused without one", () => {
  const dv = (baseCompatible: number, profile = 8) =>
    film({ dolbyVision: { profile, level: 6, baseCompatible, hasEnhancementLayer: false } });
  ok(decide({}, dv(1)).warnings.some((w) => w === "The Dolby Vision metadata is removed; the HDR10 video is kept."));
  ok(decide({}, dv(4)).warnings.some((w) => /the HLG video is kept/.test(w)));
  fails("invalid_plan", /profile 5 has no HDR10 fallback/, () => decide({}, dv(0, 5)));
  const copied = decide(preset("builtin-remux-audio-only"), dv(0, 5));
  deepEqual([copied.video?.encoder, copied.warnings.some((w) => /Dolby Vision/.test(w))], ["copy", false]);
});

Deno.test("HDR10+ is dropped with a warning", () => {
  ok(decide({}, film({ hdr10Plus: true })).warnings.some((w) => /HDR10\+/.test(w)));
});

for (
  const [name, picture, maxHeight, size] of [
    ["a 16:9 picture", {}, 1080, "1920x1080"],
    ["a wide film without bars", { width: 3840, height: 1600 }, 1080, "1920x800"],
    ["an old 4:3 film", { width: 2880, height: 2160 }, 1080, "1440x1080"],
    ["a portrait video", { width: 2160, height: 3840 }, 1080, "608x1080"],
    ["a picture that fits", { width: 1280, height: 720 }, 1080, "1280x720"],
    ["a coded height of 1088", { width: 1920, height: 1088 }, 1080, "1920x1088"],
    ["an odd picture", { width: 641, height: 361 }, 0, "640x360"],
    ["an anamorphic picture", { width: 1440, height: 1080, sampleAspect: [4, 3] as [number, number] }, 720, "960x720"],
    ["a picture lying on its side", { width: 3840, height: 2160, rotation: 90 }, 0, "2160x3840"],
  ] as const
) {
  Deno.test(`${name} of ${maxHeight || "any"} lines becomes ${size}`, () => {
    const { video } = decide({ video: { maxHeight } }, film(picture));
    equal(`${video?.width}x${video?.height}`, size);
  });
}

Deno.test("sizes are even, never larger, and keep their shape", () => {
  fc.assert(fc.property(
    fc.integer({ min: 16, max: 8192 }),
    fc.integer({ min: 16, max: 4320 }),
    fc.constantFrom(0, 480, 720, 1080, 2160),
    (width, height, maxHeight) => {
      const { video } = decide({ video: { maxHeight } }, film({ width, height }));
      ok(video && video.width % 2 === 0 && video.height % 2 === 0);
      ok(video.width <= width && video.height <= height);
      const bent = (video.width / video.height) / (width / height);
      ok(
        Math.abs(bent - 1) < 4 / Math.min(video.width, video.height),
        `${width}x${height} to ${video.width}x${video.height}`,
      );
      if (maxHeight > 0) ok(video.height <= maxHeight * 1.011 + 2);
    },
  ));
});

Deno.test("black bars are cropped before scaling, and invalid crops are ignored", () => {
  const crop = { width: 3840, height: 1600, x: 0, y: 280 };
  const cut = decide({ video: { crop: "auto", maxHeight: 1080 } }, sampleProbe(), { crop }).video;
  deepEqual([cut?.crop, cut?.scale], [crop, { width: 1920, height: 800 }]);
  equal(decide({ video: { crop: "off" } }, sampleProbe(), { crop }).video?.crop, undefined);
  const wrong = { width: 5000, height: 1600, x: 0, y: 280 };
  equal(decide({ video: { crop: "auto" } }, sampleProbe(), { crop: wrong }).video?.crop, undefined);
});

for (
  const [mode, flagged, seen, result] of [
    ["auto", true, undefined, "frame-rate 25"],
    ["auto", false, undefined, "none 25"],
    ["auto", true, "progressive", "none 25"],
    ["auto", false, "interlaced", "frame-rate 25"],
    ["auto", false, "telecined", "detelecine 23.976"],
    ["on", false, "progressive", "frame-rate 25"],
    ["off", true, "interlaced", "none 25"],
    ["field-rate", true, "interlaced", "field-rate 50"],
    ["field-rate", true, undefined, "field-rate 50"],
    ["field-rate", true, "progressive", "none 25"],
    ["field-rate", true, "telecined", "detelecine 23.976"],
  ] as const
) {
  Deno.test(`deinterlacing ${mode}, flagged ${flagged}, seen ${seen}: ${result}`, () => {
    const fields = seen && { kind: seen };
    const picture = { interlaced: flagged, frameRate: [25, 1] as [number, number], bitDepth: 8, hdr: "sdr" as const };
    const { video } = decide({ video: { deinterlace: mode } }, film(picture), { fields });
    const [numerator = 0, denominator = 1] = video?.frameRate ?? [];
    equal(`${video?.fieldHandling} ${Number((numerator / denominator).toFixed(3))}`, result);
  });
}

for (
  const [encoder, asked, source, format] of [
    ["libx265", "yuv420p10le", 8, "yuv420p10le"],
    ["libx265", "p010le", 8, "yuv420p10le"],
    ["libx265", "auto", 8, "yuv420p"],
    ["libx265", "auto", 10, "yuv420p10le"],
    ["hevc_nvenc", "yuv420p10le", 8, "p010le"],
    ["hevc_nvenc", "yuv420p", 8, "nv12"],
    ["h264_vaapi", "yuv420p10le", 8, "nv12"],
    ["libsvtav1", "nv12", 8, "yuv420p"],
  ] as const
) {
  Deno.test(`${encoder} with ${asked} for a ${source}-bit source writes ${format}`, () => {
    const probe = film({ bitDepth: source, hdr: "sdr" });
    equal(decide({ video: { encoder, pixelFormat: asked, preset: "" } }, probe).video?.pixelFormat, format);
  });
}
