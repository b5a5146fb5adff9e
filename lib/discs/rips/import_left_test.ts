import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { isThere, withHeat, withScene } from "../../../tests/fixtures/discs/delivery_scene.ts";
import { discTitle, type RipsWorld, scanOf, withRips } from "../../../tests/fixtures/discs/rips_world.ts";
import { createKeyedMutex } from "../../kit/async.ts";
import { type Clock, systemClock } from "../../kit/clock.ts";
import { createSpace } from "../../platform/storage/space.ts";
import type { Delivery, SweepResult } from "../delivery/model.ts";
import type { Rip } from "../rip_schema.ts";
import type { RipsState } from "./deps.ts";
import { importLeft } from "./import_left.ts";

const notHere = () => Promise.reject(new Error("not asked here"));

const stateOf = ({ repository, settings, folder, bus }: RipsWorld, delivery: Delivery): RipsState => ({
  ...{ repository, bus, delivery, clock: systemClock, log: () => {}, contribute: notHere },
  settings: { current: () => settings },
  storage: { folders: { rips: join(folder, "rips") }, space: createSpace() },
  working: new Map(),
  mutex: createKeyedMutex(),
  ending: new AbortController(),
  rippers: { scan: notHere, copy: notHere, verify: notHere, status: notHere },
  cds: {
    ...{ readToc: notHere, find: notHere, release: notHere, accurateRip: notHere, findReadOffset: notHere },
    ...{ copy: notHere, cover: notHere, write: notHere },
  },
  offsets: { of: notHere },
  identifier: { identify: notHere, season: notHere },
  jobs: { create: notHere, get: notHere, cancel: notHere },
  profiles: { get: notHere },
  estimates: { forecast: notHere },
});

interface Left {
  result: SweepResult["files"];
  rip: Rip;
  /** Whether the copy in the cache is still there. */
  isCopyKept: boolean;
}

/** A rip that failed at its delivery, then what is left in its folder is imported; `strike` happens during the import. */
const leftTest = (
  name: string,
  { bytes = "title 0", strike = () => {} }: { bytes?: string; strike?: (path: string) => void },
  check: (left: Left) => void,
): void =>
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      withRips(async (world) => {
        const { folder, script, insert, rips, reach } = world;
        const finalPath = join(folder, "rips/Heat (1995)/Heat (1995) DVD.mkv");
        script.scan = () => Promise.resolve(scanOf([discTitle(0)]));
        script.deliver = ({ files }) =>
          Promise.resolve({ files: files.map((file) => ({ ...file, finalPath })), error: "Radarr is away." });
        const { id } = await insert();
        await rips.start(id, { options: { keepRaw: false } });
        const failed = await reach(id, "failed");
        ok(await isThere(failed.files[0]?.path));
        let open = true;
        // Its monotonic time is asked when Radarr has been told to import.
        const clock: Clock = {
          now: () => new Date(),
          monotonicMs() {
            if (open) strike(finalPath);
            open = false;
            return performance.now();
          },
        };
        await withHeat(folder, (radarr) =>
          withScene(folder, { radarr, clock }, async ({ delivery }) => {
            await Deno.mkdir(join(folder, "rips/Heat (1995)"));
            await Deno.writeTextFile(finalPath, bytes);
            if (strike.length > 0) {
              const done = { id: 99, name: "ManualImport", status: "completed", result: "successful" };
              radarr.fail({ mode: "answer", status: 201, body: done }, { path: "/command", method: "POST" });
              radarr.fail({ mode: "answer", status: 200, body: done }, { path: "/command/99" });
            }
            const { files } = await importLeft(stateOf(world, delivery));
            check({ result: files, rip: await rips.get(id), isCopyKept: await isThere(failed.files[0]?.path) });
          }));
      }),
  });

leftTest("what was left and is imported later ends its rip, and its copies go", {}, ({ result, rip, isCopyKept }) => {
  same([result.map((file) => file.result), rip.status, rip.error], [["imported"], "done", undefined]);
  is(isCopyKept, false);
});

leftTest(
  "the copies of a rip stay when its delivered file vanishes and the manager does not have it",
  { strike: (path) => Deno.removeSync(path) },
  ({ result, rip, isCopyKept }) => {
    same([result.map((file) => file.result), rip.status, isCopyKept], [["failed"], "failed", true]);
  },
);

leftTest(
  "another file under the name of a delivered one is imported for itself: the rip and its copies stay",
  { bytes: "no title of this disc" },
  ({ result, rip, isCopyKept }) => {
    same([result.map((file) => file.result), rip.status, isCopyKept], [["imported"], "failed", true]);
  },
);
