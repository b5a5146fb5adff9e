import { basename } from "node:path";
import { type EncodedVideoFacts, hardwareRecipe } from "../hardware/choose.ts";
import type { Method } from "../profiles/encoders/methods.ts";
import { languageName } from "../../media/languages/languages.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import { mainVideo } from "../../media/probe/probe.ts";
import { originalLanguage } from "../../media/probe/original_language.ts";
import { isMusicContainer } from "../profiles/containers.ts";
import type { Recipe } from "../profiles/schema.ts";
import type { KnownFacts } from "../profiles/smart/facts.ts";
import { type ResolvedRecipe, resolveRecipe } from "../profiles/smart/decide.ts";
import type { AnyRecipe } from "../profiles/smart/schema.ts";
import { type Corrections, estimateSize, type SizeEstimate } from "../sampling/estimate.ts";
import type { OcrState, Plan } from "../plan/model.ts";
import { outputName } from "../naming/output_name.ts";
import { withOwnLabels, withOwnRecipe } from "../plan/overrides.ts";
import { withSmallerVideo } from "./smaller_video.ts";
import { plan, type PlanFindings } from "../plan/plan.ts";
import type { Overrides } from "../profiles/overrides.ts";
import { languageList } from "../plan/stream_choice.ts";
import { softwareRecipe } from "../hardware/software_recipe.ts";

/** Options for planning a file with any kind of profile. */
export interface DecideOptions {
  audioOnly?: boolean;
  /** Facts that are not part of the file. */
  known?: KnownFacts;
  /** State of OCR for bitmap subtitles. `off` if omitted. */
  ocr?: OcrState;
  /** Languages from the user's settings. They are used in lists that refer to them. */
  languages?: string[];
  /** Hardware encoding method selected in the settings. */
  method?: Method;
  /** True to stay on the CPU, because the hardware has failed before. */
  software?: boolean;
  /** Corrections of the size model, learned from earlier jobs. */
  corrections?: Corrections;
  /** The user's changes for this file. */
  overrides?: Overrides;
}

/** Plan of one file, with the name and expected size of the result. */
export interface Decided {
  /** Plain recipe on which the plan is based. */
  recipe: Recipe;
  plan: Plan;
  /** File name of the result. */
  outputName: string;
  estimate: SizeEstimate;
}

/** Resolves a profile of any kind to the recipe for this file. Pure. */
export function resolveFor(
  probe: Probe,
  chosen: AnyRecipe,
  capabilities: Capabilities,
  { known, software, method = "none", languages, overrides }: DecideOptions = {},
): ResolvedRecipe {
  const decided = resolveRecipe(overrides ? withOwnLabels(probe, overrides) : probe, chosen, known);
  const spoken = withOwnLanguages(decided.recipe, languages);
  const resolved = {
    ...decided,
    recipe: overrides ? withSmallerVideo(withOwnRecipe(spoken, overrides), overrides.smaller) : spoken,
  };
  if (software) return { ...resolved, recipe: softwareRecipe(resolved.recipe) ?? resolved.recipe };
  const { recipe, warning } = hardwareRecipe(resolved.recipe, method, capabilities, factsOf(probe));
  return { ...resolved, recipe, warnings: [...resolved.warnings, ...(warning ? [warning] : [])] };
}

/**
 * Inserts the user's languages into all lists that refer to them. Returns the recipe unchanged if there are none. Pure.
 */
export function withOwnLanguages(recipe: Recipe, languages: string[] = []): Recipe {
  const { audio, subtitles } = recipe;
  if (languages.length === 0) return recipe;
  return {
    ...recipe,
    audio: audio.ownLanguages ? { ...audio, languages } : audio,
    subtitles: subtitles.ownLanguages ? { ...subtitles, languages } : subtitles,
  };
}

function factsOf(probe: Probe): EncodedVideoFacts | undefined {
  const video = mainVideo(probe);
  if (!video) return undefined;
  const [numerator, denominator] = video.frameRate;
  return {
    width: video.width,
    height: video.height,
    fps: numerator / Math.max(1, denominator),
    hdr: video.hdr !== "sdr",
  };
}

