import { languageName, sameLanguage } from "../media/languages.ts";
import type { Probe, SubtitleStream } from "../media/model.ts";
import { containerFacts } from "../profiles/containers.ts";
import type { Container, Recipe } from "../profiles/schema.ts";
import type { StreamDecision, SubtitlePlan, VideoPlan } from "./model.ts";
import { byLanguage, decision, notOneOf } from "./stream_choice.ts";
import { codecName } from "./words.ts";

/** What happens to the subtitles; `burn` is drawn into the picture. */
export interface SubtitlePart {
  subtitles: SubtitlePlan[];
  burn?: VideoPlan["burn"];
  decisions: StreamDecision[];
  warnings: string[];
}

/** Chooses subtitle streams. `canBurn` is false when the picture is copied. */
export function planSubtitles(probe: Probe, recipe: Recipe, { canBurn }: { canBurn: boolean }): SubtitlePart {
  const streams = probe.streams.filter((stream) => stream.kind === "subtitle");
  const part: SubtitlePart = { subtitles: [], decisions: [], warnings: [] };
  const { mode } = recipe.subtitles;
  if (mode === "burn" && canBurn) return burned(streams, recipe, part);
  if (mode === "burn" && streams.length > 0) part.warnings.push("The picture is copied, so nothing is burned into it.");
  const kept = choose(streams, recipe, part);
  for (const stream of kept) place(stream, recipe, part);
  return part;
}

function choose(streams: SubtitleStream[], { subtitles, container }: Recipe, part: SubtitlePart): SubtitleStream[] {
  const drop = (list: SubtitleStream[], why: string) => {
    for (const stream of list) part.decisions.push(decision(stream, "drop", why));
  };
  if (subtitles.mode === "none" || containerFacts(container).text === "none") {
    drop(streams, subtitles.mode === "none" ? "the profile keeps no subtitles" : `${container} holds no subtitles`);
    return [];
  }
  const wanted = subtitles.dropCommentary ? streams.filter((stream) => !stream.commentary) : streams;
  drop(streams.filter((stream) => !wanted.includes(stream)), "commentary");
  const { kept, dropped } = byLanguage(wanted, subtitles.languages, { keepOriginal: false });
  drop(dropped, notOneOf(subtitles.languages));
  return kept;
}

function place(stream: SubtitleStream, { subtitles, container }: Recipe, part: SubtitlePart): void {
  const drop = (why: string, warn = false) => {
    part.decisions.push(decision(stream, "drop", why));
    if (warn) part.warnings.push(`Subtitle ${stream.index} (${label(stream)}) is left out: ${why}.`);
  };
  const facts = containerFacts(container);
  if (stream.form === "picture") {
    if (subtitles.mode === "copy-text") return drop("pictures, and the profile keeps text only");
    if (subtitles.pictureSubtitles === "drop") return drop("the profile drops picture subtitles");
    if (!facts.pictureSubtitles || stream.codec === "xsub") return drop(`${container} cannot hold pictures`, true);
    if (subtitles.pictureSubtitles !== "copy") {
      part.warnings.push(`Subtitle ${stream.index} (${label(stream)}) stays a picture: OCR is not available.`);
    }
  } else if (stream.codec === "unknown") return drop("cannot be decoded", true);
  const encoder = encoderFor(stream, container);
  part.subtitles.push({
    index: stream.index,
    encoder,
    codec: encoder === "copy" ? stream.codec : encoder === "srt" ? "subrip" : encoder,
    language: stream.language,
    title: stream.title,
    default: stream.default,
    forced: stream.forced,
    hearingImpaired: stream.hearingImpaired,
    commentary: stream.commentary,
  });
  const why = encoder === "copy" ? "kept as it is" : `becomes ${codecName(encoder === "srt" ? "subrip" : encoder)}`;
  part.decisions.push(decision(stream, encoder === "copy" ? "copy" : "encode", why));
}

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

/** One stream goes into the picture, the others go. */
function burned(streams: SubtitleStream[], { subtitles }: Recipe, part: SubtitlePart): SubtitlePart {
  const { burnLanguage, burnForcedOnly } = subtitles;
  const spoken = streams.filter((stream) => burnLanguage === "" || sameLanguage(stream.language, burnLanguage));
  const full = spoken.find((stream) => !stream.forced && !stream.commentary) ?? spoken[0];
  const chosen = burnForcedOnly ? spoken.find((stream) => stream.forced) : full;
  for (const stream of streams) {
    const fate = stream === chosen ? "burn" : "drop";
    part.decisions.push(
      decision(stream, fate, fate === "burn" ? "drawn into the picture" : "another one is burned in"),
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

const label = (stream: SubtitleStream): string =>
  [languageName(stream.language), codecName(stream.codec), stream.forced ? "forced" : ""].filter(Boolean).join(" ");
