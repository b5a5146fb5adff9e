import { deepEqual, equal, ok } from "node:assert/strict";
import { basename, dirname, join } from "node:path";
import { analyseVideo } from "../../lib/encode/plan/video/analyse.ts";
import { needsSideFiles, toArgs } from "../../lib/encode/args/args.ts";
import { decide, type Decided, resolveFor } from "../../lib/encode/decision/decide.ts";
import { withGrain } from "../../lib/encode/plan/video/grain.ts";
import { listenTo } from "../../lib/encode/plan/listen.ts";
import { runFfmpeg } from "../../lib/encode/run/run.ts";
import { makeSideFiles } from "../../lib/encode/args/side_files.ts";
import { verifyOutput } from "../../lib/encode/verify/verify.ts";
import { JobFailure } from "../../lib/kit/fault.ts";
import type { Probe } from "../../lib/media/probe/model.ts";
import type { Capabilities } from "../../lib/media/tools/capabilities.ts";
import { isMusicContainer } from "../../lib/encode/profiles/containers.ts";
import { videoEncoder } from "../../lib/encode/profiles/encoders.ts";
import { allPresets } from "../../lib/encode/profiles/presets.ts";
import { allSmartPresets, smartPresetRecipe } from "../../lib/encode/profiles/smart/presets.ts";
import { type AnyRecipe, isSmart } from "../../lib/encode/profiles/smart/schema.ts";
import { capabilities, read, tools } from "../fixtures/encode.ts";
import { ALL_ROWS } from "../kit/all_rows.ts";
import { inFolder } from "../fixtures/folder.ts";
import { SOURCES } from "./sources.ts";

/**
 * Plans for every kind of source with every preset. The plans were reviewed individually and are recorded as text in
 * `plans.txt`. After an intended change, rewrite the file with LATHE_TABLE=write and review the diff. Every run encodes
 * a part of the table. LATHE_TABLE=all (`deno task table`) encodes the whole table.
 */

const MODE = Deno.env.get("LATHE_TABLE") ?? "";
const SNAPSHOT = new URL("plans.txt", import.meta.url);
/** True if the encoder needs no hardware. */
const isHere = (recipe: AnyRecipe) => isSmart(recipe) || !videoEncoder(recipe.video.encoder).hardware;
const RECIPES: AnyRecipe[] = [
  ...allSmartPresets().flatMap(({ id }) => smartPresetRecipe(id) ?? []),
  ...allPresets().filter(isHere),
];

type Cell = { recipe: AnyRecipe; decided?: Decided; refused?: string };

/**
 * Returns the capabilities with only the metric that all ffmpeg versions support, because the recorded plans use this
 * metric.
 */
async function withOneMetric(): Promise<Capabilities> {
  const all = await capabilities();
  return { ...all, filters: all.filters.filter((name) => !["libvmaf", "xpsnr"].includes(name)) };
}

/**
 * Removes bit rates from a plan. The installed ffmpeg creates the sources, and other versions produce different bit
 * rates.
 */
const withoutRates = (text: string): string => text.replaceAll(/\d+ kb\/s per megapixel/g, "N kb/s per megapixel");

async function planned(probe: Probe): Promise<Cell[]> {
  const can = await withOneMetric();
  const cells: Cell[] = [];
  // The video analysis depends on few values of a recipe, so it runs once for each combination of them.
  const seen = new Map<string, ReturnType<typeof analyseVideo>>();
  const heard = new Map<string, ReturnType<typeof listenTo>>();
  for (const recipe of RECIPES) {
    const known = await withGrain(recipe, undefined, { ffmpegPath: tools.ffmpegPath, probe });
    const resolved = resolveFor(probe, recipe, can, { known });
    const look = { ffmpegPath: tools.ffmpegPath, probe, recipe: resolved.recipe };
    const { encoder, crop, deinterlace } = look.recipe.video;
    const key = `${encoder === "copy"} ${crop} ${deinterlace}`;
    const picture = seen.get(key) ?? analyseVideo(look);
    seen.set(key, picture);
    // Key of the audio analysis: MQA preservation for music, and the audio encoder.
    const { container, audio } = look.recipe;
    const listening = `${isMusicContainer(container) && audio.preserveMqa} ${audio.encoder}`;
    const sound = heard.get(listening) ?? listenTo(look);
    heard.set(listening, sound);
    const findings = { ...await picture, ...await sound };
    try {
      cells.push({ recipe, decided: decide(probe, resolved, can, { known }, findings) });
    } catch (error) {
      if (!(error instanceof JobFailure)) throw error;
      cells.push({ recipe, refused: `${error.code}: ${error.message}` });
    }
  }
  return cells;
}

