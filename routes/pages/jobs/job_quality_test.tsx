import { deepStrictEqual as same } from "node:assert/strict";
import type { JobQuality } from "../../../lib/jobs/schema.ts";
import { shownJob } from "../../../tests/fixtures/shown_job.ts";
import { renderView } from "../../../lib/ui/render.tsx";
import { JobQualitySection } from "./job_quality.tsx";

const VIEW = { base: "/lathe", assets: {}, instanceName: "Lathe", version: "1", path: "/" };

/** Returns the lines of the rendered section. */
function linesOf(quality: JobQuality): string[] {
  const html = renderView(VIEW, <JobQualitySection job={shownJob({ quality })} measurable={false} />);
  return [...html.matchAll(/<li>(.*?)<\/li>/gs)].map(([, text = ""]) => text.replaceAll(/<[^>]*>/g, ""));
}

Deno.test("JobQualitySection shows the score that 95 % of the frames reach, the mean beside it, and the VMAF model", () => {
  const trials = [{ quality: 20, score: 95.04, mean: 97.1 }, { quality: 22, score: 93.12, mean: 95.6 }];
  const scores = { target: 93, percentile: 5, quality: 22, measured: 92.88, measuredMean: 95.3 };
  same(linesOf({ metric: "vmaf", vmafModel: "vmaf_v1.0.16_3d0h", ...scores, trials, seconds: 60 }), [
    "Target: 95 % of the frames score VMAF 93.0 or better.",
    "Tested quality levels: 20: VMAF 95.0 (97.1 on average), 22: VMAF 93.1 (95.6 on average). Encoded at quality 22.",
    "The result scores VMAF 92.9 (95.3 on average).",
    "VMAF model: vmaf_v1.0.16_3d0h",
  ]);
});

Deno.test("JobQualitySection shows the means of jobs from earlier versions as such", () => {
  const scores = {
    target: 0.986,
    quality: 23,
    measured: 0.9871,
    trials: [{ quality: 23, score: 0.9866 }],
    seconds: 60,
  };
  same(linesOf({ metric: "ssim", ...scores }), [
    "Target: SSIM 0.9860.",
    "Tested quality levels: 23: SSIM 0.9866. Encoded at quality 23.",
    "The result scores SSIM 0.9871.",
  ]);
});
