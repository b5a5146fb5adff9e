import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import type { Release } from "../search_model.ts";
import { ReleaseRow } from "../managers/wire/release.ts";
import { musicCategory, releaseOf, type UnscoredRelease } from "./release_facts.ts";
import { byScore, scored, type Wanted } from "./score.ts";

const bare: UnscoredRelease = {
  ...{
    guid: "g",
    indexerId: 1,
    indexer: "x",
    source: "movie",
    title: "Heat",
    size: 1,
    quality: "",
    resolution: "1080p",
  },
  ...{ category: "web", isRemux: false, tags: [], seeders: null, leechers: null, ageDays: 0, languages: [] },
  ...{ approved: true, rejections: [] },
};
const nothing: Wanted = { wants: {} as Wanted["wants"] };
const score = (more: Partial<UnscoredRelease>, wanted = nothing) => scored({ ...bare, ...more }, wanted).score;

const release = fc.record({
  guid: fc.constantFrom("a", "b", "c"),
  indexerId: fc.nat({ max: 2 }),
  title: fc.constantFrom("A", "B"),
  size: fc.nat({ max: 2 }),
  category: fc.constantFrom<UnscoredRelease["category"]>("remux", "disc", "bluray", "web", "hdtv", "dvd", "other"),
  resolution: fc.constantFrom("2160p", "1080p", "720p", "", "odd"),
  tags: fc.subarray(["DV", "HDR", "Atmos", "TrueHD", "HEVC", "Dual audio"]),
  seeders: fc.option(fc.constantFrom(0, 1, 5, 100_000)),
  ageDays: fc.nat({ max: 3 }),
  rejections: fc.subarray(["a", "b", "c"]),
  seasonNumber: fc.option(fc.nat({ max: 2 }), { nil: undefined }),
}, { noNullPrototype: true }).map((more): UnscoredRelease => ({
  ...bare,
  ...more,
  approved: more.rejections.length === 0,
}));

Deno.test("any releases have one order, in whatever order they arrived", () => {
  fc.assert(
    fc.property(
      fc.array(release, { maxLength: 8 }),
      fc.option(fc.nat({ max: 2 }), { nil: undefined }),
      (found, seasonNumber) => {
        const all = found.map((one) => scored(one, { ...nothing, seasonNumber }));
        const ordered = all.toSorted(byScore);
        same(
          all.toReversed().toSorted(byScore).map((one) => JSON.stringify(one)),
          ordered.map((one) => JSON.stringify(one)),
        );
        for (const [i, one] of ordered.slice(1).entries()) same((ordered[i]?.score ?? 0) >= one.score, true);
      },
    ),
  );
});

Deno.test("the kind of copy decides before all else, then the resolution", () => {
  fc.assert(fc.property(release, release, (a, b) => {
    const rank = ["other", "dvd", "hdtv", "web", "bluray", "disc", "remux"];
    const shared = { approved: true, rejections: [], seeders: null };
    const [first, second] = [score({ ...a, ...shared }), score({ ...b, ...shared })];
    const [x, y] = [rank.indexOf(a.category), rank.indexOf(b.category)].map((place) => place === 1 ? 2 : place) as [
      number,
      number,
    ];
    if (x > y) same(first > second, true, `${a.category} ${b.category}`);
  }));
  same([score({ resolution: "2160p" }) > score({ resolution: "1080p", tags: ["DV", "TrueHD"] })], [true]);
});

Deno.test("the reasons of a score add up to it, and none is zero", () => {
  fc.assert(fc.property(release, (one) => {
    const { score, scoreReasons } = scored(one, nothing);
    const points = scoreReasons.map((reason) =>
      Number(/: ([+−])(\d+(?:\.\d+)?)$/.exec(reason)?.slice(1).join("").replace("−", "-"))
    );
    same(points.reduce((sum, one) => sum + one, 0), score);
    same(points.every((one) => one !== 0 && Number.isFinite(one)), true);
  }));
});

const COMPARED: [
  name: string,
  better: Partial<UnscoredRelease>,
  worse: Partial<UnscoredRelease>,
  wanted?: Partial<Wanted>,
][] = [
  ["what was asked for", { resolution: "1080p" }, { resolution: "2160p" }, {
    wants: { resolution: "1080p" } as Wanted["wants"],
  }],
  ["the season that was asked for", { seasonNumber: 2 }, { seasonNumber: 1, category: "remux" }, { seasonNumber: 2 }],
  ["what its manager would take", {}, { rejections: ["Too large"], approved: false }],
  ["fewer objections", { rejections: ["a"], approved: false }, { rejections: ["a", "b"], approved: false }],
  ["somebody who shares it", { seeders: 1 }, { seeders: 0 }],
  ["more who share it", { seeders: 30 }, { seeders: 1 }],
  ["both languages of anime", { tags: ["Dual audio"] }, { languages: ["Japanese"] }, { anime: true }],
  ["the language of anime", { languages: ["Japanese"] }, {}, { anime: true }],
  ["Dolby Vision", { tags: ["DV"] }, {}],
  ["lossless sound", { tags: ["FLAC"] }, {}],
];