/** Returns a table cell as text. */
function inWords({ recipe, decided, refused }: Cell): string {
  if (!decided) return `  ${recipe.id}: ${refused}`;
  const { plan, outputName } = decided;
  const lines = [
    `  ${recipe.id}: ${plan.nothingToDo ? "" : `${outputName}: `}${plan.summary.join(" ")}`,
    ...(plan.smart?.reasons ?? []).map((reason) => `    because ${reason}`),
    ...plan.warnings.map((warning) => `    ! ${warning}`),
  ];
  return lines.join("\n");
}

/** Returns the plan with the fastest encoder preset. */
function hurried({ plan }: Decided): Decided["plan"] {
  if (!plan.video || plan.video.encoder === "copy") return plan;
  const { presets } = videoEncoder(plan.video.encoder);
  return { ...plan, video: { ...plan.video, preset: presets[0] ?? "" } };
}

async function encode(probe: Probe, { recipe, decided }: Cell, folder: string): Promise<void> {
  if (!decided || decided.plan.nothingToDo) return;
  const plan = hurried(decided);
  const work = await Deno.makeTempDir({ dir: folder });
  const output = join(work, "output.bin");
  const side = needsSideFiles(probe, plan)
    ? await makeSideFiles({ ffmpegPath: tools.ffmpegPath, probe, plan, folder: work })
    : {};
  await runFfmpeg({
    ffmpegPath: tools.ffmpegPath,
    args: toArgs(probe, plan, { output, side }),
    stallMs: 60_000,
    signal: new AbortController().signal,
  });
  const { ok: good, problems } = await verifyOutput({ ...tools, path: output, probe, plan, mode: "windows" });
  ok(good, `${basename(probe.path)} by ${recipe.id}: ${problems.join("; ")}`);
  await Deno.remove(work, { recursive: true });
}

/** Returns the recorded plans by source. */
async function recordedPlans(): Promise<Map<string, string>> {
  const sections = (await Deno.readTextFile(SNAPSHOT)).trimEnd().split("\n\n");
  return new Map(sections.map((section) => [section.slice(0, section.indexOf("\n")), section]));
}

/** Replaces the recorded plans of a source. */
async function record(name: string, section: string): Promise<void> {
  const recorded = (await recordedPlans()).set(name, section);
  const sections = Object.keys(SOURCES).flatMap((source) => recorded.get(source) ?? []);
  await Deno.writeTextFile(SNAPSHOT, `${sections.join("\n\n")}\n`);
}

for (const [row, [name, make]] of Object.entries(SOURCES).entries()) {
  inFolder(`slow: ${name} through every preset: the plans are as recorded, and encodes verify`, async (folder) => {
    const path = join(folder, name);
    await Deno.mkdir(dirname(path), { recursive: true });
    const probe = await read(await make(dirname(path), basename(name)));
    const cells = await planned(probe);
    // At most one cell per row is encoded, in a different column in each row, so that every preset is tested with
    // several kinds of source.
    const chosen = cells.filter((_, column) => ALL_ROWS || (column + row * 3) % 90 === 0);
    for (const cell of MODE === "write" ? [] : chosen) await encode(probe, cell, folder);
    const section = withoutRates([name, ...cells.map(inWords)].join("\n"));
    if (MODE === "write") await record(name, section);
    equal(section, (await recordedPlans()).get(name));
  });
}

Deno.test("more than forty sources have recorded plans, and no others", async () => {
  const names = Object.keys(SOURCES);
  ok(names.length > 40);
  deepEqual([...(await recordedPlans()).keys()], names);
});
