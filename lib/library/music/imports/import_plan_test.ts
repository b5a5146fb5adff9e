import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { ImportProposal } from "../../managers/wire/lidarr_import.ts";
import { HistoryRecord } from "../../managers/wire/history.ts";
import { outcomeOf, planOf, summaryOf } from "./import_plan.ts";

const proposal = (more: Record<string, unknown> = {}) =>
  ImportProposal.parse({
    path: "/rips/01.flac",
    size: 10,
    artist: { id: 1, artistName: "The Tests" },
    album: { id: 2, title: "Quiet Rooms" },
    albumReleaseId: 3,
    tracks: [{ id: 4, trackNumber: "1", title: "Loud" }],
    quality: { quality: { id: 6, name: "FLAC" }, revision: { version: 1 } },
    ...more,
  });
const here = (path: string) => path.replace("/rips", "/data/rips");
const plan = (more: Record<string, unknown> = {}, asked: { albumId?: number; force?: boolean } = {}) => {
  const [planned] = planOf([proposal(more)], { force: false, ...asked }, here);
  return { state: planned?.file.state, reasons: planned?.file.reasons, sent: planned?.wanted !== undefined };
};

Deno.test("a file goes to Lidarr with all known facts", () => {
  const [planned] = planOf([proposal()], { force: false }, here);
  same(planned?.wanted, {
    path: "/rips/01.flac",
    artistId: 1,
    albumId: 2,
    albumReleaseId: 3,
    trackIds: [4],
    quality: { quality: { id: 6, name: "FLAC" }, revision: { version: 1 } },
    indexerFlags: 0,
    disableReleaseSwitching: false,
  });
  same(planned?.file, {
    path: "/data/rips/01.flac",
    size: 10,
    state: "ready",
    reasons: [],
    artist: "The Tests",
    album: "Quiet Rooms",
    tracks: ["1 Loud"],
    quality: "FLAC",
  });
});

Deno.test("files that Lidarr refuses or cannot place are not sent, with a reason", () => {
  const missing = { rejections: [{ reason: "Has missing tracks" }] };
  same(plan(missing), { state: "refused", reasons: ["Has missing tracks"], sent: false });
  same(plan(missing, { force: true }), { state: "ready", reasons: ["Has missing tracks"], sent: true });
  for (
    const lacking of [{ tracks: [] }, { artist: null }, { album: null }, { albumReleaseId: 0 }, {
      additionalFile: true,
    }]
  ) {
    same(plan(lacking, { force: true }), {
      state: "refused",
      reasons: ["Lidarr cannot identify the track."],
      sent: false,
    });
  }
  same(plan({}, { albumId: 9 }), { state: "refused", reasons: ["Lidarr identifies it as Quiet Rooms."], sent: false });
  same(plan({}, { albumId: 2 }), { state: "ready", reasons: [], sent: true });
});

Deno.test("only files in Lidarr's history count as imported", () => {
  const planned = planOf(
    [proposal(), proposal({ path: "/rips/02.flac" }), proposal({ path: "/rips/03.flac", tracks: [] })],
    { force: false },
    here,
  );
  const event = (eventType: string, droppedPath: string) =>
    HistoryRecord.parse({
      id: 1,
      date: "2026-01-01",
      eventType,
      data: { droppedPath, importedPath: "/rips/new.flac" },
    });
  const files = outcomeOf(planned, [
    event("trackFileImported", "/rips/01.flac"),
    event("trackFileRenamed", "/rips/02.flac"),
    event("trackFileImported", "/rips/99.flac"),
  ], here);
  same(files.map(({ state }) => state), ["imported", "missed", "refused"]);
  is(files[0]?.importedPath, "/data/rips/new.flac");
  is(summaryOf(files, false), "Lidarr has imported 1 of 3 files, 1 rejected, 1 not imported.");
  is(
    summaryOf(planned.map(({ file }) => file), true),
    "2 of 3 files would be imported, 1 rejected.",
  );
});
