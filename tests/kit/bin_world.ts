import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { insertJobs } from "../../db/jobs/job_insert.ts";
import type { Delivery } from "../../lib/jobs/delivery/delivery.ts";
import { CRASH_POINTS, type CrashPoint } from "../../lib/jobs/delivery/crash_points.ts";
import { identityOf, linkCount } from "../../lib/jobs/delivery/file_moves.ts";
import { binPath, partialPathBeside } from "../../lib/jobs/delivery/file_names.ts";
import { LeaseLost } from "../../lib/jobs/attempt/job_record.ts";
import { isFinished } from "../../lib/jobs/states.ts";
import { type Clock, DAY_MS } from "../../lib/kit/clock.ts";
import { journalRepository } from "../../db/jobs/journal.ts";
import { jobRow } from "../fixtures/job_rows.ts";
import { openQueue, type Queue } from "../fixtures/queue.ts";
import { until } from "./until.ts";

/** Name of an encode: that of its original, another one, or another one beside the original. */
export type EncodeKind = "swap" | "rename" | "beside";

/** Error of a step: the process was killed, or the disk is full. */
export type Failure = "kill" | "full";

/** A library with a real queue, whose encodes are small texts, under a virtual clock. */
export interface BinWorld extends AsyncDisposable {
  readonly media: string;
  readonly queue: Queue;
  /** Moves the clock. */
  pass(ms: number): void;
  now(): number;
  /**
   * Delivers an encode of a library file through the recovery of a journalled delivery. Returns job and path. With
   * `killedAt`, the process is killed at this crash point and restarted. `at` calls a function at crash points.
   */
  encode(
    path: string,
    kind: EncodeKind,
    options?: { bulkId?: string; killedAt?: CrashPoint; at?: (point: CrashPoint, queue: Queue) => void },
  ): Promise<{ id: string; target: string }>;
  /** Runs work during which the process fails at a crash point, and restarts the process. */
  interrupted(at: CrashPoint | undefined, failure: Failure, work: (queue: Queue) => Promise<unknown>): Promise<void>;
  /** Ends and starts the process. */
  restart(): Promise<void>;
  /** Contents of all files by path, including the recycle bins. */
  files(): Promise<Map<string, string>>;
}

/** Crash points of deliveries and undos. */
export const FILE_POINTS = CRASH_POINTS.filter((point) =>
  /^(kept|published|published-linked|moved-away|retired|sidecars|emptied|delivered|undo-)/.test(point)
);

/** Content of the encode of a file. It has its own size, and the title of the source at its start. */
export const encodeOf = (content: string): string => content.slice(0, -2);

/** Title to which a content belongs. */
export const titleOf = (content: string): string => content.slice(0, content.indexOf(":"));

/** Digest of a file, for comparing it with its first original. */
export const digest = (content: string): string => createHash("sha256").update(content).digest("hex");

/** Opens a world in `folders`. `maxBytes` is the budget of the bins. */
export async function openBinWorld(folders: { media: string; configDir: string }): Promise<BinWorld> {
  const { media, configDir } = folders;
  let at = Date.parse("2026-11-29T12:00:00Z");
  const clock: Clock = { now: () => new Date(at), monotonicMs: () => performance.now() };
  let armed: { point: CrashPoint; failure: Failure } | undefined;
  let hasFailed = false;
  let jobs = 0;
  let listener: ((point: CrashPoint, queue: Queue) => void) | undefined;
  const crashPoint = (point: CrashPoint) => {
    listener?.(point, queue);
    if (armed?.point !== point) return;
    const { failure } = armed;
    armed = undefined;
    hasFailed = true;
    // An attempt that has lost its lease writes nothing more, like a killed process.
    throw failure === "full"
      ? Object.assign(new Error("No space left on device (os error 28)"), { code: "ENOSPC" })
      : new LeaseLost(`killed at ${point}`);
  };
  const open = (start: boolean) => openQueue({ configDir, clock, crashPoint, start });
  let queue = await open(true);

  async function restart(): Promise<void> {
    armed = undefined;
    await queue[Symbol.asyncDispose]();
    hasFailed = false;
    queue = await open(true);
    await until(async () => (await queue.jobs.undoRuns.list()).every(({ state }) => state !== "running"));
    await pruned();
  }

  /** Waits until the pruning of the start has deleted its files. A second pruning takes its turn for each of them. */
  const pruned = () => queue.jobs.prune(clock.now());

  const world: BinWorld = {
    media,
    get queue() {
      return queue;
    },
    pass: (ms) => void (at += ms),
    now: () => at,
    async encode(path, kind, { bulkId, killedAt: point, at: heard } = {}) {
      const id = `job${++jobs}`;
      const target = await insertDelivery(queue, { id, path, kind, bulkId, now: at });
      // The delivery starts with the recovery of the next start.
      await queue[Symbol.asyncDispose]();
      armed = point && { point, failure: "kill" };
      queue = await open(false);
      listener = heard;
      await queue.jobs.start();
      await until(async () => hasFailed || isFinished((await queue.jobs.get(id)).status));
      if (point) await restart();
      await until(async () => isFinished((await queue.jobs.get(id)).status));
      listener = undefined;
      await pruned();
      return { id, target };
    },
    async interrupted(point, failure, work) {
      armed = point && { point, failure };
      await work(queue).catch((error) => {
        if (!/killed at|No space left/.test(String(error))) throw error;
      });
      await until(async () => (await queue.jobs.undoRuns.list()).every(({ state }) => state !== "running"));
      await restart();
    },
    restart,
    files: () => filesIn(media),
    async [Symbol.asyncDispose]() {
      await queue[Symbol.asyncDispose]();
    },
  };
  return world;
}

/**
 * Stores a verified encode that waits for its delivery, as a process leaves it that was killed after verifying. Returns
 * its target.
 */
async function insertDelivery(
  { store }: Queue,
  { id, path, kind, bulkId, now }: {
    id: string;
    path: string;
    kind: EncodeKind;
    bulkId: string | undefined;
    now: number;
  },
): Promise<string> {
  const content = await Deno.readTextFile(path);
  const source = await identityOf(path);
  if (source === undefined) throw new Error(`${path} does not exist`);
  const target = kind === "swap" ? path : join(dirname(path), `${basename(path, ".mkv")}.${id}.mkv`);
  const partial = partialPathBeside(target, id);
  await Deno.writeTextFile(partial, encodeOf(content));
  const verified = await identityOf(partial);
  if (verified === undefined) throw new Error(`${partial} does not exist`);
  const delivery: Delivery = {
    jobId: id,
    ...{ partial, verified, target, source: path, sourceIdentity: source, sourceLinks: await linkCount(path) },
    ...(kind === "beside" ? {} : { bin: binPath(path, id, "original", new Date(now)) }),
    keepDays: 7,
    keepUntil: now + 7 * DAY_MS,
  };
  const facts = { sourcePath: path, sourceIdentity: source, inputSizeBytes: source.sizeBytes, tempPath: partial };
  await store.write((tx) =>
    insertJobs(tx, [
      jobRow({
        id,
        title: basename(path),
        status: "finalizing",
        ...facts,
        bulkId,
        createdAt: now,
        plannedOutput: target,
      }),
    ])
  );
  const journals = journalRepository(store);
  await journals.intend(id, "verified", delivery, now);
  await journals.complete(id, "verified", { ok: true }, now);
  return target;
}

async function filesIn(folder: string, found = new Map<string, string>()): Promise<Map<string, string>> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) await filesIn(path, found);
    else found.set(path, await Deno.readTextFile(path));
  }
  return found;
}
