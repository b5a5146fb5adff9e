import { deepStrictEqual as same, match, ok, rejects, strictEqual as is } from "node:assert/strict";
import { Fault } from "../../../kit/fault.ts";
import type { CatalogRelease } from "../../../library/metadata/musicbrainz/model.ts";
import { Settings } from "../../../platform/settings/schema.ts";
import type { CdToc } from "../model.ts";
import type { CddbFinding, CddbQuery } from "./cddb.ts";
import { findReleases } from "./find_releases.ts";
import { rankReleases } from "./rank.ts";

const TOC: CdToc = {
  tracks: [0, 20_000].map((start, i) => ({ number: i + 1, start, sectors: 20_000, isAudio: true, preEmphasis: false })),
  leadOut: 40_000,
};
const release = (releaseId: string, more: Partial<CatalogRelease> = {}): CatalogRelease => ({
  kind: "release",
  releaseId,
  title: "Quiet Rooms",
  artist: "The Tests",
  status: "Official",
  discNumber: 1,
  discCount: 1,
  tracks: [],
  source: "releasedb",
  ...more,
});
const CDDB = release("rock/1", { source: "cddb", status: undefined });

/** Runs the search with services that return the given results, and records their requests. */
async function find(
  { toc = TOC, disc = [], barcode = [], cddb = { releases: [], log: [] }, settings = {}, country, signal }: {
    toc?: CdToc;
    disc?: CatalogRelease[] | Error;
    barcode?: CatalogRelease[];
    cddb?: CddbFinding;
    settings?: unknown;
    country?: string;
    signal?: AbortSignal;
  },
) {
  const queries: string[] = [];
  const found = await findReleases({ toc, discId: "disc-id", cddbId: "cddb-id", tocText: "1 2 3" }, {
    catalogue: {
      discReleases() {
        queries.push("disc");
        return disc instanceof Error ? Promise.reject(disc) : Promise.resolve(disc);
      },
      barcodeReleases(code) {
        queries.push(`barcode ${code}`);
        return Promise.resolve(barcode);
      },
    },
    cddb({ cddbId, server }: CddbQuery) {
      queries.push(`cddb ${cddbId} ${new URL(server).pathname}`);
      return Promise.resolve(cddb);
    },
    settings: Settings.parse(settings),
    country,
    signal,
  });
  return { ...found, queries, ids: found.releases.map(({ releaseId }) => releaseId) };
}

Deno.test("a single release of MusicBrainz is certain, and no other source is queried", async () => {
  const { selected, sure, queries, ids, log } = await find({
    disc: [release("a")],
    cddb: { releases: [CDDB], log: [] },
  });
  same([selected, sure, queries, ids], [0, true, ["disc"], ["a"]]);
  same(log, ["MusicBrainz lists this disc as The Tests - Quiet Rooms."]);
});

Deno.test("the most probable of several releases is selected, and is certain only by the disc number", async () => {
  const disc = [
    release("promo", { status: "Promotion", date: "1990" }),
    release("late", { date: "2005" }),
    release("early", { date: "1999-03" }),
    release("undated"),
    release("german", { date: "2010", country: "DE" }),
  ];
  const plain = await find({ disc });
  same([plain.ids, plain.selected, plain.sure], [["early", "late", "german", "undated", "promo"], 0, false]);
  is((await find({ disc, country: "DE" })).ids[0], "german");
  const toc = { ...TOC, catalogNumber: "0016025911646" };
  const numbered = await find({ toc, disc: [...disc, release("same", { barcode: "016025911646", date: "2020" })] });
  same([numbered.ids[0], numbered.selected, numbered.sure], ["same", 0, true]);
});

Deno.test("CDDB is a suggestion only, whatever its response", async () => {
  const { selected, sure, ids, log, queries } = await find({
    cddb: { releases: [CDDB], log: ["CDDB server: 500 no"] },
  });
  same([selected, sure, ids], [-1, false, ["rock/1"]]);
  same(queries, ["disc", "cddb cddb-id /~cddb/cddb.cgi"]);
  ok(log.includes("CDDB server: 500 no"));
});

