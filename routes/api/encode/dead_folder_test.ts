import { deepStrictEqual as same, ok } from "node:assert/strict";
import { deadShare } from "../../../tests/fixtures/dead_share.ts";
import { openApp } from "../../../tests/fixtures/app.ts";
import { mediaRoutes } from "./media.ts";
import { asFault } from "../../http/problem.ts";

Deno.test("S-PATH-3: folders and files of an unavailable share are answered in time, and keep few reads open", async () => {
  await using app = await openApp();
  const share = deadShare(/^\/mnt\/dead/);
  const routes = mediaRoutes({ ...app.instance, disks: share.disks });
  routes.onError((error, c) => c.text(asFault(error).code, asFault(error).status));
  const asked = ["/fs/list", "/media/metadata"].flatMap((address) =>
    Array.from({ length: 20 }, (_, i) => `${address}?path=/mnt/dead/${i}`)
  );
  const answers = await Promise.all(asked.map(async (address) => (await routes.request(address)).status));
  same([...new Set(answers)], [504]);
  ok(share.open() <= 8, `${share.open()} reads are held`);
});
