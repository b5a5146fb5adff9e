import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import type { DiscStatus, Drive, DriveCandidate, VirtualDrive } from "../../lib/discs/drive_schema.ts";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import { asker, rows } from "../fakes/arr/testing.ts";
import { type DiscApp, discImage, discTest, openDiscApp, seasonDisc, withDark } from "../fixtures/discs/disc_app.ts";

const image = (it: DiscApp) => discImage(it.folder, "DARK_S1_D1", seasonDisc("Dark Season 1 Disc 1", [2, 3], 1));

const codeOf = async (it: DiscApp, path: string, init = {}): Promise<[number, string]> => {
  const response = await it.app.call(`/api${path}`, init);
  return [response.status, (await response.json()).code];
};

discTest(
  "drives are added by their device, images linked as drives; an eject or a removed link leaves the file",
  async () => {
    await using it = await openDiscApp();
    const { ask } = it;
    ok(Array.isArray(await ask<DriveCandidate[]>("/disc/drives/candidates")));
    same(await codeOf(it, "/disc/drives", { method: "POST", json: { path: "/dev/sr99" } }), [404, "not_found"]);
    same(await codeOf(it, "/disc/drives/nobody", { method: "DELETE" }), [404, "not_found"]);
    const path = await image(it);
    const linked = await ask<VirtualDrive>("/disc/virtual", { json: { path }, status: 201 });
    same((await ask<VirtualDrive[]>("/disc/virtual")).map(({ id }) => id), [linked.id]);
    // A virtual drive is not in the list of drives that were added by device.
    same(await codeOf(it, `/disc/drives/${linked.id}`, { method: "DELETE" }), [404, "not_found"]);
    await ask("/disc/detect", { method: "POST" });
    const [drive] = (await ask<DiscStatus>("/disc/status")).drives;
    same([drive?.discLabel, drive?.virtual, drive?.state], ["DARK_S1_D1", true, "loaded"]);
    await it.reach(drive?.ripId ?? "", "ready");
    const kept = await ask<{ swapped: Drive[]; skipped: { index: number; reason: string }[] }>(
      "/disc/drives/swap-all",
      {
        method: "POST",
      },
    );
    same([kept.swapped, kept.skipped.map(({ index }) => index)], [[], [0]]);
    ok(kept.skipped[0]?.reason.includes("does not belong to a box set"));
    const ejected = await ask<Drive>(`/disc/drives/${0}/eject`, { method: "POST" });
    same([ejected.state, ejected.discLabel], ["empty", ""]);
    same(await ask("/disc/virtual"), []);
    same(await codeOf(it, `/disc/drives/${7}/eject`, { method: "POST" }), [404, "not_found"]);
    const again = await ask<VirtualDrive>("/disc/virtual", { json: { path } });
    same(await ask(`/disc/virtual/${again.id}`, { method: "DELETE" }), { ok: true });
    same(await ask("/disc/virtual"), []);
    ok((await Deno.stat(path)).isFile);
  },
);

