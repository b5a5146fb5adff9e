import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import type { RadarrFake } from "../../../tests/fakes/arr/radarr.ts";
import { deliveryTest, isThere, withHeat, withScene } from "../../../tests/fixtures/discs/delivery_scene.ts";
import { canMount } from "../../../tests/fixtures/tmpfs.ts";

deliveryTest(
  "the sweep imports files that were copied by hand, and skips changing, hidden and busy ones",
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
  "a failed sweep is retried after pauses that grow to a day, or at once on request",
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

/** Creates a clock that calls `onFirstRead` when it is first read, which is after the import was requested. */
function clockWithHook(onFirstRead: () => void) {
  let open = true;
  return {
    now: () => new Date(Date.now() + 3_600_000),
    monotonicMs() {
      if (open) onFirstRead();
      open = false;
      return performance.now();
    },
  };
}

/** Makes imports report success without importing anything. */
function reportEmptyImport(radarr: RadarrFake): void {
  const done = { id: 99, name: "ManualImport", status: "completed", result: "successful" };
  radarr.fail({ mode: "answer", status: 201, body: done }, { path: "/command", method: "POST" });
  radarr.fail({ mode: "answer", status: 200, body: done }, { path: "/command/99" });
}

deliveryTest(
  "a file that disappeared after an import counts as imported only if the manager has a file of its size",
  (dir) =>
    withHeat(dir, async (radarr) => {
      const path = join(dir, "rips/Heat (1995)/Heat (1995) DVD.mkv");
      const clock = clockWithHook(() => Deno.renameSync(path, join(dir, "moved by somebody.mkv")));
      await withScene(dir, { radarr, clock }, async ({ delivery, rips }) => {
        await Deno.mkdir(join(rips, "Heat (1995)"));
        await Deno.writeTextFile(path, "film");
        reportEmptyImport(radarr);
        const { files } = await delivery.sweep();
        same(files, [{
          path,
          arr: "movie",
          result: "failed",
          reason: "The file no longer exists here, but Radarr lists no file of its size for this title.",
        }]);
      });
    }),
);

/** Radarr already has a file of this size. The rip folder then disappears while a better file is imported. */
const withDrop = (dir: string, drop: (rips: string) => void, after: (rips: string) => Promise<void> | void) =>
  withHeat(dir, async (radarr) => {
    const rips = join(dir, "rips");
    const folder = join(rips, "Heat (1995)");
    const addFile = async (name: string) => {
      await Deno.mkdir(folder, { recursive: true });
      await Deno.writeTextFile(join(folder, name), "film");
    };
    await withScene(dir, { radarr, clock: clockWithHook(() => {}) }, async ({ delivery }) => {
      await addFile("Heat (1995) DVD.mkv");
      same((await delivery.sweep()).files.map(({ result }) => result), ["imported"]);
    });
    await withScene(dir, { radarr, clock: clockWithHook(() => drop(rips)) }, async ({ delivery }) => {
      await addFile("Heat (1995) Bluray-1080p.mkv");
      reportEmptyImport(radarr);
      const { files } = await delivery.sweep().finally(() => after(rips));
      same(files, [{
        path: join(folder, "Heat (1995) Bluray-1080p.mkv"),
        arr: "movie",
        result: "failed",
        reason: "Whether Radarr imported the file is unknown, because its folder is not accessible. " +
          "Check that its disk or share is connected.",
      }]);
      ok(await isThere(join(folder, "Heat (1995) Bluray-1080p.mkv")));
    });
  });

deliveryTest(
  "a missing rip folder after an import says nothing about its files",
  (dir) => withDrop(dir, (rips) => Deno.renameSync(rips, `${rips} away`), (rips) => Deno.rename(`${rips} away`, rips)),
);

deliveryTest(
  "an unreadable folder after an import says nothing about its files",
  (dir) => {
    const folder = join(dir, "rips/Heat (1995)");
    return withDrop(dir, () => {
      Deno.renameSync(folder, `${folder} away`);
      Deno.writeTextFileSync(folder, "no folder");
    }, async () => {
      await Deno.remove(folder);
      await Deno.rename(`${folder} away`, folder);
    });
  },
);

if (canMount) {
  deliveryTest(
    "an empty mount point of a share says nothing about the files of the share",
    (dir) => {
      const run = (program: string, ...args: string[]) => {
        ok(new Deno.Command(program, { args, stdin: "null" }).outputSync().success, program);
      };
      return withDrop(
        dir,
        (rips) => run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", rips),
        (rips) => run("umount", "-l", rips),
      );
    },
  );
}
