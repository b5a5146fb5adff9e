import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { sampleCapabilities, sampleProbe } from "../sampling/sample.ts";
import { findPreset } from "../profiles/presets.ts";
import { plan } from "../plan/plan.ts";
import type { VideoPlan } from "../plan/model.ts";
import { cutAtKeys, timesOf } from "./cuts.ts";
import type { FrameList } from "./model.ts";
import { frameReader } from "./frame_list.ts";
import { rescale } from "./rescale.ts";

const preset = findPreset("builtin-movie-1080p");
const found = preset && plan(sampleProbe(), preset, sampleCapabilities()).video;
if (!found) throw new Error("the sample film has a picture");
const video: VideoPlan = { ...found, frameRate: [24_000, 1001], variableFrameRate: false, fieldHandling: "none" };

/**
 * Returns the frames of a Matroska movie. Timestamps are rounded to milliseconds. Every `keyEvery`th frame is a
 * keyframe.
 */
function film(pictures: number, keyEvery: number, startMs: number): FrameList {
  const times = Array.from({ length: pictures }, (_, i) => startMs + Math.round(i * 1001 / 24));
  return {
    timeBase: [1, 1000],
    startMicroseconds: startMs * 1000,
    times,
    keys: times.filter((_, i) => i % keyEvery === 0),
  };
}

Deno.test("times are rescaled like in ffmpeg: to the nearest unit, halves away from zero", () => {
  is(rescale(1, [1, 2], [1, 1]), 1);
  is(rescale(-1, [1, 2], [1, 1]), -1);
  is(rescale(1, [1, 3], [1, 1]), 0);
  is(rescale(83, [1, 1000], [1, 24_000]), 1992);
  is(rescale(2 ** 40, [1, 90_000], [1, 1_000_000]), Math.round(2 ** 40 * 100 / 9));
});

Deno.test("segments contain every frame once, start at keyframes, and none is too short", () => {
  fc.assert(fc.property(
    fc.integer({ min: 1, max: 4000 }),
    fc.integer({ min: 1, max: 300 }),
    fc.integer({ min: 0, max: 5000 }),
    fc.integer({ min: 1, max: 40 }),
    (pictures, keyEvery, startMs, about) => {
      const list = film(pictures, keyEvery, startMs);
      const parts = cutAtKeys(list, { video, container: "mp4" }, { about, shortest: 2 });
      is(parts.reduce((sum, part) => sum + part.pictures, 0), pictures);
      for (const [i, part] of parts.entries()) {
        ok(i === 0 || list.keys.includes(part.from));
        is(part.until, parts[i + 1]?.from);
        const end = part.until ?? list.times.at(-1) ?? 0;
        ok(parts.length === 1 || end - part.from >= 2000);
        ok(part.seekSeconds * 1000 <= part.from - startMs);
      }
    },
  ));
});

Deno.test("segments of a movie with many keyframes are equally long, within a second on each side", () => {
  fc.assert(fc.property(fc.integer({ min: 100, max: 20_000 }), fc.integer({ min: 4, max: 100 }), (pictures, about) => {
    const list = film(pictures, 24, 0);
    const parts = cutAtKeys(list, { video, container: "mp4" }, { about, shortest: 3 });
    const seconds = pictures * 1001 / 24_000;
    is(parts.length, Math.max(1, Math.round((list.times.at(-1) ?? 0) / 1000 / about)));
    for (const part of parts) ok(Math.abs(part.pictures * 1001 / 24_000 - seconds / parts.length) <= 1.1);
  }));
});

Deno.test("the joined segments have the even timestamps of the whole movie", () => {
  fc.assert(fc.property(fc.integer({ min: 2, max: 3000 }), fc.integer({ min: 1, max: 100 }), (pictures, keyEvery) => {
    const list = film(pictures, keyEvery, 0);
    const parts = cutAtKeys(list, { video, container: "mp4" }, { about: 3, shortest: 1 });
    const joined = parts.flatMap((part) => timesOf(part, list, video).map((time) => time + part.times.start));
    same(joined, list.times.map((_, i) => i * 1001));
    for (const part of parts) is(timesOf(part, list, video)[0], 0);
  }));
});

