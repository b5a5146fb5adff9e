import { deepEqual, equal } from "node:assert/strict";
import type { AudioStream } from "./model.ts";
import { originalLanguage } from "./original_language.ts";

/** Returns an audio track, with fields relevant to a test. */
const track = (index: number, more: Partial<AudioStream> = {}): AudioStream => ({
  kind: "audio",
  index,
  codec: "ac3",
  channels: 6,
  sampleRate: 48_000,
  lossless: false,
  atmos: false,
  dtsX: false,
  default: false,
  forced: false,
  commentary: false,
  visualImpaired: false,
  original: false,
  ...more,
});

/** Returns the numbers of the tracks in the original language, and the source of that information. */
const chosen = (streams: AudioStream[], manager?: string) => {
  const found = originalLanguage(streams, manager);
  return found && [found.source, found.language, streams.filter(found.matches).map(({ index }) => index)];
};

for (
  const [name, streams, manager, wanted] of [
    ["nothing is known of no tracks", [], undefined, undefined],
    ["nothing is known of tracks without a default", [track(1, { language: "eng" })], undefined, undefined],
    [
      "the first default track decides where nothing else does",
      [track(1, { language: "deu" }), track(2, { language: "eng", default: true }), track(3, { default: true })],
      undefined,
      ["default", "eng", [2]],
    ],
    [
      "a manager counts before the default track",
      [track(1, { language: "deu", default: true }), track(2, { language: "jpn" })],
      "Japanese",
      ["manager", "jpn", [2]],
    ],
    [
      "a manager that names no language is not asked",
      [track(1, { language: "deu", default: true })],
      "Unknown",
      ["default", "deu", [1]],
    ],
    [
      "a flag counts before the manager",
      [track(1, { language: "eng", default: true }), track(2, { language: "fra", original: true })],
      "English",
      ["flag", "fra", [2]],
    ],
    [
      "every track in the flagged language is the original, also one without the flag",
      [track(1, { language: "eng", original: true }), track(2, { language: "eng" }), track(3, { language: "deu" })],
      undefined,
      ["flag", "eng", [1, 2]],
    ],
    [
      "a flagged track without a language is the original alone",
      [track(1, { original: true }), track(2), track(3, { language: "und" })],
      undefined,
      ["flag", undefined, [1]],
    ],
    [
      "a default track without a language is the original alone",
      [track(1), track(2, { default: true })],
      undefined,
      ["default", undefined, [2]],
    ],
    [
      "commentary never decides, by flag or as the default",
      [track(1, { language: "eng", commentary: true, original: true, default: true }), track(2, { language: "deu" })],
      undefined,
      undefined,
    ],
    [
      "a Cantonese track is that of a Chinese film",
      [track(1, { language: "yue" }), track(2, { language: "cmn" }), track(3, { language: "jpn" })],
      "zh",
      ["manager", "zho", [1, 2]],
    ],
    [
      "a track tagged in another form of the language is found",
      [track(1, { language: "ger" }), track(2, { language: "de-AT" })],
      "deu",
      ["manager", "deu", [1, 2]],
    ],
    [
      "a language that no track has leaves none",
      [track(1, { language: "eng" }), track(2)],
      "Korean",
      ["manager", "kor", []],
    ],
  ] as const
) Deno.test(`originalLanguage(): ${name}`, () => deepEqual(chosen([...streams], manager), wanted));

Deno.test("originalLanguage() leaves the tracks as they are", () => {
  const streams = [track(1, { language: "eng", original: true }), track(2)];
  const before = structuredClone(streams);
  equal(originalLanguage(streams, "German")?.language, "eng");
  deepEqual(streams, before);
});
