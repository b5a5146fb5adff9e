import { languageGroup, languageName, sameLanguage } from "../../../media/languages/languages.ts";
import type { Probe, SubtitleStream } from "../../../media/probe/model.ts";
import { containerFacts } from "../../profiles/containers.ts";
import type { Recipe } from "../../profiles/schema.ts";
import type { SubtitleChoice } from "../../profiles/smart/decide.ts";
import type { OcrState, StreamDecision, SubtitlePlan, VideoPlan } from "../model.ts";
import { byLanguage, decision, notOneOf } from "../stream_choice.ts";
import { codecName } from "../words.ts";
import { DECODED, encoderFor, isDrawable, READABLE } from "./subtitle_formats.ts";

/** Subtitle part of a plan. `burn` is drawn into the video. */
export interface SubtitlePart {
  subtitles: SubtitlePlan[];
  burn?: VideoPlan["burn"];
  decisions: StreamDecision[];
  warnings: string[];
}

/** Inputs for subtitle decisions besides the recipe: the rest of the plan, rules, and available tools. */
export interface SubtitleOptions {
  /** False if the video is copied. */
  canBurn: boolean;
  /** State of OCR for bitmap subtitles. `off` if omitted. */
  ocr?: OcrState;
  /** Decisions of rules or of the user for individual streams. */
  choices?: ReadonlyMap<number, SubtitleChoice>;
  /** Streams that the user keeps regardless of the profile. */
  kept?: ReadonlySet<number>;
  /** Audio languages of the result. Forced subtitles in these languages are never dropped because of their language. */
  spoken?: string[];
  /** True to also keep full subtitles in the audio languages of the result. */
  keepSpoken?: boolean;
}

/** Selects the subtitle streams. */
export function planSubtitles(probe: Probe, recipe: Recipe, options: SubtitleOptions): SubtitlePart {
  const { canBurn, choices = new Map<number, SubtitleChoice>() } = options;
  const streams = probe.streams.filter((stream) => stream.kind === "subtitle");
  const part: SubtitlePart = { subtitles: [], decisions: [], warnings: [] };
  const { mode } = recipe.subtitles;
  if (mode === "burn" && canBurn) return burned(streams, recipe, part, options);
  if (mode === "burn" && streams.length > 0) part.warnings.push("The video is copied, so nothing is burned in.");
  const kept = choose(streams, recipe, part, options);
  const burnt = canBurn
    ? kept.find((stream) => isDrawable(stream) && choices.get(stream.index)?.action === "burn")
    : undefined;
  if (burnt) {
    part.burn = { index: burnt.index, form: burnt.form, ordinal: streams.indexOf(burnt) };
    part.decisions.push(decision(burnt, "burn", choices.get(burnt.index)?.why ?? "by rule"));
  }
  for (const stream of kept) {
    const choice = choices.get(stream.index);
    if (stream === burnt) continue;
    if (choice?.action === "drop") part.decisions.push(decision(stream, "drop", choice.why));
    else place(stream, withChoice(recipe, stream, options), part, options);
  }
  warnOfLostForced(streams, recipe, part, options);
  const { text } = containerFacts(recipe.container);
  if (text === "mov_text") part.subtitles = harmlessFirst(part.subtitles);
  return part;
}

/**
 * Moves full subtitles for the hard of hearing and for commentary to the end. In MP4 and MOV, one subtitle stream is
 * always enabled. Without a default flag, ffmpeg enables the first stream.
 */
export const harmlessFirst = (subtitles: SubtitlePlan[]): SubtitlePlan[] =>
  subtitles.some((stream) => stream.default) ? subtitles : subtitles.toSorted((a, b) => intrusion(a) - intrusion(b));

const intrusion = ({ forced, commentary, hearingImpaired }: SubtitlePlan): number =>
  commentary ? 3 : hearingImpaired ? 2 : forced ? 0 : 1;

/**
 * True if the stream translates foreign dialogue: forced, and either untagged or in an audio language of the result.
 */
const translatesParts = ({ forced, language }: SubtitleStream, spoken: string[]): boolean =>
  forced && (language === undefined || spoken.some((one) => languageGroup(one) === languageGroup(language)));

