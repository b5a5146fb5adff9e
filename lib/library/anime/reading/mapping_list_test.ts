import { deepStrictEqual as same, ok } from "node:assert/strict";
import fc from "fast-check";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { joinMappings } from "./mapping.ts";
import { firstPlace, type MappingElement } from "./mapping_list.ts";
import { readMappingXml } from "./mapping_xml.ts";

const regular = (more: Partial<MappingElement>): MappingElement => ({
  ...{ anidbseason: "1", tvdbseason: "2", text: "" },
  ...more,
});

for (
  const [name, elements, wanted] of [
    ["no list tells nothing", [], undefined],
    ["a range", [regular({ start: "1", end: "12", offset: "13" })], { season: 2, episode: 14 }],
    ["a range without an end", [regular({ start: "1", offset: "0" })], { season: 2, episode: 1 }],
    [
      "a later range is not about the first episode",
      [regular({ start: "14", end: "26", offset: "-13" })],
      undefined,
    ],
    ["a pair", [regular({ text: ";1-14;2-15;" })], { season: 2, episode: 14 }],
    ["a pair with two episodes", [regular({ text: ";2-9;1-5+6;" })], { season: 2, episode: 5 }],
    ["a pair without an episode", [regular({ text: ";1-0;2-1;" })], undefined],
    ["eleven is not one", [regular({ text: ";11-3;21-4;" })], undefined],
    [
      "a pair before a range",
      [regular({ start: "1", end: "3", offset: "4" }), regular({ tvdbseason: "0", text: ";1-7;" })],
      { season: 0, episode: 7 },
    ],
    ["specials are not regular", [regular({ anidbseason: "0", text: ";1-14;" })], undefined],
    ["a season in words", [regular({ tvdbseason: "a", start: "1", offset: "3" })], undefined],
    ["an offset that leads before the season", [regular({ start: "1", offset: "-5" })], undefined],
    ["an offset that is none", [regular({ start: "1", offset: "x" })], undefined],
  ] as [string, MappingElement[], unknown][]
) {
  Deno.test(`firstPlace(): ${name}`, () => same(firstPlace(elements), wanted));
}

Deno.test("firstPlace() returns a place or none for any list", () => {
  const text = fc.oneof(fc.string(), fc.integer().map(String), fc.constantFrom("1", "1-2", ";1-3;"));
  const element = fc.record({
    ...{ anidbseason: fc.oneof(fc.constant("1"), text), tvdbseason: text, start: text, end: text, offset: text, text },
  });
  fc.assert(fc.property(fc.array(element), (elements) => {
    const place = firstPlace(elements);
    ok(place === undefined || (place.episode > 0 && place.season >= 0 && Number.isInteger(place.episode)));
  }));
});

inFolder("lists belong to the anime that contains them, and take precedence over other lists", async (dir) => {
  const path = `${dir}/list.xml`;
  await Deno.writeTextFile(
    path,
    `<?xml version="1.0"?><anime-list>
    <anime anidbid="1" tvdbid="5" defaulttvdbseason="1" episodeoffset=""><name>A</name>
      <mapping-list><mapping anidbseason="1" tvdbseason="2" start="1" end="9" offset="13">;8-0;</mapping></mapping-list></anime>
    <anime anidbid="2" tvdbid="5" defaulttvdbseason="1" episodeoffset="3"><name>B</name></anime>
    <anime tvdbid="5"><mapping-list><mapping anidbseason="1" tvdbseason="3">;1-4;</mapping></mapping-list></anime>
    <anime anidbid="3" tvdbid="5" defaulttvdbseason="1"><mapping-list/></anime></anime-list>`,
  );
  const all = await Array.fromAsync(readMappingXml(path, { maxBytes: 1 << 20 }));
  same(all.map(({ aid, tvdbStart }) => [aid, tvdbStart]), [
    [1, { season: 2, episode: 14 }],
    [2, undefined],
    [3, undefined],
  ]);
  const [first] = all;
  ok(first);
  same(joinMappings({ aid: 1, tvdbSeason: 1, tmdbMovieIds: [], imdbIds: [] }, first).tvdbStart, first.tvdbStart);
});
