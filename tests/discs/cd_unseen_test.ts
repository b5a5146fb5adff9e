import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import { dirname, join } from "node:path";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import { mixedCd } from "../fixtures/discs/cd_images.ts";
import { inserted } from "../fixtures/discs/cd_in_drive.ts";
import { copiedTracks } from "../fixtures/discs/cd_world.ts";
import { type DiscApp, discTest, openDiscApp } from "../fixtures/discs/disc_app.ts";

const started = (app: DiscApp, id: string) => app.ask<Rip>(`/disc/rips/${id}/start`, { method: "POST" });

/** Inserts a CD of which only track 3 can be copied. Returns the rip and the folder of the track. */
async function partlyCopied(app: DiscApp): Promise<{ id: string; tracks: string }> {
  const { id } = await inserted(app, await mixedCd(), ["fails", "fails", "good"]);
  await started(app, id);
  const failed = await app.reach(id, "failed");
  same(copiedTracks(failed), [3]);
  return { id, tracks: dirname(failed.files[0]?.path ?? "") };
}

/** Replacements for a folder that is unavailable, by the resulting error. */
const UNSEEN: Record<string, (tracks: string) => { place: string; put?: () => Promise<void> }> = {
  "ELOOP": (tracks) => ({ place: tracks, put: () => Deno.symlink(tracks, tracks) }),
  "ENOTDIR": (tracks) => ({ place: tracks, put: () => Deno.writeTextFile(tracks, "no folder") }),
  "ENOENT of a share that is not mounted": (tracks) => ({ place: dirname(dirname(dirname(tracks))) }),
  "ENOENT of an empty folder where a share was mounted": (tracks) => {
    const place = dirname(dirname(dirname(tracks)));
    return { place, put: () => Deno.mkdir(place) };
  },
};

for (const [name, unseen] of Object.entries(UNSEEN)) {
  discTest(`slow: copied tracks of a CD are kept while their folder cannot be seen: ${name}`, async () => {
    await using app = await openDiscApp({ disc: { autoDeliver: false } });
    const { id, tracks } = await partlyCopied(app);
    const { place, put } = unseen(tracks);
    await Deno.rename(place, `${place}-away`);
    await put?.();
    await started(app, id);
    const failed = await app.reach(id, "failed");
    same(copiedTracks(failed), [3]);
    match(
      failed.error ?? "",
      /^The folder of the copied tracks is not accessible: \S+\/tracks\. Check that its disk or share/,
    );
    if (put !== undefined) await Deno.remove(place);
    await Deno.rename(`${place}-away`, place);
    await started(app, id);
    const { files, log } = await app.reach(id, "done");
    same(files.map(({ titleId }) => titleId), [2, 3]);
    is(log.filter((line) => line.startsWith("Track 3 is copied")).length, 1);
  });
}

discTest("slow: a copied track of a CD that was deleted is copied again", async () => {
  await using app = await openDiscApp({ disc: { autoDeliver: false } });
  const { id, tracks } = await partlyCopied(app);
  for await (const { name } of Deno.readDir(tracks)) await Deno.remove(join(tracks, name));
  await started(app, id);
  const { files, log } = await app.reach(id, "done");
  same(files.map(({ titleId }) => titleId), [2, 3]);
  is(log.filter((line) => line.startsWith("Track 3 is copied")).length, 2);
});
