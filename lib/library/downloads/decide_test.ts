import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import type { GrabRow } from "../../../db/schema/library.ts";
import { HistoryRecord } from "../managers/wire/history.ts";
import { QueueRecord } from "../managers/wire/queue.ts";
import { judge, type ManagerSnapshot } from "./decide.ts";
import { findDiscs } from "./results/disc_files.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { judgeTransfers, nameOf } from "./transfers.ts";
import { queueText, timeLeft } from "./words.ts";

const HOUR = 3_600_000;

const row = (change: Partial<GrabRow> = {}): GrabRow => ({
  jobId: "j",
  source: "series",
  guid: "g",
  indexerId: 1,
  state: "following",
  request: { title: "Dark", profileId: "p", releaseTitle: "Dark.S01", arrId: 1 },
  afterId: 10,
  since: "2026-01-01T00:00:00Z",
  downloadId: null,
  taken: [],
  goneSince: null,
  transfers: null,
  createdAt: 0,
  ...change,
});

const event = (id: number, eventType: string, more: Record<string, unknown> = {}): HistoryRecord =>
  HistoryRecord.parse({ id, eventType, date: "2026-01-01T00:00:00Z", downloadId: "D", ...more });
const item = (more: Record<string, unknown> = {}): QueueRecord =>
  QueueRecord.parse({ id: 1, downloadId: "D", title: "Dark.S01", status: "downloading", ...more });
const grabbedEvent = (id: number, episodeId: number) => event(id, "grabbed", { episodeId, data: { guid: "g" } });
const importedEvent = (id: number, episodeId: number) =>
  event(id, "downloadFolderImported", { episodeId, seriesId: 1, data: { importedPath: `/tv/${episodeId}.mkv` } });

Deno.test("history from before the release was sent does not count", () => {
  const old = [event(9, "grabbed", { data: { guid: "g" } }), event(10, "downloadFailed")];
  const { verdict, downloadId } = judge(row(), { queue: [], history: old }, "Sonarr", 0);
  same([verdict.kind, downloadId], ["wait", null]);
});

Deno.test("another download of the same title is ignored", () => {
  const history = [grabbedEvent(11, 1), event(12, "downloadFailed", { downloadId: "OTHER" })];
  is(judge(row(), { queue: [item()], history }, "Sonarr", 0).verdict.kind, "wait");
});

Deno.test("a download that disappeared is waited for six hours, one that never started three minutes", () => {
  const snapshot: ManagerSnapshot = { queue: [], history: [grabbedEvent(11, 1)] };
  is(judge(row({ goneSince: 0 }), snapshot, "Sonarr", 6 * HOUR - 1).verdict.kind, "wait");
  same(judge(row({ goneSince: 0 }), snapshot, "Sonarr", 6 * HOUR).verdict.kind, "failed");
  const nothing: ManagerSnapshot = { queue: [], history: [] };
  is(judge(row({ goneSince: 0, state: "unsure" }), nothing, "Sonarr", 3 * 60_000 - 1).verdict.kind, "wait");
  is(judge(row({ goneSince: 0, state: "unsure" }), nothing, "Sonarr", 3 * 60_000).verdict.kind, "failed");
});

Deno.test("a pack of which a part never comes ends ten minutes after its download is over", () => {
  const history = [grabbedEvent(11, 1), grabbedEvent(12, 2), importedEvent(13, 1)];
  const grab = row({ goneSince: 0, taken: ["/tv/1.mkv"] });
  is(judge(grab, { queue: [], history }, "Sonarr", 9 * 60_000).verdict.kind, "wait");
  const { verdict } = judge(grab, { queue: [], history }, "Sonarr", 10 * 60_000);
  same(verdict.kind === "imported" && [verdict.complete, verdict.missing, verdict.imports], [true, 1, []]);
});

