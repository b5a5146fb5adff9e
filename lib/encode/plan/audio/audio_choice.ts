import { languageName } from "../../../media/languages/languages.ts";
import type { AudioStream } from "../../../media/probe/model.ts";
import { type OriginalLanguage, originalLanguage } from "../../../media/probe/original_language.ts";
import { containerFacts } from "../../profiles/containers.ts";
import type { Recipe } from "../../profiles/schema.ts";
import type { AudioChoice } from "../../profiles/smart/decide.ts";
import type { AudioPlan, StreamDecision } from "../model.ts";
import { CHOSEN_BY_USER, type StreamChoices } from "../overrides.ts";
import { byLanguage, decision, languageList, notOneOf } from "../stream_choice.ts";
import { audioName, channelName } from "../words.ts";

/** Audio streams that are kept, and the default stream. */
export interface ChosenAudio {
  /** Kept audio streams, in source order. */
  kept: AudioStream[];
  original?: OriginalLanguage;
  decisions: StreamDecision[];
  warnings: string[];
}

/**
 * Selects audio streams by language, commentary, rules and the user's choices. At least one audible stream is always
 * kept. `manager` is the original language reported by the manager.
 */
export function chooseAudio(
  streams: AudioStream[],
  recipe: Recipe,
  { audio: choices, kept: always, dropped }: Omit<StreamChoices, "subtitles">,
  manager?: string,
): ChosenAudio {
  const isKept = ({ index }: AudioStream) => always.has(index);
  const { dropCommentary, firstMatchOnly } = recipe.audio;
  const chosen: ChosenAudio = { kept: [], decisions: [], warnings: [], original: originalLanguage(streams, manager) };
  const drop = (list: AudioStream[], why: (stream: AudioStream) => string) => {
    for (const stream of list) chosen.decisions.push(decision(stream, "drop", why(stream)));
  };
  const wanted = streams.filter(({ index }) => !dropped.has(index));
  drop(without(streams, wanted), () => CHOSEN_BY_USER);
  const readable = wanted.filter((stream) => stream.channels > 0 && stream.codec !== "unknown");
  drop(without(wanted, readable), () => "cannot be decoded");
  const speech = readable.filter((stream) => !stream.commentary);
  // If the only audio is a commentary, it is kept.
  const candidates = dropCommentary && speech.length > 0
    ? readable.filter((stream) => !stream.commentary || isKept(stream))
    : readable;
  drop(without(readable, candidates), () => "commentary");
  let kept = spoken(candidates, recipe, { ...chosen, isKept }, drop);
  if (firstMatchOnly) {
    const one = onePerLanguage(kept);
    const first = kept.filter((stream) => one.includes(stream) || isKept(stream));
    drop(without(kept, first), (stream) => `one ${languageName(stream.language)} stream is enough`);
    kept = first;
  }
  if (containerFacts(recipe.container).text === "none") {
    const only = kept.find(isKept) ?? kept.find((stream) => choices.get(stream.index)?.action !== "drop") ?? kept[0];
    drop(kept.filter((stream) => stream !== only), () => `${recipe.container} supports only one stream`);
    kept = only ? [only] : [];
  }
  chosen.kept = withoutDropped(kept, choices, chosen);
  if (containerFacts(recipe.container).text !== "none") warnOfLostDefault(wanted, chosen);
  return chosen;
}

const without = (streams: AudioStream[], kept: AudioStream[]): AudioStream[] =>
  streams.filter((stream) => !kept.includes(stream));

/**
 * Returns the streams in a wanted language. If there are none, returns the stream that is kept so that the result has
 * audio.
 */
