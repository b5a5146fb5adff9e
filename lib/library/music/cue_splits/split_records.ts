import type { CueSplitRepository } from "../../../../db/library/music/cue_splits.ts";
import type { Bus } from "../../../kit/bus.ts";
import type { Clock } from "../../../kit/clock.ts";
import { newId } from "../../../kit/id.ts";
import type { CueSplit, CueSplitBusEvents, HistoryPlace } from "./model.ts";

/** Splits as they are shown and stored. */
export interface SplitRecords {
  /** The newest first, with the progress of this moment. */
  list(): Promise<CueSplit[]>;
  begin(facts: Pick<CueSplit, "folder" | "album" | "tracks" | "encoding">, queue?: SplitQueueEntry): Promise<CueSplit>;
  /** Changes a split and tells of it; only its progress is not stored. */
  change(split: CueSplit, change: Partial<Omit<CueSplit, "id">>, mark?: HistoryPlace): Promise<CueSplit>;
  showProgress(split: CueSplit, share: number): void;
}

/** The entry of Lidarr's queue that a split is for. */
export interface SplitQueueEntry {
  downloadId: string;
  queueItemId: number;
}

/** What the records need. */
export interface SplitRecordsDeps {
  repository: CueSplitRepository;
  bus: Pick<Bus<CueSplitBusEvents>, "publish">;
  clock: Clock;
}

/** Keeps what is known of splits; how far one is is held in memory only. */
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
