import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { workMs } from "../../../tests/fakes/arr/testing.ts";
import type { SearchQuery } from "../search_model.ts";
import { parseQuery, readQuery } from "./query.ts";

/** Typed query, title that remains, and the filters that are recognised. */
const TABLE: [string, string, Partial<SearchQuery>?][] = [
  ["dune", "dune"],
  ["dune 2021", "dune", { year: 2021 }],
  ["Dune (2021)", "Dune", { year: 2021 }],
  ["(1995) heat", "heat", { year: 1995 }],
  ["2012", "2012"],
  ["2012 2009", "2012", { year: 2009 }],
  ["1917 2019", "1917", { year: 2019 }],
  ["2001 a space odyssey", "2001 a space odyssey"],
  ["blade runner 2049", "blade runner 2049"],
  ["blade runner 2049 2017", "blade runner 2049", { year: 2017 }],
  ["10,000 bc", "10,000 bc"],
  ["se7en", "se7en"],
  ["web", "web", { wants: { category: "web" } }],
  ["HDR", "HDR", { wants: { hdr: true } }],
  ["iso", "iso", { wants: { category: "disc" } }],
  ["movie", "movie", { kind: "movie" }],
  ["web of lies", "web of lies"],
  ["a web of lies 1080p", "a web of lies", { wants: { resolution: "1080p" } }],
  ["dune web", "dune", { wants: { category: "web" } }],
  ["movie dune", "dune", { kind: "movie" }],
  ["dune film", "dune", { kind: "movie" }],
  ["dark series", "dark", { kind: "series" }],
  ["dark tv show", "dark", { kind: "series" }],
  ["anime akira", "akira", { anime: true }],
  ["akira アニメ", "akira", { anime: true }],
  ["dark S01E05", "dark", { kind: "series", season: 1, episode: 5 }],
  ["dark s1e5", "dark", { kind: "series", season: 1, episode: 5 }],
  ["Dark.S01.E05", "Dark", { kind: "series", season: 1, episode: 5 }],
  ["dark s01e05-e06", "dark", { kind: "series", season: 1, episode: 5 }],
  ["dark 1x05", "dark", { kind: "series", season: 1, episode: 5 }],
  ["dark season 2", "dark", { kind: "series", season: 2 }],
  ["dark Season 2 Episode 3", "dark", { kind: "series", season: 2, episode: 3 }],
  ["dark staffel 2", "dark", { kind: "series", season: 2 }],
  ["dark 2nd season", "dark", { kind: "series", season: 2 }],
  ["2nd season of dark", "dark", { kind: "series", season: 2 }],
  ["dark s02", "dark", { kind: "series", season: 2 }],
  ["dark ep 4", "dark", { kind: "series", episode: 4 }],
  ["S01E05", "S01E05", { kind: "series", season: 1, episode: 5 }],
  ["Frieren - 12", "Frieren", { kind: "series", absoluteEpisode: 12 }],
  ["Frieren - 12v2", "Frieren", { kind: "series", absoluteEpisode: 12 }],
  ["one piece - 1071 1080p", "one piece", { kind: "series", absoluteEpisode: 1071, wants: { resolution: "1080p" } }],
  ["[Group] Frieren - 12 (1080p)", "Frieren", {
    kind: "series",
    absoluteEpisode: 12,
    wants: { resolution: "1080p" },
  }],
  ["[REC] 2", "[REC] 2"],
  ["- 12", "12"],
  ["dune 2160p", "dune", { wants: { resolution: "2160p" } }],
  ["dune 4k", "dune", { wants: { resolution: "2160p" } }],
  ["4k dune", "dune", { wants: { resolution: "2160p" } }],
  ["dune uhd remux", "dune", { wants: { category: "remux", resolution: "2160p" } }],
  ["dune 1080i hdtv", "dune", { wants: { category: "hdtv", resolution: "1080p" } }],
  ["dune 720p", "dune", { wants: { resolution: "720p" } }],
  ["dune remux", "dune", { wants: { category: "remux" } }],
  ["dune iso", "dune", { wants: { category: "disc" } }],
  ["dune complete bluray", "dune", { wants: { category: "disc" } }],
  ["dune bd50", "dune", { wants: { category: "disc" } }],
  ["dune bluray", "dune", { wants: { category: "bluray" } }],
  ["dune blu-ray remux", "dune", { wants: { category: "remux" } }],
  ["dune web-dl", "dune", { wants: { category: "web" } }],
  ["dune webrip", "dune", { wants: { category: "web" } }],
  ["dune dvd", "dune", { wants: { category: "dvd" } }],
  ["dune dv", "dune", { wants: { dolbyVision: true } }],
  ["dune dolby vision", "dune", { wants: { dolbyVision: true } }],
  ["dune hdr", "dune", { wants: { hdr: true } }],
  ["dune hdr10+", "dune", { wants: { hdr: true } }],
  ["dune atmos", "dune", { wants: { atmos: true } }],
  ["dune dv hdr atmos", "dune", { wants: { dolbyVision: true, hdr: true, atmos: true } }],
  ["dune x265", "dune", { wants: { codec: "hevc" } }],
  ["dune h.264", "dune", { wants: { codec: "avc" } }],
  ["akira dual audio", "akira", { wants: { dualAudio: true } }],
  ["akira dual-audio 1080p", "akira", { wants: { dualAudio: true, resolution: "1080p" } }],
  ["tt0133093", "tt0133093", { imdbId: "tt0133093" }],
  ["https://www.imdb.com/title/tt0133093/?ref_=nv", "https://www.imdb.com/title/tt0133093/?ref_=nv", {
    imdbId: "tt0133093",
  }],
  ["tmdb:603", "tmdb:603", { tmdbId: 603 }],
  ["the matrix {tmdb-603}", "the matrix", { tmdbId: 603 }],
  ["the matrix [tmdbid-603]", "the matrix", { tmdbId: 603 }],
  ["tvdb:81189", "tvdb:81189", { tvdbId: 81189, kind: "series" }],
  ["Heat.1995.1080p.BluRay.REMUX", "Heat", { year: 1995, wants: { resolution: "1080p", category: "remux" } }],
  ["君の名は 2016", "君の名は", { year: 2016 }],
  ["Amélie 2001", "Amélie", { year: 2001 }],
  ["S.W.A.T. 1x05", "S.W.A.T.", { kind: "series", season: 1, episode: 5 }],
  ["x", "x"],
  ["", ""],
  ["   ", ""],
];

