import { deepEqual } from "node:assert/strict";
import { AUDIO_RATE } from "../video/samples.ts";
import { createTrackExchange } from "./track_exchange.ts";

const SECONDS = 8;
type Signal = Float32Array;

function tone(hertz: number, level: number): Signal {
  return Float32Array.from(
    { length: SECONDS * AUDIO_RATE },
    (_, i) => level * Math.sin(2 * Math.PI * hertz * i / AUDIO_RATE),
  );
}

const mix = (...signals: Signal[]): Signal =>
  Float32Array.from({ length: SECONDS * AUDIO_RATE }, (_, i) => signals.reduce((sum, one) => sum + (one[i] ?? 0), 0));

const MUSIC = mix(tone(220, 0.2), tone(330, 0.15));
const ENGLISH = mix(MUSIC, tone(700, 0.08));
const JAPANESE = mix(MUSIC, tone(910, 0.08));
/** Noise added by a codec. */
const HISS = Float32Array.from({ length: SECONDS * AUDIO_RATE }, (_, i) => 0.004 * Math.sin(i * i * 0.37));

function faultsOf(results: Record<string, Signal>, sources: Record<string, Signal>, stretches = 4) {
  const exchange = createTrackExchange(Object.keys(results));
  for (let n = 0; n < stretches; n++) {
    for (const [track, result] of Object.entries(results)) {
      exchange.add(track, { atSeconds: n * SECONDS, source: [sources[track] ?? MUSIC], result: [mix(result, HISS)] });
    }
  }
  return exchange.faults().map(({ track, holds }) => `${track} holds ${holds}`);
}

Deno.test("two dubs with common music and effects are recognised as swapped", () => {
  const sources = { English: ENGLISH, Japanese: JAPANESE };
  deepEqual(faultsOf({ English: JAPANESE, Japanese: ENGLISH }, sources), [
    "English holds Japanese",
    "Japanese holds English",
  ]);
  deepEqual(faultsOf({ English: ENGLISH, Japanese: ENGLISH }, sources), ["Japanese holds English"]);
});

Deno.test("tracks in their places, tracks with equal audio and a single track are not swapped", () => {
  deepEqual(faultsOf({ English: ENGLISH, Japanese: JAPANESE }, { English: ENGLISH, Japanese: JAPANESE }), []);
  deepEqual(faultsOf({ English: MUSIC, Japanese: MUSIC }, { English: MUSIC, Japanese: MUSIC }), []);
  deepEqual(faultsOf({ English: ENGLISH }, { English: JAPANESE }), []);
});

Deno.test("one stretch alone is no proof of an exchange", () => {
  deepEqual(faultsOf({ English: JAPANESE, Japanese: ENGLISH }, { English: ENGLISH, Japanese: JAPANESE }, 1), []);
});
