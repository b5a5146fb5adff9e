import assert, { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { parseReleaseName } from "../../../media/release_names/parse.ts";
import type { RootKind } from "../../local_title_model.ts";
import { type Recognised, recogniseFolder } from "./recognise.ts";
import { rememberingParse } from "./repeated_names.ts";

const GB = 1_000_000_000;
const exclude = new Set(["extras", "sample", "trailers"]);

/** Names with a trailing slash are folders. `name|bytes` sets a size. */
function look(path: string, names: string[], { root = "/media", kind = "auto" as RootKind } = {}): Recognised {
  const entries = names.map((text) => {
    const [name = "", size] = text.split("|");
    return { name: name.replace(/\/$/, ""), directory: name.endsWith("/"), size: Number(size ?? 4 * GB), mtime: 1 };
  });
  return recogniseFolder({ root, path, kind, entries }, { parse: parseReleaseName, exclude });
}

/** Returns `kind title (year) by artist in folder: number of files` for each title. */
const told = ({ titles, files }: Recognised): string[] =>
  titles.map(({ id, kind, title, year, artist, anime, folder, ownsFolder }) =>
    `${anime ? "anime " : ""}${kind} ${title}${year ? ` (${year})` : ""}${artist ? ` by ${artist}` : ""} in ${folder}${
      ownsFolder ? "" : "/*"
    }: ${files.filter(({ itemId }) => itemId === id).length}`
  );

const FOLDERS: [rule: string, path: string, names: string[], expected: string[]][] = [
  ["a film in a folder of its own", "/media/Movies/Heat (1995)", ["Heat (1995) - 1080p.mkv"], [
    "movie Heat (1995) in /media/Movies/Heat (1995): 1",
  ]],
  ["versions of one film", "/media/Movies/Heat (1995)", [
    "Heat.1995.1080p.BluRay.x264-A.mkv",
    "Heat (1995) - 2160p.mkv",
  ], [
    "movie Heat (1995) in /media/Movies/Heat (1995): 2",
  ]],
  ["a release folder with a scrambled file", "/media/x/Heat.1995.1080p.BluRay.x264-GRP", ["8f3a9b.mkv"], [
    "movie Heat (1995) in /media/x/Heat.1995.1080p.BluRay.x264-GRP: 1",
  ]],
  ["loose films", "/media/Movies", ["Heat.1995.2160p.Remux.mkv", "Alien.1979.1080p.BluRay.x264-A.mkv"], [
    "movie Heat (1995) in /media/Movies/*: 1",
    "movie Alien (1979) in /media/Movies/*: 1",
  ]],
  [
    "two versions of a loose film",
    "/media/Movies",
    ["Heat.1995.2160p.Remux.mkv", "Heat.1995.1080p.BluRay.x264-A.mkv"],
    [
      "movie Heat (1995) in /media/Movies/*: 2",
    ],
  ],
  ["a collection of films", "/media/Movies/Alien Collection", [
    "Alien.1979.1080p.BluRay.mkv",
    "Aliens.1986.1080p.BluRay.mkv",
  ], [
    "movie Alien (1979) in /media/Movies/Alien Collection/*: 1",
    "movie Aliens (1986) in /media/Movies/Alien Collection/*: 1",
  ]],
  ["a film in two parts", "/media/Movies", ["Heat (1995) - cd1.avi", "Heat (1995) - cd2.avi"], [
    "movie Heat (1995) in /media/Movies/*: 2",
  ]],
  ["an image", "/media/Movies/Heat (1995)", ["HEAT_1995.iso|40000000000"], [
    "movie Heat (1995) in /media/Movies/Heat (1995): 1",
  ]],
  ["a Blu-ray folder", "/media/Movies/Heat (1995)", ["BDMV/", "CERTIFICATE/"], [
    "movie Heat (1995) in /media/Movies/Heat (1995): 1",
  ]],
  ["a DVD of several discs", "/media/Movies/Heat (1995)/Disc 2", ["VIDEO_TS/", "AUDIO_TS/"], [
    "movie Heat (1995) in /media/Movies/Heat (1995): 1",
  ]],
  ["a season folder", "/media/TV Shows/Lost (2004)/Season 01", ["Lost - S01E05 - White Rabbit.mkv", "Lost 1x06.mkv"], [
    "series Lost (2004) in /media/TV Shows/Lost (2004): 2",
  ]],
  ["a season folder without any hint", "/media/a/Lost/Staffel 2", ["Lost.S02E01.mkv"], [
    "series Lost in /media/a/Lost: 1",
  ]],
  ["episodes right in the folder of the show", "/media/a/Lost", ["Lost.S02E01.mkv", "Lost.S02E02.mkv"], [
    "series Lost in /media/a/Lost: 2",
  ]],
  ["a season pack", "/media/TV/Lost.S02.1080p.BluRay.x264-GRP", ["Lost.S02E01.1080p.BluRay.x264-GRP.mkv"], [
    "series Lost in /media/TV/*: 1",
  ]],
  ["loose episodes of two shows", "/media/TV", ["Lost.S02E01.mkv", "Monk.S01E01.mkv", "Lost.S02E02.mkv"], [
    "series Lost in /media/TV/*: 2",
    "series Monk in /media/TV/*: 1",
  ]],
  ["an episode among films", "/media/Movies", ["Lost.S02E01.mkv"], ["series Lost in /media/Movies/*: 1"]],
  ["absolute numbers", "/media/Anime/Mushishi", ["[Group] Mushishi - 05 [1080p][ABCD1234].mkv"], [
    "anime series Mushishi in /media/Anime/Mushishi: 1",
  ]],
  ["absolute numbers without any hint", "/media/x/Mushishi", ["[Group] Mushishi - 05 (1080p).mkv"], [
    "anime series Mushishi in /media/x/Mushishi: 1",
  ]],
  ["an anime film", "/media/Anime Movies/Akira (1988)", ["Akira (1988) [1080p].mkv"], [
    "anime movie Akira (1988) in /media/Anime Movies/Akira (1988): 1",
  ]],
  ["an album", "/media/Music/Portishead/Dummy (1994)", ["01 - Mysterons.flac", "02 - Sour Times.flac", "cover.jpg"], [
    "album Dummy (1994) by Portishead in /media/Music/Portishead/Dummy (1994): 2",
  ]],
  ["an album called artist and title", "/media/Music/Portishead - Dummy (1994) [FLAC]", ["01 - Mysterons.flac"], [
    "album Dummy (1994) by Portishead in /media/Music/Portishead - Dummy (1994) [FLAC]: 1",
  ]],
  ["a disc of an album", "/media/Music/Bush/Razorblade (1996)/CD2", ["01 Song.mp3"], [
    "album Razorblade (1996) by Bush in /media/Music/Bush/Razorblade (1996): 1",
  ]],
  ["an album without any hint", "/media/a/Portishead - Dummy", ["01 - Mysterons.flac"], [
    "album Dummy by Portishead in /media/a/Portishead - Dummy: 1",
  ]],
  ["a theme beside a show", "/media/TV Shows/Lost (2004)", ["theme.mp3", "poster.jpg", "Season 01/"], []],
  ["a game", "/media/a/Quake", ["quake.exe", "game.dll", "intro.mp4"], []],
  ["a camera's card", "/media/a/PRIVATE/AVCHD", ["BDMV/"], []],
];
for (const [rule, path, names, expected] of FOLDERS) {
  Deno.test(`recogniseFolder() knows ${rule}`, () => same(told(look(path, names)), expected));
}

Deno.test("a kind from the settings wins over names; a kind from a folder's name is a hint", () => {
  const at = "/media/Movies";
  same(told(look(at, ["Lost.S02E01.mkv"], { root: at, kind: "movie" })).map((text) => text.slice(0, 5)), ["movie"]);
  same(told(look("/media/a/Lost (2004)", ["Pilot.mkv"], { kind: "series" })), [
    "series Lost (2004) in /media/a/Lost (2004): 1",
  ]);
  same(told(look("/media/Movies/X", ["01 - Song.flac"], { kind: "music" })), ["album X in /media/Movies/X: 1"]);
});

Deno.test("movies of a folder of movies stay movies, with any number in their names", () => {
  const folders: [path: string, names: string[]][] = [
    ["/media/Movies/James Bond", ["01 - Dr. No (1962).mkv", "02 - From Russia with Love (1963).mkv"]],
    ["/media/Movies/Star Wars", ["Star Wars Episode 4 (1977).mkv", "Star Wars Episode 5 (1980).mkv"]],
    ["/media/Movies/James Bond", ["101 - Dr. No.mkv", "102 - Goldfinger.mkv", "103 - Thunderball.mkv"]],
    ["/media/Movies/Season 1", ["01 - Dr. No (1962).mkv", "02 - Goldfinger (1964).mkv"]],
    ["/media/Movies/Rocky", ["1. Rocky.mkv", "2. Rocky II.mkv", "3. Rocky III.mkv"]],
  ];
  for (const [path, names] of folders) {
    for (const kind of ["auto", "movie"] as const) {
      same(look(path, names, { kind }).titles.filter((title) => title.kind !== "movie"), [], `${path} ${kind}`);
    }
  }
});

Deno.test("files carry season, episode, absolute number, disc, track and quality", () => {
  const [episode] = look("/media/TV/Lost/Season 02", ["Lost - S02E07 - Name [Bluray-1080p Remux].mkv"]).files;
  same([episode?.season, episode?.episode, episode?.resolution, episode?.isRemux], [2, 7, "1080p", true]);
  const [anime] = look("/media/Anime/Mushishi", ["[Group] Mushishi - 05 [1080p].mkv"]).files;
  same([anime?.season, anime?.absolute], [undefined, 5]);
  const [track] = look("/media/Music/Bush/Razorblade (1996)/CD2", ["07 - Song.flac"]).files;
  same([track?.disc, track?.track, track?.quality], [2, 7, "FLAC"]);
  same(look("/media/Movies/Heat (1995)/Disc 2", ["VIDEO_TS/"]).files.map(({ name, disc }) => [name, disc]), [[
    "VIDEO_TS",
    2,
  ]]);
});

Deno.test("samples, extras, partial files, bins and hidden files are skipped", () => {
  const found = look("/media/Movies/Heat (1995)", [
    "Heat (1995).mkv",
    "heat-sample.mkv|30000000",
    "Heat (1995)-trailer.mkv",
    "trailer.mkv",
    "._Heat (1995).mkv",
    "Heat (1995).mkv.abcdefgh12345678.partial",
    "Heat.1995.partial.mkv",
    "Featurettes/",
    "Trailers/",
    ".lathe-bin/",
    "#recycle/",
    "@eaDir/",
    "Part Two (1996)/",
  ]);
  same(found.files.map(({ name }) => name), ["Heat (1995).mkv"]);
  same(found.descend, ["Part Two (1996)"]);
  same(look("/media/Movies", ["Shorts/", "steamapps/", "roms/", "...And Justice for All (1979)/"]).descend, [
    "Shorts",
    "...And Justice for All (1979)",
  ]);
  same(told(look("/media/Movies/Sample (2020)", ["Sample (2020).mkv|40000000"])).length, 1, "a film called Sample");
});

Deno.test("discs are one title: nothing inside is looked at", () => {
  same(look("/media/Movies/Heat (1995)", ["BDMV/", "AACS/", "ANY!/", "CERTIFICATE/"]).descend, []);
});

Deno.test("an album as one file with a cue sheet is reported as such", () => {
  const [image] = look("/media/Music/Bush/Sixteen Stone (1994)", ["album.flac", "album.cue"]).titles;
  const [tracks] = look("/media/Music/Bush/Sixteen Stone (1994)", ["1.flac", "2.flac", "album.cue"]).titles;
  same([image?.imageCue, tracks?.imageCue], [true, false]);
});

Deno.test("posters are poster before folder before cover, in any case", () => {
  same(look("/media/a", ["cover.png", "Folder.JPG", "fanart.jpg"]).poster, "Folder.JPG");
  same(look("/media/a", ["cover.webp", "POSTER.jpeg"]).poster, "POSTER.jpeg");
  same(look("/media/a", ["fanart.jpg", "posters.jpg"]).poster, undefined);
});

Deno.test("S-PATH-6: a name that is not UTF-8 is counted, and neither listed nor entered", () => {
  const { titles, descend, unreadable } = look("/media/Movies", ["H\ufffdat (1995).mkv", "K\ufffdln/", "Köln/"]);
  same([titles, descend, unreadable], [[], ["Köln"], 2]);
});

const word = fc.oneof(
  fc.constantFrom(
    "Heat",
    "(1995)",
    "S01E05",
    "1x05",
    "- 05",
    "[Group]",
    "1080p",
    "CD1",
    "Season 01",
    "\ufffd",
    "...",
    "é",
    "",
  ),
  fc.string({ maxLength: 12 }),
);
const name = fc.array(word, { minLength: 1, maxLength: 5 }).chain((words) =>
  fc.constantFrom(".mkv", ".flac", ".iso", ".jpg", "", ".partial").map((ending) =>
    words.join(" ").replaceAll(/[/\0]/g, "_") + ending
  )
);

Deno.test("recogniseFolder() never throws; ids depend on folder and name alone", () => {
  fc.assert(
    fc.property(
      fc.array(name, { maxLength: 4 }),
      fc.uniqueArray(fc.record({ name, directory: fc.boolean(), size: fc.nat(), mtime: fc.nat() }), {
        selector: (entry) => entry.name,
        maxLength: 12,
      }),
      fc.constantFrom<RootKind>("auto", "movie", "series", "music"),
      (folders, entries, kind) => {
        const path = ["/media", ...folders.filter((folder) => folder !== "")].join("/");
        const options = { parse: parseReleaseName, exclude };
        const first = recogniseFolder({ root: "/media", path, kind, entries }, options);
        const ids = new Set(first.titles.map(({ id }) => id));
        assert(first.titles.every(({ id, title }) => /^[\w-]{22}$/.test(id) && title !== undefined));
        assert(first.files.every(({ itemId }) => ids.has(itemId)), "every file belongs to a title");
        same(new Set(first.files.map((file) => file.name)).size, first.files.length);
        const touched = entries.toReversed().map((entry) => ({ ...entry, mtime: entry.mtime + 1 }));
        const second = recogniseFolder({ root: "/media", path, kind, entries: touched }, options);
        same(new Set(second.titles.map(({ id }) => id)), ids);
      },
    ),
    { numRuns: 2000 },
  );
});

Deno.test("episodes in a season's folder are assigned to its season, whatever their names omit", () => {
  const names = ["Episode 3.mkv", "204 - Title.mkv", "05 - Name.mkv", "Dark - S01E07.mkv", "E06.mkv"];
  const { files } = look("/media/TV/Dark (2017)/Season 02", names);
  same(files.map(({ name, season, episode }) => [name, season, episode]), [
    ["Episode 3.mkv", 2, 3],
    ["204 - Title.mkv", 2, 4],
    ["05 - Name.mkv", 2, 5],
    ["Dark - S01E07.mkv", 1, 7],
    ["E06.mkv", 2, 6],
  ]);
});

Deno.test("a sample is recognised by the end of its name, whatever files surround it; a movie called Sample is none", () => {
  const [year, alone] = ["Heat.1995.1080p.BluRay.x264-GRP.sample.mkv|60000000", "heat-1080p-sample.mkv|60000000"];
  same(look("/media/Movies/Heat (1995)", [year]).files, []);
  same(look("/media/Movies/Heat (1995)", ["Heat.1995.mkv|60000000", alone]).files.map(({ name }) => name), [
    "Heat.1995.mkv",
  ]);
  same(look("/media/Movies/The Sample (2001)", ["The.Sample.mkv"]).files.length, 1);
});

const numbers = ({ files }: Recognised) =>
  files.map(({ name, season, episode, lastEpisode, absolute, airDate }) =>
    [name, season, episode ?? absolute, lastEpisode, airDate].filter((part) => part !== undefined).join(" ")
  );

Deno.test("a number in front of a name is season and episode in a series' own folder, and nothing elsewhere", () => {
  const names = ["204 - Title.mkv", "05 - Name.mkv", "1001.mkv", "E06.mkv", "210 - 24 Hours.mkv"];
  const told = ["2 4", "1 5", "10 1", "1 6", "2 10"].map((number, i) => `${names[i]} ${number}`);
  same(numbers(look("/media/TV/Dark (2017)", names)), told);
  same(numbers(look("/media/x/Dark (2017)", ["204 - Title.mkv", "205 - Other.mkv"])), [
    "204 - Title.mkv 2 4",
    "205 - Other.mkv 2 5",
  ]);
  const through = ["001 - A.mkv", "099 - B.mkv", "204 - C.mkv"];
  same(numbers(look("/media/TV/Old Cartoon", through)), ["001 - A.mkv 1", "099 - B.mkv 99", "204 - C.mkv 204"]);
  same(numbers(look("/media/Anime/Naruto", ["204 - Title.mkv"])), ["204 - Title.mkv 204"]);
  const titles: [path: string, name: string][] = [
    ["/media/TV/12 Monkeys", "12 - Monkeys.mkv"],
    ["/media/TV", "204 - Title.mkv"],
    ["/media/TV/Dark (2017)", "2017 - Recap.mkv"],
    ["/media/TV/Dark (2017)", "12 Angry Monkeys.mkv"],
    ["/media/TV/Dark (2017)", "2160p.mkv"],
    ["/media/Movies/Dogs (1996)", "101 - Dogs.mkv"],
    ["/media/x/Dogs (1996)", "101 - Dogs.mkv"],
  ];
  for (const [path, name] of titles) same(numbers(look(path, [name])), [name], path);
});

Deno.test("a file of several episodes states the last one too, also among many names of one form", () => {
  const names = [
    "Lost.S01E01.mkv",
    "Lost.S01E01E02.mkv",
    "Lost - S01E03-E04 - Name.mkv",
    "Lost.S01E05-06.mkv",
    "Lost 1x07-1x08.mkv",
    "Lost.S01E11-S01E12.mkv",
    "Lost S01E13 S01E14.mkv",
    "Lost.S01E15E16E17.mkv",
  ];
  const told = ["1 1", "1 1 2", "1 3 4", "1 5 6", "1 7 8", "1 11 12", "1 13 14", "1 15 17"];
  const parse = rememberingParse(parseReleaseName);
  const entries = names.map((name) => ({ name, directory: false, size: GB, mtime: 1 }));
  const found = recogniseFolder({ root: "/media", path: "/media/TV/Lost", kind: "auto", entries }, { parse, exclude });
  same(numbers(found), told.map((number, i) => `${names[i]} ${number}`));
  same(numbers(look("/media/TV/Lost/Season 02", ["S02E05-E06.mkv"])), ["S02E05-E06.mkv 2 5 6"]);
  same(numbers(look("/media/Anime/Mushishi", ["[Group] Mushishi - 05-06 [1080p].mkv"])), [
    "[Group] Mushishi - 05-06 [1080p].mkv 5 6",
  ]);
});

Deno.test("an episode of a daily show keeps its date", () => {
  const names = ["The.Daily.Show.2024.03.12.720p.mkv", "The Daily Show - 2024-03-13 - Guest.mkv", "2024-03-14.mkv"];
  const told = ["2024-03-12", "2024-03-13", "2024-03-14"].map((date, i) => `${names[i]} ${date}`);
  same(numbers(look("/media/TV/The Daily Show", names)), told);
  same(numbers(look("/media/TV/The Daily Show/Season 2024", ["2024.03.15 - X.mkv"])), [
    "2024.03.15 - X.mkv 2024 2024-03-15",
  ]);
});

Deno.test("IDs of public databases are read from the folder of a title, or from the name of a loose movie", () => {
  const ids = (path: string, name: string) => look(path, [name]).titles.map(({ title, ids }) => [title, ids]);
  same(ids("/media/Movies/Heat (1995) {tmdb-949}", "Heat.mkv"), [["Heat", { tmdbId: 949 }]]);
  same(ids("/media/Movies/Heat (1995) [imdbid-tt0113277]", "Heat.mkv"), [["Heat", { imdbId: "tt0113277" }]]);
  same(ids("/media/Movies/Heat (1995) {imdb-tt0113277} [tmdbid=949]", "x.mkv"), [["Heat", {
    tmdbId: 949,
    imdbId: "tt0113277",
  }]]);
  same(ids("/media/Movies", "Heat (1995) {tmdb-949}.mkv"), [["Heat", { tmdbId: 949 }]]);
  same(ids("/media/TV/Dark (2017) [tvdbid-334824]/Season 01", "Dark - S01E01.mkv"), [["Dark", { tvdbId: 334824 }]]);
  same(ids("/media/TV/Dark (2017) {tvdb-334824}", "Dark - S01E01.mkv"), [["Dark", { tvdbId: 334824 }]]);
  for (const none of ["{tmdb-0}", "{tmdb-tt0113277}", "{edition-949}", "[imdbid-949]", "{tmdb-12345678901}"]) {
    same(ids(`/media/Movies/Heat (1995) ${none}`, "Heat.mkv")[0]?.[1], undefined, none);
  }
});

Deno.test("a folder of kind anime contains anime series, and anime movies where a name contains movie or a year", () => {
  const anime = { kind: "anime" } as const;
  same(told(look("/media/a/Mushishi", ["Mushishi - S01E01.mkv"], anime)), [
    "anime series Mushishi in /media/a/Mushishi: 1",
  ]);
  same(told(look("/media/a/Mushishi", ["[Grp] Mushishi - 01.mkv"], anime)), [
    "anime series Mushishi in /media/a/Mushishi: 1",
  ]);
  same(told(look("/media/a/Anime Movies/Akira (1988)", ["Akira (1988).mkv"], anime)), [
    "anime movie Akira (1988) in /media/a/Anime Movies/Akira (1988): 1",
  ]);
  same(told(look("/media/a/Akira (1988)", ["Akira (1988) 1080p.mkv"], anime)), [
    "anime movie Akira (1988) in /media/a/Akira (1988): 1",
  ]);
});
