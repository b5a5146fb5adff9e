import { deepStrictEqual as same, match, ok } from "node:assert/strict";
import bookworm from "../../../tests/fixtures/recorded_capabilities/5.1.json" with { type: "json" };
import vmafBuild from "../../../tests/fixtures/recorded_capabilities/7.0-vmaf.json" with { type: "json" };
import trixie from "../../../tests/fixtures/recorded_capabilities/7.1.json" with { type: "json" };
import newest from "../../../tests/fixtures/recorded_capabilities/9.0.json" with { type: "json" };
import { ffmpegGaps, type Inspected } from "./ffmpeg_gaps.ts";

const features = (ffmpeg: Inspected) => ffmpegGaps(ffmpeg).map(({ feature }) => feature);
const costOf = (name: string, ffmpeg: Inspected) => ffmpegGaps(ffmpeg).find(({ feature }) => feature === name)?.cost;

for (
  const [name, ffmpeg, wanted] of [
    ["5.1 of Debian 12", bookworm, [
      "SVT-AV1 2",
      "AV1 on graphics cards",
      "VMAF",
      "XPSNR",
      "Rotation in Matroska",
      "Crop of Matroska files",
    ]],
    ["7.1 of Debian 13", trixie, ["VMAF"]],
    ["9.0 of Debian sid", newest, ["VMAF"]],
    ["7.0 with VMAF", vmafBuild, [
      "SVT-AV1",
      "AV1 on graphics cards",
      "VMAF v1",
      "XPSNR",
      "Crop of Matroska files",
    ]],
  ] as const
) {
  Deno.test(`ffmpegGaps() lists the gaps of ffmpeg ${name}`, () => same(features(ffmpeg), wanted));
}

Deno.test("ffmpegGaps() names the metric that replaces VMAF", () => {
  match(costOf("VMAF", bookworm) ?? "", /use SSIM/);
  match(costOf("VMAF", trixie) ?? "", /use XPSNR/);
  match(costOf("VMAF", { ...trixie, filters: [] }) ?? "", /cannot be used/);
});

Deno.test("ffmpegGaps() counts libvmaf without a model that works as missing", () => {
  match(costOf("VMAF", { ...vmafBuild, vmafModels: [] }) ?? "", /use SSIM/);
});

Deno.test("ffmpegGaps() finds nothing missing in a complete build", () => {
  const filters = [...newest.filters, "libvmaf"];
  same(ffmpegGaps({ ...newest, filters, vmafModels: ["vmaf_v1.0.16_3d0h"] }), []);
});

Deno.test("ffmpegGaps() states every gap of an empty build in a sentence, with a remedy", () => {
  const gaps = ffmpegGaps({ version: "4.4.2", videoEncoders: [], filters: [], vmafModels: [] });
  ok(gaps.length >= 10, String(gaps.length));
  for (const { feature, cost, remedy } of gaps) {
    match(cost, /^[A-Za-z].*\.$/, feature);
    match(remedy, /^[A-Z].*\.$/, feature);
  }
});

Deno.test("ffmpegGaps() compares versions of SVT-AV1 as numbers", () => {
  for (const [svtAv1Version, lacking] of [["1.8.0", true], ["2.0.0", false], ["10.1", false]] as const) {
    same(features({ ...newest, svtAv1Version }).includes("SVT-AV1 2"), lacking, svtAv1Version);
  }
});
