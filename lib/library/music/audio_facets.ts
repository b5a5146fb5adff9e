import { facetText, formatFacet } from "../../../db/library/title_facets.ts";
import type { AudioSummary, MusicFile } from "../music_model.ts";

/** Search facets and list summary for the files of an artist or album. Pure. */

/** Returns the facets of all files, each with a space before and after it, or an empty string if there are no files. */
export const audioFacets = (files: readonly MusicFile[]): string => facetText(files.flatMap(wordsOf));

/** Returns the names of formats and qualities, most frequent first. */
export const audioSummary = (files: readonly MusicFile[]): AudioSummary => ({
  formats: byFrequency(files.flatMap((file) => FORMAT_NAMES[formatOf(file) ?? ""] ?? file.codec ?? [])),
  qualities: byFrequency(files.map(({ quality }) => quality)),
});

const formatOf = ({ codec, quality }: MusicFile) => formatFacet(codec) ?? formatFacet(quality);

const FORMAT_NAMES: Record<string, string> = {
  flac: "FLAC",
  alac: "ALAC",
  wav: "WAV",
  ape: "APE",
  wavpack: "WavPack",
  dsd: "DSD",
  mp3: "MP3",
  aac: "AAC",
  opus: "Opus",
  vorbis: "Vorbis",
  wma: "WMA",
};

function wordsOf(file: MusicFile): string[] {
  const { lossless, bitDepth = 16, sampleRate = 44_100 } = file;
  const format = formatOf(file);
  const isHiRes = lossless && (bitDepth > 16 || sampleRate > 48_000);
  return [...(format ? [format] : []), lossless ? "lossless" : "lossy", ...(isHiRes ? ["hires"] : [])];
}

function byFrequency(names: readonly string[]): string[] {
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length] as const);
  return counts.sort(([a, x], [b, y]) => y - x || a.localeCompare(b, "en")).map(([name]) => name);
}