/** Adds warnings about dropped forced subtitles. Without them, viewers cannot understand parts of the movie. */
function warnOfLostForced(
  streams: SubtitleStream[],
  { container }: Recipe,
  { decisions, warnings }: SubtitlePart,
  { spoken = [] }: SubtitleOptions,
): void {
  if (containerFacts(container).text === "none") return;
  for (const { index, action, why } of decisions) {
    const stream = streams.find((one) => one.index === index);
    if (action !== "drop" || !stream || !translatesParts(stream, spoken)) continue;
    const remedy = stream.form === "picture" ? "burn it in, enable OCR, or choose mkv" : "burn it in or choose mkv";
    const sentence =
      `Forced subtitle ${index} (${subtitleLabel(stream)}) is removed: ${why}. Foreign dialogue may stay ` +
      `untranslated; ${remedy} to keep it.`;
    const known = warnings.findIndex((warning) => warning.startsWith(`Subtitle ${index} `));
    warnings.splice(known < 0 ? warnings.length : known, known < 0 ? 0 : 1, sentence);
  }
}

function choose(
  streams: SubtitleStream[],
  { subtitles, container }: Recipe,
  part: SubtitlePart,
  { spoken = [], keepSpoken = false, kept: always = NONE }: SubtitleOptions,
): SubtitleStream[] {
  const isKept = ({ index }: SubtitleStream) => always.has(index);
  const drop = (list: SubtitleStream[], why: string) => {
    for (const stream of list) part.decisions.push(decision(stream, "drop", why));
  };
  const none = subtitles.mode === "none";
  if (none) drop(streams.filter((stream) => !isKept(stream)), "the profile keeps no subtitles");
  if (containerFacts(container).text === "none") {
    drop(none ? streams.filter(isKept) : streams, `${container} does not support subtitles`);
    return [];
  }
  if (none) return streams.filter(isKept);
  const wanted = streams.filter((stream) => !subtitles.dropCommentary || !stream.commentary || isKept(stream));
  drop(streams.filter((stream) => !wanted.includes(stream)), "commentary");
  const { languages } = subtitles;
  const listed = languages.length > 0 && keepSpoken ? [...languages, ...spoken] : languages;
  const { kept, dropped } = byLanguage(
    wanted,
    listed,
    (stream) => isKept(stream) || translatesParts(stream, spoken),
  );
  for (const stream of dropped) drop([stream], notOneOf(stream, listed));
  return kept;
}

/**
 * Returns the recipe with the choice for one stream. A text rule overrides the profile's setting for bitmap subtitles,
 * and a copy rule keeps the bitmaps. The user can keep bitmaps that the profile would drop.
 */
function withChoice(
  recipe: Recipe,
  stream: SubtitleStream,
  { choices, kept = NONE }: Pick<SubtitleOptions, "choices" | "kept">,
): Recipe {
  const { mode, pictureSubtitles } = recipe.subtitles;
  const action = choices?.get(stream.index)?.action;
  const changed = { ...recipe.subtitles };
  if (action === "ocr") changed.pictureSubtitles = pictureSubtitles === "ocr" ? "ocr" : "ocr-keep";
  if (action === "copy") changed.pictureSubtitles = "copy";
  if (kept.has(stream.index)) {
    if (changed.pictureSubtitles === "drop") changed.pictureSubtitles = "copy";
    if (mode !== "copy") changed.mode = "copy";
  }
  return { ...recipe, subtitles: changed };
}

const NONE: ReadonlySet<number> = new Set();

