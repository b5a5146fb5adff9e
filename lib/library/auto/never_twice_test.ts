import { ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { autoMemoryRepository } from "../../../db/library/auto_memory.ts";
import { keyValueRepository } from "../../../db/platform/key_values.ts";
import { openStore, type Store } from "../../../db/store.ts";
import { type Arr, World } from "../../../tests/fixtures/auto_world.ts";
import type { Job } from "../../jobs/schema.ts";
import type { JobBusEvents } from "../../jobs/service.ts";
import { createBus } from "../../kit/bus.ts";
import { createDiskReads } from "../../kit/disk/disk_reads.ts";
import { Fault } from "../../kit/fault.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { createAuto } from "./service.ts";

/**
 * Histories of a library with the real service and store: nothing is encoded twice, and nothing new is missed. Every
 * file has a content identity. A manager may move it, renumber it, or both, and report an encode as a remux. Managers
 * are connected and become unreachable, jobs are undone, files have the same size as others, and backups are restored.
 */

type FilmStep =
  | "import"
  | "importTwin"
  | "upgrade"
  | "move"
  | "renumber"
  | "moveAndRenumber"
  | "finish"
  | "finishTold"
  | "manual"
  | "undo";
type OtherStep = "scan" | "restart" | "reset" | "existing" | "backup" | "restore";
type SourceStep = "connect" | "disconnect" | "down" | "up";
type Step =
  | { kind: FilmStep; film: number }
  | { kind: OtherStep }
  | { kind: SourceStep; arr: Arr };

const FILMS = 8;
/** Plays a history. The model tracks which contents already existed and which must have been queued by now. */
async function play(steps: Step[], maxPerScan: number, folder: string, store: Store): Promise<void> {
  const world = new World(folder, store);
  const facts = keyValueRepository(store);
  const bus = createBus<JobBusEvents>(() => {});
  let includeExisting = false;
  const queued: string[] = [];
  const connection = (arr: Arr) => ({ enabled: world.connected[arr], url: `http://${arr}`, apiKey: "k" });
  const start = () =>
    createAuto({
      settings: {
        current: () =>
          Settings.parse({
            auto: { enabled: true, includeExisting, maxPerScan },
            connections: { movie: connection("movie"), series: connection("series") },
          }),
      },
      library: {
        remuxes: () =>
          Promise.resolve(
            [...world.read.movie, ...world.read.series].map(({ content: _, madeOf: __, ...file }) => file),
          ),
        refresh: (arr) => {
          if (world.down[arr]) return Promise.resolve({ stale: true, error: "It is down." });
          world.read[arr] = [...world.films.values()].filter((file) => file.arr === arr);
          return Promise.resolve({ stale: false });
        },
        leftOut: () => Promise.resolve([]),
        settled: () => Promise.resolve(),
      },
      profiles: { recipe: (id) => Promise.resolve({ id, name: id } as Awaited<ReturnType<Profiles["recipe"]>>) },
      jobs: {
        create: async ({ source: { localPath } }) => {
          const file = [...world.films.values()].find((one) => one.localPath === localPath);
          if (file === undefined) throw new Fault("unreadable", "It is gone.");
          queued.push(file.content);
          const id = `auto-${world.next()}`;
          await world.queue(file, id);
          return { created: true, job: { id } as Job };
        },
      },
      memory: autoMemoryRepository(store),
      facts,
      events: { record: () => {} },
      bus,
      clock: { now: () => new Date(), monotonicMs: () => performance.now() },
      disks: createDiskReads(),
    });
  let auto = start();
  /** Contents that need no encoding according to the rules: present at the baseline, or already handled. */
  let settled = new Set<string>();
  let standing: Record<Arr, "first" | "known" | "restored"> = { movie: "first", series: "first" };
  const baseline = new Set<string>();
  let copy: Record<string, unknown>[][] | undefined;

  for (const step of steps) {
    const { kind } = step;
    if ("film" in step) {
      const { film } = step;
      const held = world.films.get(film);
      if (kind === "import" && held === undefined) await world.import(film);
      if (kind === "importTwin" && held === undefined) {
        await world.import(film, { size: world.films.get(film % FILMS + 1)?.sizeBytes });
      }
      if (kind === "upgrade" && held !== undefined) await world.import(film, { kind: "upgrade" });
      if (kind === "move") await world.change(film, { path: true, number: false });
      if (kind === "renumber") await world.change(film, { path: false, number: true });
      if (kind === "moveAndRenumber") await world.change(film, { path: true, number: true });
      if (kind === "undo") await world.undo(film);
      if (kind === "manual" && held !== undefined) {
        const busy = [...world.pending.values()].some(({ content }) => content === held.content);
        const dealtWith = settled.has(held.content) || world.made.has(held.content) || world.encoded.has(held.content);
        if (!busy && !dealtWith) await world.queue(held, `manual-${world.next()}`);
      }
      // "finish" simulates a power cut between the end of a job and its event. "finishTold" publishes the event.
      if (kind === "finish") await world.finish(film);
      if (kind === "finishTold") {
        const job = await world.finish(film);
        if (job) bus.publish("job-ended", { job });
      }
    }
    if ("arr" in step) {
      if (kind === "connect" || kind === "disconnect") world.connected[step.arr] = kind === "connect";
      else world.down[step.arr] = kind === "down";
    }
    if (kind === "existing") includeExisting = !includeExisting;
    if (kind === "restart") {
      await auto.close();
      auto = start();
    }
    if (kind === "backup") copy = await world.backup();
    if (kind === "restore" && copy !== undefined) {
      await auto.close();
      await world.restore(copy);
      auto = start();
      await auto.restored();
      standing = { movie: "restored", series: "restored" };
    }
    if (kind === "reset") {
      await auto.reset();
      standing = { movie: "first", series: "first" };
      settled = new Set();
      copy = undefined;
      baseline.clear();
      world.made.clear();
      world.encoded.clear();
      world.finished.clear();
    }
    if (kind !== "scan") continue;
    const seen = ([arr]: [Arr]) => world.connected[arr];
    const usable = (["movie", "series"] as const).filter((arr) =>
      seen([arr]) && (!world.down[arr] || standing[arr] === "known")
    );
    const files = usable.flatMap((arr) =>
      world.down[arr] ? world.read[arr] : [...world.films.values()].filter((file) => file.arr === arr)
    );
    for (const file of files) if (world.isInHand(file)) settled.add(file.content);
    for (const file of files) if (standing[file.arr] === "restored") settled.add(file.content);
    const wanted = files.filter((file) =>
      !settled.has(file.content) && !world.made.has(file.content) && !world.encoded.has(file.content) &&
      (standing[file.arr] === "known" || includeExisting) && (!baseline.has(file.content) || includeExisting) &&
      // A file that was read earlier may no longer exist.
      world.films.get(file.arrId)?.localPath === file.localPath
    ).map(({ content }) => content);
    queued.length = 0;
    await auto.scan("manual");
    for (const content of queued) ok(wanted.includes(content), `${content} was not to be queued`);
    is(queued.length, Math.min(maxPerScan, wanted.length), "how many a scan queues");
    for (const content of queued) settled.add(content);
    for (const file of files) {
      if (standing[file.arr] === "first" && !settled.has(file.content)) baseline.add(file.content);
    }
    for (const arr of usable) if (!world.down[arr]) standing[arr] = "known";
  }
  await auto.close();
  for (const [content, times] of world.encoded) is(times, 1, `${content} was encoded ${times} times`);
}

const film = fc.integer({ min: 1, max: FILMS });
const ofMovie = (...kinds: FilmStep[]) => fc.record({ kind: fc.constantFrom(...kinds), film });
const other = (...kinds: OtherStep[]) => fc.record({ kind: fc.constantFrom(...kinds) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: ofMovie("import", "importTwin", "upgrade") },
  { weight: 6, arbitrary: ofMovie("move", "renumber", "moveAndRenumber") },
  { weight: 8, arbitrary: ofMovie("finish", "finishTold", "undo") },
  { weight: 2, arbitrary: ofMovie("manual") },
  { weight: 8, arbitrary: other("scan") },
  { weight: 3, arbitrary: other("restart", "existing", "backup", "restore") },
  { weight: 1, arbitrary: other("reset") },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom<SourceStep>("connect", "disconnect", "down", "up"),
      arr: fc.constantFrom<Arr>("movie", "series"),
    }),
  },
);

Deno.test({
  name: "slow: over eighty histories nothing is encoded twice, nothing old unasked, and nothing new is missed",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    const histories = fc.array(step, { minLength: 10, maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(histories, fc.constantFrom(1, 3, 1000), async (steps, maxPerScan) => {
        const folder = await Deno.makeTempDir({ prefix: "lathe-auto-" });
        const store = await openStore({ path: join(folder, "lathe.db") });
        try {
          await play(steps, maxPerScan, folder, store);
        } finally {
          await store.close();
          await Deno.remove(folder, { recursive: true });
        }
      }),
      { numRuns: 80 },
    );
  },
});
