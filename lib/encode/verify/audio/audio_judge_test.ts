import { deepEqual, equal, match } from "node:assert/strict";
import { createAudioJudge } from "./audio_judge.ts";
import { AUDIO_RATE } from "../video/samples.ts";

const SECONDS = 4;
const LENGTH = SECONDS * AUDIO_RATE;

/** Returns seeded noise with changing loudness that never repeats, like speech. */
function voice(seed: number, length = LENGTH * 6): Float32Array {
  let state = seed * 7919;
  const random = () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9 | 0;
    return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296 - 0.5;
  };
  let low = 0;
  return Float32Array.from({ length }, (_, i) => {
    low = 0.7 * low + 0.3 * random();
    const syllable = 0.5 + 0.5 * Math.sin(i / AUDIO_RATE * 2 * Math.PI * (2 + seed % 3) + Math.sin(i / 9000) * 3);
    return low * syllable * 0.6;
  });
}

type Change = (sample: number, i: number, whole: Float32Array) => number;

/** Compares six blocks of two channels after applying `change` to the first channel of the result. */
function judged(change: Change, right: Change = (sample) => sample) {
  const judge = createAudioJudge(["FL", "FR"]);
  const [left, other] = [voice(1), voice(2)];
  const [made, madeOther] = [left.map((sample, i) => change(sample, i, left)), other.map((s, i) => right(s, i, other))];
  for (let part = 0; part < 6; part++) {
    const cut = (all: Float32Array) => all.subarray(part * LENGTH, (part + 1) * LENGTH);
    judge.add({ atSeconds: part * SECONDS, source: [cut(left), cut(other)], result: [cut(made), cut(madeOther)] });
  }
  return judge.faults();
}

const same: Change = (sample) => sample;
const kinds = (change: Change, right?: Change) => [...new Set(judged(change, right).map(({ kind }) => kind))];

Deno.test("audio: the same samples, a little noise and a quarter of a decibel are no fault", () => {
  deepEqual(judged(same), []);
  deepEqual(judged((sample, i) => sample * 1.03 + 0.002 * Math.sin(i * i)), []);
});

Deno.test("audio: every kind of damage has its name", () => {
  const late = (seconds: number): Change => (_, i, whole) => whole[i - Math.round(seconds * AUDIO_RATE)] ?? 0;
  deepEqual(kinds(() => 0), ["silent"]);
  deepEqual(kinds((sample) => sample * 0.5), ["level"]);
  deepEqual(kinds((sample) => -sample), ["inverted"]);
  deepEqual(kinds(late(0.12), late(0.12)), ["late"]);
  deepEqual(kinds(late(-0.3), late(-0.3)).includes("late"), true);
  deepEqual(
    kinds(
      (sample, i) => i > 2.5 * LENGTH && i < 2.7 * LENGTH ? 0 : sample,
      (sample, i) => i > 2.5 * LENGTH && i < 2.7 * LENGTH ? 0 : sample,
    ),
    ["dropout"],
  );
});

Deno.test("audio: a delay of 30 ms is accepted, one of 60 ms is not", () => {
  const late = (ms: number): Change => (_, i, whole) => whole[i - ms * AUDIO_RATE / 1000] ?? 0;
  deepEqual(kinds(late(30), late(30)), []);
  const [fault] = judged(late(60), late(60));
  match(fault?.detail ?? "", /60 ms later/);
});

Deno.test("audio: swapped channels and another programme are distinguished", () => {
  const [left, right] = [voice(1), voice(2)];
  const exchanged = kinds((_, i) => right[i] ?? 0, (_, i) => left[i] ?? 0);
  equal(exchanged.includes("exchanged"), true);
  const [third, fourth] = [voice(5), voice(6)];
  equal(kinds((_, i) => third[i] ?? 0, (_, i) => fourth[i] ?? 0).includes("other"), true);
});

Deno.test("audio: noise where the source is silent is a fault, silence where it is silent is none", () => {
  const judge = createAudioJudge(["FC"]);
  const silent = new Float32Array(LENGTH);
  judge.add({ atSeconds: 0, source: [silent], result: [silent] });
  deepEqual(judge.faults(), []);
  judge.add({ atSeconds: 4, source: [silent], result: [voice(1, LENGTH)] });
  equal(judge.faults()[0]?.kind, "noise");
});

Deno.test("audio: half a second of silence, of other audio, louder or quieter, anywhere, is a fault", () => {
  const other = voice(9);
  const half = (change: Change): Change => (sample, i, whole) =>
    i > 2.6 * LENGTH && i < 2.6 * LENGTH + AUDIO_RATE / 2 ? change(sample, i, whole) : sample;
  const both = (change: Change) => kinds(half(change), half(change));
  deepEqual(both(() => 0), ["dropout"]);
  deepEqual(both((_, i) => other[i] ?? 0), ["other"]);
  deepEqual(both((sample) => sample * 3.2), ["level"]);
  deepEqual(both((sample) => sample / 4), ["level"]);
  // The fault is also found across the boundary between two blocks.
  const over: Change = (sample, i) => i > 2.94 * LENGTH && i < 2.94 * LENGTH + AUDIO_RATE / 2 ? other[i] ?? 0 : sample;
  equal(kinds(over, over).length, 1);
});

Deno.test("audio: gaps of 30 ms, 60 ms of noise and a second half that is 3 dB quieter are faults", () => {
  const every2s: Change = (sample, i) => i % (2 * AUDIO_RATE) < 0.03 * AUDIO_RATE && i > AUDIO_RATE ? 0 : sample;
  deepEqual(kinds(every2s, every2s), ["dropout"]);
  const burst: Change = (sample, i) => Math.abs(i - 2.5 * LENGTH) < 0.03 * AUDIO_RATE ? Math.sin(i * i) * 0.95 : sample;
  deepEqual(kinds(burst, burst), ["noise"]);
  const quieter: Change = (sample, i) => i > 3 * LENGTH ? sample * 0.71 : sample;
  deepEqual(kinds(quieter, quieter), ["level"]);
});

Deno.test("audio: a decoder that omits the first samples loses nothing", () => {
  const late: Change = (sample, i) => i < 0.05 * AUDIO_RATE ? 0 : sample;
  deepEqual(kinds(late, late), []);
});

Deno.test("audio: a result that is a few milliseconds early has no gap where a section starts", () => {
  const early: Change = (_, i, whole) => whole[i + Math.round(0.026 * AUDIO_RATE)] ?? 0;
  deepEqual(kinds(early, early), []);
});

Deno.test("audio: a tone after a pause that both sides place to a millisecond is the same tone", () => {
  const judge = createAudioJudge(["FL"]);
  const tone = (i: number) => 0.3 * Math.sin(2 * Math.PI * 250 * i / AUDIO_RATE);
  for (let part = 0; part < 6; part++) {
    const source = Float32Array.from({ length: LENGTH }, (_, i) => tone(i));
    const result = source.map((sample, i) => i < LENGTH / 2 ? sample : tone(i - AUDIO_RATE / 1000));
    judge.add({ atSeconds: part * SECONDS, source: [source], result: [result] });
  }
  deepEqual(judge.faults(), []);
});
