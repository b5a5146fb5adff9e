import { deepEqual, equal } from "node:assert/strict";
import { measureFrame } from "./frame_features.ts";
import { createVideoJudge } from "./video_judge.ts";

const SIZE = { width: 96, height: 56 };
const PLANE = SIZE.width * SIZE.height;

/** Returns frame `n` of a movie in which a coloured square crosses a gradient. */
function picture(n: number): Uint8Array {
  const data = new Uint8Array(3 * PLANE);
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const i = y * SIZE.width + x;
      const square = Math.abs(x - (n * 3) % SIZE.width) < 12 && Math.abs(y - 28) < 12;
      data[i] = square ? 210 : 30 + x;
      data[PLANE + i] = square ? 90 : 128 + Math.round(y / 2);
      data[2 * PLANE + i] = square ? 170 : 110;
    }
  }
  return data;
}

/** Returns a frame of a static movie with grain-like flicker of every pixel. */
const grainy = (n: number): Uint8Array => picture(0).map((value, i) => value + (n * 31 + i * 7919) % 3);

type Change = (data: Uint8Array, n: number) => Uint8Array;

/** Compares two seconds of the movie, or the given number of frames, with a copy modified by `change`. */
function faults(change: Change, order: (n: number) => number = (n) => n, pictures = 48): string[] {
  const judge = createVideoJudge({ size: SIZE });
  for (let n = 0; n < pictures; n++) {
    const at = n / 24;
    judge.add(measureFrame(picture(n), at, SIZE), measureFrame(change(picture(order(n)), n), at, SIZE));
  }
  return [...new Set(judge.faults().map(({ kind }) => kind))];
}

const mapped =
  (luma: (value: number, i: number) => number, chroma: (value: number) => number = (value) => value): Change =>
  (data) => data.map((value, i) => Math.max(0, Math.min(255, i < PLANE ? luma(value, i) : chroma(value))));

Deno.test("frames: the same, with noise, and a little darker are no fault", () => {
  deepEqual(faults((data) => data), []);
  deepEqual(faults(mapped((value, i) => value + (i * 7919 % 7) - 3)), []);
  deepEqual(faults(mapped((value) => value * 0.985)), []);
});

Deno.test("frames: every kind of damage has its name", () => {
  deepEqual(faults(mapped(() => 0, () => 128)).includes("black"), true);
  deepEqual(faults(mapped((value) => 255 - value)).includes("other"), true);
  deepEqual(faults(mapped((value) => 16 + value * 0.86)), ["tone"]);
  deepEqual(faults(mapped((value, i) => value + (i * 7919 % 41) - 20)), ["noisy"]);
  deepEqual(faults(mapped((value) => value, (value) => 128 + (value - 128) / 2)), ["colour"]);
  deepEqual(
    faults(mapped((value, i) => i % SIZE.width > 60 && i / SIZE.width > 30 ? 128 : value)).includes("part"),
    true,
  );
});

Deno.test("frames: a hue turned by 10 degrees, light that changes by 6 levels and single bright frames are faults", () => {
  const turn: Change = (data) => {
    const turned = data.slice();
    const [cos, sin] = [Math.cos(Math.PI / 18), Math.sin(Math.PI / 18)];
    for (let i = PLANE; i < 2 * PLANE; i++) {
      const [u, v] = [(data[i] ?? 0) - 128, (data[i + PLANE] ?? 0) - 128];
      turned[i] = 128 + Math.round(cos * u - sin * v);
      turned[i + PLANE] = 128 + Math.round(sin * u + cos * v);
    }
    return turned;
  };
  deepEqual(faults(turn), ["colour"]);
  const brighter = (levels: number) => mapped((value) => value + levels);
  deepEqual(faults((data, n) => n >= 150 ? brighter(6)(data, n) : data, (n) => n, 300), ["tone"]);
  deepEqual(faults((data, n) => n === 30 ? brighter(40)(data, n) : data), ["flash"]);
  deepEqual(faults((data, n) => n === 30 ? brighter(5)(data, n) : data), []);
});

Deno.test("frames: a repeated frame in place of the next, and a frozen frame, are found by their order", () => {
  equal(faults((data) => data, (n) => n % 5 === 4 ? n - 1 : n).includes("order"), true);
  equal(faults((data) => data, (n) => Math.min(n, 12)).includes("frozen"), true);
});

Deno.test("frames: two wrong frames are left to the decoder check, and a cut between sections does not break the order", () => {
  deepEqual(faults((data, n) => n === 20 || n === 21 ? mapped((value) => 255 - value)(data, n) : data), []);
  const judge = createVideoJudge({ size: SIZE });
  for (const start of [0, 30]) {
    for (let n = start; n < start + 10; n++) {
      judge.add(measureFrame(picture(n), n / 24, SIZE), measureFrame(picture(n), n / 24, SIZE));
    }
    judge.cut();
  }
  deepEqual(judge.faults(), []);
});

Deno.test("frames: specks in a few frames are damage, unless something is drawn over the video", () => {
  const kinds = (drawnOver: boolean, from: number, to: number) => {
    const judge = createVideoJudge({ size: SIZE, drawnOver });
    for (let n = 0; n < 60; n++) {
      const source = grainy(n);
      const result = grainy(n + 1);
      if (n >= from && n < to) { for (let i = 800; i < 810; i++) result[i] = (result[i] ?? 0) + 120; }
      judge.add(measureFrame(source, n / 24, SIZE), measureFrame(result, n / 24, SIZE));
    }
    return judge.faults().map(({ kind, fromSeconds, toSeconds }) => [kind, fromSeconds * 24, toSeconds * 24]);
  };
  deepEqual(kinds(false, 30, 35), [["damaged", 30, 34]]);
  deepEqual(kinds(false, 50, 60), [["damaged", 50, 59]]);
  deepEqual(kinds(false, 0, 4), [["damaged", 0, 3]]);
  deepEqual(kinds(true, 30, 35), []);
});
