import { deepStrictEqual as same, ok } from "node:assert/strict";
import fc from "fast-check";
import { discTitle } from "../../../tests/fixtures/discs/rips_world.ts";
import { orderEpisodes } from "./episode_order.ts";
import { MIN_CONFIDENCE, type SeasonFacts } from "./model.ts";

const titles = (...minutes: number[]) => minutes.map((length, id) => discTitle(id, { durationSeconds: length * 60 }));
const season = (...minutes: (number | undefined)[]): SeasonFacts => ({
  episodes: minutes.map((runtimeMinutes, at) => ({
    number: at + 1,
    ...(runtimeMinutes === undefined ? {} : { runtimeMinutes }),
  })),
});
const order = (...args: Parameters<typeof orderEpisodes>) => {
  const { map, confidence, reason } = orderEpisodes(...args);
  ok(reason.endsWith("."));
  return [Object.values(map), confidence >= MIN_CONFIDENCE];
};
const VARIED = season(58, 51, 55, 48, 62, 45, 53, 65);

Deno.test("the order of the disc is sure where every length fits its episode", () => {
  same(order(titles(58, 51, 55.5, 48), VARIED, 1), [[1, 2, 3, 4], true]);
  same(order(titles(62, 44, 53, 65), VARIED, 5), [[5, 6, 7, 8], true]);
});

Deno.test("titles out of order are numbered by their lengths where these fit one order only", () => {
  same(order(titles(48, 58, 51, 55), VARIED, 1), [[4, 1, 2, 3], true]);
  same(order(titles(62, 45, 65), VARIED, 1), [[5, 6, 8], true]);
});

Deno.test("equal lengths are inconclusive: the order of the disc is a guess", () => {
  same(order(titles(44, 44, 43, 44), season(45, 45, 45, 45, 45, 45), 1), [[1, 2, 3, 4], false]);
  same(order(titles(44, 44), season(undefined, undefined), 1), [[1, 2], false]);
  same(order(titles(44, 44), undefined, 3), [[3, 4], false]);
  same(order(titles(), VARIED, 3), [[], false]);
});

Deno.test("lengths that fit no order, and numbers beyond the season, are never sure", () => {
  same(order(titles(30, 31, 99), VARIED, 1), [[1, 2, 3], false]);
  same(order(titles(44, 44, 44), season(45, 45), 1), [[1, 2, 3], false]);
  same(order(titles(44, 44), season(45, 45, 45, 45), 4), [[4, 5], false]);
});

Deno.test("content of other discs of the set is left out", () => {
  same(order(titles(55, 48), VARIED, 1, { held: [1, 2] }), [[3, 4], true]);
  same(order(titles(44, 44, 44), undefined, 2, { held: [3] }), [[2, 4, 5], false]);
});

Deno.test("a title of two episodes is as long as both together, and has the chapters of both", () => {
  const long = (chapters: number) => titles(44, 96, 50, 46).map((one) => one.id === 1 ? { ...one, chapters } : one);
  same(order(long(12), season(44, 47, 49, 50, 46), 1), [[1, [2, 3], 4, 5], true]);
  same(order(long(0), undefined, 1), [[1, [2, 3], 4, 5], false]);
  same(order(long(6), season(44, 95, 50, 46), 1), [[1, 2, 3, 4], true]);
});

Deno.test("every title gets a number, and no number is used twice, whatever is known", () => {
  const minutes = fc.integer({ min: 1, max: 200 });
  fc.assert(fc.property(
    fc.array(minutes, { maxLength: 12 }),
    fc.array(fc.option(minutes, { nil: undefined }), { maxLength: 14 }),
    fc.integer({ min: 0, max: 20 }),
    fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 6 }),
    (lengths, runtimes, start, held) => {
      const { map } = orderEpisodes(titles(...lengths), season(...runtimes), start, { held });
      const numbers = Object.values(map).flat();
      same(Object.keys(map).length, lengths.length);
      same(new Set(numbers).size, numbers.length);
      same(numbers.filter((number) => held.includes(number)), []);
    },
  ));
});
