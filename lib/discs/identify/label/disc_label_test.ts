import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { type LabelReading, readDiscLabel } from "./disc_label.ts";

type Expected = { title: string; year?: number; season?: number; disc?: number; discs?: number };

/** Labels as found on discs, drives and files, with fictional titles. */
const CORPUS: [label: string, expected: Expected][] = [
  // Movies
  ["GLASS_HARBOR", { title: "glass harbor" }],
  ["Glass Harbor", { title: "glass harbor" }],
  ["glass.harbor", { title: "glass harbor" }],
  ["GlassHarbor", { title: "glass harbor" }],
  ["GLASSHARBOR", { title: "glassharbor" }],
  ["GLASS-HARBOR", { title: "glass harbor" }],
  ["GLASS_HARBOR_16X9", { title: "glass harbor" }],
  ["GLASS_HARBOR_4X3", { title: "glass harbor" }],
  ["GLASS_HARBOR_WS", { title: "glass harbor" }],
  ["GLASS_HARBOR_FS", { title: "glass harbor" }],
  ["GLASS_HARBOR_PAL", { title: "glass harbor" }],
  ["GLASS_HARBOR_NTSC", { title: "glass harbor" }],
  ["GLASS_HARBOR_R2", { title: "glass harbor" }],
  ["GLASS_HARBOR_R1_NTSC", { title: "glass harbor" }],
  ["GLASS_HARBOR_PAL_R4_16X9", { title: "glass harbor" }],
  ["GLASS_HARBOR_UHD", { title: "glass harbor" }],
  ["GLASS_HARBOR_4K", { title: "glass harbor" }],
  ["GLASS_HARBOR_4K_ULTRA_HD", { title: "glass harbor" }],
  ["GLASS_HARBOR_BD", { title: "glass harbor" }],
  ["GLASS_HARBOR_BLURAY", { title: "glass harbor" }],
  ["Glass Harbor - Blu-ray™", { title: "glass harbor" }],
  ["GLASS_HARBOR_BD50", { title: "glass harbor" }],
  ["GLASS_HARBOR_DVD", { title: "glass harbor" }],
  ["GLASS_HARBOR_DVD9", { title: "glass harbor" }],
  ["GLASS_HARBOR_3D", { title: "glass harbor" }],
  ["GLASS_HARBOR_EXTENDED", { title: "glass harbor" }],
  ["GLASS_HARBOR_EXTENDED_CUT", { title: "glass harbor" }],
  ["GLASS_HARBOR_DIRECTORS_CUT", { title: "glass harbor" }],
  ["Glass Harbor (Director's Cut)", { title: "glass harbor" }],
  ["GLASS_HARBOR_UNRATED", { title: "glass harbor" }],
  ["GLASS_HARBOR_SPECIAL_EDITION", { title: "glass harbor" }],
  ["GLASS_HARBOR_THEATRICAL", { title: "glass harbor" }],
  ["GLASS_HARBOR_REMASTERED", { title: "glass harbor" }],
  ["Glass Harbor 25th Anniversary Edition", { title: "glass harbor" }],
  ["GLASS_HARBOR_2019", { title: "glass harbor", year: 2019 }],
  ["Glass Harbor (2019)", { title: "glass harbor", year: 2019 }],
  ["Glass.Harbor.2019.COMPLETE.BLURAY.iso", { title: "glass harbor", year: 2019 }],
  ["GLASS_HARBOR_THE", { title: "the glass harbor" }],
  ["GLASS_HARBOR_DISC_1", { title: "glass harbor", disc: 1 }],
  ["GLASS_HARBOR_DISC2", { title: "glass harbor", disc: 2 }],
  ["GLASS_HARBOR_D2", { title: "glass harbor", disc: 2 }],
  ["GLASS_HARBOR_DISK_3", { title: "glass harbor", disc: 3 }],
  ["GLASS_HARBOR_DISC_ONE", { title: "glass harbor", disc: 1 }],
  ["GLASS_HARBOR_BD2", { title: "glass harbor", disc: 2 }],
  ["GLASS_HARBOR_DVD_2", { title: "glass harbor", disc: 2 }],
  ["GLASS_HARBOR_DVD1", { title: "glass harbor", disc: 1 }],
  ["GLASS_HARBOR_CD1", { title: "glass harbor", disc: 1 }],
  ["Glass Harbor Disc 1 of 2", { title: "glass harbor", disc: 1, discs: 2 }],
  ["GLASS_HARBOR_1_OF_3", { title: "glass harbor", disc: 1, discs: 3 }],
  ["GLASS_HARBOR_2", { title: "glass harbor 2" }],
  ["GLASS_HARBOR_II", { title: "glass harbor ii" }],
  ["2049_HARBOR", { title: "2049 harbor" }],
  ["HARBOR_RUNNER_2049", { title: "harbor runner 2049" }],
  ["MANY_WORDS_OF_THE_GLASS_HARBOR_A", { title: "many words of the glass harbor a" }],
  ["Verträumter Hafen", { title: "verträumter hafen" }],
  ["O'Hara & Søn", { title: "o'hara and søn" }],
  ["ガラスの港", { title: "ガラスの港" }],
  // Series
  ["GLASS_HARBOR_S1", { title: "glass harbor", season: 1 }],
  ["GLASS_HARBOR_S02", { title: "glass harbor", season: 2 }],
  ["GLASS_HARBOR_S1D2", { title: "glass harbor", season: 1, disc: 2 }],
  ["GLASS_HARBOR_S01_D02", { title: "glass harbor", season: 1, disc: 2 }],
  ["GLASS_HARBOR_S1_DISC_2", { title: "glass harbor", season: 1, disc: 2 }],
  ["GLASS_HARBOR_S3_BD1", { title: "glass harbor", season: 3, disc: 1 }],
  ["GlassHarborS2D1", { title: "glass harbor", season: 2, disc: 1 }],
  ["GLASS_HARBOR_SEASON_2", { title: "glass harbor", season: 2 }],
  ["GLASS_HARBOR_SEASON2", { title: "glass harbor", season: 2 }],
  ["GLASS_HARBOR_SEASON_1_DISC_4", { title: "glass harbor", season: 1, disc: 4 }],
  ["GLASS_HARBOR_SEASON_TWO_D3", { title: "glass harbor", season: 2, disc: 3 }],
  ["GLASS_HARBOR_SERIES_2", { title: "glass harbor", season: 2 }],
  ["GLASS_HARBOR_SERIES_2_DISC_1", { title: "glass harbor", season: 2, disc: 1 }],
  ["GLASS_HARBOR_SERIES3_D1_PAL", { title: "glass harbor", season: 3, disc: 1 }],
  ["Glass Harbor: Season Two, Disc 3", { title: "glass harbor", season: 2, disc: 3 }],
  ["Glass Harbor 2nd Season", { title: "glass harbor", season: 2 }],
  ["Glass Harbor - The Complete Second Season Disc 1", { title: "glass harbor", season: 2, disc: 1 }],
  ["Glass Harbor The Complete First Season", { title: "glass harbor", season: 1 }],
  ["Glass Harbor Staffel 3 Disc 2", { title: "glass harbor", season: 3, disc: 2 }],
  ["Glass Harbor 3. Staffel", { title: "glass harbor", season: 3 }],
  ["GLASS_HARBOR_SAISON_1_DVD_2", { title: "glass harbor", season: 1, disc: 2 }],
  ["GLASS_HARBOR_TEMPORADA_1", { title: "glass harbor", season: 1 }],
  ["GLASS_HARBOR_SSN_4_D1", { title: "glass harbor", season: 4, disc: 1 }],
  ["GLASS_HARBOR_COMPLETE_SERIES_D7", { title: "glass harbor", disc: 7 }],
  ["GLASS_HARBOR_VOL_1", { title: "glass harbor vol 1" }],
  ["GLASS_HARBOR_VOLUME_2", { title: "glass harbor volume 2" }],
  ["GLASS_HARBOR_S1_VOL_2", { title: "glass harbor", season: 1, disc: 2 }],
  ["GLASS_HARBOR_S2_US", { title: "glass harbor", season: 2 }],
  ["GLASS_HARBOR_S01-S03_D4", { title: "glass harbor", disc: 4 }],
  ["Glass Harbor Seasons 1 to 3 Disc 12", { title: "glass harbor", disc: 12 }],
  ["Glass.Harbor.S02.DISC1.COMPLETE.BLURAY-GRP", { title: "glass harbor", season: 2, disc: 1 }],
  ["Glass.Harbor.2019.1080p.BluRay.REMUX.AVC.DTS-HD.MA-GROUP.iso", { title: "glass harbor", year: 2019 }],
  ["DISC_1_GLASS_HARBOR", { title: "glass harbor", disc: 1 }],
  // Labels without a title
  ["MOVIE_DISC", { title: "" }],
  ["BONUS", { title: "" }],
  ["BONUS_DISC", { title: "" }],
  ["DVD_VIDEO", { title: "" }],
  ["DVDVIDEO", { title: "" }],
  ["DVDVOLUME", { title: "" }],
  ["LOGICAL_VOLUME_ID", { title: "" }],
  ["LogicalVolumeID", { title: "" }],
  ["CDROM", { title: "" }],
  ["BLURAY", { title: "" }],
  ["BD_ROM", { title: "" }],
  ["UNTITLED", { title: "" }],
  ["NO_NAME", { title: "" }],
  ["MYDISC", { title: "" }],
  ["My Disc", { title: "" }],
  ["SONY", { title: "" }],
  ["VIDEO", { title: "" }],
  ["VIDEO_TS", { title: "" }],
  ["DISC1", { title: "", disc: 1 }],
  ["DISC_2", { title: "", disc: 2 }],
  ["S1D2", { title: "", season: 1, disc: 2 }],
  ["SPECIAL_FEATURES", { title: "" }],
  ["20190412", { title: "" }],
  ["1", { title: "" }],
  ["", { title: "" }],
  ["  _._ ", { title: "" }],
  ["NEW", { title: "" }],
];