discTest("slow: a rip is estimated, looked at, matched again, added to its manager and forgotten", async () => {
  await using it = await openDiscApp();
  await using sonarr = await withDark(it);
  const { ask } = it;
  const { id } = await it.open(await image(it));
  const estimate = (selectedTitleIds: number[]) =>
    ask<{ ripBytes: number; titleCount: number; durationSeconds: number }>(`/disc/rips/${id}/estimate`, {
      json: { selectedTitleIds },
    });
  const [one, both] = [await estimate([0]), await estimate([0, 1])];
  same([one.titleCount, one.durationSeconds, both.titleCount, both.durationSeconds], [1, 2, 2, 5]);
  ok(both.ripBytes > one.ripBytes && one.ripBytes > 100_000);

  const picture = await it.app.call(`/api/disc/rips/${id}/titles/${0}/picture?n=1`);
  is(picture.headers.get("content-type"), "image/jpeg");
  same([...new Uint8Array(await picture.arrayBuffer()).subarray(0, 3)], [0xff, 0xd8, 0xff]);
  same(await codeOf(it, `/disc/rips/${id}/titles/${99}/picture`), [404, "not_found"]);
  const played = await it.app.call(`/api/disc/rips/${id}/titles/${0}/clip`);
  match(played.headers.get("content-type") ?? "", /^video\/(webm|mp4)$/);
  ok((await played.arrayBuffer()).byteLength > 1000);
  same(await codeOf(it, `/disc/rips/${id}/titles/${99}/clip`), [404, "not_found"]);
  const player = async (title: number) =>
    await (await it.app.call(`/discs/${id}?part=clip&title=${title}`, { headers: { Accept: "text/html" } })).text();
  match(await player(0), /<video src="[^"]*\/titles\/0\/clip\?which=1"/);
  match(await player(99), /Title not found/);

  // The user's choice is kept when the disc is matched again.
  const media = { kind: "series", title: "Other", seasonNumber: 3 };
  await ask(`/disc/rips/${id}`, { method: "PATCH", json: { media } });
  same(await codeOf(it, `/disc/rips/${id}/add-to-library`, { method: "POST" }), [409, "bad_state"]);
  is((await ask<Rip>(`/disc/rips/${id}/identify`, { method: "POST" })).status, "identifying");
  const matched = await it.reach(id, "ready");
  same([matched.media.title, matched.media.seasonNumber, matched.media.matchedBy], ["Other", 3, "user"]);

  const known = { kind: "series", title: "Dark", externalId: 334824, seasonNumber: 1 };
  await ask(`/disc/rips/${id}`, { method: "PATCH", json: { media: known } });
  const added = await ask<Rip>(`/disc/rips/${id}/add-to-library`, { method: "POST" });
  is(added.media.arrId, 1);
  // The series already exists in Sonarr, so nothing is added.
  is(rows(await asker(sonarr, "v3")("GET", "/series")).length, 1);

  const page = await ask<{ items: Rip[]; total: number; limit: number }>("/disc/rips?limit=1&logLines=0");
  same([page.items.map((rip) => [rip.id, rip.log]), page.total, page.limit], [[[id, []]], 1, 1]);
  for (const query of ["limit=0", "limit=501", "limit=x", "logLines=-1", "status=odd", "cursor=x"]) {
    same(await codeOf(it, `/disc/rips?${query}`), [422, "invalid"], query);
  }
  same(await codeOf(it, `/disc/rips/${id}?files=yes`, { method: "DELETE" }), [422, "invalid"]);
  same(await codeOf(it, "/disc/rips/nobody?files=true", { method: "DELETE" }), [404, "not_found"]);
  same(await ask(`/disc/rips/${id}/forget`, { method: "POST" }), { ok: true });
  same(await codeOf(it, `/disc/rips/${id}`), [404, "not_found"]);
});

discTest("the rip folder is inspected through Sonarr, and the remaining files are imported", async () => {
  await using it = await openDiscApp();
  const alone = await it.ask<{ dir: string; localOk: boolean; apps: unknown[] }>("/disc/rip-directory/check");
  same([alone.localOk, alone.apps], [true, []]);
  await using _ = await withDark(it);
  const { apps } = await it.ask<{ apps: { app: string; visible: boolean }[] }>("/disc/rip-directory/check");
  same(apps.map(({ app, visible }) => [app, visible]), [["series", true]]);
  same(await it.ask("/disc/import-rips", { method: "POST" }), { files: [], removedFolders: 0 });
  await Deno.mkdir(`${alone.dir}/Empty`, { recursive: true });
  await Deno.writeTextFile(`${alone.dir}/notes.txt`, "mine");
  const { files } = await it.ask<{ files: unknown[] }>("/disc/import-rips", { method: "POST" });
  same(files, []);
  is(await Deno.readTextFile(`${alone.dir}/notes.txt`), "mine");
});

discTest("a drive gets a separate read offset and loses it again; another keeps that of the settings", async () => {
  await using it = await openDiscApp({ disc: { cd: { readOffset: 6 } } });
  const put = (drive: unknown, readOffset: unknown) =>
    it.app.call("/api/disc/read-offsets", { method: "PUT", json: { drive, readOffset } });
  const set = async (drive: string, readOffset: number | null) => await (await put(drive, readOffset)).json();
  same(await it.ask("/disc/read-offsets"), { usual: 6, drives: [] });
  const drives = [{ drive: "PLEXTOR PX-716A", readOffset: 30 }];
  same(await set("PLEXTOR PX-716A", 30), { usual: 6, drives });
  same(await it.ask("/disc/read-offsets"), { usual: 6, drives });
  same(await set("PLEXTOR PX-716A", null), { usual: 6, drives: [] });
  for (const [drive, offset] of [["", 1], ["a", 99_999], ["a", 1.5], ["a", "1"], [7, 1], ["a".repeat(2_000), 1]]) {
    const response = await put(drive, offset);
    same([response.status, (await response.json()).code], [422, "invalid"], String(offset));
  }
});