Deno.test("a query is split into title and chips", () => {
  for (const [raw, title, chips = {}] of TABLE) {
    same(parseQuery(raw), { raw, title, wants: {}, ...chips }, raw);
  }
});

Deno.test("words that titles use too are kept for a second search", () => {
  const table = [
    ["scary movie", "scary", "scary movie"],
    ["charlotte's web", "charlotte's", "charlotte's web"],
    ["the truman show 1998", "the truman", "the truman show"],
    ["dune 2160p", "dune", "dune"],
  ] as const;
  for (const [raw, title, full] of table) {
    const read = readQuery(raw);
    same([read.query.title, read.full], [title, full]);
  }
});

const CHIPS = [
  "2021",
  "S02E03",
  "season 4",
  "1080p",
  "4k",
  "remux",
  "bluray",
  "web-dl",
  "dv",
  "atmos",
  "x265",
  "dual audio",
];
const words = fc.array(fc.stringMatching(/^[bcdfgjklmpqz]{5,9}$/), { minLength: 1, maxLength: 5 });

Deno.test("no word is lost: all that is no chip stays in the title, in its order", () => {
  fc.assert(
    fc.property(words, fc.uniqueArray(fc.constantFrom(...CHIPS), { maxLength: 4 }), (title, chips) => {
      is(parseQuery([...title, ...chips].join(" ")).title, title.join(" "));
    }),
  );
});

Deno.test("any text is answered, and one with letters has a title", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.array(fc.constantFrom(...CHIPS, "-", "(", ")", "[", "tmdb:", "tt", "S", "12", " ", ".", "\u0000"), {
      maxLength: 40,
    })
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(text, (raw) => {
      const { title } = parseQuery(raw);
      if (/[\p{L}\p{N}]/u.test(raw.slice(0, 100))) ok(title !== "", JSON.stringify(raw));
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("the longest and most complex query takes milliseconds", () => {
  for (const part of ["- ", "[", "s01", "tmdb:", "(2021", " - 12 ", "a.b_", "web "]) {
    const raw = part.repeat(100_000);
    ok(workMs(() => void parseQuery(raw)) < 100, part);
  }
});