const given = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<T>;

Deno.test("labels are read: title, year, season and disc", () => {
  const wrong = CORPUS.flatMap(([label, expected]) => {
    const { title, year, season, disc, discs } = readDiscLabel(label);
    const read = given({ title, year, season, disc, discs });
    return JSON.stringify(sorted(read)) === JSON.stringify(sorted(expected)) ? [] : [{ label, read, expected }];
  });
  same(wrong, []);
});

const sorted = (value: object) => Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);

const reading = (label: string, title: string): LabelReading | undefined =>
  readDiscLabel(label).readings.find((one) => one.title === title);

Deno.test("a trailing number may be a season, and a sequel", () => {
  same(reading("GLASS_HARBOR_2", "glass harbor")?.season, 2);
  same(reading("GLASS_HARBOR_II", "glass harbor")?.season, 2);
  same(reading("GLASSHARBOR2", "glassharbor")?.season, 2);
  is(reading("GLASS_HARBOR_2", "glass harbor 2")?.season, undefined);
  is(reading("GLASS_HARBOR_42", "glass harbor")?.season, undefined, "no show has so many");
});

Deno.test("a volume number may be part of the title, or count discs", () => {
  is(reading("GLASS_HARBOR_VOL_2", "glass harbor vol 2")?.disc, undefined);
  is(reading("GLASS_HARBOR_VOL_2", "glass harbor")?.disc, 2);
});

