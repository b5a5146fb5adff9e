import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { autoMemoryRepository } from "../../db/auto_memory.ts";
import { insertJobs } from "../../db/jobs.ts";
import { keyValueRepository } from "../../db/kv.ts";
import { jobs } from "../../db/schema.ts";
import { openStore, type Store } from "../../db/store.ts";
import { jobRow } from "../../tests/fixtures/job_rows.ts";
import { Job } from "../jobs/schema.ts";
import type { JobBusEvents } from "../jobs/service.ts";
import { createBus } from "../kit/bus.ts";
import { Fault } from "../kit/fault.ts";
import type { RemuxFile } from "../library/remuxes.ts";
import type { Profiles } from "../profiles/service.ts";
import { Settings } from "../settings/schema.ts";
import { createAuto } from "./service.ts";

/**
 * Histories of a library, through the real service and store: nothing is encoded twice, and nothing new is missed.
 * Every file has a content; a manager may move it, number it anew, or both, and call an encode a remux.
 */

interface File extends RemuxFile {
  content: string;
  /** The content it was made from; undefined for what came from outside. */
  madeOf?: string;
}

type Step =
  | { kind: "import" | "upgrade" | "move" | "renumber" | "moveAndRenumber" | "finish" | "finishTold"; film: number }
  | { kind: "manual" | "clearHistory"; film: number }
  | { kind: "scan" | "restart" | "reset" | "existing"; film?: undefined };

const FILMS = 8;
const SIZE = 10_000;

/** The world outside of auto transcode: managers, disks, and the queue. */
class World {
  readonly films = new Map<number, File>();
  readonly pending = new Map<string, File>();
  /** How often each content from outside was encoded since everything was forgotten last. */
  readonly encoded = new Map<string, number>();
  readonly made = new Set<string>();
  #number = 0;

  constructor(readonly folder: string, readonly store: Store) {}

  next = (): number => ++this.#number;

  async import(film: number, kind = "film"): Promise<void> {
    const id = this.next();
    const path = `${this.folder}/${kind} ${film} v${id}.mkv`;
    await Deno.writeTextFile(path, "x");
    const file: File = {
      arr: film % 2 === 0 ? "movie" : "series",
      arrId: film,
      fileId: id,
      title: `Film ${film}`,
      path,
      localPath: path,
      quality: "Remux-1080p",
      sizeBytes: SIZE + id,
      mediaType: film % 2 === 0 ? "movie" : "tv",
      content: `content ${id}`,
    };
    this.films.set(film, file);
  }

  async change(film: number, { path, number }: { path: boolean; number: boolean }): Promise<void> {
    const file = this.films.get(film);
    if (file === undefined) return;
    const localPath = path ? `${this.folder}/moved ${this.next()} REMUX.mkv` : file.localPath;
    if (path) await Deno.rename(file.localPath, localPath);
    this.films.set(film, { ...file, localPath, path: localPath, ...(number ? { fileId: this.next() } : {}) });
  }

  /** A job on what a film is now; the same file is not queued a second time while it is active. */
  async queue(file: File, id: string): Promise<void> {
    const { arr, fileId, localPath, sizeBytes } = file;
    await this.store.write((tx) =>
      insertJobs(tx, [jobRow({
        id,
        arr,
        sourcePath: localPath,
        inputSizeBytes: sizeBytes,
        source: { kind: "movie", arr, fileId, localPath },
      })])
    );
    this.pending.set(id, file);
  }

  /** A job can be told to be about this file: by its place, or by its number. */
  isInHand({ content, localPath, fileId }: File): boolean {
    return [...this.pending.values()].some((one) =>
      one.content === content && (one.localPath === localPath || one.fileId === fileId)
    );
  }

  /** The oldest job of a film ends; its output takes the place of the source, or lies beside it, and the manager takes it in. */
  async finish(film: number): Promise<Job | undefined> {
    const entry = [...this.pending].find(([, file]) => file.arrId === film);
    if (entry === undefined) return undefined;
    const [id, file] = entry;
    this.pending.delete(id);
    const current = this.films.get(film);
    // The file was moved or replaced meanwhile: the job fails, and nothing was encoded.
    if (current?.localPath !== file.localPath || current.content !== file.content) {
      await this.store.write(async (tx) =>
        void await tx.update(jobs).set({ status: "failed", finishedAt: Date.now() }).where(eq(jobs.id, id))
      );
      return undefined;
    }
    const number = this.next();
    const outputSizeBytes = 100 + number;
    const inPlace = number % 2 === 0;
    const outputPath = inPlace ? file.localPath : `${this.folder}/encode ${number}.mkv`;
    await Deno.writeTextFile(outputPath, "x");
    const root = file.madeOf ?? file.content;
    this.encoded.set(root, (this.encoded.get(root) ?? 0) + 1);
    await this.store.write(async (tx) =>
      void await tx.update(jobs).set({ status: "done", finishedAt: Date.now(), outputPath, outputSizeBytes })
        .where(eq(jobs.id, id))
    );
    const content = `encode ${number}`;
    this.made.add(content);
    // The manager imports it: still a remux to it, under a new number.
    this.films.set(film, {
      ...file,
      fileId: this.next(),
      localPath: outputPath,
      path: outputPath,
      sizeBytes: outputSizeBytes,
      content,
      madeOf: root,
    });
    return Job.parse({
      id,
      title: file.title,
      status: "done",
      labels: [],
      trigger: "auto",
      priority: 0,
      profileId: "p",
      profileName: "p",
      audioOnly: false,
      source: { kind: "movie", arr: file.arr, localPath: file.localPath },
      outputPath,
      outputSizeBytes,
      preview: false,
      warnings: [],
      attempt: 1,
      software: false,
      createdAt: new Date().toISOString(),
    });
  }
}

