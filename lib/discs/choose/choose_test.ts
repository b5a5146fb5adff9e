import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import type { DiscAudioTrack, DiscTitle } from "../title_schema.ts";
import { keptAudio } from "./audio_choice.ts";
import { episodeAfter, numberEpisodes } from "./episode_numbers.ts";
import { ripFileName, ripFolderName } from "./rip_names.ts";
import { type ComparedTrack, sameChoice } from "./same_choice.ts";
import { segmentsOf } from "./segments.ts";
import { selectTitles } from "./selection.ts";
import { markTitles } from "./title_marks.ts";

const MB = 1_000_000;

const title = (id: number, durationSeconds: number, more: Partial<DiscTitle> = {}): DiscTitle => ({
  id,
  name: `Title ${id + 1}`,
  durationSeconds,
  sizeBytes: durationSeconds * MB,
  chapters: 1,
  fileName: `title_t0${id}.mkv`,
  audio: [],
  audioTracks: [],
  subtitles: [],
  subtitleTracks: [],
  flags: [],
  ...more,
});

const audio = (index: number, codec: string, more: Partial<DiscAudioTrack> = {}): DiscAudioTrack => ({
  index,
  codec,
  language: "eng",
  lossless: false,
  commentary: false,
  label: codec,
  ...more,
});

Deno.test("a segment map names the played segments, with ranges written out", () => {
  same(segmentsOf("1-3,9"), ["1", "2", "3", "9"]);
  same(segmentsOf("55,56"), ["55", "56"]);
  same(segmentsOf("2:1-2"), ["2:1", "2:2"]);
  same(segmentsOf(undefined), []);
  same(segmentsOf("1-999999").length, 20_000);
});

Deno.test("a title that plays the others in a row is play-all, by segments if the disc has them", () => {
  const segments = [
    title(0, 10_692, { segmentMap: "1-24" }),
    title(1, 2_673, { segmentMap: "1-6" }),
    title(2, 2_671, { segmentMap: "7-12" }),
    title(3, 2_669, { segmentMap: "13-18" }),
    title(4, 2_679, { segmentMap: "19-24" }),
    title(5, 728, { segmentMap: "30-32" }),
  ];
  same(markTitles(segments).playAll, [0]);
  const lengths = segments.map(({ segmentMap: _, ...rest }) => rest);
  same(markTitles(lengths).playAll, [0]);
});

Deno.test("a movie is no play-all of extras with the same total duration", () => {
  const film = title(0, 7_200, { segmentMap: "1-20" });
  same(markTitles([film, title(1, 3_500, { segmentMap: "30" }), title(2, 3_700, { segmentMap: "31" })]).playAll, []);
  const unequal = [title(0, 7_200), title(1, 6_900), title(2, 300)].map(({ segmentMap: _, ...rest }) => rest);
  same(markTitles(unequal).playAll, []);
});

Deno.test("a duplicate has the same segments, or length and size and something in common; the first is kept", () => {
  const one = [
    title(0, 5_000, { segmentMap: "1,2" }),
    title(1, 5_000, { segmentMap: "1,2" }),
    title(2, 5_000.5, { segmentMap: "1,3", sizeBytes: 5_000 * MB }),
    title(3, 5_000, { segmentMap: "7,8" }),
    title(4, 5_000, { segmentMap: "1,2", angle: 2 }),
  ];
  same([...markTitles(one).duplicateOf], [[1, 0], [2, 0]]);
  const withoutMap = one.slice(0, 2).map(({ segmentMap: _, ...rest }) => rest);
  same([...markTitles(withoutMap).duplicateOf], [[1, 0]]);
});

Deno.test("more than ten long titles of nearly equal length obfuscate the movie: none of them is selected", () => {
  const many = Array.from({ length: 60 }, (_, id) => title(id, 7_000 + id % 7, { segmentMap: `${id},${100 - id}` }));
  is(markTitles(many).obfuscated.length, 60);
  const shown = many.map((one) => ({ ...one, flags: ["obfuscated" as const] }));
  same(selectTitles(shown, "movie").selected, []);
  same(markTitles(many.slice(0, 10)).obfuscated, []);
});

Deno.test("a movie disc selects the longest title, a series disc all sufficiently long ones, in the order of the disc", () => {
  const disc = [
    title(0, 10_000, { flags: ["playAll"] }),
    title(1, 2_500),
    title(2, 2_510),
    title(3, 90, { short: true }),
    title(4, 91, { short: true }),
    title(5, 200, { short: true }),
    title(6, 2_510, { flags: ["duplicate"] }),
    title(7, 2_400, { problem: "The clip 00012.m2ts is missing." }),
  ];
  const series = selectTitles(disc, "series");
  same(series.selected, [1, 2]);
  same([...series.roles], [
    [3, { kind: "extra", type: "op" }],
    [4, { kind: "extra", type: "ed" }],
    [5, { kind: "extra", type: "none" }],
  ]);
  same(selectTitles(disc, "unknown").selected, [1, 2]);
  same(selectTitles(disc, "movie").selected, [2]);
  same(selectTitles([title(0, 6_000), title(1, 900)], "unknown").selected, [0]);
  same(selectTitles([], "movie").selected, []);
});

