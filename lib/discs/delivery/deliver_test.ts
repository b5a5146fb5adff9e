import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { dirname, join } from "node:path";
import { type SonarrFake, startSonarr } from "../../../tests/fakes/arr/sonarr.ts";
import { asker, rows } from "../../../tests/fakes/arr/testing.ts";
import { Fault } from "../../kit/fault.ts";
import {
  ADDED,
  deliveryTest,
  FAST,
  isThere,
  ripOf,
  withHeat,
  withScene,
} from "../../../tests/fixtures/discs/delivery_scene.ts";

deliveryTest(
  "a movie goes through the rip folder into Radarr, and counts as imported once Radarr lists it",
  (dir) =>
    withHeat(dir, (radarr) =>
      withScene(dir, { radarr }, async ({ deliver, rips, stored }) => {
        const rip = await ripOf(dir, { arrId: 1 }, ["Heat (1995) Remux-1080p.mkv"]);
        const { files, error } = await deliver(rip);
        is(error, undefined);
        same([await isThere(files[0]?.finalPath), await isThere(rip.files[0]?.path)], [false, true]);
        is(dirname(files[0]?.finalPath ?? ""), join(rips, "Heat (1995)"));
        const [movie] = rows(await asker(radarr, "v3")("GET", "/moviefile?movieId=1"));
        same(files[0]?.import, { state: "imported", path: movie?.path });
        is(await Deno.readTextFile(String(movie?.path)), "Heat (1995) Remux-1080p.mkv");
        same(stored.map((file) => file.import?.state), [undefined, "imported"]);
      })),
);

deliveryTest(
  "a title that was imported during downtime counts as imported, and is neither restored nor imported again",
  (dir) =>
    withHeat(dir, (radarr) =>
      withScene(dir, { radarr }, async ({ deliver, log, stored }) => {
        const rip = await ripOf(dir, { arrId: 1 }, ["Heat (1995) Remux-1080p.mkv"]);
        is((await deliver(rip)).error, undefined);
        // The state stored before the interruption: the file is published, but its import is not requested yet.
        const cut = { ...rip, files: stored.slice(0, 1) };
        const { files, error } = await deliver(cut);
        same([error, files[0]?.import?.state, log.at(-1)], [
          ...[undefined, "imported", "Radarr has already imported Heat (1995) Remux-1080p.mkv"],
        ]);
        ok(!await isThere(files[0]?.finalPath));
        // If the manager's file has a different size, it is not the delivered file, so the import is requested again.
        const other = { ...cut, files: cut.files.map((file) => ({ ...file, sizeBytes: 1 })) };
        const refused = await deliver(other);
        is(refused.files[0]?.import?.state, "rejected");
        ok(await isThere(refused.files[0]?.finalPath));
        await Deno.remove(refused.files[0]?.finalPath ?? "");
        radarr.fail({ mode: "error" }, { path: "/movie/1", times: 9 });
        const unknown = await deliver(cut);
        ok(unknown.error, "a manager that does not answer is no reason to bring the file back");
        ok(!await isThere(cut.files[0]?.finalPath));
      })),
);

deliveryTest(
  "a file that is no upgrade stays, with Radarr's own reason, until its import is forced",
  (dir) =>
    withHeat(dir, (radarr) =>
      withScene(dir, { radarr }, async ({ deliver }) => {
        is((await deliver(await ripOf(dir, { arrId: 1 }, ["Heat (1995) Remux-1080p.mkv"]))).error, undefined);
        const rip = await ripOf(dir, { arrId: 1 }, ["Heat (1995) DVD.mkv"]);
        const { files, error } = await deliver(rip);
        is(files[0]?.import?.state, "rejected");
        ok(
          files[0]?.import?.reason?.startsWith("Not an upgrade for existing movie file"),
          files[0]?.import?.reason ?? "",
        );
        ok(error?.startsWith("Radarr did not import 1 of 1 files."), error ?? "no error");
        ok(error?.includes(files[0]?.finalPath ?? "-"));
        ok(await isThere(files[0]?.finalPath));
        const delivered = await deliver({ ...rip, files, options: { ...rip.options, importRejected: true } });
        same([delivered.error, delivered.files[0]?.import?.state], [undefined, "imported"]);
      }), { recycleBin: join(dir, "bin") }),
);

deliveryTest(
  "a manager that does not see the rip folder is named, with the path that it was sent and ours",
  (dir) =>
    withHeat(dir, (radarr) => {
      const pathMappings = [{ remote: "/data/rips", local: join(dir, "rips"), app: "movie" }];
      return withScene(dir, {
        radarr,
        settings: {
          pathMappings,
        },
      }, async ({ deliver }) => {
        const { files, error } = await deliver(await ripOf(dir, { arrId: 1 }, ["Heat (1995) DVD.mkv"]));
        is(files[0]?.import?.state, "missing");
        ok(error?.includes("/data/rips/Heat (1995)/Heat (1995) DVD.mkv"), error ?? "no error");
        ok(error?.includes(join(dir, "rips/Heat (1995)/Heat (1995) DVD.mkv")), error ?? "no error");
        ok(await isThere(files[0]?.finalPath));
      });
    }),
);

