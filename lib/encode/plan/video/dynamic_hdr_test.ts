import { deepEqual, match, ok } from "node:assert/strict";
import { decide, film } from "../../../../tests/fixtures/plans.ts";
import type { VideoStream } from "../../../media/probe/model.ts";
import type { Capabilities } from "../../../media/tools/capabilities.ts";
import { dynamicHdrStep } from "../../run/dynamic_hdr_steps.ts";
import { sampleCapabilities } from "../../sampling/sample.ts";

const tools = {
  mkvmergePath: "/bin/mkvmerge",
  doviToolPath: "/bin/dovi_tool",
  hdr10plusToolPath: "/bin/hdr10plus_tool",
};
const can = (dynamicHdr: Capabilities["dynamicHdr"] = tools): Capabilities => ({ ...sampleCapabilities(), dynamicHdr });
const dolby = (baseCompatible: number, profile = 8, hasEnhancementLayer = false) => ({
  dolbyVision: { profile, level: 6, baseCompatible, hasEnhancementLayer },
});

for (
  const [name, source, kept] of [
    ["profile 8.1", dolby(1), { dolbyVision: { to81: true, cropped: false } }],
    ["profile 7 of a UHD disc", dolby(6, 7, true), { dolbyVision: { to81: true, cropped: false } }],
    ["profile 8.4 over HLG, as it is", { ...dolby(4), hdr: "hlg" as const }, {
      dolbyVision: { to81: false, cropped: false },
    }],
    ["HDR10+", { hdr10Plus: true }, { hdr10Plus: true }],
    ["both", { ...dolby(1), hdr10Plus: true }, { dolbyVision: { to81: true, cropped: false }, hdr10Plus: true }],
    ["neither where there is none", {}, undefined],
  ] as [string, Partial<VideoStream>, unknown][]
) {
  Deno.test(`an HEVC encode to Matroska with the tools keeps ${name}`, () => {
    const plan = decide({}, film(source), {}, can());
    deepEqual(plan.video?.dynamicHdr, kept);
    ok(!plan.warnings.some((warning) => /metadata is removed/.test(warning)));
  });
}

const both = film({ ...dolby(1), hdr10Plus: true });
for (
  const [name, parts, source, capabilities, why] of [
    ["AV1", { video: { encoder: "libsvtav1" as const, preset: "6" } }, both, can(), /HEVC only/],
    ["MP4", { container: "mp4" as const }, both, can(), /mkv files only/],
    ["a smaller picture", { video: { maxHeight: 1080 } }, both, can(), /full size/],
    ["SDR", { video: { hdrToSdr: "hable" as const } }, both, can(), /the output is SDR/],
    ["deinterlacing", { video: { deinterlace: "on" as const } }, both, can(), /same frames/],
    [
      "a variable rate",
      {},
      film({ ...dolby(1), hdr10Plus: true, variableFrameRate: true }),
      can(),
      /same frames/,
    ],
    ["a missing mkvmerge", {}, both, sampleCapabilities(), /mkvmerge/],
    ["missing tools", {}, both, can({ mkvmergePath: "/bin/mkvmerge" }), /_tool was not found/],
    ["an SDR base", {}, film({ ...dolby(2), hdr: "sdr" }), can(), /the output is SDR/],
  ] as const
) {
  Deno.test(`${name} keeps no dynamic metadata, and a note states the reason before the job`, () => {
    const plan = decide(parts, source, {}, capabilities);
    deepEqual(plan.video?.dynamicHdr, undefined);
    const text = plan.warnings.join(" ");
    match(text, /The Dolby Vision metadata is removed/);
    match(text, why);
  });
}

Deno.test("cropped bars are removed from the metadata too", () => {
  const crop = { width: 3840, height: 1600, x: 0, y: 280 };
  const plan = decide({ video: { crop: "auto" } }, both, { crop }, can());
  deepEqual(plan.video?.dynamicHdr?.dolbyVision, { to81: true, cropped: true });
  const capabilities = can();
  const steps = dynamicHdrStep({ probe: both, plan, capabilities, encoded: "/w/film.partial", work: "/w" });
  deepEqual(steps?.readers.at(-1), {
    path: "/bin/dovi_tool",
    args: ["-m", "2", "-c", "extract-rpu", "-", "-o", "/w/rpu.bin"],
  });
  deepEqual(steps?.writers.map(({ path, args }) => [path, ...args].join(" ")).slice(1), [
    "/bin/hdr10plus_tool inject -i /w/picture.hevc -j /w/hdr10plus.json -o /w/picture-hdr10plus.hevc",
    "/bin/dovi_tool inject-rpu -i /w/picture-hdr10plus.hevc --rpu-in /w/rpu.bin -o /w/picture-dovi.hevc",
  ]);
});
