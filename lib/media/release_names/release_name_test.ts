import { deepStrictEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { CLASSES } from "../../../tests/corpus/classes_names.ts";
import { COMPOSED } from "../../../tests/corpus/composed_names.ts";
import { FRESH_ANIME } from "../../../tests/corpus/fresh_names_anime.ts";
import { FRESH_FIFTH } from "../../../tests/corpus/fresh_names_fifth.ts";
import { FRESH_FILMS } from "../../../tests/corpus/fresh_names_films.ts";
import { FRESH_FOURTH } from "../../../tests/corpus/fresh_names_fourth.ts";
import { FRESH_SECOND } from "../../../tests/corpus/fresh_names_second.ts";
import { FRESH_SERIES } from "../../../tests/corpus/fresh_names_series.ts";
import { FRESH_THIRD } from "../../../tests/corpus/fresh_names_third.ts";
import { HARDER } from "../../../tests/corpus/harder_names.ts";
import { hostileLines } from "../../../tests/corpus/hostile_lines.ts";
import { PUBLIC_NAMES } from "../../../tests/corpus/public_names.ts";
import { PUBLIC_NAMES_HELD } from "../../../tests/corpus/public_names_held.ts";
import { type Entry, readCorpus, readStated } from "../../../tests/corpus/read.ts";
import { WRITTEN } from "../../../tests/corpus/release_names.ts";
import { SIXTH_MOVIES } from "../../../tests/corpus/sixth/movies.ts";
import { SIXTH_SERIES } from "../../../tests/corpus/sixth/series.ts";
import type { ReleaseHint, ReleaseName } from "./model.ts";
import { parseReleaseName } from "./parse.ts";
import { mediaTitle } from "./media_title.ts";
import { qualityStart } from "./quality_start.ts";

for (
  const [name, title] of [
    ["Heat (1995) Remux-2160p", "Heat (1995)"],
    ["Heat.1995.2160p.UHD.BluRay.REMUX.DV.HDR.HEVC.TrueHD.Atmos.7.1-GRP", "Heat (1995)"],
    ["Mushishi - S01E03 - Tender Horns - Bluray-1080p Remux", "Mushishi - S01E03 - Tender Horns"],
    ["Show.Name.S01E05.The.Pilot.1080p.WEB-DL.DDP5.1.H.264-NTb", "Show Name - S01E05 - The Pilot"],
    ["Show Name (2010) - S02E01-E02 - Double [Bluray-1080p][x264]", "Show Name (2010) - S02E01-E02 - Double"],
    ["Show - 1x05 - Name HDTV-720p", "Show - S01E05 - Name"],
    ["1917.2019.1080p.BluRay.x264", "1917 (2019)"],
    ["2012.2009.1080p.BluRay.x264", "2012 (2009)"],
    ["Blade.Runner.2049.2017.2160p.BluRay", "Blade Runner 2049 (2017)"],
    ["Blade Runner 2049 (2017) Bluray-2160p", "Blade Runner 2049 (2017)"],
    ["Opus (2025) Remux-1080p", "Opus (2025)"],
    ["Dr. Strangelove (1964) {imdb-tt0057012} Bluray-1080p", "Dr. Strangelove (1964)"],
    ["Newsnight.2022.11.30.Name.1080p.WEB.H264-GRP", "Newsnight - 2022-11-30 - Name"],
    ["Show.S01E02E03.720p.HDTV.x264-GRP", "Show - S01E02-E03"],
    ["Utopia.2013.S01E03.MULTi.1080p.WEB.H264-GRP", "Utopia (2013) - S01E03"],
    ["[Group] Title - 05 (BD 1080p HEVC FLAC) [ABCD1234]", undefined],
    ["holiday video", undefined],
    ["", undefined],
  ] as const
) {
  Deno.test(`the title of ${name} is ${title}`, () => equal(mediaTitle(name), title));
}

for (
  const [name, quality] of [
    ["Opus (2025) Remux-1080p", "Remux-1080p"],
    ["Show - S01E01 - The DTS Affair - Bluray-1080p", "Bluray-1080p"],
    ["Movie (1999) [DTS 5.1][1080p]", "DTS 5.1][1080p]"],
    ["Movie (1999)", ""],
    ["1080p", ""],
  ] as const
) {
  Deno.test(`the quality words of ${name} are "${quality}"`, () => equal(name.slice(qualityStart(name)), quality));
}

Deno.test("S-OUT-5: any name yields a title, however long it is", () => {
  fc.assert(fc.property(fc.string({ maxLength: 300, unit: "grapheme" }), (name) => {
    const start = qualityStart(name);
    ok(start >= 0 && start <= name.length);
    mediaTitle(name);
  }));
  for (const piece of ["a ", "DTS.", "S01E01", "(1999) ", "[", ". ", "1080"]) {
    mediaTitle(piece.repeat(5_000));
    mediaTitle(`x 1999 ${piece.repeat(5_000)} 1080p`);
  }
});

const CORPUS = readCorpus(
  [
    WRITTEN,
    HARDER,
    COMPOSED,
    FRESH_FILMS,
    FRESH_SERIES,
    FRESH_ANIME,
    FRESH_SECOND,
    FRESH_THIRD,
    FRESH_FOURTH,
    FRESH_FIFTH,
    CLASSES,
  ]
    .join(
      "\n",
    ),
);

/** Returns a description of each field that differs from the expected value. */
function misses({ name, hint, expected }: Entry): string[] {
  const answer = parseReleaseName(name, hint);
  return (Object.keys(expected) as (keyof ReleaseName)[])
    .filter((field) => JSON.stringify(answer[field]) !== JSON.stringify(expected[field]))
    .map((field) => `${name}: ${field} is ${JSON.stringify(answer[field])}, not ${JSON.stringify(expected[field])}`);
}

for (const [style, entries] of Map.groupBy(CORPUS, (entry) => entry.style)) {
  Deno.test(`parseReleaseName() reads ${style} as people do (${entries.length} names)`, () => {
    deepStrictEqual(entries.flatMap(misses), []);
  });
}

Deno.test("at least 1,500 names are judged, and 98.5 % of all their fields are right", () => {
  const fields = CORPUS.reduce((sum, { expected }) => sum + Object.keys(expected).length, 0);
  const wrong = CORPUS.flatMap(misses).length;
  ok(CORPUS.length >= 1_500, `${CORPUS.length} names`);
  ok(1 - wrong / fields >= 0.985, `${wrong} of ${fields} fields are wrong`);
});

for (
  const [corpus, text, share] of [
    ["public names", PUBLIC_NAMES, 0.98],
    ["public names that no rule was written by", PUBLIC_NAMES_HELD, 0.95],
    ["sixth set", SIXTH_MOVIES + SIXTH_SERIES, 0.98],
  ] as const
) {
  Deno.test(`at least ${share * 100} % of the stated fields are right in the ${corpus}`, () => {
    const entries = readStated(text);
    const fields = entries.reduce((sum, { expected }) => sum + Object.keys(expected).length, 0);
    const wrong = entries.flatMap(misses);
    ok(1 - wrong.length / fields >= share, `${wrong.length} of ${fields} fields are wrong: ${wrong.join("\n")}`);
  });
}

Deno.test("the corpus' judge finds a wrong field", () => {
  const [wrong] = readCorpus("# style\nHeat.1995.1080p.BluRay.x264-GRP => Heart; y=1996; q=Bluray-1080p; g=GRP");
  equal(wrong && misses(wrong).length, 2);
});

const HINTS: (ReleaseHint | undefined)[] = [undefined, "movie", "series", "anime", "music"];

function wellTyped(name: ReleaseName): void {
  for (const field of ["title", "quality"] as const) equal(typeof name[field], "string");
  for (const field of ["fullSeason", "special", "proper", "repack", "remux", "disc"] as const) {
    equal(typeof name[field], "boolean");
  }
  for (const field of ["seasons", "episodes", "absolute"] as const) ok(name[field].every(Number.isFinite), field);
  for (const field of ["languages", "hdr"] as const) ok(name[field].every((each) => typeof each === "string"), field);
  for (const field of ["year", "season", "bitDepth", "version"] as const) {
    ok(name[field] === undefined || Number.isFinite(name[field]), field);
  }
  ok(name.airDate === undefined || /^\d{4}-\d\d-\d\d$/.test(name.airDate));
  ok(name.hash === undefined || /^[0-9A-F]{8}$/.test(name.hash));
  ok(Object.values(name).every((value) => value !== null && value !== undefined), "absent fields are absent");
}

Deno.test("any text is answered, with fields of their kinds", () => {
  const parts = CORPUS.flatMap(({ name }) => name.split(/(?=[._ [(-])/u));
  const shuffled = fc.array(fc.constantFrom(...parts), { maxLength: 20 }).map((some) => some.join(""));
  const text = fc.oneof(fc.string({ maxLength: 300, unit: "binary" }), fc.string({ unit: "grapheme" }), shuffled);
  fc.assert(fc.property(text, fc.constantFrom(...HINTS), (name, hint) => wellTyped(parseReleaseName(name, hint))), {
    numRuns: 1_000,
  });
});

/** Maximum length that `parseReleaseName` reads. */
const LONGEST_PATH = 4_096;

Deno.test("S-OUT-5: a line of 100 kB costs no more than its first 4 kB, with any repetition", () => {
  const lines = hostileLines(100_000);
  ok(lines.length >= 100);
  for (const line of lines) {
    for (const hint of HINTS) {
      const read = parseReleaseName(line, hint);
      deepStrictEqual(read, parseReleaseName(line.slice(0, LONGEST_PATH), hint), `${line.slice(0, 40)} ${hint}`);
      wellTyped(read);
    }
  }
});
