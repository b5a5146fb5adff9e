import { languageName } from "../languages/languages.ts";
import { cleanText } from "./clean.ts";
import { extractCues, type ExtractRequest } from "./bitmaps/extract.ts";
import { chooseLanguages, DEFAULT_LANGUAGE, installedLanguages, wordsOf } from "./languages.ts";
import type { BitmapCue, TextCue } from "./model.ts";
import { prepareCue } from "./bitmaps/prepare.ts";
import { joinedCues, toSrt } from "./srt.ts";
import { readBitmaps } from "./tesseract.ts";
import type { WordList } from "./word_list.ts";

/** A bitmap subtitle stream to convert to text, and the tools to use. */
export interface OcrRequest extends ExtractRequest {
  tesseractPath: string;
  stream: { index: number; codec: string; language?: string };
  /** ISO 639-2/T codes to use. If empty, the language of the stream. */
  languages: string[];
  /** Called with the progress, 0 to 1. */
  onProgress?(part: number): void;
}

/** Text recognised in a bitmap stream. */
export interface OcrText {
  outcome: "text";
  /** SubRip text, with times on the clock of the file. */
  srt: string;
  /** SubRip text of the subtitles marked as forced. Empty if none or all of them are forced. */
  forcedSrt: string;
  /** Number of subtitles in the text, and of bitmaps without recognised text. */
  cues: number;
  empty: number;
  forcedCues: number;
  /** Number of subtitles at the top of the screen. */
  topCues: number;
  /** Number of packets that could not be decoded completely. */
  damaged: number;
  /** Mean confidence of the words, 0 to 100. */
  confidence: number;
  /** Name of the language that was used if the stream has none. */
  assumedLanguage?: string;
}

/** Result if text cannot replace the bitmaps. `why` is part of a sentence, without a full stop. */
export interface OcrRefusal {
  outcome: "pictures";
  why: string;
}

/** Result, with its type in `outcome`: usable text, or the reason why the bitmaps must be kept. */
export type OcrResult = OcrText | OcrRefusal;

/** Converts a bitmap subtitle stream to text. Throws `JobFailure` `unreadable`, `tool_missing`, `tool_failed`. */
export async function ocrStream(request: OcrRequest): Promise<OcrResult> {
  const { tesseractPath, stream, languages, signal, mkvextractPath } = request;
  const installed = await installedLanguages(tesseractPath, signal);
  const { codes, missing } = chooseLanguages(languages, stream.language, installed.codes);
  if (missing !== undefined) return refusal(`tesseract lacks the data for ${missing}`);
  if (stream.codec === "dvd_subtitle" && !mkvextractPath) {
    return refusal("DVD subtitles need mkvextract (package mkvtoolnix) to be converted to text");
  }
  const { cues, packets, damaged } = await extractCues(request);
  const unreadable = reasonToKeepBitmaps({ packets, damaged, bitmaps: cues.length, empty: 0 });
  if (unreadable !== undefined) return refusal(unreadable);
  const texts = await textsOf(request, cues, codes, await wordsOf(codes, installed.folder));
  const read = texts.filter(({ cue }) => cue.text.trim() !== "");
  const empty = texts.length - read.length;
  const unread = reasonToKeepBitmaps({ packets, damaged, bitmaps: cues.length, empty });
  if (unread !== undefined) return refusal(unread);
  const kept = joinedCues(texts.map(({ cue }) => cue));
  const forced = kept.filter((cue) => cue.forced);
  return {
    outcome: "text",
    srt: toSrt(kept),
    forcedSrt: forced.length < kept.length ? toSrt(forced) : "",
    cues: kept.length,
    empty,
    forcedCues: forced.length,
    topCues: kept.filter((cue) => cue.top).length,
    damaged,
    confidence: read.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, read.length),
    ...(languages.length === 0 && !stream.language ? { assumedLanguage: languageName(DEFAULT_LANGUAGE) } : {}),
  };
}

const refusal = (why: string): OcrRefusal => ({ outcome: "pictures", why });

async function textsOf(
  { tesseractPath, stream, folder, signal, onProgress, languages: wanted }: OcrRequest,
  cues: BitmapCue[],
  languages: string[],
  words: WordList | undefined,
): Promise<{ cue: TextCue; confidence: number }[]> {
  const prepared = cues.map(prepareCue);
  const bitmaps = prepared.flatMap((one) => one ? [one.bitmap] : []);
  const texts = await readBitmaps({ tesseractPath, bitmaps, languages, folder, signal, onProgress });
  const language = wanted.length > 0 ? wanted[0] : stream.language ?? DEFAULT_LANGUAGE;
  let next = 0;
  return cues.map(({ startSeconds, endSeconds, forced }, i) => {
    const one = prepared[i];
    const { text, confidence } = one && texts[next++] || { text: "", confidence: 0 };
    const cue = { startSeconds, endSeconds, forced, top: one?.top ?? false, text: cleanText(text, language, words) };
    return { cue, confidence };
  });
}

/** Counts used to decide whether text may replace the bitmaps. */

interface TrackCounts {
  /** Number of packets in the stream, and of those that could not be decoded completely. */
  packets: number;
  damaged: number;
  /** Number of decoded subtitles, and of those without recognised text. */
  bitmaps: number;
  empty: number;
}

/**
 * Maximum share of damaged packets. If it is higher, the bitmaps are kept: dialogue cannot be followed if one of ten
 * lines is missing, but players can still display the rest of a damaged bitmap.
 */
const MAX_DAMAGED = 0.1;
/**
 * Maximum share of bitmaps without text. Signs, music notes and drawings contain no letters, but they are rare. If the
 * share is higher, recognition has failed.
 */
const MAX_EMPTY = 0.2;

/** Returns the reason why the bitmaps must be kept, as part of a sentence. Undefined if the text is usable. Pure. */
export function reasonToKeepBitmaps({ packets, damaged, bitmaps, empty }: TrackCounts): string | undefined {
  if (packets > 0 && damaged > packets * MAX_DAMAGED) {
    return `${damaged} of its ${packets} packets cannot be decoded`;
  }
  if (bitmaps === 0) return "it contains no images";
  if (empty > bitmaps * MAX_EMPTY) return `no text was found in ${empty} of its ${bitmaps} images`;
  return undefined;
}
