import { deepStrictEqual as same, equal, match, ok } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import fc from "fast-check";
import { decide as planned, fails, film } from "../../../tests/fixtures/plans.ts";
import { capabilities, tools } from "../../../tests/fixtures/encode.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { makeClip } from "../../../tests/fixtures/media.ts";
import { probeFile } from "../../media/probe/ffprobe.ts";
import { bestScale, chooseMetric, levelOf, type Metric, METRIC_FACTS, METRICS, type ScoredVideo } from "../metric.ts";
import { withQuality } from "../plan/metadata.ts";
import { piecesOf } from "./pieces.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import { sampledSize } from "./sample_size.ts";
import { sampleCapabilities } from "./sample.ts";
import { sampleSize, searchQuality } from "./sampling.ts";
import { createLogReader, lowScore, scorePiece } from "./score.ts";
import { bestTrial, MAX_TRIALS, nextQuality, type Trial } from "./target_search.ts";

const search = (metric: "ssim" | "vmaf" | "xpsnr", target: number, encoder: "libx264" | "libsvtav1" = "libx264") => ({
  metric,
  target,
  video: { encoder, quality: encoder === "libx264" ? 23 : 35 },
});

/** Runs a search on a simulated encoder. */
function run(curve: (quality: number) => number, how: ReturnType<typeof search>): Trial[] {
  const trials: Trial[] = [];
  for (let q = nextQuality(trials, how); q !== undefined; q = nextQuality(trials, how)) {
    trials.push({ quality: q, score: curve(q), mean: curve(q) });
  }
  return trials;
}

Deno.test("the search meets the target on smooth curves within five trials, for any content", () => {
  const curve = fc.record({
    at23: fc.double({ min: 8, max: 24, noNaN: true }),
    slope: fc.double({ min: 0.2, max: 0.7, noNaN: true }),
  });
  fc.assert(fc.property(curve, fc.double({ min: 0.96, max: 0.995, noNaN: true }), ({ at23, slope }, target) => {
    const score = (q: number) => 1 - 10 ** (-(at23 - slope * (q - 23)) / 10);
    const how = search("ssim", target);
    const trials = run(score, how);
    const best = bestTrial(trials, how);
    ok(trials.length <= MAX_TRIALS && best);
    // If the encoder's range ends before the target, the result is the end of the range.
    const reachable = score(0) >= target && score(51) <= target;
    const met = best.score >= target && best.score <= target + 0.005;
    if (reachable) ok(met, JSON.stringify({ trials, target }));
  }));
});

Deno.test("whole numbers are tried once each, and the search ends when no better one remains", () => {
  const how = search("vmaf", 95, "libsvtav1");
  const trials = run((q) => 100 - (q - 10) * 0.37, how);
  ok(trials.every(({ quality }) => Number.isInteger(quality)));
  equal(new Set(trials.map(({ quality }) => quality)).size, trials.length);
  const { score = 0 } = bestTrial(trials, how) ?? {};
  ok(score >= 95 && score <= 95.5, JSON.stringify(trials));
});

Deno.test("the search on a curve that does not fall ends after five trials too", () => {
  equal(run(() => 0.9, search("ssim", 0.98)).length <= MAX_TRIALS, true);
  equal(run((q) => 0.9 + q / 1000, search("ssim", 0.98)).length <= MAX_TRIALS, true);
});

const V0 = ["vmaf_4k_v0.6.1", "vmaf_v0.6.1"];
const SDR: ScoredVideo = { height: 1080, frameRate: [24, 1], hdr: "sdr" };
const has = (filters: string[], vmafModels: string[] = []) => ({ filters, vmafModels });

Deno.test("the best metric is selected, and a named but missing one is refused by name", () => {
  same(chooseMetric({ metric: "auto", score: 95 }, has(["ssim", "xpsnr", "libvmaf"], V0), SDR), {
    metric: "vmaf",
    vmafModel: "vmaf_v0.6.1",
    target: 95,
  });
  same(chooseMetric({ metric: "auto", score: 95 }, has(["ssim", "xpsnr"]), SDR), { metric: "xpsnr", target: 42 });
  same(chooseMetric({ metric: "auto", score: 95 }, has(["ssim"]), SDR), { metric: "ssim", target: 0.986 });
  same(chooseMetric({ metric: "ssim", score: 0.97 }, has(["ssim", "libvmaf"], V0), SDR), {
    metric: "ssim",
    target: 0.97,
  });
  fails(
    "invalid_plan",
    /cannot measure VMAF; choose another metric/,
    () => chooseMetric({ metric: "vmaf", score: 95 }, has(["ssim"]), SDR),
  );
  fails(
    "invalid_plan",
    /neither VMAF, XPSNR nor SSIM/,
    () => chooseMetric({ metric: "auto", score: 95 }, has([]), SDR),
  );
});

Deno.test("libvmaf without a model that works is passed over like one that is missing", () => {
  equal(chooseMetric({ metric: "auto", score: 95 }, has(["ssim", "libvmaf"]), SDR).metric, "ssim");
  fails(
    "invalid_plan",
    /cannot measure VMAF/,
    () => chooseMetric({ metric: "vmaf", score: 95 }, has(["libvmaf"]), SDR),
  );
});

