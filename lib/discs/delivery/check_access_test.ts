import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { deliveryTest, withHeat, withScene } from "../../../tests/fixtures/discs/delivery_scene.ts";

deliveryTest(
  "import access is detected by a marker in the manager's own file browser, and leaves nothing behind",
  (dir) =>
    withHeat(dir, (radarr) =>
      withScene(dir, { radarr }, async ({ delivery, settings, rips }) => {
        const { apps, localOk, warnings } = await delivery.check();
        same([apps, localOk, warnings], [[{ app: "movie", path: rips, visible: true }], true, []]);
        same(await Array.fromAsync(Deno.readDir(rips)), []);
        settings.pathMappings = [{ remote: "/data/rips", local: rips, app: "all" }];
        const [blind] = (await delivery.check()).apps;
        same([blind?.visible, blind?.path], [false, "/data/rips"]);
        ok(blind?.error?.includes("Add a path mapping"));
        settings.pathMappings = [];
        settings.disc.ripDirectory = join(dir, "movies/rips");
        ok((await delivery.check()).warnings[0]?.includes("overlap"));
        radarr.fail({ mode: "error" }, { path: "/filesystem" });
        is((await delivery.check()).apps[0]?.visible, null);
      })),
);
