import type { CueSplitRepository } from "../../../../db/library/music/cue_splits.ts";
import type { Bus } from "../../../kit/bus.ts";
import type { Clock } from "../../../kit/clock.ts";
import { newId } from "../../../kit/id.ts";
import type { CueSplit, CueSplitBusEvents, HistoryPlace } from "./model.ts";

/** Records of splits, for display and storage. */
export interface SplitRecords {
  /** Returns all records, newest first, with the current progress. */
  list(): Promise<CueSplit[]>;
  begin(facts: Pick<CueSplit, "folder" | "album" | "tracks" | "encoding">, queue?: SplitQueueEntry): Promise<CueSplit>;
  /** Changes, stores and publishes a split. */
  change(split: CueSplit, change: Partial<Omit<CueSplit, "id">>, mark?: HistoryPlace): Promise<CueSplit>;
  showProgress(split: CueSplit, share: number): void;
}

/** Entry in Lidarr's queue for a split. */
export interface SplitQueueEntry {
  downloadId: string;
  queueItemId: number;
}

/** Services that the records of splits need. */
export interface SplitRecordsDeps {
  repository: CueSplitRepository;
  bus: Pick<Bus<CueSplitBusEvents>, "publish">;
  clock: Clock;
}

/** Creates the store for records of splits. The progress of a split is kept only in memory. */
export function createSplitRecords({ repository, bus, clock }: SplitRecordsDeps): SplitRecords {
  const shares = new Map<string, number>();
  const now = () => clock.now().toISOString();
  return {
    list: async () =>
      (await repository.list()).map(({ record }) => ({
        ...record,
        progress: shares.get(record.id) ?? record.progress,
      })),
    async begin(facts, queue) {
      const record: CueSplit = {
        ...facts,
        id: newId(),
        queueItemId: queue?.queueItemId ?? 0,
        state: "found",
        progress: 0,
        startedAt: now(),
      };
      const createdAt = clock.now().getTime();
      await repository.insert({ id: record.id, downloadId: queue?.downloadId ?? null, record, mark: null, createdAt });
      bus.publish("cue-split", { cueSplit: record });
      return record;
    },
    async change(split, change, mark) {
      const isOver = change.state === "done" || change.state === "failed";
      const record = { ...split, ...change, ...(isOver ? { finishedAt: now() } : {}) };
      shares.delete(split.id);
      await repository.put(record, mark);
      bus.publish("cue-split", { cueSplit: record });
      return record;
    },
    showProgress(split, share) {
      const progress = Math.min(100, Math.floor(share * 100));
      if (shares.get(split.id) === progress) return;
      shares.set(split.id, progress);
      bus.publish("cue-split", { cueSplit: { ...split, progress } });
    },
  };
}
