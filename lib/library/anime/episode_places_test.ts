import { deepStrictEqual as same, ok } from "node:assert/strict";
import fc from "fast-check";
import { placesOf, startInSeason } from "./episode_places.ts";
import { episodePlaces, type MappingElement } from "./reading/mapping_list.ts";

const range = (season: number, start: number, end: number | undefined, offset: number): MappingElement => ({
  anidbseason: "1",
  tvdbseason: `${season}`,
  start: `${start}`,
  ...(end === undefined ? {} : { end: `${end}` }),
  offset: `${offset}`,
  text: "",
});
const pairs = (season: number, text: string, anidb = 1): MappingElement => ({
  anidbseason: `${anidb}`,
  tvdbseason: `${season}`,
  text,
});
const anime = (elements: MappingElement[], tvdbSeason: number | null = 1, tvdbOffset = 0) => ({
  ...{ tvdbSeason, tvdbOffset },
  tvdbPlaces: episodePlaces(elements),
});

/** 110 episodes in one anime, four seasons. */
const FOUR_SEASONS = anime([range(2, 27, 54, -26), range(3, 55, 86, -54), range(4, 87, 110, -86)]);
/** Absolute numbering, with the last season still running. */
const RUNNING = anime([range(1, 1, 8, 0), range(2, 9, 30, -8), range(3, 31, undefined, -30)], null);
/**
 * Half of the episodes are in one season. One is a recap among the specials, one is missing at TheTVDB, and one is two
 * episodes there.
 */
const EXCEPTIONS = anime([range(2, 14, 26, -13), pairs(0, ";6-3;"), pairs(1, ";7-6;8-7;9-0;10-8+9;")]);
/** The second part of a season, continuing into the next one. */
const SECOND_PART = anime([range(2, 1, 12, 13), range(3, 13, 24, -12)], 2, 13);
/** Each episode mapped individually. */
const SINGLE = anime([pairs(1, ";1-12;2-13;"), pairs(2, ";3-1;4-2;")], 1);

for (
  const [name, of, episode, wanted] of [
    ["before the first range the default counts", FOUR_SEASONS, 26, ["1x26"]],
    ["the first of a later season", FOUR_SEASONS, 27, ["2x1"]],
    ["the last of a season", FOUR_SEASONS, 54, ["2x28"]],
    ["the first of the season after", FOUR_SEASONS, 55, ["3x1"]],
    ["the last one of all", FOUR_SEASONS, 110, ["4x24"]],
    ["after the last range the default counts", FOUR_SEASONS, 111, ["1x111"]],
    ["counted through, first", RUNNING, 1, ["1x1"]],
    ["counted through, over the end of a season", RUNNING, 9, ["2x1"]],
    ["a range without an end goes on", RUNNING, 1_100, ["3x1070"]],
    ["counted through without a list, nobody tells", anime([], null), 5, undefined],
    ["an ordinary anime", anime([], 1, 12), 3, ["1x15"]],
    ["a pair in another season than its anime", EXCEPTIONS, 6, ["0x3"]],
    ["a pair after it", EXCEPTIONS, 8, ["1x7"]],
    ["an episode that TheTVDB lacks", EXCEPTIONS, 9, []],
    ["an episode that is two at TheTVDB", EXCEPTIONS, 10, ["1x8", "1x9"]],
    ["what no pair names", EXCEPTIONS, 5, ["1x5"]],
    ["a range beside pairs", EXCEPTIONS, 14, ["2x1"]],
    ["a second part", SECOND_PART, 1, ["2x14"]],
    ["a second part that goes over", SECOND_PART, 13, ["3x1"]],
    ["single episodes", SINGLE, 3, ["2x1"]],
    ["a pair counts more than a range around it", anime([range(1, 1, 9, 0), pairs(0, ";4-2;")]), 4, ["0x2"]],
  ] as [string, ReturnType<typeof anime>, number, string[] | undefined][]
) {
  Deno.test(`placesOf(): ${name}`, () => {
    same(placesOf(of, episode)?.map(({ season, episode }) => `${season}x${episode}`), wanted);
  });
}

for (
  const [name, of, season, wanted] of [
    ["its own season", FOUR_SEASONS, 1, 1],
    ["a later season", FOUR_SEASONS, 3, 1],
    ["a season that it has no part in", FOUR_SEASONS, 5, undefined],
    ["counted through", RUNNING, 2, 1],
    ["a second part", SECOND_PART, 2, 14],
    ["the season that a second part goes over to", SECOND_PART, 3, 1],
    ["single episodes", SINGLE, 1, 12],
    ["single episodes of the season after", SINGLE, 2, 1],
  ] as [string, ReturnType<typeof anime>, number, number | undefined][]
) {
  Deno.test(`startInSeason(): ${name}`, () => same(startInSeason(of, season)?.episode, wanted));
}

for (
  const [name, element] of [
    ["an end before its start", range(2, 14, 3, -13)],
    ["an end that is none", { ...range(2, 14, 3, -13), end: "x" }],
    ["an offset that leads before the season", range(2, 1, 3, -13)],
    ["an offset that is none", { ...range(2, 1, 3, 0), offset: "" }],
    ["specials", { ...range(2, 1, 3, 0), anidbseason: "0" }],
    ["a season in words", { ...range(2, 1, 3, 0), tvdbseason: "a" }],
    ["pairs that are none", pairs(1, ";1;-2;3-;a-4;5-b;6-7-8;9+1-2;")],
    ["pairs of episode 0", pairs(1, ";0-4;")],
  ] as [string, MappingElement][]
) {
  Deno.test(`episodePlaces() returns nothing for ${name}`, () => same(episodePlaces([element]), []));
}

Deno.test("placesOf() returns places of TheTVDB or none for any list", () => {
  const text = fc.oneof(fc.string(), fc.integer().map(String), fc.constantFrom("1", ";1-2;", ";3-4+5;", "26", ""));
  const element = fc.record({
    ...{ anidbseason: fc.oneof(fc.constant("1"), text), tvdbseason: text, start: text, end: text, offset: text, text },
  });
  fc.assert(fc.property(fc.array(element), fc.nat(200), (elements, episode) => {
    const places = placesOf(anime(elements as MappingElement[]), episode + 1);
    ok(places?.every((one) => one.season >= 0 && one.episode >= 0 && Number.isInteger(one.episode)));
  }));
});