Deno.test("a year and words of a title that look like noise are kept as a possibility", () => {
  ok(reading("GLASS_HARBOR_1984", "glass harbor 1984"));
  ok(reading("LET_US", "let us"));
  ok(reading("MISTER_FOX", "mister fox"));
  ok(reading("FOX_GLASS_HARBOR", "glass harbor"));
});

Deno.test("slow: any text is parsed, and a parsed title stays unchanged", () => {
  const words = fc.constantFrom(
    ...[
      "GLASS",
      "S1",
      "D2",
      "_",
      "DISC",
      "2",
      "THE",
      "SEASON",
      "OF",
      "1984",
      "PAL",
      "II",
      "VOL",
      "US",
      "4K",
      "é",
      "™",
      "-",
    ],
  );
  const label = fc.oneof(fc.string({ unit: "binary" }), fc.string(), fc.array(words).map((all) => all.join("_")));
  fc.assert(
    fc.property(label, (text) => {
      const { title, readings } = readDiscLabel(text);
      is(readDiscLabel(title).title, title);
      for (const one of readings) ok(one.title !== "" && one.weight > 0 && one.weight <= 1);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("only the beginning of an endless label is read", () => {
  for (const piece of ["S1 ", "DISC 1 ", "A", "_", "1 OF 2 ", "the complete ", "é"]) {
    const { title, readings } = readDiscLabel(piece.repeat(50_000));
    ok(title.length <= 300 && readings.length < 100);
  }
});
