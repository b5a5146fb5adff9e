import { languageGroup, languageName } from "../../media/languages/languages.ts";
import type { Stream } from "../../media/probe/model.ts";
import type { StreamAction, StreamDecision } from "./model.ts";

/** Stream selection by a list of languages, for audio and subtitles. */

/**
 * Splits streams by language. Streams accepted by `always` are kept regardless of the list. Untagged streams are kept
 * if no tagged stream is in the list. An empty list keeps all.
 */
export function byLanguage<S extends { language?: string }>(
  streams: S[],
  languages: string[],
  always: (stream: S) => boolean = () => false,
): { kept: S[]; dropped: S[] } {
  const wanted = new Set(languages.map((code) => languageGroup(code) ?? code));
  if (wanted.size === 0) return { kept: streams, dropped: [] };
  const matches = (stream: S) => {
    const group = languageGroup(stream.language);
    return group !== undefined && wanted.has(group);
  };
  const anyMatch = streams.some(matches);
  const keep = (stream: S) => matches(stream) || always(stream) || stream.language === undefined && !anyMatch;
  return { kept: streams.filter(keep), dropped: streams.filter((stream) => !keep(stream)) };
}

/** Returns a text such as `English, Japanese`, with each language once. */
export const languageList = (codes: (string | undefined)[], word = ","): string =>
  [...new Set(codes.map(languageName))].join(word === "," ? ", " : ` ${word} `);

/** Returns the reason why a list of languages drops a stream: `not one of English, Japanese`. */
export function notOneOf(stream: { language?: string }, languages: string[]): string {
  if (stream.language !== undefined) return `not one of ${languageList(languages)}`;
  return `its language is unknown, and there are streams in ${languageList(languages, "or")}`;
}

/** Returns the decision for one source stream in the form used by the API. */
export function decision(stream: Stream, action: StreamAction, why: string): StreamDecision {
  const frameSize = stream.kind === "video" ? { width: stream.width, height: stream.height } : {};
  const channelCount = stream.kind === "audio" ? { channels: stream.channels } : {};
  return {
    index: stream.index,
    type: stream.kind,
    codec: stream.codec,
    language: stream.language,
    title: stream.kind === "attachment" ? stream.fileName : stream.title,
    ...frameSize,
    ...channelCount,
    action,
    why,
  };
}
