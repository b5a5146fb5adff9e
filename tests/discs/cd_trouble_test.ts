import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";

import { accurateRipIds } from "../../lib/discs/cd/ids/accuraterip_ids.ts";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import { startAccurateRip } from "../fakes/accuraterip.ts";
import { asker, rows } from "../fakes/arr/testing.ts";
import { albumCd, mixedCd, singleCd } from "../fixtures/discs/cd_images.ts";
import { inserted, readElsewhere } from "../fixtures/discs/cd_in_drive.ts";
import { readsOf } from "../fixtures/discs/cd_programs.ts";
import {
  cdCopy,
  type CdWorld,
  copiedTracks,
  lidarrArtist,
  openCdWorld,
  releaseOf,
  samplesOf,
} from "../fixtures/discs/cd_world.ts";
import { type DiscApp, discTest, openDiscApp } from "../fixtures/discs/disc_app.ts";

/** Number of files that Lidarr reports as imported. */
const importsOf = async ({ lidarr }: CdWorld): Promise<number> =>
  rows(await asker(lidarr, "v1")("GET", "/history/since?date=1970-01-01T00:00:00Z&eventType=3")).length;

const started = (app: DiscApp, id: string, json: unknown = {}) => app.ask<Rip>(`/disc/rips/${id}/start`, { json });

discTest(
  "slow: a track whose reads never agree is kept and marked, and its album is imported only on request",
  async () => {
    const disc = await singleCd();
    const release = releaseOf(disc, { title: "Lone", artist: "The Ones" });
    await using world = await openCdWorld({ releases: [release], artists: [lidarrArtist(release, 1)] });
    const { app } = world;
    const { id } = await inserted(app, disc, ["skips", "flipped", "flipped", "flipped", "good"]);
    await started(app, id);
    const failed = await app.reach(id, "failed");
    match(
      failed.error ?? "",
      /^Track 1 may differ from the CD, so the album was not imported automatically\. It is in /,
    );
    same([copiedTracks(failed), failed.cd?.reads[0]?.doubtful, failed.safeToEject], [[1], true, true]);
    match(failed.warnings.join(), /Track 1 may differ from the disc/);
    ok(await Deno.stat(failed.files[0]?.finalPath ?? ""));
    is(await importsOf(world), 0);
    const { text } = await app.app.instance.rips.albumText(id, "log");
    match(text, /Doubtful: repeated reads never returned the same samples/);
    await started(app, id, { options: { importDoubtful: true } });
    await app.reach(id, "done");
    is(await importsOf(world), 1);
  },
);

discTest("errors at the first read are corrected by two reads that agree", async () => {
  const disc = await singleCd();
  await using app = await openDiscApp({ disc: { autoDeliver: false } });
  const { id } = await inserted(app, disc, ["errors", "good"]);
  await started(app, id);
  const { cd, files, log } = await app.reach(id, "done");
  same([cd?.reads[0]?.doubtful, cd?.reads[0]?.reads, await readsOf(app.folder) >= 2], [false, 2, true], log.join("\n"));
  same(await samplesOf(files[0]?.finalPath ?? ""), disc.track(1));
});

discTest("slow: a track that cannot be read stops no other; the next start copies it alone", async () => {
  const disc = await mixedCd();
  await using app = await openDiscApp({ disc: { autoDeliver: false } });
  const { id } = await inserted(app, disc, ["fails", "fails", "good"]);
  await started(app, id);
  const failed = await app.reach(id, "failed");
  match(
    failed.error ?? "",
    /^Track 2 \(Track 02\): cd-paranoia exited with code 1: Unable to read the disc\..*\nTitles that/s,
  );
  same(copiedTracks(failed), [3]);
  await started(app, id);
  const { files, log } = await app.reach(id, "done");
  is(log.filter((line) => line.startsWith("Track 3 is copied")).length, 1);
  for (const { titleId, finalPath } of files) same(await samplesOf(finalPath ?? ""), disc.track(titleId));
});

discTest("another disc in the drive is not copied as this one", async () => {
  await using app = await openDiscApp({ disc: { autoDeliver: false } });
  const { id } = await inserted(app, await singleCd(), ["good"]);
  await cdCopy(app.folder, await albumCd());
  await started(app, id);
  const { error, files } = await app.reach(id, "failed");
  match(error ?? "", /There is another disc in the drive now/);
  same(files, []);
});

