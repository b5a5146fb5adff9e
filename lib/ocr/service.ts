import { cleanText } from "./clean.ts";
import { extractCues, type ExtractRequest } from "./extract.ts";
import type { PictureCue, TextCue } from "./model.ts";
import { prepareCue } from "./prepare.ts";
import { joinedCues, toSrt } from "./srt.ts";
import { chooseLanguages, installedLanguages, readPictures } from "./tesseract.ts";

export interface OcrRequest extends ExtractRequest {
  tesseractPath: string;
  stream: { index: number; codec: string; language?: string };
  /** ISO 639-2/T codes to read with; empty = as the stream says. */
  languages: string[];
  /** 0 to 1. */
  onProgress?(part: number): void;
}

/** What became of one stream of pictures. */
export interface OcrResult {
  /** SubRip text, times on the clock of the file. */
  srt: string;
  /** Subtitles in the text, and pictures on which nothing was read. */
  cues: number;
  empty: number;
  forcedCues: number;
  /** Mean confidence of the words, 0 to 100. */
  confidence: number;
}

/** Reads a picture subtitle stream as text. Throws `JobFailure` `unreadable`, `tool_missing`, `tool_failed`. */
export async function ocrStream(request: OcrRequest): Promise<OcrResult> {
  const { tesseractPath, stream, languages, signal } = request;
  const codes = chooseLanguages(languages, stream.language, await installedLanguages(tesseractPath, signal));
  const cues = await extractCues(request);
  const texts = await textsOf(request, cues, codes);
  const kept = joinedCues(texts.map(({ cue }) => cue));
  const read = texts.filter(({ confidence }) => confidence > 0);
  return {
    srt: toSrt(kept),
    cues: kept.length,
    empty: texts.length - read.length,
    forcedCues: kept.filter((cue) => cue.forced).length,
    confidence: read.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, read.length),
  };
}

async function textsOf(
  { tesseractPath, stream, folder, env, signal, onProgress }: OcrRequest,
  cues: PictureCue[],
  languages: string[],
): Promise<{ cue: TextCue; confidence: number }[]> {
  const prepared = cues.map(prepareCue);
  const pictures = prepared.filter((picture) => picture !== undefined);
  const texts = await readPictures({ tesseractPath, pictures, languages, folder, env, signal, onProgress });
  let next = 0;
  return cues.map(({ startSeconds, endSeconds, forced }, i) => {
    const { text, confidence } = prepared[i]
      ? texts[next++] ?? { text: "", confidence: 0 }
      : { text: "", confidence: 0 };
    return { cue: { startSeconds, endSeconds, forced, text: cleanText(text, stream.language) }, confidence };
  });
}
