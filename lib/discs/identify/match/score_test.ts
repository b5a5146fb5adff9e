import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { discTitle } from "../../../../tests/fixtures/discs/rips_world.ts";
import { readDiscLabel } from "../label/disc_label.ts";
import { MIN_CONFIDENCE } from "../model.ts";
import type { CandidateTitle } from "./candidate.ts";
import { discShape } from "./disc_shape.ts";
import { matchTitle, ranked } from "./score.ts";

const film = (title: string, year: number, runtimeMinutes?: number, more: Partial<CandidateTitle> = {}) => ({
  kind: "movie" as const,
  title,
  year,
  ...(runtimeMinutes === undefined ? {} : { runtimeMinutes }),
  otherTitles: [],
  seasonTitles: [],
  genres: [],
  ...more,
});
const show = (
  title: string,
  year: number,
  runtimeMinutes: number,
  episodes: number[],
  more: Partial<CandidateTitle> = {},
) => ({
  ...film(title, year, runtimeMinutes, more),
  kind: "series" as const,
  seasons: episodes.map((count, at) => ({ seasonNumber: at + 1, episodes: count })),
});

/** Movies and series of one library. */
const LIBRARY: CandidateTitle[] = [
  film("Glass Harbor", 2019, 118),
  film("Glass Harbor", 1954, 92),
  film("Glass Harbor 2", 2022, 125),
  film("The Paper Moon Society", 2007, 101, { otherTitles: ["Die Papiermond-Gesellschaft"] }),
  film("Wonder Harbor 1984", 2020, 151),
  film("Night Train: The Long Way Home", 2011, 134),
  film("Let Us", 2018, 96),
  film("Salt", 2003, 99),
  film("Kill Clock: Vol. 1", 2003, 111),
  film("Kill Clock: Vol. 2", 2004, 137),
  film("The Unbelievable Journey of the Lamp Lighter", 2001, 88),
  film("Iron Orchard", 2015),
  film("Verträumter Hafen", 1998, 104),
  show("The Lamp Post", 2010, 45, [10, 10, 12]),
  show("Paper Kingdom", 2015, 24, [13]),
  show("Tide Watch", 1999, 30, [6, 6, 7, 7]),
  show("Ravens", 2005, 60, [22, 24, 24]),
  show("Ravens", 2021, 60, [8]),
  show("Silver Sea", 2012, 24, [12, 12], { seasonTitles: [{ title: "Silver Sea Beyond", seasonNumber: 2 }] }),
  show("The Quiet Three", 2010, 90, [3, 3]),
  show("Salt", 2016, 45, [8, 8]),
];

const minutes = (...all: number[]) => all.map((length, id) => discTitle(id, { durationSeconds: length * 60 }));
const four44 = minutes(44, 44, 43, 45);
const six22 = minutes(22, 22, 23, 22, 22, 22);

type Match = string | undefined;
/**
 * Expected match of each disc, and whether it is certain enough to start automatically. The expectations were written
 * before any result was known.
 */
const DISCS: [label: string, titles: ReturnType<typeof minutes>, match: Match, sure: boolean][] = [
  ["GLASS_HARBOR", minutes(118, 12, 3), "Glass Harbor 2019", true],
  ["GLASS_HARBOR", minutes(114, 12), "Glass Harbor 2019", true],
  ["GLASS_HARBOR", minutes(91), "Glass Harbor 1954", true],
  ["GLASS_HARBOR_2019", minutes(118), "Glass Harbor 2019", true],
  ["Glass Harbor (1954)", minutes(92), "Glass Harbor 1954", true],
  ["GLASS_HARBOR_2", minutes(125, 20), "Glass Harbor 2 2022", true],
  ["GLASS_HARBOR_II_UHD", minutes(125), "Glass Harbor 2 2022", true],
  ["GLASS_HARBOR_PAL", minutes(104), undefined, false],
  ["GLASS_HARBOR", four44, undefined, false],
  ["GLASS_HARBOR_EXTENDED", minutes(122), "Glass Harbor 2019", true],
  ["GLASSHARBOR_16X9", minutes(118), "Glass Harbor 2019", true],
  ["GlassHarbor", minutes(118), "Glass Harbor 2019", true],
  ["HARBOR", minutes(118), undefined, false],
  ["PAPER_MOON_SOCIETY", minutes(101), "The Paper Moon Society 2007", true],
  ["PAPER_MOON_SOCIETY_THE", minutes(101), "The Paper Moon Society 2007", true],
  ["PAPIERMOND_GESELLSCHAFT", minutes(97), "The Paper Moon Society 2007", true],
  ["PAPER_MOON_SOCEITY", minutes(101), "The Paper Moon Society 2007", false],
  ["PAPER_MOON_SOCIETY", minutes(64), "The Paper Moon Society 2007", false],
  ["WONDER_HARBOR_1984", minutes(151), "Wonder Harbor 1984 2020", true],
  ["NIGHT_TRAIN", minutes(134), "Night Train: The Long Way Home 2011", false],
  ["NIGHT_TRAIN_THE_LONG_WAY_HOME", minutes(134), "Night Train: The Long Way Home 2011", true],
  ["LET_US", minutes(96), "Let Us 2018", true],
  ["KILL_CLOCK_VOL_1", minutes(111), "Kill Clock: Vol. 1 2003", true],
  ["KILL_CLOCK_VOLUME_2", minutes(137), "Kill Clock: Vol. 2 2004", true],
  ["UNBELIEVABLE_JOURNEY_OF_THE_LAMP", minutes(88), "The Unbelievable Journey of the Lamp Lighter 2001", true],
  ["IRON_ORCHARD", minutes(107), "Iron Orchard 2015", true],
  ["IRON_ORCHARD", minutes(40), "Iron Orchard 2015", false],
  ["VERTRAEUMTER_HAFEN", minutes(104), "Verträumter Hafen 1998", true],
  ["VERTRAUMTER_HAFEN", minutes(104), "Verträumter Hafen 1998", true],
  ["SALT", minutes(99), "Salt 2003", true],
  ["SALT_S1_D1", four44, "Salt 2016 S1", true],
  ["SALT", four44, "Salt 2016", false],
  ["THE_LAMP_POST_S2_D1", four44, "The Lamp Post 2010 S2", true],
  ["LAMP_POST_SEASON_2_DISC_3", minutes(44, 88, 44, 44), "The Lamp Post 2010 S2", true],
  ["LAMPPOST_S1D1", four44, "The Lamp Post 2010 S1", true],
  ["LAMP_POST_2", four44, "The Lamp Post 2010 S2", true],
  ["LAMP_POST_S5", four44, "The Lamp Post 2010 S5", false],
  ["LAMP_POST", four44, "The Lamp Post 2010", false],
  ["LAMP_POST_DISC_1", four44, "The Lamp Post 2010", false],
  ["PAPER_KINGDOM_D1", six22, "Paper Kingdom 2015 S1", true],
  ["PAPER_KINGDOM", minutes(24), "Paper Kingdom 2015 S1", false],
  ["TIDE_WATCH_SERIES_3", six22, "Tide Watch 1999 S3", true],
  ["TIDE_WATCH_SERIES_2", minutes(...Array(13).fill(29)), "Tide Watch 1999 S2", false],
  ["RAVENS_S1_D2", four44, "Ravens 2005 S1", false],
  ["RAVENS_S3_D2", four44, "Ravens 2005 S3", true],
  ["SILVER_SEA_BEYOND_D1", six22, "Silver Sea 2012 S2", true],
  ["SILVER_SEA_S1_D1", six22, "Silver Sea 2012 S1", true],
  ["QUIET_THREE_SERIES_1", minutes(89, 89, 88), "The Quiet Three 2010 S1", true],
  ["SHERIFF_OF_NOWHERE", minutes(118), undefined, false],
  ["BONUS", minutes(118), undefined, false],
  ["LOGICAL_VOLUME_ID", four44, undefined, false],
  ["DISC1", four44, undefined, false],
];