Deno.test("episodes are numbered in the order of the list; doubles get two, extras and specials none", () => {
  const disc = [title(0, 1_500), title(1, 1_490), title(2, 3_000), title(3, 1_510), title(4, 90), title(5, 1_500)];
  const roles = { "4": { kind: "extra", type: "op" }, "5": { kind: "special", episode: 2 } } as const;
  const map = numberEpisodes(disc, [0, 1, 2, 3, 4, 5], roles, { start: 7 });
  same(map, { "0": 7, "1": 8, "2": [9, 10], "3": 11 });
  is(episodeAfter(map), 12);
  is(episodeAfter({}), undefined);
});

Deno.test("no episode number is used twice, whatever the lengths", () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 40 });
  fc.assert(fc.property(lengths, fc.integer({ min: 0, max: 500 }), (seconds, start) => {
    const titles = seconds.map((length, id) => title(id, length));
    const numbers = Object.values(numberEpisodes(titles, titles.map(({ id }) => id), {}, { start })).flat();
    same(numbers, numbers.map((_, at) => start + at));
  }));
});

Deno.test("best audio is one track a language: lossless, then DTS, then Dolby Digital, more channels, never commentary", () => {
  const tracks = [
    audio(0, "ac3", { channels: 2 }),
    audio(1, "dts", { channels: 6 }),
    audio(2, "truehd", { channels: 8, lossless: true }),
    audio(3, "ac3", { channels: 6, commentary: true }),
    audio(4, "ac3", { language: "deu", channels: 2 }),
    audio(5, "ac3", { language: "deu", channels: 6 }),
  ];
  same(keptAudio(tracks, "best"), [2, 5]);
  same(keptAudio(tracks, "all"), [0, 1, 2, 3, 4, 5]);
  same(keptAudio(tracks, "custom", [4, 0, 99]), [0, 4]);
  same(keptAudio(tracks, "custom", []), [0]);
  same(keptAudio([audio(0, "ac3", { commentary: true })], "best"), [0]);
  same(keptAudio([], "best"), []);
});

Deno.test("a selection is copied by language and kind, not by position", () => {
  const from = [audio(0, "ac3", { channels: 6 }), audio(1, "ac3", { language: "deu", channels: 2 })];
  const to = [audio(0, "ac3", { language: "deu", channels: 2 }), audio(1, "dts"), audio(2, "ac3", { channels: 6 })];
  same(sameChoice(from, [0, 1], to), [0, 2]);
  same(sameChoice(from, [0], to), [2]);
});

Deno.test("a selection of subtitles is copied by language and kind; missing ones are left out", () => {
  const subtitle = (index: number, language: string, more: Partial<ComparedTrack> = {}): ComparedTrack => ({
    ...{ index, language, codec: "PGS", commentary: false, forced: false, hearingImpaired: false },
    ...more,
  });
  const from = [subtitle(0, "eng"), subtitle(1, "deu", { forced: true }), subtitle(2, "deu")];
  const to = [subtitle(0, "deu"), subtitle(1, "deu", { forced: true }), subtitle(2, "eng", { hearingImpaired: true })];
  same(sameChoice(from, [0, 1], to), [1]);
  same(sameChoice(from, [2], to), [0]);
  same(sameChoice(from, [], to), []);
});

Deno.test("names are those the managers read", () => {
  const media = {
    kind: "series",
    title: "Glass Harbor",
    year: 2019,
    seasonNumber: 1,
    genres: [],
    confidence: 0,
  } as const;
  const named = { media, discType: "bluray", titleName: "Making of", role: { kind: "episode" } } as const;
  is(ripFileName({ ...named, episodes: [1] }), "Glass Harbor - S01E01 - Bluray-1080p Remux.mkv");
  is(ripFileName({ ...named, episodes: [1, 2], discType: "dvd" }), "Glass Harbor - S01E01E02 - DVD.mkv");
  const absolute = { ...media, absoluteNumbering: true };
  is(ripFileName({ ...named, media: absolute, episodes: [5] }), "Glass Harbor - 005 - Bluray-1080p Remux.mkv");
  is(
    ripFileName({ ...named, role: { kind: "special", episode: 3 } }),
    "Glass Harbor - S00E03 - Bluray-1080p Remux.mkv",
  );
  is(ripFileName({ ...named, role: { kind: "extra", type: "op" } }), "Glass Harbor - S01 - OP.mkv");
  is(ripFileName({ ...named, role: { kind: "extra", type: "none" } }), "Glass Harbor - S01 - Making of.mkv");
  const film = { ...named, media: { ...media, kind: "movie" }, role: { kind: "feature" } } as const;
  is(ripFileName({ ...film, discType: "uhd" }), "Glass Harbor (2019) Remux-2160p.mkv");
  is(ripFileName({ ...film, discType: "dvd" }), "Glass Harbor (2019) DVD.mkv");
  is(ripFolderName({ ...media, discNumber: 2 }, "GLASS_HARBOR"), "Glass Harbor (2019) - Disc 2");
  is(ripFolderName({ ...film.media, discNumber: 2 }, "GLASS_HARBOR"), "Glass Harbor (2019)");
  is(ripFolderName({ ...media, title: "", year: undefined }, "A/B"), "A-B");
  is(ripFolderName({ ...media, title: "", year: undefined, discNumber: 2 }, "A_D2"), "A_D2");
});

Deno.test("no name leaves its folder, whatever the name of a disc", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, titleName) => {
    const media = { kind: "series", title: name } as const;
    const file = ripFileName({ media, discType: "dvd", titleName, role: { kind: "extra", type: "none" } });
    ok(!/[/\\\0]/.test(file) && !file.startsWith("."));
    ok(!/[/\\\0]/.test(ripFolderName(media, titleName)));
  }));
});