function spoken(
  candidates: AudioStream[],
  { audio }: Recipe,
  { original, warnings, isKept }: ChosenAudio & { isKept: (stream: AudioStream) => boolean },
  drop: (list: AudioStream[], why: (stream: AudioStream) => string) => void,
): AudioStream[] {
  const { languages, keepOriginalLanguage } = audio;
  const isOriginal = (stream: AudioStream) => original?.matches(stream) ?? false;
  const { kept, dropped } = byLanguage(
    candidates,
    languages,
    (stream) => isKept(stream) || keepOriginalLanguage && isOriginal(stream),
  );
  const saved = candidates.find(isOriginal) ?? candidates.find((stream) => stream.default) ?? candidates[0];
  if (kept.length > 0 || saved === undefined) {
    drop(dropped, (stream) => reasonOf(stream, languages, keepOriginalLanguage ? original : undefined, isOriginal));
    return kept;
  }
  warnings.push(`No audio in ${languageList(languages, "or")}: ${languageName(saved.language)} is kept.`);
  drop(without(candidates, [saved]), (stream) => notOneOf(stream, languages));
  return [saved];
}

function reasonOf(
  stream: AudioStream,
  languages: string[],
  original: OriginalLanguage | undefined,
  isOriginal: (stream: AudioStream) => boolean,
): string {
  const why = notOneOf(stream, languages);
  if (stream.language === undefined || original?.language === undefined || isOriginal(stream)) return why;
  const named = languageList([original.language]);
  return languageList(languages).split(", ").includes(named) ? why : `${why}, and not the original language (${named})`;
}

/** Returns the first stream of each language. Audio description is included only if there is no other stream. */
function onePerLanguage(streams: AudioStream[]): AudioStream[] {
  const groups = Map.groupBy(streams, (stream) => stream.language);
  const first = [...groups.values()].map((group) => group.find((stream) => !stream.visualImpaired) ?? group[0]);
  return streams.filter((stream) => first.includes(stream));
}

/**
 * Returns the streams that the rules keep. They may drop streams that the language filter kept, but not the last
 * stream.
 */
function withoutDropped(
  kept: AudioStream[],
  choices: ReadonlyMap<number, AudioChoice>,
  { decisions, warnings }: ChosenAudio,
): AudioStream[] {
  const left = kept.filter((stream) => choices.get(stream.index)?.action !== "drop");
  const first = kept[0];
  if (left.length === 0 && first) {
    warnings.push("The rules would remove every audio stream, so the first one is kept.");
    left.push(first);
  }
  for (const stream of without(kept, left)) {
    decisions.push(decision(stream, "drop", choices.get(stream.index)?.why ?? "by rule"));
  }
  return left;
}

/** Adds a warning if the default audio is dropped, because viewers notice this most. */
function warnOfLostDefault(streams: AudioStream[], { kept, decisions, warnings }: ChosenAudio): void {
  const lost = streams.find((stream) => stream.default);
  if (lost === undefined || kept.includes(lost)) return;
  const why = decisions.find(({ index }) => index === lost.index)?.why ?? "by rule";
  const name = `${languageName(lost.language)} ${audioName(lost)} ${channelName(lost.channels)}`;
  warnings.push(`The source's default audio, ${name}, is removed: ${why}.`);
}

/**
 * Keeps the source's default flags. If no such stream is kept, sets the flag on the first stream in the original
 * language, or otherwise on the first stream with speech. Modifies `audio` in place.
 */
export function setDefaults(audio: AudioPlan[], isOriginal: (stream: AudioPlan) => boolean): void {
  if (audio.some((stream) => stream.default)) return;
  const plain = audio.filter((stream) => !stream.commentary && !stream.visualImpaired);
  const next = plain.find(isOriginal) ?? plain[0] ?? audio[0];
  if (next) next.default = true;
}

/**
 * Adds a warning about lost Dolby Atmos or DTS:X. Height channels and audio objects are not included in the channel
 * count, and no available encoder keeps them.
 */
export function warnOfLostObjects(stream: AudioStream, plan: AudioPlan, warnings: string[]): void {
  if (plan.encoder === "copy" || !stream.atmos && !stream.dtsX) return;
  const objects = stream.atmos ? "Dolby Atmos" : "DTS:X";
  warnings.push(
    `Audio ${stream.index}: the ${objects} objects are lost and ${
      channelName(plan.channels)
    } remains; only copying keeps them.`,
  );
}
