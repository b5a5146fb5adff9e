import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { ReleaseRow } from "../managers/wire/release.ts";
import { type Release, VIDEO_CATEGORIES } from "../search_model.ts";
import { releaseOf } from "./release_facts.ts";
import { byScore, scored, type Wanted } from "./score.ts";

const row = (title: string, more: Record<string, unknown> = {}) =>
  ReleaseRow.parse({ guid: title, indexerId: 1, indexer: "x", title, size: 1e9, protocol: "usenet", ...more });
const radarr = (title: string, name: string, more: Record<string, unknown> = {}) =>
  releaseOf(row(title, { quality: { quality: { id: 1, name, ...more } } }), "movie");

Deno.test("releases are grouped by what they copy", () => {
  const table: [title: string, category: string, format?: string][] = [
    ["Heat.1995.2160p.UHD.BluRay.REMUX.DV.HDR.HEVC.TrueHD.7.1.Atmos-X", "remux"],
    ["Heat.1995.1080p.BD-Remux.AVC-X", "remux"],
    ["Heat.1995.COMPLETE.BLURAY-X", "disc", "bluray"],
    ["Heat.1995.COMPLETE.UHD.BLURAY-X", "disc", "uhd"],
    ["Heat 1995 BR-DISK 1080p", "disc", "bluray"],
    ["Heat 1995 1080p BD25", "disc", "bluray"],
    ["Heat 1995 1080p BD50 AVC DTS-HD MA 5.1", "disc", "bluray"],
    ["Heat 1995 2160p BD66", "disc", "uhd"],
    ["Heat 1995 BD100 HEVC", "disc", "uhd"],
    ["Heat.1995.BD-ISO", "disc", "bluray"],
    ["Heat 1995 BDMV", "disc", "bluray"],
    ["Heat 1995 DVD5 PAL", "disc", "dvd"],
    ["Heat 1995 DVD9 NTSC", "disc", "dvd"],
    ["Heat.1995.NTSC.DVDR-X", "disc", "dvd"],
    ["Heat 1995 VIDEO_TS", "disc", "dvd"],
    ["Heat.1995.1080p.BluRay.x264.DTS-X", "bluray"],
    ["Heat.1995.BDRip.x264-X", "bluray"],
    ["Heat.1995.1080p.WEB-DL.H.264-X", "web"],
    ["Heat.1995.1080p.WEBRip.x265-X", "web"],
    ["Heat.1995.720p.HDTV.x264-X", "hdtv"],
    ["Heat.1995.DVDRip.XviD-X", "dvd"],
    ["Heat.1995.HDCAM-X", "other"],
    ["Heat", "other"],
  ];
  for (const [title, category, format] of table) {
    const { category: found, discFormat, isRemux, isDisc } = releaseOf(row(title), "indexer", "movie");
    same([found, discFormat, isRemux, isDisc], [
      category,
      format,
      category === "remux",
      category === "disc" ? true : undefined,
    ], title);
  }
});

Deno.test("the quality from a manager counts where the name has none", () => {
  same(radarr("Heat", "Remux-2160p", { source: "bluray", resolution: 2160, modifier: "remux" }).category, "remux");
  same(radarr("Heat", "Remux-2160p", { source: "bluray", resolution: 2160 }).resolution, "2160p");
  same(radarr("Heat", "BR-DISK", { source: "bluray", modifier: "brdisk" }).discFormat, "bluray");
  same(radarr("Heat", "DVD-R", { source: "dvd" }).category, "disc");
  same(radarr("Heat", "WEBDL-1080p", { source: "webdl" }).category, "web");
  same(radarr("Heat", "HDTV-720p", { source: "tv" }).category, "hdtv");
  const sonarr = releaseOf(
    row("Dark S01", { quality: { quality: { name: "Bluray-1080p", source: "blurayRaw" } } }),
    "series",
  );
  is(sonarr.category, "remux");
});

Deno.test("albums are better than a CD, as a CD, folded or lossy", () => {
  const table = [
    ["Artist - Album (2004) [FLAC 24bit 96kHz]", "hires"],
    ["Artist-Album-CD-FLAC-2004-X", "cd"],
    ["Artist - Album (2004) [MQA] [FLAC]", "mqa"],
    ["Artist - Album (2004) MP3 320", "lossy"],
  ] as const;
  for (const [title, category] of table) is(releaseOf(row(title), "music").category, category, title);
});

