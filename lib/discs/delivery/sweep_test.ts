import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { deliveryTest, withHeat, withScene } from "../../../tests/fixtures/discs/delivery_scene.ts";

deliveryTest(
  "the sweep imports what was copied there by hand, and leaves alone what changes, is hidden or at work",
  (dir) =>
    withHeat(dir, async (radarr) => {
      const rips = join(dir, "rips");
      let now = Date.now() + 3_600_000;
      const clock = { now: () => new Date(now), monotonicMs: () => performance.now() };
      const options = { radarr, clock, quietMs: 120_000, atWork: [join(rips, "Busy")] };
      await withScene(dir, options, async ({ delivery }) => {
        for (const name of ["Heat (1995)", "Busy", ".work", "Odd", "Empty/Deeper"]) {
          await Deno.mkdir(join(rips, name), { recursive: true });
        }
        await Deno.writeTextFile(join(rips, "Heat (1995)/Heat (1995) Bluray-1080p.mkv"), "film");
        await Deno.writeTextFile(join(rips, "Busy/Heat (1995) DVD.mkv"), "x");
        await Deno.writeTextFile(join(rips, ".work/Heat (1995) DVD.mkv"), "x");
        await Deno.writeTextFile(join(rips, "Odd/title_t00.mkv"), "x");
        const real = now;
        now = Date.now();
        same((await delivery.sweep()).files.map(({ result }) => result), ["skipped", "skipped"]);
        now = real;
        const { files, removedFolders } = await delivery.sweep();
        same(files.map(({ path, result }) => [path.slice(rips.length + 1), result]), [
          ["Heat (1995)/Heat (1995) Bluray-1080p.mkv", "imported"],
          ["Odd/title_t00.mkv", "skipped"],
        ]);
        is(removedFolders, 2);
        same((await Array.fromAsync(Deno.readDir(rips), ({ name }) => name)).sort(), [".work", "Busy", "Odd"]);
      });
    }),
);

deliveryTest(
  "what fails in a sweep is offered again after pauses that grow to a day, or at once when asked by hand",
  (dir) =>
    withHeat(dir, async (radarr) => {
      let now = Date.now() + 3_600_000;
      const clock = { now: () => new Date(now), monotonicMs: () => performance.now() };
      await withScene(dir, { radarr, clock }, async ({ delivery, rips }) => {
        await Deno.mkdir(join(rips, "Heat (1995)"));
        await Deno.writeTextFile(join(rips, "Heat (1995)/Heat (1995) DVD.mkv"), "x");
        radarr.fail({ mode: "error" }, { path: "/manualimport" });
        const offered = async () => (await delivery.sweep()).files.length === 1;
        ok(await offered());
        const minutes: number[] = [];
        for (let round = 0; round < 12; round++) {
          let waited = 0;
          do {
            now += 5 * 60_000;
            waited += 5;
          } while (waited < 3 * 1440 && !await offered());
          minutes.push(waited);
        }
        ok(minutes.every((pause, at) => pause >= (minutes[at - 1] ?? 0) && pause <= 1440), minutes.join());
        is(minutes.at(-1), 1440);
        is((await delivery.sweep({ again: true })).files.length, 1);
      });
    }),
);