function place(stream: SubtitleStream, recipe: Recipe, part: SubtitlePart, { ocr = "off" }: SubtitleOptions): void {
  const { subtitles, container } = recipe;
  const drop = (why: string, warn = false) => {
    part.decisions.push(decision(stream, "drop", why));
    if (warn) part.warnings.push(`Subtitle ${stream.index} (${subtitleLabel(stream)}) is removed: ${why}.`);
  };
  const facts = containerFacts(container);
  if (stream.form === "picture") {
    if (subtitles.pictureSubtitles === "drop") return drop("the profile removes bitmap subtitles");
    const read = subtitles.pictureSubtitles !== "copy" && READABLE.has(stream.codec);
    if (read && ocr === "ready") return placeText(stream, recipe, part);
    if (subtitles.mode === "copy-text") return drop("bitmap, but the profile keeps text only");
    if (!facts.pictureSubtitles || stream.codec === "xsub") {
      return drop(`${container} does not support bitmap subtitles`, true);
    }
    if (read) {
      const reason = ocr === "off" ? "OCR is disabled in the settings" : "Tesseract, which OCR requires, was not found";
      part.warnings.push(`Subtitle ${stream.index} (${subtitleLabel(stream)}) stays a bitmap: ${reason}.`);
    }
  }
  const encoder = encoderFor(stream, container);
  // ffmpeg never converts bitmaps to text. Teletext bitmaps, which Matroska cannot store, would abort the encode.
  if (encoder !== "copy" && !DECODED.has(stream.codec)) return drop("cannot be decoded", true);
  if (container === "mov" && stream.forced) {
    part.warnings.push(
      `Subtitle ${stream.index} (${subtitleLabel(stream)}) loses its forced flag: mov files do not support it.`,
    );
  }
  const codec = encoder === "copy" ? stream.codec : encoder === "srt" ? "subrip" : encoder;
  part.subtitles.push({ ...labelsOf(stream), encoder, codec });
  const why = encoder === "copy" ? "kept unchanged" : `becomes ${codecName(encoder === "srt" ? "subrip" : encoder)}`;
  part.decisions.push(decision(stream, encoder === "copy" ? "copy" : "encode", why));
}

/** Adds the text read from bitmaps. Also adds the bitmaps if they are wanted and supported. */
function placeText(stream: SubtitleStream, { subtitles, container }: Recipe, part: SubtitlePart): void {
  const { text, pictureSubtitles } = containerFacts(container);
  const encoder = text === "mov_text" || text === "webvtt" ? text : "srt";
  const codec = encoder === "srt" ? "subrip" : encoder;
  const both = subtitles.pictureSubtitles === "ocr-keep" && subtitles.mode !== "copy-text" && pictureSubtitles;
  part.subtitles.push({ ...labelsOf(stream), ocr: true, encoder, codec });
  if (both) part.subtitles.push({ ...labelsOf(stream), default: false, encoder: "copy", codec: stream.codec });
  part.decisions.push(
    decision(stream, "ocr", both ? "converted to text; the bitmaps are kept too" : "converted to text"),
  );
}

const labelsOf = (stream: SubtitleStream) => ({
  index: stream.index,
  language: stream.language,
  title: stream.title,
  default: stream.default,
  forced: stream.forced,
  hearingImpaired: stream.hearingImpaired,
  commentary: stream.commentary,
});

/** Burns in one stream and drops all others, except those that the user keeps. */
function burned(
  streams: SubtitleStream[],
  recipe: Recipe,
  part: SubtitlePart,
  options: SubtitleOptions,
): SubtitlePart {
  const { burnLanguage, burnForcedOnly } = recipe.subtitles;
  const { choices, kept = NONE } = options;
  const actionOf = ({ index }: SubtitleStream) => choices?.get(index)?.action;
  const spoken = streams.filter((stream) =>
    isDrawable(stream) && actionOf(stream) !== "drop" && !kept.has(stream.index) &&
    (burnLanguage === "" || sameLanguage(stream.language, burnLanguage))
  );
  const full = spoken.find((stream) => !stream.forced && !stream.commentary) ?? spoken[0];
  const byProfile = burnForcedOnly ? spoken.find((stream) => stream.forced) : full;
  const chosen = streams.find((stream) => actionOf(stream) === "burn" && isDrawable(stream)) ?? byProfile;
  const why = chosen ? "another one is burned in" : "not the one to burn in";
  for (const stream of streams) {
    if (stream === chosen) part.decisions.push(decision(stream, "burn", "burned into the video"));
    else if (kept.has(stream.index)) place(stream, withChoice(recipe, stream, options), part, options);
    else part.decisions.push(decision(stream, "drop", choices?.get(stream.index)?.why ?? why));
  }
  if (chosen) part.burn = { index: chosen.index, form: chosen.form, ordinal: streams.indexOf(chosen) };
  else if (streams.length > 0 || burnLanguage !== "") {
    const kind = burnForcedOnly ? "forced " : "";
    const language = burnLanguage === "" ? "" : ` in ${languageName(burnLanguage)}`;
    part.warnings.push(`There are no ${kind}subtitles${language} to burn in.`);
  }
  return part;
}

/** Returns a label such as `German VobSub forced`. */
export const subtitleLabel = (stream: SubtitleStream): string =>
  [languageName(stream.language), codecName(stream.codec), stream.forced ? "forced" : ""].filter(Boolean).join(" ");