discTest(
  "slow: AccurateRip is queried only if the settings allow it, and its result is stored and logged",
  async () => {
    const disc = await singleCd();
    await using database = startAccurateRip();
    database.add(accurateRipIds(disc.toc), [[readElsewhere(disc, 0)]]);
    await using world = await openCdWorld({
      accurateRip: Number(new URL(database.url).port),
      disc: { autoDeliver: false },
    });
    const { app } = world;
    const rip = async () => {
      const { id } = await inserted(app, disc, ["good"]);
      await started(app, id);
      return await app.reach(id, "done");
    };
    const off = await rip();
    same([database.seen, off.cd?.accurateRip?.state], [[], "off"]);
    await app.app.instance.settings.update({ disc: { cd: { accurateRip: true } } });
    const on = await rip();
    same([on.cd?.accurateRip?.state, on.cd?.accurateRip?.accurate, on.cd?.reads[0]?.accurateRip.confidenceV2], [
      "known",
      1,
      9,
    ]);
    match((await app.app.instance.rips.albumText(on.id, "log")).text, /AccurateRip: 1 of 1 tracks are accurate\./);
    const silent = await (async () => {
      database.instead.status = 500;
      return await rip();
    })();
    same(silent.cd?.accurateRip, { state: "failed", message: "AccurateRip returned status 500.", accurate: 0 });
  },
);

discTest("slow: a drive without an offset is offered the one with which its tracks are accurate", async () => {
  const disc = await singleCd();
  const shift = 102;
  await using database = startAccurateRip();
  database.add(accurateRipIds(disc.toc), [[readElsewhere(disc, shift)]]);
  await using world = await openCdWorld({
    accurateRip: Number(new URL(database.url).port),
    disc: { autoDeliver: false, cd: { accurateRip: true } },
  });
  const { app } = world;
  const rip = async () => {
    const { id } = await inserted(app, disc, ["good"]);
    await started(app, id);
    return await app.reach(id, "done");
  };
  const page = async (id: string) =>
    await (await app.app.call(`/discs/${id}`, { headers: { accept: "text/html" } })).text();
  const first = await rip();
  same([first.cd?.accurateRip?.accurate, first.cd?.accurateRip?.readOffset], [0, shift], first.log.join("\n"));
  const offer = await page(first.id);
  match(offer, /name="disc\.cd\.readOffset:number" value="102"[^]*Set offset to \+102 samples/);
  await app.ask("/settings", { method: "PUT", json: { disc: { cd: { readOffset: shift } } } });
  match(await page(first.id), /The read offset is set to \+102 samples/);
  const second = await rip();
  same([second.cd?.accurateRip?.accurate, second.cd?.accurateRip?.readOffset], [1, undefined]);

  // For a different pressing, no offset matches, so none is offered.
  database.add(accurateRipIds(disc.toc), [[[9, 5, 7]]]);
  const third = await rip();
  same([third.cd?.accurateRip?.accurate, third.cd?.accurateRip?.readOffset], [0, undefined]);
  match(third.log.join("\n"), /this may be another pressing/);
});

discTest("slow: files that Lidarr refuses are listed, and imported once it has the album", async () => {
  const disc = await mixedCd();
  const release = releaseOf(disc, { title: "Half", artist: "The Halves" });
  await using world: CdWorld = await openCdWorld({
    releases: [release],
    artists: [lidarrArtist(release, 3)],
  });
  const { app } = world;
  const { id } = await app.open(await cdCopy(app.folder, disc));
  await started(app, id);
  const failed = await app.reach(id, "failed");
  match(failed.error ?? "", /^Lidarr did not import 2 of 2 files\.\n.*Has missing tracks/s);
  same(failed.files.map((file) => file.import?.state), ["rejected", "rejected"]);
  await started(app, id, { options: { importRejected: true } });
  const done = await app.reach(id, "done");
  is(done.counts.delivered, 2);
});

discTest(
  "slow: an album that Lidarr lacks waits when adding is disabled, and no request is sent in vain",
  async () => {
    const disc = await singleCd();
    const release = releaseOf(disc, { title: "Nowhere", artist: "The Nobodies" });
    await using world = await openCdWorld({ releases: [release], disc: { addMissing: false } });
    const { app } = world;
    const { id } = await app.open(await cdCopy(app.folder, disc));
    await started(app, id);
    const failed = await app.reach(id, "failed");
    match(failed.error ?? "", /^Lidarr does not have Nowhere\. Add it there.* The files stay in /);
    await app.app.instance.settings.update({ disc: { addMissing: true } });
    await started(app, id);
    match((await app.reach(id, "failed")).error ?? "", /Lidarr found no album/);
    ok(await Deno.stat(join(failed.deliveryDir ?? "")));
  },
);

discTest("slow: a CD starts automatically only when its release is certain", async () => {
  const disc = await albumCd();
  await using app = await openDiscApp({ disc: { autoRip: true, autoDeliver: false } });
  const { id } = await app.ask<Rip>("/disc/open", { json: { path: await cdCopy(app.folder, disc) } });
  is((await app.reach(id, "done")).media.title, "Quiet Rooms", "the disc names itself");
  const unknown = await app.open(await cdCopy(app.folder, await mixedCd(), "mixed"));
  is(unknown.status, "ready");
});
