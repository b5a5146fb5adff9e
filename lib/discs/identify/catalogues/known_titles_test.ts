import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { discTitle } from "../../../../tests/fixtures/discs/rips_world.ts";
import type { DiscTitle } from "../../title_schema.ts";
import type { CatalogueDisc, CatalogueItem, CatalogueTitle } from "./catalogue_disc.ts";
import { joinTitles } from "./known_titles.ts";

const episode = (number: number, more: Partial<CatalogueItem> = {}): CatalogueItem => ({
  kind: "episode",
  season: 1,
  episodes: [number],
  ...more,
});
const entry = (...titles: CatalogueTitle[]): CatalogueDisc => ({ kind: "series", title: "The Lamp Post", titles });
const joined = (titles: DiscTitle[], ...entries: CatalogueDisc[]) => joinTitles(titles, entries, "discdb", 1);

const OURS = [
  discTitle(0, { sourceFile: "00800.mpls", durationSeconds: 2671, segmentMap: "1,2" }),
  discTitle(1, { sourceFile: "00801.mpls", durationSeconds: 2650, segmentMap: "3" }),
  discTitle(2, { sourceFile: "00802.mpls", durationSeconds: 2650.5, segmentMap: "4" }),
  discTitle(3, { sourceFile: "00900.mpls", durationSeconds: 95, segmentMap: "9" }),
];

Deno.test("titles are joined by the playlist's name where length or segments confirm it", () => {
  const { known, missing } = joined(
    OURS,
    entry(
      { sourceFile: "00801.MPLS", seconds: 2651, item: episode(5) },
      { sourceFile: "00800.mpls", segmentMap: "00001,00002", seconds: 100, item: episode(4) },
      { sourceFile: "00900.mpls", item: { kind: "extra", episodes: [], name: " Making of " } },
    ),
  );
  same(known.episodes, { 0: 4, 1: 5 });
  same(known.roles["3"], { kind: "extra", type: "custom", name: "Making of" });
  same(missing, 0);
});

Deno.test("a name with another length and other segments belongs to another disc", () => {
  const { known, joined: count, missing } = joined(
    OURS,
    entry({ sourceFile: "00800.mpls", segmentMap: "7", seconds: 900, item: episode(1) }),
  );
  same([known.episodes, count, missing], [{}, 0, 1]);
});

Deno.test("without the name the length identifies a title, and segments if lengths are alike", () => {
  same(joined(OURS, entry({ sourceFile: "1", seconds: 2672, item: episode(4) })).known.episodes, { 0: 4 });
  same(joined(OURS, entry({ seconds: 2650, segmentMap: "4", item: episode(6) })).known.episodes, { 2: 6 });
  same(joined(OURS, entry({ seconds: 2650, item: episode(6) })).known.episodes, {}, "it fits two of ours");
  same(joined(OURS, entry({ seconds: 2653, segmentMap: "8", item: episode(6) })).known.episodes, {});
});

Deno.test("conflicting values of two entries are not applied, common ones are", () => {
  const first = entry(
    { sourceFile: "00800.mpls", seconds: 2671, item: episode(1) },
    { sourceFile: "00801.mpls", seconds: 2650, item: episode(2) },
  );
  const second = entry(
    { sourceFile: "00800.mpls", seconds: 2671, item: episode(1, { name: "Other words" }) },
    { sourceFile: "00801.mpls", seconds: 2650, item: episode(3) },
  );
  same(joined(OURS, first, second).known.episodes, { 0: 1 });
});

Deno.test("specials, several episodes, other seasons and the movie are assigned", () => {
  const { known } = joined(
    OURS,
    entry(
      { sourceFile: "00800.mpls", seconds: 2671, item: episode(1, { episodes: [1, 2] }) },
      { sourceFile: "00801.mpls", seconds: 2650, item: episode(7, { season: 0 }) },
      { sourceFile: "00802.mpls", seconds: 2650, item: episode(7, { season: 3, name: "Late" }) },
    ),
  );
  same(known.episodes, { 0: [1, 2] });
  same(known.roles, {
    0: { kind: "episode" },
    1: { kind: "special", episode: 7 },
    2: { kind: "extra", type: "custom", name: "S3E7 Late" },
  });
  const film = joined(
    OURS,
    entry({ sourceFile: "00800.mpls", seconds: 2671, item: { kind: "feature", episodes: [] } }),
  );
  same([film.known.feature, film.known.roles["0"]], [0, { kind: "feature" }]);
});

Deno.test("the playlist that is named is found among many that repeat it", () => {
  const many = Array.from({ length: 200 }, (_, id) =>
    discTitle(id, {
      sourceFile: `${String(id + 100).padStart(5, "0")}.mpls`,
      durationSeconds: 7200,
      segmentMap: `${id},1,2`,
      flags: id === 0 ? ["obfuscated"] : ["duplicate", "obfuscated"],
    }));
  const { known } = joined(
    many,
    entry({ sourceFile: "00257.mpls", seconds: 7200, item: { kind: "feature", episodes: [] } }),
  );
  same(known.feature, 157);
});

Deno.test("only Lathe's own titles are named, whatever a catalogue contains", () => {
  const title = fc.record({
    sourceFile: fc.constantFrom("00800.mpls", "00801.mpls", "00802.mpls", "1", ""),
    seconds: fc.constantFrom(2671, 2650, 95, 0, -1),
    segmentMap: fc.constantFrom("1,2", "3", "", "1-999999"),
    item: fc.record({
      kind: fc.constantFrom("feature" as const, "episode" as const, "extra" as const),
      name: fc.string(),
      season: fc.nat(3),
      episodes: fc.array(fc.nat(30), { maxLength: 4 }),
    }),
  });
  fc.assert(fc.property(fc.array(fc.array(title), { maxLength: 3 }), (all) => {
    const { known } = joined(OURS, ...all.map((titles) => entry(...titles)));
    const ids = [...Object.keys(known.roles), ...Object.keys(known.episodes)];
    same(ids.filter((id) => !["0", "1", "2", "3"].includes(id)), []);
  }));
});