Deno.test("a job ends once and every imported file is queued once, whatever a manager does", () => {
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ what: fc.constant("import" as const), episode: fc.integer({ min: 1, max: 4 }) }),
    },
    { weight: 1, arbitrary: fc.record({ what: fc.constantFrom("failed", "ignored"), episode: fc.constant(0) }) },
    {
      weight: 4,
      arbitrary: fc.record({ what: fc.constantFrom("queue", "gone", "hour", "blocked"), episode: fc.constant(0) }),
    },
  );
  fc.assert(fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), (steps, episodes) => {
    const history = Array.from({ length: episodes }, (_, i) => grabbedEvent(11 + i, i + 1));
    const queued: string[] = [];
    let grab = row();
    let queue: QueueRecord[] = [item()];
    let nowMs = 0;
    let ends = 0;
    for (const { what, episode } of [...steps, ...Array(20).fill({ what: "hour", episode: 0 })]) {
      if (what === "import") history.push(importedEvent(100 + history.length, episode));
      if (what === "failed") history.push(event(100 + history.length, "downloadFailed"));
      if (what === "ignored") history.push(event(100 + history.length, "downloadIgnored"));
      if (what === "queue") queue = [item()];
      if (what === "blocked") queue = [item({ status: "completed", trackedDownloadState: "importBlocked" })];
      if (what === "gone" || what === "hour") queue = [];
      nowMs += what === "hour" ? HOUR : 30_000;
      const { verdict, downloadId, goneSince } = judge(grab, { queue, history }, "Sonarr", nowMs);
      grab = { ...grab, downloadId, goneSince };
      if (verdict.kind === "imported") {
        const paths = verdict.imports.map(({ path }) => path);
        queued.push(...paths);
        grab = { ...grab, taken: [...grab.taken, ...paths] };
      }
      if (verdict.kind === "failed" || (verdict.kind === "imported" && verdict.complete)) {
        ends++;
        break;
      }
    }
    is(ends, 1);
    is(new Set(queued).size, queued.length);
    const imported = new Set(history.flatMap(({ data }) => data.importedPath ?? []));
    same(queued.every((path) => imported.has(path)), true);
  }));
});

Deno.test("the state of a download uses the words of its manager", () => {
  const said = (more: Record<string, unknown>) =>
    queueText([item({ downloadClient: "qBit", ...more })], "Radarr", false);
  is(said({ size: 100, sizeleft: 38, timeleft: "00:12:10" }), "Downloading, 62 %, 12 min left");
  is(queueText([item({ size: 100, sizeleft: 38 })], "Radarr", true), "Downloading full disc, 62 %");
  is(said({ status: "paused" }), "Paused in qBit");
  is(said({ status: "warning", errorMessage: "No seeds" }), "The download is stalled: No seeds");
  match(
    said({ status: "completed", trackedDownloadState: "importBlocked" }),
    /No reason was given\. Check it in Radarr/,
  );
  same(["1.02:03:04", "01:05:00", "00:00:30", "00:00:00", undefined].map(timeLeft), [
    "26 h 3 min left",
    "1 h 5 min left",
    "less than a minute left",
    "",
    "",
  ]);
});

inFolder("discs are found three levels deep, without samples", async (dir) => {
  for (const folder of ["a/b/Disc 1/BDMV", "c/VIDEO_TS", "x/y/z/BDMV", "Sample/BDMV"]) {
    await Deno.mkdir(`${dir}/${folder}`, { recursive: true });
  }
  for (const file of ["film.iso", "film.sample.iso", "d/two.img", "d/notes.txt"]) {
    await Deno.mkdir(`${dir}/d`, { recursive: true });
    await Deno.writeTextFile(`${dir}/${file}`, "x");
  }
  same((await findDiscs(dir)).map(({ path, kind }) => `${kind} ${path.slice(dir.length + 1)}`), [
    "folder c",
    "image d/two.img",
    "image film.iso",
  ]);
  same(await findDiscs(`${dir}/film.iso`), [{ path: `${dir}/film.iso`, kind: "image" }]);
  same(await findDiscs(`${dir}/nothing`), []);
});

Deno.test("a file of a peer is requested three more times, then it is named", () => {
  const file = { filename: "@@x\\Music\\Album\\01.flac", size: 10 };
  const failed = { id: "1", filename: file.filename, state: "Completed, Errored", exception: "gone" };
  const next = judgeTransfers([file], [failed], { attempts: {} }, "peer");
  same(next, { kind: "again", files: [file], attempts: { [file.filename]: 1 } });
  const last = judgeTransfers([file], [failed], { attempts: { [file.filename]: 3 } }, "peer");
  same(last, { kind: "failed", reason: "01.flac could not be downloaded from peer after 4 attempts (gone)." });
  const here = { id: "2", filename: file.filename, state: "Completed, Succeeded" };
  is(judgeTransfers([file], [failed, here], { attempts: { [file.filename]: 3 } }, "peer").kind, "here");
  is(judgeTransfers([file], [failed, { ...failed, state: "Queued, Remotely" }], { attempts: {} }, "peer").kind, "wait");
  is(nameOf("a\\b\\c"), "c");
});