for (const mode of ["unauthorized", "error", "malformed", "drop", "html"] as const) {
  deliveryTest(
    `S-FILE-10: a manager that fails (${mode}) leaves the files where they are, and a second try imports them`,
    (dir) =>
      withHeat(dir, (radarr) =>
        withScene(dir, { radarr }, async ({ deliver }) => {
          const rip = await ripOf(dir, { arrId: 1 }, ["Heat (1995) DVD.mkv"]);
          radarr.fail({ mode }, { path: "/manualimport", times: 1 });
          const failed = await deliver(rip);
          ok(failed.error?.includes("The files stay in"), failed.error ?? "no error");
          const again = await deliver({ ...rip, files: failed.files });
          is(again.error, undefined);
          is(again.files[0]?.import?.state, "imported");
        })),
  );
}

deliveryTest(
  "a completed command that imported no file is no import",
  (dir) =>
    withHeat(dir, (radarr) =>
      withScene(dir, { radarr }, async ({ deliver }) => {
        const done = { id: 99, name: "ManualImport", status: "completed", result: "successful" };
        radarr.fail({ mode: "answer", status: 201, body: done }, { path: "/command", method: "POST", times: 1 });
        radarr.fail({ mode: "answer", status: 200, body: done }, { path: "/command/99" });
        const { files, error } = await deliver(await ripOf(dir, { arrId: 1 }, ["Heat (1995) DVD.mkv"]));
        same(files[0]?.import, {
          state: "rejected",
          reason: "Radarr finished the import without the file; see its log for the reason.",
        });
        ok(error?.startsWith("Radarr did not import 1 of 1 files."));
      })),
);

deliveryTest(
  "a rip folder that disappears during an import says nothing about its files, whatever Radarr has",
  (dir) =>
    withHeat(dir, (radarr) =>
      withScene(dir, { radarr }, async ({ deliver, rips }) => {
        const rip = await ripOf(dir, { arrId: 1 }, ["Heat (1995) Remux-1080p.mkv"]);
        is((await deliver(rip)).error, undefined);
        let open = true;
        const monotonicMs = () => {
          // Called after Radarr has received the import request.
          if (open) Deno.renameSync(rips, `${rips} away`);
          open = false;
          return performance.now();
        };
        const done = { id: 99, name: "ManualImport", status: "completed", result: "successful" };
        radarr.fail({ mode: "answer", status: 201, body: done }, { path: "/command", method: "POST", times: 1 });
        radarr.fail({ mode: "answer", status: 200, body: done }, { path: "/command/99" });
        const second = await ripOf(dir, { arrId: 1 }, ["Heat (1995) Remux-1080p.mkv"]);
        await withScene(dir, { radarr, clock: { now: () => new Date(), monotonicMs } }, async ({ deliver }) => {
          const { files } = await deliver({ ...second, options: { ...second.options, importRejected: true } });
          await Deno.rename(`${rips} away`, rips);
          same([files[0]?.import?.state, await isThere(files[0]?.finalPath)], ["missing", true]);
          ok(files[0]?.import?.reason?.startsWith("Whether Radarr imported the file is unknown"));
        });
      })),
);

async function withDark(dir: string, work: (sonarr: SonarrFake) => Promise<void>): Promise<void> {
  await using sonarr = await startSonarr({ root: `${dir}/tv`, ...FAST });
  await asker(sonarr, "v3")("POST", "/series", {
    ...ADDED,
    title: "Dark",
    tvdbId: 334824,
    rootFolderPath: sonarr.root,
    languageProfileId: 1,
    seasonFolder: true,
    seasons: [],
    monitorNewItems: "none",
    addOptions: { monitor: "none", searchForMissingEpisodes: false },
  });
  await sonarr.tick(5_000);
  await work(sonarr);
}

const DARK = { kind: "series", title: "Dark", year: 2017, externalId: 334824, arrId: 1, seasonNumber: 1 } as const;

deliveryTest(
  "episodes are reported to Sonarr one by one, a double one by both, and extras are placed beside them",
  (dir) =>
    withDark(dir, (sonarr) =>
      withScene(dir, { sonarr }, async ({ deliver, log }) => {
        await Deno.mkdir(`${dir}/tv/Dark`, { recursive: true });
        const rip = await ripOf(dir, DARK, ["one.mkv", "two.mkv", "Dark - S01 - OP.mkv"]);
        const { files, error } = await deliver({
          ...rip,
          episodeMap: { "0": 3, "1": [4, 5] },
          titleRoles: { "2": { kind: "extra", type: "op" } },
        });
        is(error, undefined, [...log, error].join("\n"));
        const held = rows(await asker(sonarr, "v3")("GET", "/episode?seriesId=1&seasonNumber=1"))
          .filter(({ hasFile }) => hasFile).map(({ episodeNumber }) => episodeNumber);
        same(held, [3, 4, 5]);
        is(files[2]?.import?.state, "imported");
        ok(/\/Extras\/Dark - S01 - OP\.mkv$/.test(files[2]?.finalPath ?? ""), files[2]?.finalPath ?? "");
        is(await Deno.readTextFile(files[2]?.finalPath ?? ""), "Dark - S01 - OP.mkv");
      })),
);