function matchOf(label: string, titles: ReturnType<typeof minutes>) {
  const shape = discShape(titles);
  const [best] = ranked(LIBRARY.flatMap((title) => matchTitle(title, [readDiscLabel(label)], shape) ?? []));
  return best;
}

Deno.test("discs are matched by label and lengths, and certain only with evidence besides the title", () => {
  const wrong = DISCS.flatMap(([label, titles, match, sure]) => {
    const best = matchOf(label, titles);
    const found = best && best.confidence >= 50
      ? `${best.title} ${best.year}${best.seasonNumber === undefined ? "" : ` S${best.seasonNumber}`}`
      : undefined;
    const isSure = best !== undefined && best.confidence >= MIN_CONFIDENCE;
    if (match === undefined ? !isSure : found === match && isSure === sure) return [];
    return [{
      label,
      lengths: titles.map((t) => t.durationSeconds / 60),
      found,
      confidence: best?.confidence,
      match,
      sure,
      why: best?.reason,
    }];
  });
  same(wrong, []);
});

Deno.test("another title that fits as well makes the best match uncertain, and is named", () => {
  const best = matchOf("RAVENS_S1_D2", four44);
  ok(best !== undefined && best.confidence < MIN_CONFIDENCE);
  ok(best.reason?.includes("also matches"));
});

Deno.test("every match has a confidence of 0 to 99 and a reason, for any label and lengths", () => {
  const titles = fc.array(fc.double({ min: 0, max: 40_000, noNaN: true }), { maxLength: 30 })
    .map((all) => all.map((durationSeconds, id) => discTitle(id, { durationSeconds })));
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom(...DISCS.map(([label]) => label))), titles, (label, all) => {
      const matches = LIBRARY.flatMap((title) => matchTitle(title, [readDiscLabel(label)], discShape(all)) ?? []);
      for (const { confidence, reason } of ranked(matches)) {
        ok(Number.isInteger(confidence) && confidence >= 0 && confidence <= 99);
        ok(reason);
      }
    }),
  );
});

Deno.test("a disc's structure: one movie, its cuts, episodes, and titles that play others", () => {
  is(discShape(minutes(118, 12, 3)).kind, "movie");
  is(discShape(minutes(118, 20, 22, 25, 18)).kind, "movie");
  is(discShape(four44).kind, "series");
  is(discShape(minutes(90, 89, 88)).kind, "series");
  same([discShape(minutes(44, 88, 44, 44)).kind, discShape(minutes(44, 88, 44, 44)).episodeCount], ["series", 5]);
  is(discShape(minutes(44)).kind, undefined);
  is(discShape([]).kind, undefined);
  const cuts = [
    discTitle(0, { durationSeconds: 7_000, segmentMap: "1,2,3,4" }),
    discTitle(1, { durationSeconds: 7_400, segmentMap: "1,2,5,3,4" }),
    discTitle(2, { durationSeconds: 7_300, segmentMap: "1,6,3,4" }),
  ];
  is(discShape(cuts).kind, "movie");
  const withPlayAll = [...four44, discTitle(9, { durationSeconds: 176 * 60, flags: ["playAll"] })];
  is(discShape(withPlayAll).kind, "series");
  is(discShape(withPlayAll).longestSeconds, 45 * 60);
});
