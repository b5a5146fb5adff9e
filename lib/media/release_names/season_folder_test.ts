import { deepStrictEqual } from "node:assert/strict";
import fc from "fast-check";
import { parseReleaseName } from "./parse.ts";
import { bareSeason, isSeasonRange, readSeasonFolder } from "./season_folder.ts";

const SEASONS: [folder: string, season: number | undefined, show?: string][] = [
  ["Season 1", 1],
  ["Season 01", 1],
  ["season.12", 12],
  ["Staffel 3", 3],
  ["Saison 2 (2019)", 2],
  ["Temporada 4", 4],
  ["Сезон 5", 5],
  ["S02", 2],
  ["S2024", 2024],
  ["2nd Season", 2],
  ["3. Staffel", 3],
  ["Season Two", 2],
  ["Series Three", 3],
  ["The Second Season", 2],
  ["Season II", 2],
  ["第2季", 2],
  ["第二季", 2],
  ["Volume 2", 2],
  ["Vol. 2", 2],
  ["Book 2", 2],
  ["Book Two - Earth", 2],
  ["Season 2 - The Return", 2],
  ["Complete Season 2", 2],
  ["Specials", 0],
  ["Season 0", 0],
  ["Season 00", 0],
  ["S00", 0],
  ["  Season 7  ", 7],
  ["Ad Season 2", 2, "Ad"],
  ["Ac - Season 02", 2, "Ac"],
  ["Ae S02", 2, "Ae"],
  ["Ax.S02.1080p.BluRay.x264-GRP", 2, "Ax"],
  ["Ax (2019) S02 1080p", 2, "Ax (2019)"],
  ["Dizi Sezon 3", 3, "Dizi"],
  ["剑来 第2季", 2, "剑来"],
  ["Off Season 1", 1, "Off"],
  ["Season", undefined],
  ["Seasons 1-3", undefined],
  ["Complete Seasons 1-4", undefined],
  ["Season 1-3", undefined],
  ["Season 1 & 2", undefined],
  ["S01-S04", undefined],
  ["Show S01-S04", undefined],
  ["Show Seasons 1-4", undefined],
  ["Season 1x", undefined],
  ["Show.S01E02.1080p", undefined],
  ["S01E02", undefined],
  ["Book Club", undefined],
  ["Volume", undefined],
  ["Season of the Witch", undefined],
  ["Four Seasons", undefined],
  ["Kill Bill Vol. 2", undefined],
  ["Heat (1995)", undefined],
  ["2", undefined],
  ["", undefined],
];

Deno.test("a folder states its season, and the show where its name holds it", () => {
  for (const [folder, season, show] of SEASONS) {
    const wanted = season === undefined ? undefined : show === undefined ? { season } : { season, show };
    deepStrictEqual(readSeasonFolder(folder), wanted, folder);
  }
});

Deno.test("one or two digits or a year alone are a season", () => {
  const folders = ["2", "02", "2019", "100", "24x", ""];
  deepStrictEqual(folders.map(bareSeason), [2, 2, 2019, undefined, undefined, undefined]);
});

Deno.test("a folder of several seasons states none of them", () => {
  for (const name of ["Complete Seasons 1-4", "Seasons 1 - 3", "S01-S04", "Staffeln 1-2", "Season 1 & 2"]) {
    deepStrictEqual([isSeasonRange(name), readSeasonFolder(name)], [true, undefined], name);
  }
  for (const name of ["Season 1", "Show Seasons 1-4", "S01E01-02", "Season 1-x"]) {
    deepStrictEqual(isSeasonRange(name), false, name);
  }
});

Deno.test("a file in the folder of a season is counted in that season", () => {
  const paths: [path: string, title: string, season: number, episode: number][] = [
    ["/TV/Ad Season 2/02 - x.mkv", "Ad", 2, 2],
    ["/TV/Ad (2019)/Ad Season 2/02 - x.mkv", "Ad", 2, 2],
    ["/TV/Ac/Ac - Season 02/03.mkv", "Ac", 2, 3],
    ["/TV/Ax.S02.1080p.BluRay.x264-GRP/05 - z.mkv", "Ax", 2, 5],
    ["/TV/Dark/2. Staffel/03 - x.mkv", "Dark", 2, 3],
    ["/TV/Dark/Season Two/E03.mkv", "Dark", 2, 3],
    ["/TV/Dark/第2季/03.mkv", "Dark", 2, 3],
    ["/TV/Avatar/Book 2/03 - x.mkv", "Avatar", 2, 3],
    ["/TV/Dark/2/03 - x.mkv", "Dark", 2, 3],
    ["/TV/Dark/Season 02/2.03 - x.mkv", "Dark", 2, 3],
    ["/TV/Dark/Season 02/2.03.mkv", "Dark", 2, 3],
  ];
  for (const [path, title, season, episode] of paths) {
    const read = parseReleaseName(path, "series");
    deepStrictEqual([read.title, read.season, read.episodes], [title, season, [episode]], path);
  }
});

Deno.test("readSeasonFolder() reads any name of any length", () => {
  const word = fc.constantFrom("Season", "S02", "2", "第", "季", " - ", ".", "(", "Vol", "-", "&", "a");
  fc.assert(fc.property(fc.array(word, { maxLength: 400 }), (words) => {
    const season = readSeasonFolder(words.join(""))?.season;
    deepStrictEqual(season === undefined || Number.isSafeInteger(season), true);
  }));
});
