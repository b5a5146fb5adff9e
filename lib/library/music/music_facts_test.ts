import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { bitDepthOf, bitrateOf, isLossless, sampleRateOf } from "./music_facts.ts";

Deno.test("Lidarr's audio descriptions become numbers", () => {
  same(["1011 kbps", "320kbps", "1.4 Mbps", "0 kbps", "", null, "VBR"].map(bitrateOf), [
    1011,
    320,
    1400,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  same(["16bit", "24bit", "0bit", "24-bit", "", undefined].map(bitDepthOf), [
    16,
    24,
    undefined,
    24,
    undefined,
    undefined,
  ]);
  same(
    ["44.1kHz", "96kHz", "44,1kHz", "88.2kHz", "22.1kHz", "11kHz", "2822.4kHz", "48000Hz", "0kHz", ""].map(
      sampleRateOf,
    ),
    [
      44_100,
      96_000,
      44_100,
      88_200,
      22_050,
      11_025,
      2_822_400,
      48_000,
      undefined,
      undefined,
    ],
  );
});

Deno.test("a lossless file is recognised by the quality, or by the codec if the quality is unknown", () => {
  for (const quality of ["FLAC", "FLAC 24bit", "ALAC", "ALAC 24bit", "WAV", "APE", "WavPack"]) {
    is(isLossless(quality, null), true);
  }
  for (const quality of ["MP3-320", "MP3-VBR-V0", "AAC-256", "OGG Vorbis Q8", "WMA"]) {
    is(isLossless(quality, "FLAC"), false);
  }
  is(isLossless("Unknown", "FLAC"), true);
  is(isLossless("Unknown", "MPEG Version 1 Audio, Layer 3"), false);
  is(isLossless("Unknown", undefined), false);
});

Deno.test("invalid text yields no numbers", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d.,]{0,9} ?[kM]?(bps|bit|Hz)$/)), (text) => {
    for (const value of [bitrateOf(text), bitDepthOf(text), sampleRateOf(text)]) {
      is(value === undefined || (Number.isSafeInteger(value) && value > 0), true, `${text}: ${value}`);
    }
  }));
});
