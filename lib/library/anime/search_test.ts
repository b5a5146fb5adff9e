import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { ANIME_LABELS } from "../../../tests/fixtures/anime_labels.ts";
import { KNOWN_ANIME } from "../../../tests/fixtures/anime_data.ts";
import { withAnimeFile } from "../../../tests/fixtures/anime_file.ts";
import type { AnimeFile } from "../../../db/library/anime/anime_file.ts";
import { fold, wordsOf } from "../../kit/fold.ts";
import { foldedTitle, titleScore } from "../matching/rank.ts";
import { searchAnime } from "./search.ts";
import { looseRomaji, seasonedTitle } from "./title_forms.ts";

Deno.test("seasons are parsed from titles with any form of number", () => {
  const table: [folded: string, base: string, season?: number][] = [
    ["kimi ni todoke 2nd season", "kimi ni todoke", 2],
    ["shingeki no kyojin season 3", "shingeki no kyojin", 3],
    ["second season of spice", "of spice", 2],
    ["mushishi s2", "mushishi", 2],
    ["overlord 4", "overlord", 4],
    ["進撃の巨人 第2期", "進撃の巨人", 2],
    ["君に届け 二期", "君に届け", 2],
    ["鬼滅の刃 第1巻", "鬼滅の刃"],
    ["area 88", "area 88"],
    ["cowboy bebop", "cowboy bebop"],
    ["", ""],
  ];
  for (const [folded, base, season] of table) {
    same(seasonedTitle(folded), { base, ...(season === undefined ? {} : { season }) }, folded);
  }
});

Deno.test("spellings of romaji become one", () => {
  const table: [string, string][] = [
    ["jojo no kimyou na bouken", "jojo no kimyo na boken"],
    ["juuni kokki", "juni kokki"],
    ["shimbun", "shinbun"],
    ["chikyuu wo mamoru", "chikyu o mamoru"],
  ];
  for (const [one, other] of table) is(looseRomaji(one), looseRomaji(other));
});

Deno.test("anime are found by romaji, kanji, English, synonyms and seasons, and not by short names alone", () =>
  withAnimeFile((file) => {
    const found = (text: string, season?: number) => searchAnime(file, [{ text, season }], 5);
    const table: [text: string, aid: number, season?: number][] = [
      ["attack on titan", 9541],
      ["Attack on Titan Season 2", 10944],
      ["shingeki no kyojin", 10944, 2],
      ["進撃の巨人", 13241, 3],
      ["SHINGEKINOKYOJIN", 9541],
      ["k-on", 7307, 2],
      ["k on", 6257],
      ["攻殻機動隊", 61],
      ["jojo's bizarre adventure", 8842],
      ["Shin Seiki Evangelion", 22],
      ["spirited away", 112],
      ["ｓｐｉｒｉｔｅｄ　ａｗａｙ", 112],
      ["princess monon", 7],
    ];
    for (const [text, aid, season] of table) is(found(text, season)[0]?.aid, aid, text);
    for (const short of ["nge", "gits", "fma"]) ok((found(short)[0]?.score ?? 0) <= 60, short);
    for (const nothing of ["", " ", "…", "the lamp post", "ß"]) {
      ok((found(nothing)[0]?.score ?? 0) < 70, nothing);
    }
    const wrong = ANIME_LABELS.filter(({ label, aid }) =>
      found(label.replace(/[_ ](?:D|BD|VOL_?|DISC[_ ]?)\d$/i, "").replaceAll("_", " "))[0]?.aid !== aid
    );
    ok(wrong.length <= 3, JSON.stringify(wrong));
  }));

Deno.test("slow: hits of any search have scores of 0 to 100, the best first", () =>
  withAnimeFile((file) => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 60 }),
        fc.option(fc.nat(20), { nil: undefined }),
        (text, season) => {
          const scores = searchAnime(file, [{ text, season }], 10).map(({ score }) => score);
          ok(scores.every((score) => score > 0 && score <= 100));
          same(scores, scores.toSorted((a, b) => b - a));
        },
      ),
      { numRuns: 200 },
    );
  }));

Deno.test("comparisons that are skipped because they cannot win change no score", () =>
  withAnimeFile((file) => {
    const titles = KNOWN_ANIME.flatMap((anime) => anime.titles.map((one) => one.split("|")[2] ?? ""));
    const endings = ["", " 2", " season 2", " II", " 第2期", " movie"];
    fc.assert(
      fc.property(
        fc.constantFrom(...titles, ...ANIME_LABELS.map(({ label }) => label.replaceAll("_", " "))),
        fc.nat(40),
        fc.constantFrom(...endings),
        fc.option(fc.nat(4), { nil: undefined }),
        (title, cut, ending, season) => {
          const text = title.slice(0, Math.max(3, title.length - cut)) + ending;
          const hits = searchAnime(file, [{ text, season }], 30);
          same(
            hits.map(({ aid, score, matchedOn }) => ({ aid, score, matchedOn })),
            hits.map(({ aid }) => aid).map((aid) => ({ aid, ...comparedWithAll(file, aid, text, season) })),
            text,
          );
        },
      ),
      { numRuns: 300 },
    );
  }));

/** Compares every name of an anime in every form. Returns the best match, the first of several. */
function comparedWithAll(file: AnimeFile, aid: number, text: string, named: number | undefined) {
  const typed = fold(text);
  const typedOwn = seasonedTitle(typed);
  const season = named ?? typedOwn.season;
  const script = /[^a-z0-9 ]/.test(typed) ? /[^a-z0-9 ]/ : /[a-z0-9]/;
  const stems = wordsOf(looseRomaji(typed)).map((word) => /[a-z0-9]/.test(word) ? ` ${word.slice(0, 2)}` : word);
  const between = (one: string, other: string) => titleScore(foldedTitle(one), foldedTitle(other));
  let best = { score: 0, matchedOn: "" };
  const anime = file.anime(aid);
  for (const { kind, folded, title } of anime?.names ?? []) {
    if (!script.test(folded) || !stems.some((stem) => ` ${folded}`.includes(stem))) continue;
    const own = seasonedTitle(folded);
    const its = own.season ?? anime?.tvdbSeason ?? undefined;
    const isSame = its === (season ?? 1) || (season === undefined && own.season === undefined) ||
      (own.season === undefined && anime?.tvdbPlaces.some((place) => place.season === season));
    const ofBase = isSame ? 1 : 14;
    const written = Math.max(
      between(typed, folded) - (season !== undefined && !isSame ? 14 : 0),
      between(typedOwn.base, own.base) - ofBase,
    );
    const loose = Math.max(
      between(looseRomaji(typed), looseRomaji(folded)) - (isSame ? 0 : 14),
      between(looseRomaji(typedOwn.base), looseRomaji(own.base)) - ofBase,
    ) - 2;
    const score = (written >= 98 ? written : Math.max(written, loose)) - (kind === "synonym" ? 4 : 0);
    const kept = kind === "short" ? Math.min(60, score) : score;
    if (kept > best.score) best = { score: kept, matchedOn: title };
  }
  return { ...best, score: Math.round(best.score * 10) / 10 };
}