Deno.test("discs like it are no release of this disc, unless they carry its number", async () => {
  const like = release("like", { inexact: true, barcode: "5016025911646" });
  const doubtful = await find({ disc: [like], cddb: { releases: [CDDB], log: [] } });
  same([doubtful.ids, doubtful.selected, doubtful.sure], [["like", "rock/1"], -1, false]);
  const sure = await find({ toc: { ...TOC, catalogNumber: "5016025911646" }, disc: [like] });
  same([sure.selected, sure.sure], [0, true]);
});

Deno.test("an unknown disc is searched by its number; zeros are no number", async () => {
  const toc = { ...TOC, catalogNumber: "5016025911646" };
  const found = await find({ toc, barcode: [release("b", { barcode: "5016025911646" })] });
  same([found.queries, found.selected, found.sure], [["disc", "barcode 5016025911646"], 0, true]);
  is((await find({ toc: { ...TOC, catalogNumber: "0000000000000" } })).queries[1], "cddb cddb-id /~cddb/cddb.cgi");
});

Deno.test("the CD-Text of a disc is a release of its own", async () => {
  const tracks = TOC.tracks.map((one) => ({ ...one, title: one.number === 1 ? "First" : "", performer: "Somebody" }));
  const toc: CdToc = { ...TOC, title: "Own words", tracks };
  const alone = await find({ toc });
  same([alone.ids, alone.selected, alone.sure], [["cdtext"], 0, true]);
  same(alone.releases[0]?.artist, "Somebody");
  same(alone.releases[0]?.tracks.map(({ title, artist }) => [title, artist]), [["First", undefined], [
    "Track 02",
    undefined,
  ]]);
  const beside = await find({ toc, cddb: { releases: [CDDB], log: [] } });
  same([beside.ids, beside.selected, beside.sure], [["rock/1", "cdtext"], 1, false]);
  same((await find({ toc, disc: [release("a")] })).selected, 0);
});

Deno.test("no result returns a message, and the settings of sources are respected", async () => {
  const nothing = await find({});
  same([nothing.releases, nothing.selected, nothing.sure], [[], -1, false]);
  match(nothing.log.at(-1) ?? "", /tracks are named by number/);
  same((await find({ settings: { cddb: { enabled: false }, disc: { cd: { releasedb: false } } } })).queries, []);
  same((await find({ settings: { cddb: { enabled: false }, releasedb: { enabled: false } } })).queries, []);
  same((await find({ toc: { ...TOC, tracks: TOC.tracks.map((one) => ({ ...one, isAudio: false })) } })).queries, []);
});

Deno.test("a failing source is logged; an abort is passed on; a defect is rethrown", async () => {
  const busy = await find({
    disc: new Fault("upstream_failed", "MusicBrainz returned status 500."),
    cddb: { releases: [CDDB], log: [] },
  });
  same([busy.ids, busy.log[0]], [["rock/1"], "MusicBrainz returned status 500."]);
  const stopped = AbortSignal.abort(new Error("stop"));
  await rejects(find({ disc: new Fault("upstream_failed", "x"), signal: stopped }), /stop/);
  await rejects(find({ disc: new Fault("shutting_down", "x") }), { code: "shutting_down" });
  await rejects(find({ disc: new TypeError("defect") }), TypeError);
});

Deno.test("ranking keeps its input, in the given order where no criterion decides", () => {
  const rows = [release("a"), release("b"), release("c", { inexact: true })];
  same(rankReleases(rows, {}).map(({ releaseId }) => releaseId), ["a", "b", "c"]);
  same(rankReleases(rows.toReversed(), {}).map(({ releaseId }) => releaseId), ["b", "a", "c"]);
});

Deno.test("names from a disc with an uncertain character set are selected, and marked as uncertain", async () => {
  const named: CdToc = { ...TOC, title: "Kocha\u00e6 inaczej" };
  same((await find({ toc: named })).sure, true);
  const doubtful = await find({ toc: { ...named, doubtfulCharset: "windows-1252" } });
  same([doubtful.ids, doubtful.selected, doubtful.sure], [["cdtext"], 0, false]);
  // A doubtful character set does not affect the MusicBrainz result.
  same((await find({ toc: { ...named, doubtfulCharset: "windows-1252" }, disc: [release("a")] })).sure, true);
});