Deno.test("bestScale() prefers a metric that is available, and falls back to the best", () => {
  same(bestScale(has(["ssim", "xpsnr"]), SDR, "ssim"), { metric: "ssim" });
  same(bestScale(has(["ssim", "xpsnr"]), SDR, "vmaf"), { metric: "xpsnr" });
  equal(bestScale(has([]), SDR, "vmaf"), undefined);
  same(bestScale(has(["libvmaf"], V0), { ...SDR, height: 2160 }), { metric: "vmaf", vmafModel: "vmaf_4k_v0.6.1" });
});

Deno.test("more points are never less quality on any metric", () => {
  const points = fc.double({ min: 60, max: 100, noNaN: true });
  fc.assert(fc.property(points, points, fc.constantFrom(...METRICS), (a, b, metric) => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    ok(levelOf(low, metric) <= levelOf(high, metric));
    ok(
      METRIC_FACTS[metric].toLinear(levelOf(low, metric)) <=
        METRIC_FACTS[metric].toLinear(levelOf(high, metric)) + 1e-9,
    );
  }));
});

Deno.test("a target is planned, described in words, and replaced by the result of the search", () => {
  const video = {
    encoder: "libx264",
    preset: "fast",
    pixelFormat: "yuv420p",
    hdrToSdr: "hable",
    targetMetric: "ssim",
    targetScore: 0.98,
  } as const;
  const plan = planned({ video }, undefined, {}, {
    ...sampleCapabilities(),
    filters: [...sampleCapabilities().filters, "ssim"],
  });
  same(plan.video?.target, { metric: "ssim", score: 0.98 });
  match(plan.summary[0] ?? "", /at SSIM 0\.9800/);
  const found = withQuality(plan, 21.5);
  equal(found.video?.quality, 21.5);
  match(found.metadata?.comment ?? "", /CRF 21\.5/);
});

Deno.test("createLogReader() reads the listings of the metrics; skips headers and noise", () => {
  const read = (metric: Metric, line: string) => createLogReader(metric)(line);
  same(read("ssim", "n:12 Y:0.981 U:0.99 V:0.99 All:0.984321 (18.05)"), { frame: 12, score: 0.984321 });
  same(read("xpsnr", "n:    3  XPSNR y: 42.1234  XPSNR u: 45.0000  XPSNR v: 46.0000"), { frame: 3, score: 42.1234 });
  same(read("xpsnr", "n:    4  XPSNR y: inf  XPSNR u: inf  XPSNR v: inf"), { frame: 4, score: 99 });
  equal(read("ssim", "frame=  12 fps=0.0"), undefined);
  fc.assert(fc.property(fc.array(fc.string()), fc.constantFrom(...METRICS), (texts, metric) => {
    const reader = createLogReader(metric);
    for (const line of texts) reader(line);
  }));
});

Deno.test("createLogReader() takes the column of VMAF by its name from a log of libvmaf", async () => {
  const log = await Deno.readTextFile(new URL("../../../tests/fixtures/vmaf_log.csv", import.meta.url));
  const reader = createLogReader("vmaf");
  const scores = log.split("\n").flatMap((line) => reader(line) ?? []);
  same(scores.map(({ frame }) => frame), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  same([scores[0]?.score, scores[9]?.score], [83.144121, 81.190833]);
  const other = createLogReader("vmaf");
  equal(other("Frame,vmaf,cambi,"), undefined);
  same(other("7,93.5,0.25,"), { frame: 8, score: 93.5 });
  equal(other("8,,0.25,"), undefined);
});

inFolder("scorePiece() passes the model to libvmaf, and 10 bits to a model of the new generation", async (dir) => {
  const log = fileURLToPath(new URL("../../../tests/fixtures/vmaf_log.csv", import.meta.url));
  const ffmpegPath = join(dir, "ffmpeg");
  await Deno.writeTextFile(ffmpegPath, `#!/bin/sh\nprintf '%s ' "$@" > ${dir}/args\ncat ${log}\n`, { mode: 0o755 });
  const source = film({});
  const { video } = planned({ video: { preset: "medium" } }, source);
  ok(video);
  const piece = { atSeconds: 100, seconds: 1 };
  const request = { ffmpegPath, probe: source, video, piece, encoded: { path: "/e.mkv" }, metric: "vmaf" } as const;
  for (const [vmafModel, format] of [["vmaf_v0.6.1", "yuv420p"], ["vmaf_v1.0.16_3d0h", "yuv420p10le"]] as const) {
    const scores = await scorePiece({ ...request, video: { ...video, pixelFormat: "yuv420p" }, vmafModel });
    equal(scores.length, 10);
    const args = await Deno.readTextFile(join(dir, "args"));
    ok(args.includes(`libvmaf=model=version=${vmafModel}:`), args);
    equal(args.split(`format=${format},settb`).length, 3, args);
  }
});

Deno.test("lowScore() is the score that all frames but the worst 5 % reach", () => {
  const frames = (scores: number[]) => scores.map((score, i) => ({ atSeconds: i, score }));
  // 3 bad frames in 100 do not affect the score, 10 do.
  equal(lowScore(frames(Array.from({ length: 100 }, (_, i) => i < 3 ? 20 : 95))), 95);
  equal(lowScore(frames(Array.from({ length: 100 }, (_, i) => i % 10 === 0 ? 20 : 95))), 20);
  equal(lowScore([]), 0);
});

Deno.test("samples are inside the movie and do not overlap; a short movie is one sample", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 20_000, noNaN: true }), fc.integer({ min: 1, max: 60 }), (length, count) => {
      const pieces = piecesOf(length, { count, seconds: 3, fps: 24 });
      if (pieces.length === 1 && pieces[0]?.atSeconds === 0) return ok(pieces[0].seconds >= length);
      equal(pieces.length, count);
      pieces.forEach(({ atSeconds, seconds }, i) => {
        ok(atSeconds >= 0 && atSeconds + seconds <= length, `${atSeconds} of ${length}`);
        const next = pieces[i + 1];
        if (next) ok(next.atSeconds >= atSeconds + seconds - 0.1, JSON.stringify(pieces));
      });
    }),
  );
});

