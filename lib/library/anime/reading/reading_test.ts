import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { join } from "node:path";
import fc from "fast-check";
import { dumpText, KNOWN_ANIME, mappingText, seasonsText } from "../../../../tests/fixtures/anime_data.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { joinMappings } from "./mapping.ts";
import { mappingOf, readMappingJson } from "./mapping_json.ts";
import { mappingOfAttributes, readMappingXml } from "./mapping_xml.ts";
import { readDumpLine, readTitlesDump } from "./titles_dump.ts";
import { AnimeDataProblem } from "./unpack.ts";

const LIMITS = { maxBytes: 5 << 20 };
const write = async (dir: string, content: string | Uint8Array): Promise<string> => {
  const path = join(dir, "source");
  await Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
  return path;
};

Deno.test("a line of AniDB's dump is parsed, with bars inside the title and a backtick as apostrophe", () => {
  const table: [line: string, read: unknown][] = [
    ["23|1|x-jat|Cowboy Bebop", { aid: 23, title: { kind: "main", language: "x-jat", title: "Cowboy Bebop" } }],
    ["5|4|ja|A|B|C\r", { aid: 5, title: { kind: "official", language: "ja", title: "A|B|C" } }],
    ["5|2|zh-Hans|JoJo`s", { aid: 5, title: { kind: "synonym", language: "zh-Hans", title: "JoJo's" } }],
    ["5|3|en|eva", { aid: 5, title: { kind: "short", language: "en", title: "eva" } }],
    ["# <aid>|<type>|<language>|<title>", undefined],
    ["5|9|en|what", undefined],
    ["x|1|en|what", undefined],
    ["5|1|en|", undefined],
    ["5|1|en", undefined],
    ["", undefined],
  ];
  for (const [line, read] of table) same(readDumpLine(line), read, line);
});

Deno.test("any line yields one title without control characters", () => {
  const line = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 9 }), fc.string({ unit: "binary" }))
    .map(([aid, type, title]) => `${aid}|${type}|en|${title}`);
  fc.assert(fc.property(fc.oneof(fc.string({ unit: "binary" }), line), (text) => {
    const found = readDumpLine(text);
    // deno-lint-ignore no-control-regex -- that is the rule
    ok(found === undefined || (found.title.title !== "" && !/[\u0000-\u001f]/.test(found.title.title)));
  }));
});

inFolder("the dump is read by anime", async (dir) => {
  const path = await write(dir, gzipSync(dumpText(KNOWN_ANIME)));
  const all = await Array.fromAsync(readTitlesDump(path, LIMITS));
  is(all.length, KNOWN_ANIME.length);
  is(all[0]?.titles.length, 3);
});

inFolder("input that is no dump is refused: a ban, a page, half an archive, too many bytes", async (dir) => {
  const whole = gzipSync(dumpText(KNOWN_ANIME));
  const table: [sent: string | Uint8Array, reason: RegExp][] = [
    ["<error>Banned</error>", /AniDB has temporarily banned this address/],
    ["<error>aid Missing</error>", /refused by AniDB/],
    ["<!DOCTYPE html><html>Wartung</html>", /returned a web page instead of data/],
    ["", /is not a gzip archive/],
    [whole.subarray(0, 300), /damaged/],
    [new Uint8Array([...whole.subarray(0, 60), ...new Uint8Array(200), ...whole.subarray(260)]), /damaged/],
    // A decompression bomb: 20 MB of one letter.
    [gzipSync(new Uint8Array(20 << 20).fill(0x61)), /larger than 5 MB/],
  ];
  for (const [sent, reason] of table) {
    const path = await write(dir, sent);
    await rejects(Array.fromAsync(readTitlesDump(path, LIMITS)), (error) => {
      ok(error instanceof AnimeDataProblem && reason.test(error.message), `${reason}: ${error}`);
      return true;
    });
  }
});

