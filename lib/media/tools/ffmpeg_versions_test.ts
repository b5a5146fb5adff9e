import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { join, relative } from "node:path";
import { sourceFiles } from "../../../build/imports.ts";
import { FFMPEG } from "../../../tests/kit/ffmpeg.ts";
import { EXPERIMENTS } from "../../../tests/fixtures/ffmpeg_changes/experiments.ts";
import recorded from "../../../tests/fixtures/ffmpeg_changes/recorded.json" with { type: "json" };
import { readVersion } from "./capabilities.ts";
import { FFMPEG_CHANGES, type FfmpegChangeName, hasChange, isSince } from "./ffmpeg_versions.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const NAMES = Object.keys(FFMPEG_CHANGES) as FfmpegChangeName[];

/** Source files that implement Lathe's measure for each change in ffmpeg. */
const HANDLED_IN = {
  rateFromTimes: ["lib/encode/plan/video/video_plan.ts", "lib/encode/plan/time_grid.ts"],
  writeErrors: ["lib/library/music/cue_splits/cut/flac_encoder.ts"],
  layoutNames: ["lib/media/probe/layout_names.ts"],
  matroskaRotation: ["lib/encode/plan/video/video_plan.ts"],
  frameSideData: ["lib/encode/args/encoded_video_args.ts"],
  sideDataNames: ["lib/encode/args/encoded_video_args.ts"],
  heldFrames: ["lib/encode/plan/time_grid.ts"],
  packetTimeBase: ["lib/encode/plan/time_grid.ts"],
  copiedTimeBase: ["lib/encode/verify/video/sparse_frames.ts"],
  subtitleLengths: ["lib/encode/verify/packets/times.ts"],
  progressTimes: ["lib/encode/run/progress.ts"],
  transferNames: ["lib/encode/args/video_args.ts"],
  namedRange: [],
  fractionalText: [],
  xpsnrFilter: ["lib/encode/health/ffmpeg_gaps.ts"],
  cardAv1: ["lib/encode/health/ffmpeg_gaps.ts"],
  matroskaCrop: ["lib/encode/plan/video/video_plan.ts", "lib/media/probe/model.ts"],
  filteredRate: ["lib/encode/sampling/score.ts"],
  dashedOptions: ["lib/encode/profiles/extra_args.ts"],
  shortFlac: [],
  stereoTwice: ["lib/encode/plan/video/video_plan.ts"],
  lateStarts: ["lib/encode/args/audio_args.ts"],
  hiddenEnds: ["lib/encode/verify/audio/lossless.ts"],
} satisfies Record<FfmpegChangeName, string[]>;

const NAMES_A_VERSION = /ffmpeg (?:before )?\d|FFMPEG_CHANGES\./i;

for (
  const [version, wanted] of [
    ["5.1.9-0+deb12u1", false],
    ["6.1.1-3ubuntu5", false],
    ["n6.0", false],
    ["7.0", true],
    ["n7.1-2", true],
    ["9.0.2-4", true],
    ["10.0", true],
    ["N-112233-g0123456789", true],
    ["2024-06-13-git-0060a368b1", true],
    ["git-2020-01-01", true],
    ["unknown", true],
  ] as const
) {
  Deno.test(`isSince() treats ffmpeg ${version} as ${wanted ? "7 or newer" : "older than 7"}`, () => {
    is(isSince("matroskaRotation", version), wanted);
  });
}

Deno.test("hasChange() compares minor releases as numbers and ends at `until`", () => {
  const versions = ["7.0.2", "7.1", "7.1.5-0+deb13u1", "7.10", "8.0", "9.0.2-4", "N-118000-g1"];
  same(versions.filter((version) => hasChange({ since: "7.1", until: "8.0" }, version)), versions.slice(1, 4));
  same(versions.filter((version) => hasChange({ since: "7.2" }, version)), versions.slice(3));
});

Deno.test("every row names a file that handles it, and every file that names a version of ffmpeg has a row", async () => {
  const named: string[] = [];
  for await (const path of sourceFiles(join(ROOT, "lib"))) {
    const name = relative(ROOT, path);
    if (/_test\.tsx?$/.test(name) || name === "lib/media/tools/ffmpeg_versions.ts") continue;
    if (NAMES_A_VERSION.test(await Deno.readTextFile(path))) named.push(name);
  }
  same(named.sort(), [...new Set(Object.values(HANDLED_IN).flat())].sort());
});

Deno.test("a row with `byVersion` is asked for in the files that handle it, and no other", async () => {
  for (const name of NAMES) {
    const texts = await Promise.all(HANDLED_IN[name].map((path) => Deno.readTextFile(join(ROOT, path))));
    const isAsked = texts.some((text) => text.includes(`isSince("${name}"`));
    is(isAsked, "byVersion" in FFMPEG_CHANGES[name], name);
  }
});

for (const [version, facts] of Object.entries(recorded)) {
  Deno.test(`the rows agree with what was recorded from ffmpeg ${version}`, () => {
    same(facts, Object.fromEntries(Object.keys(EXPERIMENTS).map((name) => [name, expected(name, version)])));
  });
}

for (const [name, shows] of Object.entries(EXPERIMENTS)) {
  Deno.test(`this ffmpeg behaves as the row ${name} states`, async () => {
    is(await shows(FFMPEG), expected(name, await readVersion(FFMPEG)));
  });
}

function expected(name: string, version: string): boolean {
  const row = NAMES.find((one) => one === name);
  ok(row, `${name} is no row.`);
  return hasChange(FFMPEG_CHANGES[row], version);
}