Deno.test("the first frame of a sample is weighted by its frequency in the whole movie", () => {
  const video = planned({ video: { encoder: "libx265", preset: "slow" } }).video;
  ok(video);
  const piece = (bytes: number) => ({
    piece: { atSeconds: 0, seconds: 3 },
    path: "",
    frames: 72,
    firstBytes: 100_000,
    bytes,
    wallSeconds: 2.5,
    firstFrameSeconds: 0.5,
    weight: 0.5,
    rateRatio: 1,
  });
  // 71 frames of 1,000 bytes between keyframes of 100,000 bytes every 250 frames.
  const { videoBytes, encodeSeconds } = sampledSize([piece(171_000), piece(171_000)], video, 1000);
  const frames = (24_000 / 1001) * 1000;
  ok(Math.abs(videoBytes / (frames * (1000 + 100_000 / 250)) - 1) < 0.02, String(videoBytes));
  equal(encodeSeconds, Math.round((4 / 144) * frames));
});

for (
  const [encoder, extraArgs, interval] of [
    ["libx264", "", 250],
    ["libx264", "-g 48", 48],
    ["libx265", "-x265-params aq-mode=3:keyint=100:min-keyint=20", 100],
    ["libx265", "-x265-params min-keyint=20", 250],
    ["libsvtav1", "-svtav1-params keyint=10s:tune=0", 240],
    ["libsvtav1", "", 120],
    ["libvpx-vp9", "", 128],
  ] as const
) {
  Deno.test(`a sample of ${encoder} with "${extraArgs}" counts a key frame every ${interval} frames`, () => {
    const { presets } = videoEncoder(encoder);
    const { video } = planned({ video: { encoder, preset: presets[0], extraArgs } });
    ok(video);
    const piece = { piece: { atSeconds: 0, seconds: 1 }, path: "", wallSeconds: 2, firstFrameSeconds: 0.5 };
    const measured = { ...piece, frames: 25, firstBytes: 90_000, bytes: 90_000, weight: 0.5, rateRatio: 1 };
    const { videoBytes } = sampledSize([measured, measured], { ...video, frameRate: [24, 1] }, 1000);
    ok(Math.abs(videoBytes - 24_000 * 90_000 / interval) < 2, `${videoBytes}`);
  });
}

inFolder("slow: samples of a real clip predict its size and reach a target", async (dir) => {
  const probe = await probeFile(await makeClip(dir, "film.mkv", { seconds: 60, width: 320, height: 180 }), tools);
  const video = { encoder: "libx264", preset: "veryfast", quality: 28, pixelFormat: "yuv420p" } as const;
  const plan = planned({ video }, probe);
  if (!plan.video) throw new Error("no picture");
  const request = { ...tools, probe, plan: { ...plan, video: plan.video }, folder: dir };
  const size = await sampleSize(request);
  ok(size.videoBytes > 50_000 && size.encodeSeconds > 0 && size.spread > 0, JSON.stringify(size));
  const able = await capabilities();
  for (const metric of METRICS) {
    if (bestScale(able, plan.video, metric)?.metric !== metric) continue;
    const { target, ...scale } = chooseMetric({ metric, score: levelOf(85, metric) }, able, plan.video);
    const trials: number[] = [];
    const found = await searchQuality({ ...request, ...scale, target, onTrial: (n) => trials.push(n) });
    const allowed: number = 3 * METRIC_FACTS[metric].tolerance;
    ok(Math.abs(found.score - target) <= allowed, JSON.stringify(found));
    ok(found.mean > found.score, JSON.stringify(found));
    same([found.vmafModel, found.percentile], [scale.vmafModel, 5]);
    same(trials, found.trials.map((_, i) => i + 1));
  }
  const left = [...Deno.readDirSync(dir)].map(({ name }) => name);
  same(left.filter((name) => name.startsWith("piece-")), []);
});