/** Plays a history. The model: which contents were there before, and what must have been queued by now. */
async function play(steps: Step[], folder: string, store: Store): Promise<void> {
  const world = new World(folder, store);
  const facts = keyValueRepository(store);
  const bus = createBus<JobBusEvents>(() => {});
  let includeExisting = false;
  const queued: string[] = [];
  const start = () =>
    createAuto({
      settings: {
        current: () => Settings.parse({ auto: { enabled: true, includeExisting, maxPerScan: 1000 } }),
      },
      library: {
        remuxes: () => Promise.resolve([...world.films.values()].map(({ content: _, madeOf: __, ...file }) => file)),
        refresh: () => Promise.resolve({ stale: false }),
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
    });
  let auto = start();
  /** Contents that need no encoding by the rules: there at the baseline, or dealt with. */
  let settled = new Set<string>();
  let baselineMade = false;
  const baseline = new Set<string>();

  for (const { kind, film = 0 } of steps) {
    if (kind === "import" && !world.films.has(film)) await world.import(film);
    if (kind === "upgrade" && world.films.has(film)) await world.import(film, "upgrade");
    if (kind === "move") await world.change(film, { path: true, number: false });
    if (kind === "renumber") await world.change(film, { path: false, number: true });
    if (kind === "moveAndRenumber") await world.change(film, { path: true, number: true });
    if (kind === "manual") {
      const file = world.films.get(film);
      const busy = [...world.pending.values()].some(({ content }) => content === file?.content);
      if (file && !busy && !settled.has(file.content) && !world.made.has(file.content)) {
        await world.queue(file, `manual-${world.next()}`);
      }
    }
    // A power cut comes between the end of a job and the telling of it, or it does not.
    if (kind === "finish") await world.finish(film);
    if (kind === "finishTold") {
      const job = await world.finish(film);
      if (job) bus.publish("job-ended", { job });
    }
    if (kind === "existing") includeExisting = !includeExisting;
    if (kind === "restart") {
      await auto.close();
      auto = start();
    }
    if (kind === "reset") {
      await auto.reset();
      baselineMade = false;
      settled = new Set();
      baseline.clear();
      world.made.clear();
      world.encoded.clear();
    }
    if (kind !== "scan") continue;
    for (const file of world.films.values()) if (world.isInHand(file)) settled.add(file.content);
    const wanted = [...world.films.values()].filter(({ content }) =>
      !settled.has(content) && !world.made.has(content) && !world.encoded.has(content) &&
      (baselineMade || includeExisting) && (!baseline.has(content) || includeExisting)
    ).map(({ content }) => content);
    queued.length = 0;
    const scan = await auto.scan("manual");
    same(scan.errors, []);
    same([...queued].sort(), [...wanted].sort(), "what a scan queues");
    if (!baselineMade && !includeExisting) {
      for (const { content } of world.films.values()) if (!settled.has(content)) baseline.add(content);
    }
    for (const content of queued) settled.add(content);
    baselineMade = true;
  }
  await auto.close();
  for (const [content, times] of world.encoded) is(times, 1, `${content} was encoded ${times} times`);
}

const film = fc.integer({ min: 1, max: FILMS });
const ofFilm = (...kinds: Extract<Step, { film: number }>["kind"][]) =>
  fc.record({ kind: fc.constantFrom(...kinds), film });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: ofFilm("import", "upgrade") },
  { weight: 6, arbitrary: ofFilm("move", "renumber", "moveAndRenumber") },
  { weight: 6, arbitrary: ofFilm("finish", "finishTold") },
  { weight: 2, arbitrary: ofFilm("manual") },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("scan" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("restart" as const, "existing" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reset" as const) }) },
);

Deno.test({
  name: "over fifty histories nothing is encoded twice and nothing new is missed",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const folder = await Deno.makeTempDir({ prefix: "lathe-auto-" });
        const store = await openStore({ path: join(folder, "lathe.db") });
        try {
          await play(steps, folder, store);
        } finally {
          await store.close();
          await Deno.remove(folder, { recursive: true });
        }
      }),
      { numRuns: 50 },
    );
  },
});
