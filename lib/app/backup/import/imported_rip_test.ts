import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { type RipRow, rips } from "../../../../db/schema/discs.ts";
import { discTitle } from "../../../../tests/fixtures/discs/rips_world.ts";
import { newRip } from "../../../discs/rips/new_rip.ts";
import { RIP_STATES } from "../../../discs/rip_states.ts";
import type { StoredRip } from "../../../discs/rip_schema.ts";
import { Settings } from "../../../platform/settings/schema.ts";
import type { ForeignRow } from "./foreign_database.ts";
import type { PathRules } from "./imported_job.ts";
import { importedRip } from "./imported_rip.ts";
import { driverValues } from "./row_schema.ts";

const ROOTS: PathRules = { mediaRoots: ["/media"], ownFolders: ["/config"], rips: "/config/cache/rips" };
const NOW = new Date("2026-11-20T12:00:00Z");

/** A rip as stored in a backup's database. */
function raw(change: Partial<StoredRip> = {}, more: ForeignRow = {}): ForeignRow {
  const source = { kind: "image", path: "/media/x.iso" } as const;
  const row = newRip({ origin: "image", source, label: "X" }, Settings.parse({}), NOW);
  const record: StoredRip = { ...row.record, titles: [discTitle(0)], selectedTitleIds: [0], ...change };
  const whole: RipRow = { ...row, status: record.status, record };
  return {
    ...Object.fromEntries(Object.entries(driverValues(rips, whole)).filter(([, value]) => value !== null)),
    ...more,
  };
}

function taken(given: ForeignRow) {
  const found = importedRip(given, { paths: ROOTS });
  ok("row" in found, JSON.stringify(found));
  return found;
}

function refused(given: ForeignRow): string {
  const found = importedRip(given, { paths: ROOTS });
  ok("problem" in found, "it was taken");
  return found.problem;
}

/** Injects invalid parts of the record, as from another program or an attacker. */
const odd = (change: Record<string, unknown>): ForeignRow => {
  const given = raw();
  return { ...given, record: JSON.stringify({ ...JSON.parse(String(given.record)), ...change }) };
};

for (const status of RIP_STATES) {
  const ended = ["done", "failed", "cancelled"].includes(status);
  Deno.test(`importedRip(): a disc that was ${status} is ${ended ? "history" : "stopped"}, and nothing works on it`, () => {
    const { row, interrupted } = taken(
      raw({ status, media: { kind: "movie", title: "Heat", genres: [], confidence: 9 } }),
    );
    is(interrupted, !ended);
    is(row.status, status === "done" ? "done" : "cancelled");
    same([row.record.status, row.record.media.title], [row.status, "Heat"]);
  });
}

Deno.test("importedRip(): no value by which a file would be copied, delivered or removed is imported", () => {
  const file = { titleId: 0, path: "/etc/passwd", finalPath: "/etc/shadow", sizeBytes: 1, verified: true, jobId: "j" };
  const { row } = taken(raw({
    status: "delivering",
    outputDir: "/etc",
    deliveryDir: "/home",
    files: [file],
    autoStart: true,
    jobId: "a-job",
    arrQueue: { arr: "movie", id: 1, ids: [1], title: "X" },
  }));
  const { outputDir, deliveryDir, files, autoStart, jobId, arrQueue } = row.record;
  same([outputDir, deliveryDir, files, autoStart, jobId, arrQueue], [
    undefined,
    undefined,
    [],
    false,
    undefined,
    undefined,
  ]);
  same(row.readTitles, []);
});

Deno.test("importedRip(): location and state of the disc come from the row, whatever its record contains", () => {
  const { row } = taken(
    raw({ status: "ripping", source: "dev:/dev/sda" }, { status: "done", source: "iso:/media/x.iso" }),
  );
  same([row.record.status, row.record.source], ["done", "iso:/media/x.iso"]);
});

Deno.test("importedRip(): rows of an unknown program or of an attacker are left out with the reason", () => {
  match(refused(raw({}, { status: "polishing" })), /^status: /);
  match(refused(odd({ status: "polishing" })), /^record\.status: /);
  match(refused(odd({ id: "another" })), /^record: belongs to another rip$/);
  match(refused(odd({ outputDir: "x".repeat(5000) })), /^record\.outputDir: /);
  match(refused(odd({ label: 7 })), /^record\.label: /);
  match(refused(odd({ episodeMap: { "../1": 1 } })), /^record\.episodeMap/);
  match(refused(odd({ titles: "all" })), /^record\.titles: /);
  match(refused(odd({ media: null })), /^record\.media: /);
  match(refused(raw({}, { id: "../../etc" })), /^id: not an ID$/);
  match(refused(raw({}, { record: "{" })), /^record: not JSON$/);
  match(refused(raw({}, { source: "iso:/".padEnd(5000, "x") })), /^source: /);
  match(refused(raw({}, { created_at: -1 })), /^createdAt: /);
});

Deno.test("importedRip(): unknown fields of a record are dropped, and an impossible set is left out", () => {
  const { row } = taken({
    ...odd({ command: "rm", progress: { percent: 5, step: "x", titleIndex: 1, titleCount: 1 } }),
    batch_id: "../x",
  });
  same(["command" in row.record, row.record.progress, row.batchId], [false, undefined, null]);
});

Deno.test("importedRip(): a disc is not read where no media may lie", () => {
  const sources = {
    "iso:/media/x.iso": true,
    "file:/media/x": true,
    "dev:/dev/sr0": true,
    "dev:/dev/sda": false,
    "dev:/dev/../etc": false,
    "iso:/etc/x.iso": false,
    "iso:/media/../proc/kcore": false,
    "file:/config/data": false,
    "iso:relative.iso": false,
    "https://example.com/x.iso": false,
    "": false,
  };
  for (const [source, kept] of Object.entries(sources)) {
    const { row } = taken(raw({}, { source }));
    same([row.source, row.record.source], kept ? [source, source] : ["", ""], source);
  }
});

Deno.test("importedRip(): a poster is one of ours or of the web", () => {
  const posters = {
    "api/image/1": true,
    "https://example.com/p.jpg": true,
    "javascript:alert(1)": false,
    "data:,x": false,
  };
  for (const [poster, kept] of Object.entries(posters)) {
    const media = { kind: "movie" as const, title: "Heat", genres: [], confidence: 9, poster };
    const { record } = taken(raw({ media, candidates: [media] })).row;
    same([record.media.poster, record.candidates[0]?.poster], kept ? [poster, poster] : [undefined, undefined], poster);
  }
});
