import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { dirname } from "node:path";
import type { BoxSet } from "../../lib/discs/box_set_schema.ts";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import { discImage, discTest, openDiscApp, seasonDisc, withDark } from "../fixtures/discs/disc_app.ts";

discTest(
  "slow: a restored backup includes the history of discs, and nothing is ripped, delivered or deleted",
  async () => {
    await using it = await openDiscApp({ disc: { autoRip: true } });
    await using sonarr = await withDark(it);
    const list = () => it.ask<{ items: Rip[]; batches: BoxSet[] }>("/disc/rips");
    const detect = async () => (await it.ask<{ created: Rip[] }>("/disc/detect", { method: "POST" })).created;
    await it.app.instance.settings.update({ disc: { autoEject: false } });
    await it.ask("/disc/virtual", {
      json: { path: await discImage(it.folder, "DARK_S1_D1", seasonDisc("Dark Season 1 Disc 1", [1.6, 2.4])) },
    });
    await detect();
    const done = (await list()).items[0]?.id ?? "";
    await it.reach(done, "done");
    // Prepares a disc whose files wait for an episode that Sonarr does not have.
    const { id: failed } = await it.open(await discImage(it.folder, "OTHER", seasonDisc("Dark", [1.8, 2.2], 1)));
    const media = { kind: "series", title: "Dark", arrId: 1, seasonNumber: 9, genres: [], confidence: 0 };
    await it.ask(`/disc/rips/${failed}/start`, { json: { media } });
    const { files } = await it.reach(failed, "failed");
    const { id: ready } = await it.open(await discImage(it.folder, "READY", seasonDisc("Dark", [1.9, 2.1], 2)));
    const before = sonarr.seen.length;

    const { name } = await it.ask<{ name: string }>("/system/backups", { method: "POST" });
    await it.ask(`/disc/rips/${done}`, { method: "DELETE" });
    await it.ask(`/system/backups/${name}/restore`, { method: "POST" });
    await it.restart();

    const { items } = await list();
    same(
      new Map(items.map(({ id, status }) => [id, status])),
      new Map([[done, "done"], [failed, "cancelled"], [ready, "cancelled"]]),
    );
    const again = await it.ask<Rip>(`/disc/rips/${done}`);
    same([again.media.title, again.titles.length, again.log.includes("Done")], ["Dark", 2, true]);
    // The disc of the restored rip is still linked and not reported as new.
    same([await detect(), (await list()).items.length], [[], 3]);
    for (const { path, finalPath } of files) {
      for (const one of [path, finalPath ?? path]) is((await Deno.stat(one)).isFile, true);
    }
    await it.ask(`/disc/rips/${failed}?files=1`, { method: "DELETE" });
    is((await Deno.stat(dirname(files[0]?.path ?? ""))).isDirectory, true);
    const asked = sonarr.seen.slice(before).filter(({ method, path }) => method !== "GET" && !/refresh/i.test(path));
    same(asked, []);
    // The user can still rescan the disc.
    await it.ask(`/disc/rips/${ready}/scan`, { method: "POST" });
    await it.reach(ready, "ready");
  },
);
