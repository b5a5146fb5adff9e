import { setTimeout as delay } from "node:timers/promises";
import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import type { Scenario } from "../fakes/makemkv_disc.ts";
import { installMakemkv } from "../fakes/makemkv.ts";
import { createBlurayShelf } from "../fixtures/discs/bluray_discs.ts";
import { discImage, discTest, jobsOf, openDiscApp, seasonDisc, until, withDark } from "../fixtures/discs/disc_app.ts";
import { savedEpisodes } from "../fixtures/discs/makemkv_world.ts";
import { quickProfile } from "../fixtures/grab.ts";

const DISC = seasonDisc("Dark Season 1 Disc 1", [1.6, 2.4]);

discTest("slow: a restarted service continues encodes and deliveries", async () => {
  await using it = await openDiscApp();
  await using sonarr = await withDark(it);
  const profileId = await quickProfile(it.app);
  await it.app.instance.jobs.setPaused(true);
  const { id } = await it.open(await discImage(it.folder, "DARK_S1_D1", DISC));
  await it.ask(`/disc/rips/${id}/start`, { json: { profileId, options: { transcode: true } } });
  await it.reach(id, "transcoding");
  await until(it.app, async () => (await jobsOf(it.app)).length === 2);
  await it.restart();
  is((await it.ask<Rip>(`/disc/rips/${id}`)).status, "transcoding");

  // The manager hangs while the program shuts down.
  sonarr.fail({ mode: "hang" }, { path: /\/manualimport$/, times: 1 });
  await it.app.instance.jobs.setPaused(false);
  await it.reach(id, "delivering");
  await until(it.app, async () => (await it.ask<Rip>(`/disc/rips/${id}`)).files.every(({ finalPath }) => finalPath));
  // Without this wait, the hang would affect the next start.
  while (sonarr.struck.length === 0) await delay(20);
  await it.restart();
  sonarr.recover();
  const { counts, log } = await it.reach(id, "done", "failed");
  same([counts.delivered, (await jobsOf(it.app)).map(({ status }) => status)], [2, ["done", "done"]], log.join("\n"));
});

discTest(
  "slow: a restarted service leaves interrupted discs to the user, with their finished copies",
  async () => {
    const shelf = createBlurayShelf();
    await using it = await openDiscApp();
    await using _ = await withDark(it);
    const titles = await savedEpisodes(await shelf.make(DISC), it.folder);
    shelf.remove();
    const disc: Scenario = { type: "bluray", label: "DARK_S1_D1", titles };
    const makemkv = await installMakemkv(it.folder, { ...disc, hang: "opening" });
    await it.app.instance.settings.update({ disc: { ripper: "makemkv", ripperPath: makemkv.path } });
    const path = await discImage(it.folder, "DARK_S1_D1", DISC);
    const { id } = await it.ask<Rip>("/disc/open", { json: { path } });
    await it.restart();
    is((await it.ask<Rip>(`/disc/rips/${id}`)).status, "inserted");

    await makemkv.set({ ...disc, hang: "saving" });
    await it.ask(`/disc/rips/${id}/scan`, { method: "POST" });
    await it.reach(id, "ready");
    await it.ask(`/disc/rips/${id}/start`, { method: "POST" });
    await it.reach(id, "ripping");
    await it.restart();
    const { status, warnings } = await it.ask<Rip>(`/disc/rips/${id}`);
    is(status, "interrupted");
    match(warnings.at(-1) ?? "", /Lathe was stopped while it was reading this disc.*start it again/);
    await makemkv.set(disc);
    await it.ask(`/disc/rips/${id}/start`, { method: "POST" });
    is((await it.reach(id, "done")).counts.delivered, 2);
  },
);
