import { languageName, normaliseLanguage } from "../media/languages.ts";
import type { Stream } from "../media/model.ts";
import type { StreamAction, StreamDecision } from "./model.ts";

/** Which streams a list of languages keeps. Shared by audio and subtitles. */

/** Splits by language. Untagged streams stay as long as no tagged one matches (behaviour.md, section 5). Empty list = all. */
export function byLanguage<S extends { language?: string; original?: boolean }>(
  streams: S[],
  languages: string[],
  { keepOriginal }: { keepOriginal: boolean },
): { kept: S[]; dropped: S[] } {
  const wanted = new Set(languages.map((code) => normaliseLanguage(code) ?? code));
  if (wanted.size === 0) return { kept: streams, dropped: [] };
  const matches = (stream: S) => stream.language !== undefined && wanted.has(stream.language);
  const anyMatch = streams.some(matches);
  const keep = (stream: S) =>
    matches(stream) || (keepOriginal && stream.original === true) || (stream.language === undefined && !anyMatch);
  return { kept: streams.filter(keep), dropped: streams.filter((stream) => !keep(stream)) };
}

/** `not one of English, Japanese`. */
export const notOneOf = (languages: string[]): string => `not one of ${languageNames(languages).join(", ")}`;

/** Names of languages, each once: `ger` and `deu` are the same. */
export const languageNames = (codes: string[]): string[] => [...new Set(codes.map(languageName))];

/** The fate of one source stream, as the API shows it. */
export function decision(stream: Stream, action: StreamAction, why: string): StreamDecision {
  const picture = stream.kind === "video" ? { width: stream.width, height: stream.height } : {};
  const sound = stream.kind === "audio" ? { channels: stream.channels } : {};
  return {
    index: stream.index,
    type: stream.kind,
    codec: stream.codec,
    language: stream.language,
    title: stream.kind === "attachment" ? stream.fileName : stream.title,
    ...picture,
    ...sound,
    action,
    why,
  };
}
