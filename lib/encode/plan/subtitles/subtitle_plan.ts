import { languageGroup, languageName, sameLanguage } from "../../../media/languages/languages.ts";
import type { Probe, SubtitleStream } from "../../../media/probe/model.ts";
import { containerFacts } from "../../profiles/containers.ts";
import type { Container, Recipe } from "../../profiles/schema.ts";
import type { SubtitleChoice } from "../../profiles/smart/decide.ts";
import type { OcrState, StreamDecision, SubtitlePlan, VideoPlan } from "../model.ts";
import { byLanguage, decision, notOneOf } from "../stream_choice.ts";
import { codecName } from "../words.ts";

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
  /** Decisions of rules for single streams. */
  choices?: ReadonlyMap<number, SubtitleChoice>;
  /** Audio languages of the result. Forced subtitles in them are never dropped because of their language. */
  spoken?: string[];
  /** Also keeps full subtitles in the audio languages of the result. */
  keepSpoken?: boolean;
}

/** Selects the subtitle streams. */
export function planSubtitles(probe: Probe, recipe: Recipe, options: SubtitleOptions): SubtitlePart {
  const { canBurn, choices = new Map<number, SubtitleChoice>() } = options;
  const streams = probe.streams.filter((stream) => stream.kind === "subtitle");
  const part: SubtitlePart = { subtitles: [], decisions: [], warnings: [] };
  const { mode } = recipe.subtitles;
  if (mode === "burn" && canBurn) return burned(streams, recipe, part);
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
    else place(stream, withChoice(recipe, choice), part, options);
  }
  warnOfLostForced(streams, recipe, part, options);
  const { text } = containerFacts(recipe.container);
  if (text === "mov_text") part.subtitles = harmlessFirst(part.subtitles);
  return part;
}

/**
 * Moves full subtitles for the hard of hearing and commentary to the end. MP4 and MOV always have one enabled subtitle
 * stream, and without a default flag ffmpeg enables the first.
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

/** Without these lines viewers miss parts of the movie, whatever the reason for dropping them. */
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
    const remedy = stream.form === "picture" ? "burn it in, turn OCR on, or choose mkv" : "burn it in or choose mkv";
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
  { spoken = [], keepSpoken = false }: SubtitleOptions,
): SubtitleStream[] {
  const drop = (list: SubtitleStream[], why: string) => {
    for (const stream of list) part.decisions.push(decision(stream, "drop", why));
  };
  if (subtitles.mode === "none" || containerFacts(container).text === "none") {
    drop(
      streams,
      subtitles.mode === "none" ? "the profile keeps no subtitles" : `${container} does not support subtitles`,
    );
    return [];
  }
  const wanted = subtitles.dropCommentary ? streams.filter((stream) => !stream.commentary) : streams;
  drop(streams.filter((stream) => !wanted.includes(stream)), "commentary");
  const { languages } = subtitles;
  const listed = languages.length > 0 && keepSpoken ? [...languages, ...spoken] : languages;
  const { kept, dropped } = byLanguage(wanted, listed, (stream) => translatesParts(stream, spoken));
  for (const stream of dropped) drop([stream], notOneOf(stream, listed));
  return kept;
}

/** A text rule overrides the profile's setting for bitmap subtitles; a copy rule keeps the bitmaps. */
function withChoice(recipe: Recipe, choice: SubtitleChoice | undefined): Recipe {
  const { pictureSubtitles } = recipe.subtitles;
  if (choice === undefined || choice.action === "burn") return recipe;
  const ocr = pictureSubtitles === "ocr" ? "ocr" : "ocr-keep";
  return {
    ...recipe,
    subtitles: { ...recipe.subtitles, pictureSubtitles: choice.action === "ocr" ? ocr : "copy" },
  };
}

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
      const reason = ocr === "off"
        ? "OCR is switched off in the settings"
        : "Tesseract, which OCR requires, was not found";
      part.warnings.push(`Subtitle ${stream.index} (${subtitleLabel(stream)}) stays a bitmap: ${reason}.`);
    }
  }
  const encoder = encoderFor(stream, container);
  // ffmpeg never converts bitmaps to text. Teletext bitmaps, which Matroska cannot store, would abort the whole encode.
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

/** Bitmap formats decoded by `lib/media/subtitles`. */
const READABLE = new Set(["hdmv_pgs_subtitle", "dvd_subtitle"]);

/**
 * Text formats that every ffmpeg can read. ARIB captions require a library, and TTML and Blu-ray text are unsupported.
 */
const DECODED = new Set([
  ...["subrip", "ass", "ssa", "mov_text", "webvtt", "text", "eia_608", "microdvd", "mpl2", "jacosub", "sami"],
  ...["realtext", "subviewer", "subviewer1", "pjs", "vplayer", "stl"],
]);
const DRAWN = new Set([...READABLE, "dvb_subtitle", "xsub"]);

const isDrawable = ({ form, codec }: SubtitleStream): boolean => (form === "picture" ? DRAWN : DECODED).has(codec);

/** Adds the text read from bitmaps, and the bitmaps too if they are wanted and supported. */
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

const IN_MATROSKA = new Set([
  "subrip",
  "ass",
  "ssa",
  "hdmv_pgs_subtitle",
  "dvd_subtitle",
  "dvb_subtitle",
  "hdmv_text_subtitle",
]);

function encoderFor(stream: SubtitleStream, container: Container): SubtitlePlan["encoder"] {
  const text = containerFacts(container).text;
  if (text === "mov_text" || text === "webvtt") return stream.codec === text ? "copy" : text;
  return IN_MATROSKA.has(stream.codec) ? "copy" : "srt";
}

/** Burns in one stream and drops the others. */
function burned(streams: SubtitleStream[], { subtitles }: Recipe, part: SubtitlePart): SubtitlePart {
  const { burnLanguage, burnForcedOnly } = subtitles;
  const spoken = streams.filter((stream) =>
    isDrawable(stream) && (burnLanguage === "" || sameLanguage(stream.language, burnLanguage))
  );
  const full = spoken.find((stream) => !stream.forced && !stream.commentary) ?? spoken[0];
  const chosen = burnForcedOnly ? spoken.find((stream) => stream.forced) : full;
  for (const stream of streams) {
    const fate = stream === chosen ? "burn" : "drop";
    part.decisions.push(
      decision(stream, fate, fate === "burn" ? "burned into the video" : "another one is burned in"),
    );
  }
  if (chosen) part.burn = { index: chosen.index, form: chosen.form, ordinal: streams.indexOf(chosen) };
  else if (streams.length > 0 || burnLanguage !== "") {
    const kind = burnForcedOnly ? "forced " : "";
    const language = burnLanguage === "" ? "" : ` in ${languageName(burnLanguage)}`;
    part.warnings.push(`There are no ${kind}subtitles${language} to burn in.`);
    for (const each of part.decisions) each.why = "not the one to burn in";
  }
  return part;
}

/** Returns a label such as `German VobSub forced`. */
export const subtitleLabel = (stream: SubtitleStream): string =>
  [languageName(stream.language), codecName(stream.codec), stream.forced ? "forced" : ""].filter(Boolean).join(" ");
