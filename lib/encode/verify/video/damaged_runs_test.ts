import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { continuesShot, damagedRuns, type FrameError, frameError } from "./damaged_runs.ts";
import { measureFrame } from "./frame_features.ts";

const RATE = 25;

/** Returns a calm shot whose frames differ from the source by these mean squares. */
const shotOf = (squares: readonly number[], change: (frame: FrameError, i: number) => FrameError = (p) => p) =>
  squares.map((square, i) =>
    change({
      atSeconds: i / RATE,
      luma: { square, peak: Math.min(255, 2 * square) },
      chroma: { square: 1, peak: 4 },
      motion: 1,
      change: 5,
      likeness: 0.99,
      brightness: 100,
      spread: 30,
    }, i)
  );

/** Returns mean squares of about 5 for `count` frames. */
const usual = (count: number): number[] => Array.from({ length: count }, (_, i) => 5 + Math.sin(i * 1.7));
const places = (shot: FrameError[]): [number, number][] =>
  damagedRuns(shot).map(({ fromSeconds, toSeconds }) => [Math.round(fromSeconds * RATE), Math.round(toSeconds * RATE)]);

Deno.test("damaged runs: frames far worse than those before and after are found, in luma and in chroma", () => {
  const shot = shotOf([...usual(30), ...Array(5).fill(40), ...usual(30)]);
  deepEqual(places(shot), [[30, 34]]);
  const swapped = shot.map((frame) => ({ ...frame, luma: frame.chroma, chroma: frame.luma }));
  deepEqual(places(swapped), [[30, 34]]);
});

Deno.test("damaged runs: damage at the start of a shot and up to its end is found", () => {
  deepEqual(places(shotOf([...Array(5).fill(40), ...usual(30)])), [[0, 4]]);
  deepEqual(places(shotOf([...usual(4), ...Array(6).fill(40), ...usual(30)])), [[4, 9]]);
  deepEqual(places(shotOf([...usual(30), ...Array(40).fill(40)])), [[30, 69]]);
});

Deno.test("damaged runs: two frames, a small error that triples, and an error that grows and stays low are none", () => {
  deepEqual(places(shotOf([...usual(30), 40, 40, ...usual(30)])), []);
  deepEqual(places(shotOf([...Array(30).fill(0.1), ...Array(5).fill(0.8), ...Array(30).fill(0.1)])), []);
  deepEqual(places(shotOf([...usual(30), ...Array(5).fill(13), ...usual(30)])), []);
});

Deno.test("damaged runs: an error spread over the whole frame is a coarser encode, not damage", () => {
  const spread = shotOf([...usual(30), ...Array(5).fill(40), ...usual(30)], (frame) => ({
    ...frame,
    luma: { square: frame.luma.square, peak: 12 },
  }));
  deepEqual(places(spread), []);
});

Deno.test("damaged runs: no damage is reported where the source moves, flashes or fades with the error", () => {
  const squares = [...usual(30), ...Array(5).fill(40), ...usual(30)];
  const during = (i: number) => i >= 30 && i < 35;
  for (const other of [{ motion: 2.5 }, { change: 20 }, { brightness: 120 }, { spread: 20 }]) {
    deepEqual(places(shotOf(squares, (frame, i) => during(i) ? { ...frame, ...other } : frame)), []);
  }
});

Deno.test("damaged runs: a shot ends where the source jumps or shows something else", () => {
  const shot = shotOf(usual(20));
  const next: FrameError = { ...shotOf([5])[0] ?? fail(), atSeconds: 1 };
  equal(continuesShot(shot, next), true);
  equal(continuesShot(shot, { ...next, motion: 9 }), false);
  equal(continuesShot(shot, { ...next, likeness: 0.2 }), false);
  equal(continuesShot([], next), false);
  // The first frame of a shot differs from the previous shot, even if there is no motion in its own shot.
  const [first] = shotOf([5], (frame) => ({ ...frame, motion: 40, likeness: 0 }));
  equal(continuesShot([first ?? fail()], { ...next, motion: 8 }), true);
  equal(continuesShot([first ?? fail(), next], { ...next, motion: 8 }), false);
});

function fail(): never {
  throw new Error("There is no picture.");
}

/** Errors that drift by at most a fifth from frame to frame, like those of encoders. */
const drifting = fc.tuple(
  fc.double({ min: 0.1, max: 60, noNaN: true }),
  fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 60, maxLength: 200 }),
).map(([start, steps]) => {
  let square = start;
  return steps.map((step) => square = Math.min(400, Math.max(0.05, square * 1.2 ** step)));
});

Deno.test("damaged runs: an error that wanders without a jump is never damage", () => {
  fc.assert(fc.property(drifting, (squares) => deepEqual(places(shotOf(squares)), [])));
});

Deno.test("damaged runs: a fivefold jump is found at any place, for its whole duration", () => {
  const noise = fc.array(fc.double({ min: 4, max: 6, noNaN: true }), { minLength: 80, maxLength: 160 });
  fc.assert(fc.property(noise, fc.nat(), fc.integer({ min: 3, max: 30 }), (squares, place, length) => {
    const from = place % (squares.length - length + 1);
    const damaged = squares.map((square, i) => i >= from && i < from + length ? square * 5 + 10 : square);
    deepEqual(places(shotOf(damaged)), [[from, from + length - 1]]);
  }));
});

Deno.test("damaged runs: a pair of frames is measured in levels, its motion against the previous frame", () => {
  const size = { width: 16, height: 16 };
  const frame = (luma: number, chroma: number) => {
    const data = new Uint8Array(3 * 256).fill(chroma);
    data.fill(luma, 0, 256);
    return measureFrame(data, 2, size);
  };
  const result = frame(100, 128);
  result.data[5] = 130;
  result.data[300] = 124;
  const found = frameError(frame(100, 128), result, frame(97, 128));
  deepEqual(found.luma, { square: 900 / 256, peak: 30 });
  deepEqual(found.chroma, { square: 16 / 512, peak: 4 });
  equal(found.motion, 3);
  deepEqual([found.brightness, found.spread], [100, 0]);
  ok(frameError(frame(100, 128), result, undefined).motion === 0);
});
