import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { isThere, withHeat, withScene } from "../../../../tests/fixtures/discs/delivery_scene.ts";
import { discTitle, type RipsWorld, scanOf, withRips } from "../../../../tests/fixtures/discs/rips_world.ts";
import { createKeyedMutex } from "../../../kit/async.ts";
import { type Clock, systemClock } from "../../../kit/clock.ts";
import { createSpace } from "../../../platform/storage/space.ts";
import type { Delivery, SweepResult } from "../../delivery/model.ts";
import { Settings } from "../../../platform/settings/schema.ts";
import type { Rip, StoredRip } from "../../rip_schema.ts";
import { newRip } from "../new_rip.ts";
import type { RipsState } from "../deps.ts";
import { importLeft } from "./import_left.ts";
import { isRetried } from "./retry_delivery.ts";

const notHere = () => Promise.reject(new Error("not asked here"));

const stateOf = ({ repository, settings, folder, bus }: RipsWorld, delivery: Delivery): RipsState => ({
  ...{ repository, bus, delivery, clock: systemClock, log: () => {}, contribute: notHere },
  settings: { current: () => settings },
  storage: { folders: { rips: join(folder, "rips") }, space: createSpace() },
  working: new Map(),
  mutex: createKeyedMutex(),
  ending: new AbortController(),
  retries: new Map(),
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
  /** True if the copy in the cache still exists. */
  isCopyKept: boolean;
}

/**
 * A rip whose delivery failed, followed by an import of the files left in its folder. `strike` is called during the
 * import.
 */
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
        // The monotonic time is read after Radarr has received the import request.
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

leftTest(
  "a later import of the remaining titles completes its rip, and its copies are removed",
  {},
  ({ result, rip, isCopyKept }) => {
    same([result.map((file) => file.result), rip.status, rip.error], [["imported"], "done", undefined]);
    is(isCopyKept, false);
  },
);

leftTest(
  "the copies of a rip stay when its delivered file vanishes and the manager does not have it",
  { strike: (path) => Deno.removeSync(path) },
  ({ result, rip, isCopyKept }) => {
    same([result.map((file) => file.result), rip.status, isCopyKept], [["failed"], "failed", true]);
  },
);

leftTest(
  "another file under the name of a delivered one is imported separately: the rip and its copies stay",
  { bytes: "no title of this disc" },
  ({ result, rip, isCopyKept }) => {
    same([result.map((file) => file.result), rip.status, isCopyKept], [["imported"], "failed", true]);
  },
);

/** A rip whose first delivery leaves an extra. */
interface Retried {
  world: RipsWorld;
  id: string;
  state: RipsState;
  /** Returns the number of delivery attempts. */
  tries: () => number;
}

const notImported = { state: "missing", reason: "Away." } as const;

const retryTest = (name: string, check: (retried: Retried) => Promise<void>): void =>
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      withRips(async (world) => {
        const { script, insert, rips, reach } = world;
        script.scan = () => Promise.resolve(scanOf([discTitle(0), discTitle(1)]));
        let tries = 0;
        script.deliver = ({ files }) => {
          tries++;
          return Promise.resolve({
            files: files.map((file) => ({ ...file, import: file.titleId === 0 ? { state: "imported" } : notImported })),
            error: "The manager is away.",
          });
        };
        const { id } = await insert();
        await rips.start(id, {
          selectedTitleIds: [0, 1],
          titleRoles: { "1": { kind: "extra", type: "extra" } },
        });
        await reach(id, "failed");
        const delivery = {
          sweep: () => Promise.resolve({ files: [], removedFolders: 0 }),
          deliver: (rip: StoredRip, { signal }: { signal: AbortSignal }) => script.deliver(rip, signal),
        } as unknown as Delivery;
        await check({ world, id, state: stateOf(world, delivery), tries: () => tries });
      }),
  });

retryTest("importLeft() places a remaining extra, and completes its rip", async ({ world, id, state }) => {
  world.script.deliver = ({ files }) =>
    Promise.resolve({ files: files.map((file) => ({ ...file, import: { state: "imported" } })) });
  const { files } = await importLeft(state);
  same(files.map(({ result }) => result), ["imported"]);
  const { status, error } = await world.rips.get(id);
  same([status, error], ["done", undefined]);
});

retryTest(
  "importLeft() retries a failed delivery only after a pause, or on request",
  async ({ world, id, state, tries }) => {
    is((await importLeft(state)).files[0]?.result, "failed");
    is(tries(), 2);
    same((await importLeft(state)).files, []);
    is(tries(), 2);
    await importLeft(state, { again: true });
    is(tries(), 3);
    is((await world.rips.get(id)).status, "failed");
  },
);

const isLeft = (change: Partial<StoredRip>) => {
  const { record } = newRip(
    { origin: "image", source: { kind: "image", path: "/x.iso" }, label: "X" },
    Settings.parse({}),
    new Date(),
  );
  const file = { path: "/a", sizeBytes: 1, verified: true };
  return isRetried({
    ...record,
    deliveryDir: "/rips/x",
    titles: [discTitle(0), discTitle(1)],
    selectedTitleIds: [0, 1],
    files: [{ ...file, titleId: 0, import: { state: "imported" } }, { ...file, titleId: 1, import: notImported }],
    options: { ...record.options, deliver: true },
    ...change,
  });
};
const extra = { titleRoles: { "1": { kind: "extra", type: "extra" } } } satisfies Partial<StoredRip>;
const cd = {
  ...{ discId: "", toc: "", leadOut: 0, tracks: [], releases: [], selected: -1, sure: false, reads: [] },
};

Deno.test("isRetried() applies to albums and extras with a started delivery, never to titles that the sweep offers", () => {
  same([isLeft(extra), isLeft({ cd })], [true, true]);
  same([isLeft({}), isLeft({ ...extra, deliveryDir: undefined }), isLeft({ cd, files: [] })], [false, false, false]);
  is(isLeft({ ...extra, selectedTitleIds: [0, 1, 2], titles: [0, 1, 2].map((id) => discTitle(id)) }), false);
});
