import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { AUDIO_FORMATS, codecFacet, CODECS, facetText, formatFacet, languageFacet } from "./title_facets.ts";

const VIDEO: [name: string | undefined, facet: string | undefined][] = [
  ["x265", "hevc"],
  ["HEVC", "hevc"],
  ["h265", "hevc"],
  ["V_MPEGH/ISO/HEVC", "hevc"],
  ["AVC", "h264"],
  ["x264", "h264"],
  ["H.264", "h264"],
  ["MPEG-4 AVC", "h264"],
  ["V_MPEG4/ISO/AVC", "h264"],
  ["AV1", "av1"],
  ["libsvtav1", "av1"],
  ["VC-1", "vc1"],
  ["vc1", "vc1"],
  ["mpeg2video", "mpeg2"],
  ["MPEG-2", "mpeg2"],
  ["XviD", "mpeg4"],
  ["DivX5", "mpeg4"],
  ["mpeg4", "mpeg4"],
  ["vp9", "vp9"],
  ["VP8", undefined],
  ["theora", undefined],
  ["", undefined],
  [undefined, undefined],
];

Deno.test("a video codec has one word for all of its names", () => {
  for (const [name, facet] of VIDEO) same(codecFacet(name), facet, `${name}`);
  for (const codec of CODECS) same(codecFacet(codec), codec, `${codec} is its own name`);
});

const AUDIO: [name: string | undefined, facet: string | undefined][] = [
  ["FLAC", "flac"],
  ["FLAC 24bit", "flac"],
  ["ALAC", "alac"],
  ["Apple Lossless", "alac"],
  ["pcm_s16le", "wav"],
  ["WAV", "wav"],
  [".wave", "wav"],
  ["AIFF", "wav"],
  ["Monkey's Audio", "ape"],
  ["APE", "ape"],
  ["tape.mp3", "mp3"],
  ["WavPack", "wavpack"],
  ["wv", "wavpack"],
  ["dsf", "dsd"],
  ["DSD", "dsd"],
  ["dff", "dsd"],
  ["MP3-320", "mp3"],
  ["MPEG Audio", "mp3"],
  ["AAC-256", "aac"],
  ["m4a", "aac"],
  ["Opus", "opus"],
  ["OGG Opus", "opus"],
  ["OGG Vorbis Q10", "vorbis"],
  ["WMA", "wma"],
  ["Windows Media Audio Lossless", "wma"],
  ["Unknown", undefined],
  [undefined, undefined],
];

Deno.test("an audio format has one word, by codec, quality or file ending", () => {
  for (const [name, facet] of AUDIO) same(formatFacet(name), facet, `${name}`);
  for (const format of AUDIO_FORMATS) same(formatFacet(format), format, `${format} is its own name`);
});

Deno.test("a language name of several words is one word, in any case", () => {
  for (
    const [name, facet] of [
      ["German", "lang:german"],
      [" Brazilian  Portuguese ", "lang:brazilian-portuguese"],
      ["Español (Latino)", "lang:español-(latino)"],
      ["", "lang:"],
    ]
  ) same(languageFacet(name ?? ""), facet);
});

const word = fc.string({ unit: fc.constantFrom("a", "b", "1", ":", "-"), minLength: 1, maxLength: 3 });

Deno.test("a row contains each of its words once, and a search finds whole words only", () => {
  fc.assert(fc.property(fc.array(word), word, (words, asked) => {
    const text = facetText(words);
    same(text.includes(` ${asked} `), words.includes(asked));
    same(text.split(" ").filter((one) => one !== "").length, new Set(words).size);
    same(facetText(words.toReversed()), text, "the order does not matter: rows are compared");
  }));
  same([facetText([]), facetText(new Set<string>())], ["", ""]);
});