deliveryTest(
  "an episode that Sonarr does not know stops no other",
  (dir) =>
    withDark(dir, (sonarr) =>
      withScene(dir, { sonarr }, async ({ deliver }) => {
        const rip = await ripOf(dir, DARK, ["one.mkv", "two.mkv"]);
        const { files, error } = await deliver({ ...rip, episodeMap: { "0": 1, "1": 77 } });
        same(files.map((file) => file.import?.state), ["imported", "rejected"]);
        ok(error?.includes("Sonarr has no S1 E77 of Dark."), error ?? "no error");
      })),
);

deliveryTest(
  "absolute episode numbers are mapped to seasons by the anime lists, if Sonarr lacks such numbers",
  (dir) =>
    withDark(dir, async (sonarr) => {
      // Absolute numbers: ten episodes of season 1, then season 2. Number 12 maps to two episodes, one of which Sonarr
      // lacks.
      const places: Record<number, [number, number][]> = {
        9: [[1, 9]],
        11: [[2, 1], [2, 2]],
        12: [[2, 3], [2, 300]],
        13: [],
      };
      const lookup = {
        movie: () => undefined,
        series: () => undefined,
        countedThrough: ({ tvdbId, episode }: { tvdbId: number; episode: number }) =>
          tvdbId === 334824 ? places[episode]?.map(([season, number]) => ({ season, episode: number })) : undefined,
      };
      const names = ["one.mkv", "two.mkv", "three.mkv", "four.mkv", "five.mkv"];
      const episodeMap = { "0": 9, "1": 11, "2": 12, "3": 13, "4": 14 };
      const media = { ...DARK, absoluteNumbering: true };
      await withScene(dir, { sonarr, anime: { lookup: () => Promise.resolve(lookup) } }, async ({ deliver }) => {
        const { files, error } = await deliver({ ...await ripOf(dir, media, names), episodeMap });
        same(files.map((file) => file.import?.state), [
          ...["imported", "imported", "rejected", "rejected", "rejected"],
        ], error ?? "");
        ok(error?.includes("Sonarr has no episode 12 of Dark."), error ?? "no error");
        const held = rows(await asker(sonarr, "v3")("GET", "/episode?seriesId=1")).filter(({ hasFile }) => hasFile);
        same(held.map(({ seasonNumber, episodeNumber }) => `${seasonNumber}x${episodeNumber}`), ["1x9", "2x1", "2x2"]);
      });
    }),
);

deliveryTest(
  "without anime lists, absolute episodes that Sonarr does not number are not imported",
  (dir) =>
    withDark(dir, (sonarr) =>
      withScene(dir, { sonarr }, async ({ deliver }) => {
        const rip = await ripOf(dir, { ...DARK, absoluteNumbering: true }, ["one.mkv"]);
        const { files, error } = await deliver({ ...rip, episodeMap: { "0": 9 } });
        same(files.map((file) => file.import?.state), ["rejected"]);
        ok(error?.includes("Sonarr has no episode 9 of Dark."), error ?? "no error");
      })),
);

deliveryTest(
  "a title that no manager has is added, unmonitored; without that the files wait",
  (dir) =>
    withHeat(dir, (radarr) => {
      const addTitle = () =>
        Promise.reject(new Fault("conflict", "There.", { fields: [{ path: "arrId", message: "1" }] }));
      return withScene(dir, { radarr, addTitle }, async ({ deliver, log, settings }) => {
        const rip = await ripOf(dir, {}, ["Heat (1995) DVD.mkv"]);
        settings.disc.addMissing = false;
        ok((await deliver(rip)).error?.startsWith("Radarr does not have Heat"));
        settings.disc.addMissing = true;
        is((await deliver(rip)).error, undefined);
        ok(log.includes("Radarr already has Heat."));
      });
    }),
);

deliveryTest(
  "without a manager, or without a title, the files are published and the reason is reported",
  (dir) =>
    withScene(dir, {}, async ({ deliver }) => {
      const none = await deliver(await ripOf(dir, { arrId: 1 }, ["Heat.mkv"]));
      ok(none.error?.startsWith("Radarr is not connected."));
      ok(await isThere(none.files[0]?.finalPath));
      const unknown = await deliver(await ripOf(dir, { kind: "unknown", title: "" }, ["x.mkv"]));
      ok(unknown.error?.startsWith("This disc has not been identified"));
    }),
);
