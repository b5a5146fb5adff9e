import { strictEqual as is } from "node:assert/strict";
import { chooseVmafModel, generationOf } from "./vmaf_models.ts";
import { svtAv1VersionIn } from "./svt_av1_version.ts";

const OLD = ["vmaf_4k_v0.6.1", "vmaf_v0.6.1"];
const NEW = ["vmaf_v1.0.16_1d5h_2160", "vmaf_v1.0.16_3d0h"];
const HIGH_RATE = ["vmaf_v1.0.16_hfr_1d5h_2160", "vmaf_v1.0.16_hfr_3d0h"];
const ALL = [...OLD, ...NEW, ...HIGH_RATE];

for (
  const [name, available, video, wanted] of [
    ["1080p with every model", ALL, [1080, 24, false], "vmaf_v1.0.16_3d0h"],
    ["2160p with every model", ALL, [2160, 24, false], "vmaf_v1.0.16_1d5h_2160"],
    ["1080p60 with every model", ALL, [1080, 59.94, false], "vmaf_v1.0.16_hfr_3d0h"],
    ["2160p50 with every model", ALL, [2160, 50, false], "vmaf_v1.0.16_hfr_1d5h_2160"],
    ["1080p60 without the models for high rates", [...OLD, ...NEW], [1080, 60, false], "vmaf_v1.0.16_3d0h"],
    ["HDR with every model", ALL, [2160, 24, true], "vmaf_4k_v0.6.1"],
    ["HDR with new models only", NEW, [2160, 24, true], "vmaf_v1.0.16_1d5h_2160"],
    ["1080p with old models", OLD, [1080, 24, false], "vmaf_v0.6.1"],
    ["2160p with the model for 1080p only", ["vmaf_v0.6.1"], [2160, 24, false], "vmaf_v0.6.1"],
    ["1080p with the model for 2160p only", ["vmaf_4k_v0.6.1"], [1080, 24, false], "vmaf_4k_v0.6.1"],
    ["1080p24 with a model for high rates only", ["vmaf_v1.0.16_hfr_3d0h"], [1080, 24, false], undefined],
    ["1080p without models", [], [1080, 24, false], undefined],
  ] as const
) {
  Deno.test(`chooseVmafModel() for ${name} returns ${wanted ?? "none"}`, () => {
    const [height, fps, hdr] = video;
    is(chooseVmafModel(available, { height, fps, hdr }), wanted);
  });
}

Deno.test("generationOf() takes an unknown model for one of the old generation", () => {
  is(generationOf("vmaf_v1.0.16_3d0h"), 1);
  is(generationOf("vmaf_v0.6.1"), 0);
  is(generationOf("toString"), 0);
});

Deno.test("svtAv1VersionIn() finds the version that the encoder prints", () => {
  is(svtAv1VersionIn("Svt[info]: SVT [version]:\tSVT-AV1 Encoder Lib v1.4.1\n"), "1.4.1");
  is(svtAv1VersionIn("Svt[info]: SVT [version]: SVT-AV1 Encoder Lib v4.2.0-1-gabc\n"), "4.2.0");
  is(svtAv1VersionIn("Unknown encoder 'libsvtav1'"), undefined);
});