for (const [name, better, worse, wanted] of COMPARED) {
  Deno.test(`a release with ${name} comes first`, () => {
    const all = [worse, better].map((more) => scored({ ...bare, ...more }, { ...nothing, ...wanted }));
    same(all.toSorted(byScore)[0], all[1]);
  });
}

const peer = (directory: string, more: object = {}): Partial<UnscoredRelease> => ({
  ...{ source: "soulseek", title: directory, category: "cd" },
  music: { username: "u", directory, freeSlot: true, ...more } as Release["music"],
});

Deno.test("a folder of a peer is ranked by the share of artist and title in its name, and lower as another edition", () => {
  const wanted = { ...nothing, albumWords: "Air Moon Safari FLAC 1998" };
  const of = (directory: string, more: object = {}) => score(peer(directory, more), wanted);
  const exact = of("Music\\Air\\Moon Safari (1998)");
  same(exact > of("Music\\Air\\Talkie Walkie"), true);
  same(exact > of("Air - Moon Safari (Live)"), true);
  same(of("Moon Safari") < 0, true, "two of three words are too few");
  same(exact > of("Music\\Air\\Moon Safari (1998)", { freeSlot: false, queueLength: 500 }), true);
  same(score(peer("x"), { ...nothing, albumWords: "" }) > 0, true);
});

const row = (more: object = {}) => ReleaseRow.parse({ guid: "g", title: "Heat.1995.1080p.BluRay.x264-G", ...more });

Deno.test("invalid figures of a release become valid ones", () => {
  const odd = releaseOf(
    row({ size: -5.4, age: -3, seeders: 2.6, title: "x".repeat(2000), guid: "g".repeat(9000) }),
    "movie",
  );
  same([odd.size, odd.ageDays, odd.seeders, odd.title.length, odd.guid.length, odd.indexerId], [
    0,
    0,
    3,
    1000,
    4096,
    0,
  ]);
  same([releaseOf(row({ ageHours: 47.9 }), "movie").ageDays, releaseOf(row({ age: 2.9 }), "movie").ageDays], [1, 2]);
  same([
    releaseOf(row({ infoUrl: "javascript:alert(1)" }), "movie").infoUrl,
    releaseOf(row({ infoUrl: "HTTPS://x" }), "movie").infoUrl,
  ], [
    undefined,
    "HTTPS://x",
  ]);
  same(releaseOf(row({ rejections: Array.from({ length: 80 }, () => "no") }), "movie").rejections.length, 50);
  same([
    releaseOf(row({ rejections: ["no"] }), "movie").approved,
    releaseOf(row({ rejections: ["no"], approved: true }), "movie").approved,
  ], [false, true]);
  same([
    releaseOf(row({ protocol: "ftp" }), "movie").protocol,
    releaseOf(row({ protocol: "usenet" }), "movie").protocol,
  ], [undefined, "usenet"]);
});

Deno.test("a season is the one its manager maps it to, else the one it states, else that of its name", () => {
  const title = "Lost.S03E01.720p";
  const season = (more: object) => releaseOf(row({ title, ...more }), "series").seasonNumber;
  same([season({ mappedSeasonNumber: 1, seasonNumber: 2 }), season({ seasonNumber: 0 }), season({})], [1, 0, 3]);
  same(releaseOf(row({ title, mappedEpisodeInfo: [{ id: 4 }, { id: 5 }] }), "series").episodeIds, [4, 5]);
});

Deno.test("music is distinguished by its quality, and lossy audio by its name", () => {
  same(
    [["FLAC 24bit", "x"], ["FLAC", "x"], ["ALAC 24 bit", "x"], ["MP3-320", "x"], ["FLAC", "A [MQA]"], [
      "FLAC",
      "MQAlity",
    ], ["", ""]].map(([quality = "", title = ""]) => musicCategory(quality, title)),
    [
      ...["hires", "cd", "hires", "lossy"],
      ...["mqa", "cd", "lossy"],
    ],
  );
});
