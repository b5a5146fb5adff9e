import { ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { autoMemoryRepository } from "../../../db/library/auto_memory.ts";
import { policyHistoryRepository } from "../../../db/library/policies/policy_history.ts";
import type { FileColumns } from "../../../db/library/policies/policy_files.ts";
import { policyRepository } from "../../../db/library/policies/policies.ts";
import { keyValueRepository } from "../../../db/platform/key_values.ts";
import { openStore, type Store } from "../../../db/store.ts";
import { type Arr, World, type WorldFile } from "../../../tests/fixtures/auto_world.ts";
import type { Job } from "../../jobs/schema.ts";
import type { JobBusEvents, Jobs } from "../../jobs/service.ts";
import { createBus } from "../../kit/bus.ts";
import { systemClock } from "../../kit/clock.ts";
import { createDiskReads } from "../../kit/disk/disk_reads.ts";
import { Fault } from "../../kit/fault.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { createBaselines } from "../auto/baselines.ts";
import { createAutoMemory } from "../auto/memory.ts";
import { createQueueOnce } from "../auto/queue_once.ts";
import { createAuto } from "../auto/service.ts";
import { PolicyInput } from "./model.ts";
import { createPolicies } from "./service.ts";

/**
 * Histories of a library with two policies and auto transcode at the same time, with the real services and a real
 * store. Managers move and renumber files, jobs fail and are undone, and backups are restored.
 */

const FILMS = 3;
type FilmStep =
  | "import"
  | "importTwin"
  | "upgrade"
  | "move"
  | "renumber"
  | "both"
  | "finish"
  | "told"
  | "fail"
  | "undo";
type OtherStep = "runAll" | "scan" | "together" | "restart" | "backup" | "restore" | "reorder";
type Step = { kind: FilmStep; film: number } | { kind: OtherStep };

/** Auto transcode and policies include remuxes. All other files belong to policies. */
const isRemux = ({ arrId }: WorldFile): boolean => arrId % 3 === 0;

const fileColumns = (file: WorldFile): FileColumns => [
  ...[file.fileId, file.path, file.sizeBytes, file.quality, isRemux(file)] as const,
  ...["2020-01-01T00:00:00Z", "x264", "1920x1080", null] as const,
];

/** Files of the managers as rows of the store. */
const policyFiles = (world: World, folder: string) => ({
  titles(arr: Arr, each: (row: never) => void) {
    for (const file of world.films.values()) {
      if (file.arr !== arr) continue;
      each([file.arrId, file.title, 2000, "", 1, 0, `${folder}/x`, [], [], null, fileColumns(file)] as never);
    }
    return Promise.resolve();
  },
  episodes(each: (row: never) => void) {
    for (const file of world.films.values()) {
      for (const id of file.episodeIds ?? []) each([id, file.arrId, 1, id, "", fileColumns(file)] as never);
    }
    return Promise.resolve();
  },
  local: () => Promise.resolve(),
});

/** Starts the services on the world. `attempts` counts the queued jobs of each content. */
function startServices(world: World, { folder, store, attempts }: {
  folder: string;
  store: Store;
  attempts: Map<string, number>;
}) {
  const connection = (arr: Arr) => ({ enabled: true, url: `http://${arr}`, apiKey: "k" });
  const settings = Settings.parse({
    auto: { enabled: true },
    connections: { movie: connection("movie"), series: connection("series") },
  });
  const facts = keyValueRepository(store);
  const history = policyHistoryRepository(store);
  const create: Jobs["create"] = async ({ source: { localPath } }, origin) => {
    const file = [...world.films.values()].find((one) => one.localPath === localPath);
    if (file === undefined) throw new Fault("unreadable", "It is gone.");
    ok(!world.isInHand(file), `${file.content} is already in the queue`);
    const id = `auto-${world.next()}`;
    attempts.set(file.madeOf ?? file.content, (attempts.get(file.madeOf ?? file.content) ?? 0) + 1);
    await world.queue(file, id);
    await store.write(async (tx) => await origin?.alongside?.(tx, id));
    return { created: true, job: { id } as Job };
  };
  const get = (id: string) => Promise.resolve({ id } as Job);
  const shared = {
    ...{ facts, clock: systemClock, disks: createDiskReads(), events: { record: () => {} } },
    settings: { current: () => settings },
    profiles: {
      recipe: (id: string) =>
        Promise.resolve({ id, name: id, container: "mkv" } as Awaited<ReturnType<Profiles["recipe"]>>),
    },
    jobs: { paces: () => Promise.resolve([]), ...createQueueOnce({ create, get }, history) },
  };
  const bus = createBus<JobBusEvents>(() => {});
  const refresh = () => Promise.resolve({ stale: false });
  const auto = createAuto({
    ...shared,
    bus,
    memory: autoMemoryRepository(store),
    library: {
      refresh,
      remuxes: () => Promise.resolve([...world.films.values()].filter(isRemux)),
      leftOut: () => Promise.resolve([]),
      settled: () => Promise.resolve(),
    },
  });
  const policies = createPolicies({
    ...shared,
    history,
    library: { refresh },
    repository: policyRepository(store),
    files: policyFiles(world, folder),
    catalogue: { tagNames: () => Promise.resolve({}), folders: () => Promise.resolve([folder]) },
    // Every read is new, because the world does not write to the store.
    revision: () => world.next(),
    memory: createAutoMemory({ ...shared, repository: autoMemoryRepository(store) }),
    baselines: createBaselines(facts, shared.settings),
  });
  return { auto, policies, bus };
}

const input = (source: Arr | "local", name: string): PolicyInput =>
  PolicyInput.parse({ name, enabled: true, media: { source }, profileId: name, bounds: { skipHardLinks: false } });

async function play(steps: Step[], folder: string, store: Store): Promise<number> {
  const world = new World(folder, store);
  const attempts = new Map<string, number>();
  const start = () => startServices(world, { folder, store, attempts });
  let services = start();
  const enableAll = async () => {
    for (const one of await services.policies.list()) {
      if (!one.builtIn) await services.policies.change(one.id, { ...one, enabled: true });
    }
  };
  for (const [source, name] of [["movie", "a"], ["series", "b"], ["movie", "c"]] as const) {
    await services.policies.create(input(source, name));
  }
  await enableAll();
  let copy: Record<string, unknown>[][] | undefined;
  for (const step of steps) {
    if ("film" in step) {
      await playFilm(world, step, services.bus);
      continue;
    }
    const { kind } = step;
    if (kind === "runAll") await services.policies.runAll();
    if (kind === "scan") await services.auto.scan("manual");
    if (kind === "together") await Promise.all([services.policies.runAll(), services.auto.scan("manual")]);
    if (kind === "reorder") {
      const ids = (await services.policies.list()).filter(({ builtIn }) => !builtIn).map(({ id }) => id);
      await services.policies.reorder({ ids: ids.reverse() });
    }
    if (kind === "backup") copy = await world.backup();
    if (kind === "restart" || kind === "restore") {
      await services.auto.close();
      if (kind === "restore" && copy !== undefined) await world.restore(copy);
      services = start();
      if (kind !== "restore" || copy === undefined) continue;
      await services.auto.restored();
      await services.policies.restored();
      await enableAll();
    }
  }
  await services.policies.runAll();
  await services.auto.close();
  for (const [content, times] of world.encoded) is(times, 1, `${content} was encoded ${times} times`);
  return world.encoded.size;
}

async function playFilm(
  world: World,
  { kind, film }: Extract<Step, { film: number }>,
  bus: { publish(name: "job-ended", event: { job: Job }): void },
): Promise<void> {
  const held = world.films.get(film);
  if (kind === "import" && held === undefined) await world.import(film);
  if (kind === "importTwin" && held === undefined) {
    await world.import(film, { size: world.films.get(film % FILMS + 1)?.sizeBytes });
  }
  if (kind === "upgrade" && held !== undefined) await world.import(film, { kind: "upgrade" });
  if (kind === "move") await world.change(film, { path: true, number: false });
  if (kind === "renumber") await world.change(film, { path: false, number: true });
  if (kind === "both") await world.change(film, { path: true, number: true });
  if (kind === "undo") await world.undo(film);
  if (kind === "finish") await world.finish(film);
  if (kind === "told") {
    const job = await world.finish(film);
    if (job) bus.publish("job-ended", { job });
  }
  const [pending] = [...world.pending].find(([, file]) => file.arrId === film) ?? [];
  if (kind === "fail" && pending !== undefined) {
    world.pending.delete(pending);
    await world.patch(pending, { status: "failed", finishedAt: Date.now() });
  }
}

const film = fc.integer({ min: 1, max: FILMS });
const ofFilm = (...kinds: FilmStep[]) => fc.record({ kind: fc.constantFrom(...kinds), film });
const other = (...kinds: OtherStep[]) => fc.record({ kind: fc.constantFrom(...kinds) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 7, arbitrary: ofFilm("import", "importTwin", "upgrade") },
  { weight: 4, arbitrary: ofFilm("move", "renumber", "both") },
  { weight: 10, arbitrary: ofFilm("finish", "told", "undo") },
  { weight: 2, arbitrary: ofFilm("fail") },
  { weight: 10, arbitrary: other("runAll", "scan", "together") },
  { weight: 3, arbitrary: other("restart", "backup", "restore", "reorder") },
);

async function inFolder(steps: Step[]): Promise<number> {
  const folder = await Deno.makeTempDir({ prefix: "lathe-policies-" });
  const store = await openStore({ path: join(folder, "lathe.db") });
  try {
    return await play(steps, folder, store);
  } finally {
    await store.close();
    await Deno.remove(folder, { recursive: true });
  }
}

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

test("a file is encoded once by policies and auto transcode that run together, also after a rename and a restore", async () => {
  const films = [1, 2, 3, 4];
  const all = (kind: FilmStep): Step[] => films.map((film) => ({ kind, film }));
  const encoded = await inFolder([
    // The first scan of auto transcode only records which remuxes exist.
    ...[...all("import"), { kind: "scan" as const }, { kind: "together" as const }, ...all("finish"), ...all("both")],
    ...[{ kind: "together" as const }, { kind: "backup" as const }, ...all("upgrade"), { kind: "together" as const }],
    ...[...all("told"), { kind: "restore" as const }, { kind: "runAll" as const }, ...all("finish")],
    ...[...all("renumber"), { kind: "together" as const }, ...all("finish")],
  ]);
  is(encoded, 8);
});

test("slow: over eighty histories policies and auto transcode encode no file twice", async () => {
  let encoded = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80, size: "max" }), async (steps) => {
      encoded += await inFolder(steps);
    }),
    { numRuns: 80 },
  );
  ok(encoded > 80, `only ${encoded} files were encoded`);
});
