import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import { mixedCd } from "../fixtures/discs/cd_images.ts";
import { cdCopy } from "../fixtures/discs/cd_world.ts";
import { discTest, jobsOf, openDiscApp } from "../fixtures/discs/disc_app.ts";

discTest("slow: the tracks of a CD are encoded with a second profile on request", async () => {
  await using app = await openDiscApp({ disc: { autoDeliver: false } });
  const { id } = await app.open(await cdCopy(app.folder, await mixedCd()));
  await app.ask(`/disc/rips/${id}/start`, { json: { profileId: "builtin-music-opus", options: { transcode: true } } });
  const { files, deliveryDir = "", log } = await app.reach(id, "done");
  same(files.map(({ finalPath }) => finalPath?.replace(/^.*\//, "")), ["02 - Track 02.opus", "03 - Track 03.opus"]);
  same((await jobsOf(app.app)).map(({ status }) => status), ["done", "done"], log.join("\n"));
  const names = (await Array.fromAsync(Deno.readDir(deliveryDir), ({ name }) => name)).sort();
  is(names.length, 3, "the sheets would name other files");
  match(names[2] ?? "", /\.log$/);
});