/**
 * Returns timestamps at a constant rate from `start` microseconds on, in milliseconds as rounded by muxers: to the
 * nearest, or down.
 */
const inMilliseconds = (start: number, [numerator, denominator]: readonly [number, number], down = false) =>
  Array.from(
    { length: 3000 },
    (_, i) =>
      rescale(start * numerator + i * denominator * 1e6 - (down ? numerator * 500 : 0), [1, numerator * 1e6], [
        1,
        1000,
      ]),
  );

const inMatroska = (times: number[], frameRate: [number, number]) => {
  const list = {
    timeBase: [1, 1000] as const,
    startMicroseconds: 0,
    times,
    keys: times.filter((_, i) => i % 48 === 0),
  };
  const own = { ...video, frameRate };
  const parts = cutAtKeys(list, { video: own, container: "mkv" }, { about: 3, shortest: 1 });
  const shown = parts.flatMap((part) =>
    timesOf(part, list, own).map((time) => rescale(time + part.times.start, [1, part.unitsPerSecond], list.timeBase))
  );
  return { parts, shown };
};

Deno.test("a movie in Matroska keeps the milliseconds of its source, with segments of even timestamps", () => {
  const rates: [number, number][] = [[24_000, 1001], [24, 1], [25, 1], [30_000, 1001], [50, 1], [60_000, 1001]];
  fc.assert(fc.property(
    fc.integer({ min: 1000, max: 5_000_000 }),
    fc.constantFrom(...rates),
    fc.boolean(),
    (start, rate, down) => {
      const times = inMilliseconds(start, rate, down);
      const { parts, shown } = inMatroska(times, rate);
      ok(parts.every((part) => part.times.origin !== undefined));
      same(shown, times);
    },
  ));
});

Deno.test("frames keep their own times where no constant rate fits the milliseconds of the source", () => {
  const times = inMilliseconds(1_000_000, [24, 1]).map((time, i) => time + (i % 5 === 0 ? 1 : 0));
  const { parts, shown } = inMatroska(times, [24, 1]);
  ok(parts.length > 2 && parts.every((part) => part.times.origin === undefined));
  same(shown, times);
});

Deno.test("a movie without a second keyframe is one segment, and one without frames none", () => {
  is(cutAtKeys(film(5000, 5000, 0), { video, container: "mp4" }).length, 1);
  same(cutAtKeys({ timeBase: [1, 1000], startMicroseconds: 0, times: [], keys: [] }, { video, container: "mp4" }), []);
});

const listOf = (...lines: string[]) => {
  const reader = frameReader();
  for (const line of ["stream|time_base=1/1000", "format|start_time=0.500000", ...lines]) reader.add(line);
  return reader.end();
};

Deno.test("frames are listed in display order; those that an edit list hides are omitted", () => {
  const lines = [
    "packet|pts=500|flags=K_",
    "packet|pts=583|flags=__",
    "packet|pts=542|flags=__",
    "packet|pts=0|flags=KD",
  ];
  same(listOf(...lines), {
    list: { timeBase: [1, 1000], startMicroseconds: 500_000, times: [500, 542, 583], keys: [500] },
  });
});

Deno.test("a list that cannot be trusted is not cut by", () => {
  same(listOf("packet|pts=1|flags=K_", "packet|pts=1|flags=__"), { unfit: "frames share timestamps" });
  same(listOf("packet|pts=N/A|flags=K_"), { unfit: "1 frames have no timestamp" });
  const reader = frameReader();
  reader.add("stream|time_base=0/0");
  same(reader.end(), { unfit: "the file specifies no time base" });
});

Deno.test("no line of ffprobe breaks the parser", () => {
  fc.assert(fc.property(fc.array(fc.string()), (lines) => {
    const reader = frameReader();
    for (const line of [...lines, ...lines.map((line) => `packet|pts=${line}|flags=${line}`)]) reader.add(line);
    reader.end();
  }));
});