/**
 * Plans a resolved recipe. If a smart profile would save too little, the plan is to leave the file unchanged. Pure.
 * Throws `JobFailure` if the recipe cannot be used for the file.
 */
export function decide(
  probe: Probe,
  resolved: ResolvedRecipe,
  capabilities: Capabilities,
  { audioOnly = false, ocr = "off", known, corrections, overrides }: DecideOptions = {},
  findings: PlanFindings = {},
): Decided {
  const { recipe, skip } = resolved;
  const choices = skip && { audio: resolved.audio, subtitles: resolved.subtitles };
  const planned = plan(probe, recipe, capabilities, {
    ...findings,
    audioOnly,
    ocr,
    choices,
    overrides,
    originalLanguage: known?.originalLanguage,
  });
  const name = outputName(basename(probe.path), probe, planned, recipe);
  const animation = known?.animated ?? (known?.anime || recipe.mediaType === "anime");
  const estimate = estimateSize(probe, planned, { animation, corrections });
  if (!skip) planned.warnings.unshift(...resolved.warnings);
  else {
    const reasons = [...resolved.reasons, ...languageReason(probe, planned, recipe, known?.originalLanguage)];
    // A file with overrides by the user is always encoded, regardless of the savings.
    const minimum = overrides ? 0 : skip.minSavingPercent;
    const left = withoutVideo(probe, recipe) ?? littleGain(probe, planned, estimate, minimum);
    if (left) reasons.push(`It ${left}`);
    const renames = skip.onNothing === "rename-only" && planned.nothingToDo && name !== basename(probe.path);
    planned.nothingToDo = (planned.nothingToDo && !renames) || left !== undefined;
    planned.smart = { reasons, profile: recipe };
    // The warnings of the plan do not apply if the file is not encoded.
    planned.warnings = planned.nothingToDo ? resolved.warnings : [...resolved.warnings, ...planned.warnings];
    if (planned.nothingToDo) {
      planned.summary = [`Nothing to do: ${left ? `it ${left}` : "every stream can stay unchanged."}`];
    } else if (renames) planned.summary = [`Only renamed: ${name}.`];
  }
  return { recipe, plan: planned, outputName: name, estimate };
}

/** Returns the audio languages of the result and the reason, based on the decision for each stream. */
function languageReason(probe: Probe, { audio }: Plan, { audio: { languages } }: Recipe, manager?: string): string[] {
  const streams = probe.streams.filter((stream) => stream.kind === "audio");
  const kept = streams.filter((stream) => audio.some(({ index }) => index === stream.index));
  if (languages.length === 0 || !kept.some(({ language }) => language !== undefined)) return [];
  const original = originalLanguage(streams, manager);
  const first = kept.find((stream) => original?.matches(stream));
  const of = {
    flag: "according to the stream's flag",
    manager: "according to the library manager",
    default: "according to the default stream",
  };
  const why = original && first
    ? `: ${languageName(first.language)} is the original language ${of[original.source]}`
    : "";
  return [`Audio in ${languageList(kept.map((stream) => stream.language))} is kept${why}.`];
}

/** Returns the reason why a file without video is left unchanged: a video profile does not convert music to video. */
const withoutVideo = (probe: Probe, { container }: Recipe): string | undefined =>
  mainVideo(probe) || isMusicContainer(container) ? undefined : "has no video.";

/**
 * Returns the reason why the savings do not justify an encode. Undefined if they justify it, or if the video has to be
 * changed anyway.
 */
function littleGain(probe: Probe, plan: Plan, estimate: SizeEstimate, minimum: number): string | undefined {
  if (plan.nothingToDo || minimum === 0 || probe.sizeBytes === 0 || (plan.video?.fieldHandling ?? "none") !== "none") {
    return undefined;
  }
  const percent = 100 * (1 - estimate.bytes / probe.sizeBytes);
  if (percent >= minimum) return undefined;
  return `would save ${Math.max(0, Math.floor(percent))} %, less than the minimum of ${minimum} %.`;
}
