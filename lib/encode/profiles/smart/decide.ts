import { applyRule } from "./apply_rule.ts";
import type { AudioStream, Probe, SubtitleStream } from "../../../media/probe/model.ts";
import { mainVideo } from "../../../media/probe/probe.ts";
import type { AudioEncoder, Recipe } from "../schema.ts";
import { conditionText, matches } from "./conditions.ts";
import { audioFacts, fileFacts, type KnownFacts, ratePerMegapixel, subtitleFacts } from "./facts.ts";
import { asksForGrain } from "./grain.ts";
import { type AnyRecipe, isSmart, type SmartRecipe } from "./schema.ts";

/** Decision of a rule for one audio stream. */
export interface AudioChoice {
  action: "copy" | "encode" | "drop";
  encoder?: AudioEncoder;
  bitrate?: number;
  channels?: Recipe["audio"]["channels"];
  why: string;
}

/** Decision of a rule for one subtitle stream. */
export interface SubtitleChoice {
  action: "copy" | "ocr" | "burn" | "drop";
  why: string;
}

/** Plain recipe for one file, with the decisions of rules for individual streams. */
export interface ResolvedRecipe {
  recipe: Recipe;
  /** Decisions by stream index. Streams without an entry follow the recipe. */
  audio: Map<number, AudioChoice>;
  subtitles: Map<number, SubtitleChoice>;
  /** Rules that matched, and the reason why the video is copied or encoded. */
  reasons: string[];
  warnings: string[];
  /** Minimum savings for an encode, and the action if the file is not encoded. Only set for smart profiles. */
  skip?: { minSavingPercent: number; onNothing: "skip" | "rename-only" };
}

/** Applies a smart profile to one file. A plain profile is returned unchanged. Pure. */
export function resolveRecipe(probe: Probe, chosen: AnyRecipe, known: KnownFacts = {}): ResolvedRecipe {
  if (!isSmart(chosen)) {
    return { recipe: chosen, audio: new Map(), subtitles: new Map(), reasons: [], warnings: [] };
  }
  const facts = fileFacts(probe, { mediaType: chosen.mediaType === "any" ? undefined : chosen.mediaType, ...known });
  const reasons: string[] = [];
  const warnings: string[] = [];
  let recipe: Recipe = { ...chosen.base, id: chosen.id, name: chosen.name, mediaType: chosen.mediaType };
  for (const rule of chosen.smart.rules) {
    if (!matches(rule.when, facts)) continue;
    recipe = applyRule(recipe, rule);
    const because = rule.when.map(conditionText).join(", ");
    reasons.push(because === "" ? `${rule.name}.` : `${rule.name} (${because}).`);
  }
  if (facts.grain === undefined && asksForGrain(chosen) && mainVideo(probe)) {
    reasons.push("Film grain is measured when the job starts, not in this preview.");
  }
  recipe = leaveAlone(probe, recipe, chosen, reasons, warnings);
  const { audio, subtitles } = streamChoices(probe, chosen, known);
  const { minSavingPercent } = chosen.smart.skip;
  return {
    recipe,
    audio,
    subtitles,
    reasons,
    warnings,
    skip: { minSavingPercent, onNothing: chosen.smart.onNothing },
  };
}

/** Decides whether the video is copied, and returns the reason. */
function leaveAlone(
  probe: Probe,
  recipe: Recipe,
  { base, smart }: SmartRecipe,
  reasons: string[],
  warnings: string[],
): Recipe {
  const video = mainVideo(probe);
  if (!video) return recipe;
  const copied: Recipe = { ...recipe, video: { ...recipe.video, encoder: "copy" } };
  if (video.dolbyVision?.baseCompatible === 0) {
    warnings.push("Dolby Vision without an HDR10 base layer is always copied, because it cannot be converted.");
    return copied;
  }
  const encoder = recipe.video.encoder === "copy" ? base.video.encoder : recipe.video.encoder;
  const mustDeinterlace = encoder !== "copy" && recipe.video.deinterlace !== "off" && video.interlaced;
  const rate = ratePerMegapixel(probe);
  const { keepCodecs, maxVideoKbpsPerMegapixel: limit } = smart.skip;
  const frugal = keepCodecs.includes(video.codec) && (limit === 0 || rate !== undefined && rate < limit);
  if (!frugal && recipe.video.encoder !== "copy") return recipe;
  if (mustDeinterlace) {
    reasons.push("The video is interlaced, so it is not copied.");
    return { ...recipe, video: { ...recipe.video, encoder } };
  }
  if (frugal) {
    const already = rate === undefined ? "" : `, ${rate} kb/s per megapixel`;
    const below = limit === 0 ? "" : ` (below ${limit})`;
    reasons.push(`Video copied: it is already ${video.codec.toUpperCase()}${already}${below}.`);
  }
  return copied;
}

function streamChoices(probe: Probe, { smart }: SmartRecipe, known: KnownFacts) {
  const audio = new Map<number, AudioChoice>();
  const subtitles = new Map<number, SubtitleChoice>();
  const all = probe.streams.filter((stream) => stream.kind === "audio");
  for (const stream of probe.streams) {
    if (stream.kind === "audio") {
      const choice = audioChoice(stream, all, smart, known);
      if (choice) audio.set(stream.index, choice);
    }
    if (stream.kind === "subtitle") {
      const choice = subtitleChoice(stream, smart);
      if (choice) subtitles.set(stream.index, choice);
    }
  }
  return { audio, subtitles };
}

function audioChoice(
  stream: AudioStream,
  all: AudioStream[],
  { audioRules }: SmartRecipe["smart"],
  known: KnownFacts,
): AudioChoice | undefined {
  const facts = audioFacts(stream, all, known);
  const rule = audioRules.find(({ when }) => matches(when, facts));
  if (!rule) return undefined;
  const { action, encoder, bitrate, channels, when } = rule;
  return { action, encoder, bitrate, channels, why: because(when) };
}

function subtitleChoice(stream: SubtitleStream, { subtitleRules }: SmartRecipe["smart"]): SubtitleChoice | undefined {
  const facts = subtitleFacts(stream);
  const rule = subtitleRules.find(({ when }) => matches(when, facts));
  return rule && { action: rule.action, why: because(rule.when) };
}

const because = (when: Parameters<typeof conditionText>[0][]): string =>
  when.length === 0 ? "by rule" : `by rule: ${when.map(conditionText).join(", ")}`;