Deno.test("Fribb's entries are read in the form of now and in those of older copies", () => {
  const none = { tmdbMovieIds: [], imdbIds: [] };
  const table: [entry: unknown, read: unknown][] = [
    [
      {
        type: "TV",
        anidb_id: 23,
        tvdb_id: 76885,
        season: { tvdb: 1 },
        themoviedb_id: { tv: 30991 },
        imdb_id: ["tt0213338"],
      },
      { aid: 23, type: "TV", tvdbId: 76885, tvdbSeason: 1, tmdbTvId: 30991, tmdbMovieIds: [], imdbIds: ["tt0213338"] },
    ],
    [
      { type: "MOVIE", anidb_id: 7, themoviedb_id: { movie: [128, 129] }, imdb_id: ["tt0119698"] },
      { aid: 7, type: "MOVIE", tmdbMovieIds: [128, 129], imdbIds: ["tt0119698"] },
    ],
    [
      { type: "OVA", anidb_id: 5459, tvdb_id: 79099, season: { tvdb: 0 }, episode_offset: { tvdb: 11 } },
      { aid: 5459, type: "OVA", tvdbId: 79099, tvdbSeason: 0, tvdbOffset: 11, ...none },
    ],
    [
      { type: "MOVIE", anidb_id: "7", thetvdb_id: "unknown", themoviedb_id: "128,129", imdb_id: "tt0119698,tt0119699" },
      { aid: 7, type: "MOVIE", tmdbMovieIds: [128, 129], imdbIds: ["tt0119698", "tt0119699"] },
    ],
    [{ anidb_id: 8, thetvdb_id: 5, themoviedb_id: 77, type: "TV" }, {
      aid: 8,
      type: "TV",
      tvdbId: 5,
      tmdbTvId: 77,
      ...none,
    }],
    [{ anidb_id: 9, type: "UNKNOWN", imdb_id: null, season: null }, { aid: 9, ...none }],
    [{ anidb_id: 9, tvdb_id: -1, season: { tvdb: "x" }, themoviedb_id: [] }, { aid: 9, ...none }],
    [{ mal_id: 3 }, undefined],
    [{ anidb_id: "unknown" }, undefined],
    [null, undefined],
    [[], undefined],
  ];
  for (const [entry, read] of table) same(mappingOf(entry), read, JSON.stringify(entry));
  fc.assert(fc.property(fc.jsonValue(), (value) => void mappingOf(value)));
});

Deno.test("an entry of Anime-Lists states the season, or absolute numbering", () => {
  const none = { tmdbMovieIds: [], imdbIds: [] };
  same(mappingOfAttributes({ anidbid: "69", tvdbid: "81797", defaulttvdbseason: "a", episodeoffset: "" }), {
    ...{ aid: 69, tvdbId: 81797, absolute: true },
    ...none,
  });
  same(mappingOfAttributes({ anidbid: "7", tvdbid: "movie", tmdbid: "128,129", imdbid: "tt0119698" }), {
    ...{ aid: 7, type: "MOVIE", tmdbMovieIds: [128, 129], imdbIds: ["tt0119698"] },
  });
  same(mappingOfAttributes({ anidbid: "8", tvdbid: "TV Special", defaulttvdbseason: "0", episodeoffset: "12" }), {
    ...{ aid: 8, tvdbSeason: 0, tvdbOffset: 12 },
    ...none,
  });
  is(mappingOfAttributes({ anidbid: "", tvdbid: "1" }), undefined);
  same(
    joinMappings({ aid: 1, tvdbId: 5, tmdbMovieIds: [1], imdbIds: [] }, {
      ...{ aid: 1, tvdbId: 6, tvdbSeason: 2, absolute: true, tmdbMovieIds: [2], imdbIds: ["tt00001"] },
    }),
    { aid: 1, tvdbId: 5, tvdbSeason: 2, absolute: true, tmdbMovieIds: [1, 2], imdbIds: ["tt00001"] },
  );
});

inFolder("both lists are read whole, and refused where they are broken or end too early", async (dir) => {
  const [json, xml] = [mappingText(KNOWN_ANIME), seasonsText(KNOWN_ANIME)];
  const read = {
    json: async (text: string) => (await Array.fromAsync(readMappingJson(await write(dir, text), LIMITS))).length,
    xml: async (text: string) => (await Array.fromAsync(readMappingXml(await write(dir, text), LIMITS))).length,
  };
  is(await read.json(json), KNOWN_ANIME.length);
  is(await read.json(mappingText(KNOWN_ANIME, "old")), KNOWN_ANIME.length);
  is(await read.xml(xml), KNOWN_ANIME.length);
  const broken: [kind: "json" | "xml", text: string][] = [
    ["json", json.slice(0, -20)],
    ["json", '{"message":"Not Found"}'],
    ["json", "404: Not Found"],
    ["json", ""],
    ["xml", xml.slice(0, -20)],
    ["xml", xml.replace("</anime>", "</anima>")],
    ["xml", "<html><body>Rate limited</body></html>"],
    ["xml", "404: Not Found"],
    ["xml", ""],
    ["xml", `<anime-list>${"<a>".repeat(50)}${"</a>".repeat(50)}</anime-list>`],
    ["xml", `<!DOCTYPE x [<!ENTITY a "${"x".repeat(50)}">]><anime-list>&a;</anime-list>`],
  ];
  for (const [kind, text] of broken) await rejects(read[kind](text), AnimeDataProblem, `${kind} ${text.slice(0, 60)}`);
});
