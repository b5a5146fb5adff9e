import { join } from "node:path";
import { analyseVideo } from "../../../lib/encode/plan/video/analyse.ts";
import { decide, resolveFor } from "../../../lib/encode/decision/decide.ts";
import { JobFailure } from "../../../lib/kit/fault.ts";
import { isMusicContainer } from "../../../lib/encode/profiles/containers.ts";
import { videoEncoder } from "../../../lib/encode/profiles/encoders.ts";
import { allPresets } from "../../../lib/encode/profiles/presets.ts";
import { allSmartPresets, smartPresetRecipe } from "../../../lib/encode/profiles/smart/presets.ts";
import { type AnyRecipe, isSmart } from "../../../lib/encode/profiles/smart/schema.ts";
import { capabilities, read, recipe, tools } from "../../fixtures/encode.ts";
import { spread } from "../damage.ts";
import { makeSource, type SourceSpec } from "../content/source.ts";
import { encodeProbe, type GoodEncode } from "../encodes/encode.ts";
import { GOOD_RECIPES } from "./recipes.ts";
import { GOOD_SONGS, GOOD_SOURCES } from "./sources.ts";
import { judge, type JudgeOptions, type Mode, type Outcome } from "../judge.ts";
import { remake } from "../remake.ts";
import { inParallel, run } from "../tools.ts";

/** Valid results, each of which the verifier must accept. */

/** A good result. `make` returns undefined if the recipe does not apply to the source or rejects it. */
export interface GoodCase {
  name: string;
  encode: string;
  /** True if the result is also verified in full mode. */
  full: boolean;
  make: (folder: string) => Promise<{ good: GoodEncode; path: string } | undefined>;
}

/** Number of recipes for each short source. */
const RECIPES_PER_SOURCE = 3;
/** Number of sources for each preset. */
const SOURCES_PER_PRESET = 3;

const shortCases = (times: number): GoodCase[] =>
  Object.entries(GOOD_SOURCES).flatMap(([source, spec], row) => {
    const names = Object.keys(GOOD_RECIPES);
    return Array.from({ length: RECIPES_PER_SOURCE * times }, (_, i) => {
      const name = names[(row * 4 + i * 7) % names.length] ?? "";
      return shortCase(source, spec, name, recipe(GOOD_RECIPES[name] ?? {}), i % 2 === 0);
    });
  });

function shortCase(source: string, spec: SourceSpec, name: string, chosen: AnyRecipe, full: boolean): GoodCase {
  return { name, encode: source, full, make: () => encoded(`${source} by ${name}`, spec, chosen) };
}

/** Encodes like a job, with the results of the video analysis. */
async function encoded(name: string, spec: SourceSpec, chosen: AnyRecipe) {
  const probe = await read(await makeSource(spec));
  const can = await capabilities();
  const resolved = resolveFor(probe, chosen, can);
  const findings = await analyseVideo({ ffmpegPath: tools.ffmpegPath, probe, recipe: resolved.recipe });
  try {
    const { plan } = decide(probe, resolved, can, {}, findings);
    if (plan.nothingToDo) return undefined;
    const video = plan.video && plan.video.encoder !== "copy"
      ? { ...plan.video, preset: chosenPreset(plan.video.encoder, plan.video.preset) }
      : plan.video;
    const good = await encodeProbe(name, probe, { ...plan, video });
    return { good, path: good.path };
  } catch (error) {
    if (error instanceof JobFailure) return undefined;
    throw error;
  }
}

/** Replaces slow presets by the fastest one. Fast presets are kept. */
function chosenPreset(encoder: Parameters<typeof videoEncoder>[0], preset: string): string {
  const { presets } = videoEncoder(encoder);
  return presets.indexOf(preset) <= 3 && preset !== "" ? preset : presets[0] ?? "";
}

