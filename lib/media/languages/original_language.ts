import { languageGroup, normaliseLanguage } from "./languages.ts";
import type { AudioStream } from "../probe/model.ts";

/** The language a film was made in, and where that is known from. */
export interface OriginalLanguage {
  /** ISO 639-2/T; absent when the stream that shows it is untagged. */
  language?: string;
  source: "flag" | "manager" | "default";
  /** Whether a stream is in that language. */
  matches(stream: AudioStream): boolean;
}

/**
 * A stream that is flagged as the original decides; else the library manager's word, by code or English name; else the
 * first default stream. Commentary never decides. Undefined when nothing of this is known.
 */
export function originalLanguage(streams: AudioStream[], manager?: string): OriginalLanguage | undefined {
  const speech = streams.filter((stream) => !stream.commentary);
  const flagged = speech.find((stream) => stream.original);
  if (flagged) return of(flagged.language, "flag", (stream) => stream.original && !stream.commentary);
  const told = normaliseLanguage(manager);
  if (told) return of(told, "manager", () => false);
  const first = speech.find((stream) => stream.default);
  return first && of(first.language, "default", (stream) => stream.index === first.index);
}

function of(
  language: string | undefined,
  source: OriginalLanguage["source"],
  marked: (stream: AudioStream) => boolean,
): OriginalLanguage {
  const group = languageGroup(language);
  return {
    language,
    source,
    matches: (stream) => marked(stream) || group !== undefined && languageGroup(stream.language) === group,
  };
}
