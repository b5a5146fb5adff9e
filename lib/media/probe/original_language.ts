import { languageGroup, normaliseLanguage } from "../languages/languages.ts";
import type { AudioStream } from "./model.ts";

/** The original language of a movie, and where it was found. */
export interface OriginalLanguage {
  /** ISO 639-2/T. Absent if the stream from which it is determined is untagged. */
  language?: string;
  source: "flag" | "manager" | "default";
  /** True if a stream is in that language. */
  matches(stream: AudioStream): boolean;
}

/**
 * Determines the original language from a stream flagged as original, from the library manager by code or English name,
 * or from the first default stream, in this order. Commentary is ignored. Undefined if none of these is available.
 */
export function originalLanguage(streams: AudioStream[], manager?: string): OriginalLanguage | undefined {
  const speech = streams.filter((stream) => !stream.commentary);
  const flagged = speech.find((stream) => stream.original);
  if (flagged) return of(flagged.language, "flag", (stream) => stream.original && !stream.commentary);
  const fromManager = normaliseLanguage(manager);
  if (fromManager) return of(fromManager, "manager", () => false);
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