const isHere = (one: AnyRecipe): boolean => isSmart(one) || !videoEncoder(one.video.encoder).hardware;
const RECIPES: AnyRecipe[] = [
  ...allSmartPresets().flatMap(({ id }) => smartPresetRecipe(id) ?? []),
  ...allPresets().filter(isHere),
];
const isForMusic = (one: AnyRecipe): boolean => !isSmart(one) && isMusicContainer(one.container);
const FOR_PRESETS = ["plain", "HDR10", "styled subtitles, fonts, cover", "six tracks", "interlaced 59.94", "letterbox"];

/** Combines every preset that runs on this machine with suitable sources, starting at a different source each time. */
const presetCases = (times: number): GoodCase[] =>
  RECIPES.flatMap((chosen, turn) => {
    const sources = isForMusic(chosen)
      ? Object.entries(GOOD_SONGS)
      : FOR_PRESETS.map((name) => [name, GOOD_SOURCES[name]] as const);
    return spread(sources, turn, SOURCES_PER_PRESET * times).flatMap(([source, spec], i) =>
      spec ? [shortCase(source, spec, chosen.id, chosen, i === 0)] : []
    );
  });

/** Methods that copy the encodes of the damage suite unchanged, or rewrite them like a damage but without one. */
const UNDAMAGED: Record<string, (good: GoodEncode, folder: string, output: string) => Promise<void> | undefined> = {
  "as it is": (good, _, output) => Deno.link(good.path, output).catch(() => Deno.copyFile(good.path, output)),
  "copied anew": (good, folder, output) => remake({ good, folder, output }),
  "video encoded again": (good, folder, output) =>
    good.plan.video && good.plan.video.encoder !== "copy"
      ? remake({ good, folder, output }, { picture: "null" })
      : undefined,
  "audio encoded again": (good, folder, output) => {
    const tracks = good.plan.audio.flatMap((audio, i) => audio.encoder === "copy" ? [] : [[i, "anull"]]);
    return tracks.length > 0 ? remake({ good, folder, output }, { sound: Object.fromEntries(tracks) }) : undefined;
  },
  "written by mkvmerge": (good, _, output) =>
    good.plan.container === "mkv" ? run("mkvmerge", ["-q", "-o", output, good.path]).then(() => {}) : undefined,
};

/** The undamaged encodes, identical except for the side effects of a remake. */
export const undamagedCases = (encodes: readonly { name: string; get: () => Promise<GoodEncode> }[]): GoodCase[] =>
  encodes.flatMap(({ name: encode, get }) =>
    Object.entries(UNDAMAGED).map(([name, write], i) => ({
      name,
      encode,
      full: i === 0 || i === 2,
      make: async (folder: string) => {
        const good = await get();
        const path = join(folder, "result.bin");
        const written = write(good, folder, path);
        if (written === undefined) return undefined;
        await written;
        return { good, path };
      },
    }))
  );

/** Returns all results of presets and recipes. `times` multiplies the number of recipes for each source. */
export const goodCases = (times = 1): GoodCase[] => [...presetCases(times), ...shortCases(times)];

/** Creates and verifies the good results whose name matches. */
export async function judgeGoodResults(
  cases: readonly GoodCase[],
  only: RegExp,
  { modes, lanes, onOutcome = () => {} }: JudgeOptions,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const chosen = cases.filter(({ name, encode }) => only.test(`good: ${name} @ ${encode}`));
  await inParallel(chosen, lanes, async (one) => {
    const outcome = await judgeGood(one, modes);
    if (!outcome) return;
    outcomes.push(outcome);
    onOutcome(outcome);
  });
  return outcomes;
}

async function judgeGood({ name, encode, full, make }: GoodCase, modes: readonly Mode[]): Promise<Outcome | undefined> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_damage_" });
  const outcome: Outcome = { name, class: "good", encode, judgements: {} };
  try {
    const made = await make(folder);
    if (!made) return undefined;
    // If only one mode was selected, it verifies all results.
    const judged = full || modes.length === 1 ? modes : modes.filter((mode) => mode === "windows");
    outcome.judgements = await judge(made.good, made.path, judged);
  } catch (error) {
    outcome.unfair = `could not be made: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return outcome;
}