Deno.test("facts about a release are shown as tags", () => {
  same(releaseOf(row("Show.S01E01.2160p.WEB-DL.DDP5.1.Atmos.DV.HDR10Plus.H.265-X"), "series").tags, [
    "DV",
    "HDR10+",
    "Atmos",
    "HEVC",
  ]);
  same(releaseOf(row("[G] Akira (BD 1080p 10bit HEVC) [Dual Audio] [FLAC]"), "movie").tags, [
    "FLAC",
    "HEVC",
    "10-bit",
    "Dual audio",
  ]);
  same(releaseOf(row("Heat.1995.2160p.REMUX.DV.HDR.HEVC.TrueHD.7.1.Atmos-X"), "movie").tags, [
    "DV",
    "HDR",
    "Atmos",
    "TrueHD",
    "HEVC",
  ]);
  same(releaseOf(row("Heat.1995.1080p.REMUX.AVC.DTS-HD.MA.5.1-X"), "movie").tags, ["DTS-HD MA", "AVC"]);
});

Deno.test("a score lists its reasons, the requested properties first", () => {
  const one = scored(releaseOf(row("Heat.1995.2160p.REMUX.DV.HEVC.TrueHD.7.1.Atmos-X"), "movie"), {
    wants: { resolution: "2160p", dolbyVision: true },
  });
  same(one.scoreReasons, [
    "Remux: +6000",
    "2160p, as requested: +600",
    "Dolby Vision, as requested: +4",
    "Lossless audio (TrueHD): +4",
    "Dolby Vision: +3",
    "Usenet: +2",
  ]);
  is(one.score, 6613);
  const other = scored(releaseOf(row("Dark.S02.1080p.WEB-DL-X", { rejections: ["No"], approved: false }), "series"), {
    wants: {},
    seasonNumber: 1,
  });
  same(other.scoreReasons.slice(-2), ["The manager would reject it: −35", "Different season: −7000"]);
});

const RESOLUTIONS = ["2160p", "1440p", "1080p", "1080i", "720p", "576p", "480p", ""];
const TAGS = ["DV", "HDR10+", "HDR", "Atmos", "TrueHD", "FLAC", "HEVC", "AVC", "10-bit", "Dual audio"];
const release: fc.Arbitrary<Omit<Release, "score" | "scoreReasons">> = fc.record({
  guid: fc.uuid(),
  category: fc.constantFrom(...VIDEO_CATEGORIES),
  resolution: fc.constantFrom(...RESOLUTIONS),
  tags: fc.uniqueArray(fc.constantFrom(...TAGS)),
  seeders: fc.option(fc.nat(5_000)),
  protocol: fc.constantFrom("torrent" as const, "usenet" as const),
  rejections: fc.array(fc.constant("Not wanted"), { maxLength: 5 }),
  seasonNumber: fc.constantFrom(1, 2),
  languages: fc.subarray(["English", "Japanese"]),
}).map((some) => ({
  ...releaseOf(row("x"), "movie"),
  ...some,
  isRemux: some.category === "remux",
  approved: some.rejections.length === 0,
}));
const wanted: fc.Arbitrary<Wanted> = fc.record({
  wants: fc.record({
    resolution: fc.constantFrom(...RESOLUTIONS.slice(0, -1)),
    category: fc.constantFrom(...VIDEO_CATEGORIES),
    hdr: fc.boolean(),
    dolbyVision: fc.boolean(),
    atmos: fc.boolean(),
    codec: fc.constantFrom("hevc" as const, "avc" as const),
    dualAudio: fc.boolean(),
  }, { requiredKeys: [] }),
  seasonNumber: fc.constant(1),
  anime: fc.boolean(),
});

Deno.test("the order is total: the list is the same for any order of releases", () => {
  fc.assert(
    fc.property(fc.uniqueArray(release, { selector: ({ guid }) => guid }), wanted, fc.nat(), (all, what, seed) => {
      const list = all.map((one) => scored(one, what));
      const shuffled = list.map((one, i) => ({ one, at: (i * 7919 + seed) % 1009 })).sort((a, b) => a.at - b.at);
      same(shuffled.map(({ one }) => one).sort(byScore), [...list].sort(byScore));
      for (const one of list) for (const two of list) if (one !== two) is(byScore(one, two), -byScore(two, one));
    }),
  );
});

Deno.test("a remux of the wanted resolution beats everything that is not rejected", () => {
  fc.assert(
    fc.property(release, release, wanted, (one, two, what) => {
      const { resolution } = what.wants;
      const best = scored({
        ...one,
        category: "remux",
        isRemux: true,
        resolution: resolution ?? "2160p",
        seasonNumber: 1,
        // A release without seeders cannot be downloaded, regardless of its quality.
        seeders: 5,
        approved: true,
        rejections: [],
      }, what);
      const isSuchARemux = two.category === "remux" && two.resolution === best.resolution;
      const other = scored({ ...two, approved: true, rejections: [] }, what);
      if (!isSuchARemux) ok(best.score > other.score, `${best.score} ${other.score} ${other.scoreReasons}`);
    }),
    { numRuns: 2_000 },
  );
});
