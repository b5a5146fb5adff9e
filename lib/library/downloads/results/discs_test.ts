import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import { grabRepository } from "../../../../db/library/grabs.ts";
import { grabbed, grabTest, radarrWorld, searched } from "../../../../tests/fixtures/grab.ts";
import type { Release } from "../../search_model.ts";
import type { DiscsFound } from "../deps.ts";
import { createGrab } from "../service.ts";

const MINUTE = 60_000;

grabTest(
  "the discs of a download are passed to the ripper once, and the job shows their progress",
  async () => {
    await using it = await radarrWorld();
    const { instance } = it.app;
    const handed: DiscsFound[] = [];
    const grabs = grabRepository(instance.store);
    let busy = true;
    const grab = createGrab({
      ...instance,
      grabs,
      discs: (found) => {
        if (busy) return Promise.reject(new Error("the drive is on fire"));
        handed.push(found);
        return Promise.resolve(`Ripping ${found.discs.length} discs`);
      },
    });
    it.radarr.next.outcome = "importBlocked";
    const found = await searched(it.radarr, "movie", "movieId=1");
    const release: Release = { ...found, isDisc: true, discFormat: "uhd", category: "disc" };
    const { id } = await grabbed(it.app, { release, arrId: 1 });
    await it.radarr.tick(5 * MINUTE);
    const folder = `${it.radarr.downloads}/${release.title}`;
    for (const disc of ["Disc 1/BDMV", "Disc 2/BDMV"]) await Deno.mkdir(`${folder}/${disc}`, { recursive: true });

    is((await grab.followOnce()).waiting, 1);
    match(
      (await it.job(id)).message ?? "",
      /^An internal error occurred; see the log for details\. The job keeps waiting\.$/,
    );
    busy = false;
    same(await grab.followOnce(), { waiting: 0, queued: 1, failed: 0, silent: [] });
    same(await grab.followOnce(), { waiting: 0, queued: 0, failed: 0, silent: [] });
    const [one] = handed;
    same([handed.length, one?.jobId, one?.arr, one?.queueIds.length], [1, id, "movie", 1]);
    same(one?.discs, ["Disc 1", "Disc 2"].map((name) => ({ path: `${folder}/${name}`, kind: "folder" })));
    same([(await it.job(id)).status, (await it.job(id)).message], ["waiting", "Ripping 2 discs"]);
    same(await grabs.all(), []);
    await grab.close();
  },
);
