import type { AutoMemoryRepository } from "../../../db/library/auto_memory.ts";
import type { AutoMemoryRow } from "../../../db/schema/library.ts";
import type { Clock } from "../../kit/clock.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import type { Facts } from "./baselines.ts";
import { contentFingerprint } from "./identity.ts";

/** Memory of processed files, including content fingerprints. */
export interface AutoMemory extends Pick<AutoMemoryRepository, "all" | "remember" | "activeFiles" | "counts"> {
  /** Remembers files with their content, so that a file is recognised after it was moved or renamed. */
  rememberContents(rows: AutoMemoryRow[]): Promise<void>;
  /** Remembers the output of jobs that have ended since the last call. */
  rememberEndedJobs(): Promise<void>;
  /** Forgets all processed files, including the output of all jobs so far. */
  clear(): Promise<void>;
}

/** Key under which a time is stored. The output of jobs that ended before this time is already remembered. */
const REMEMBERED_UNTIL_KEY = "auto.takenUntil";

interface AutoMemoryDeps {
  repository: AutoMemoryRepository;
  facts: Facts;
  clock: Pick<Clock, "now">;
  disks: Pick<DiskReads, "read">;
}

/** Creates a memory that adds content fingerprints to the stored rows. Only files whose rows have none are read. */
export function createAutoMemory(deps: AutoMemoryDeps): AutoMemory {
  const { repository, facts, clock } = deps;
  return {
    all: repository.all,
    remember: repository.remember,
    activeFiles: repository.activeFiles,
    counts: repository.counts,
    rememberContents: (rows) => rememberContents(deps, rows),
    rememberEndedJobs: () => rememberEndedJobs(deps),
    async clear() {
      await repository.clear();
      await facts.set(REMEMBERED_UNTIL_KEY, clock.now().getTime());
    },
  };
}

async function rememberContents(deps: AutoMemoryDeps, rows: AutoMemoryRow[]): Promise<void> {
  await deps.repository.remember(
    await Promise.all(rows.map(async (row) => ({
      ...row,
      fingerprint: row.fingerprint ?? (row.reason === "nothing" ? null : await contentOf(deps, row)),
    }))),
  );
}

async function rememberEndedJobs(deps: AutoMemoryDeps): Promise<void> {
  const { repository, facts, clock } = deps;
  const until = clock.now().getTime();
  const since = await facts.get(REMEMBERED_UNTIL_KEY);
  await repository.adopt(typeof since === "number" ? since : 0, until);
  const adopted = (await repository.all()).filter(({ at, reason, fingerprint }) =>
    at === until && reason === "output" && fingerprint === null
  );
  if (adopted.length > 0) await rememberContents(deps, adopted);
  await facts.set(REMEMBERED_UNTIL_KEY, until);
}

async function contentOf({ disks }: AutoMemoryDeps, row: AutoMemoryRow): Promise<string | null> {
  return await disks.read(row.localPath, () => fingerprintOf(row)) ?? null;
}

/** Returns the fingerprint of a file that is still at its path with its original size. */
async function fingerprintOf({ localPath, sizeBytes }: AutoMemoryRow): Promise<string | null> {
  const size = await Deno.stat(localPath).then((found) => found.size, () => undefined);
  return size === sizeBytes ? await contentFingerprint(localPath) ?? null : null;
}
