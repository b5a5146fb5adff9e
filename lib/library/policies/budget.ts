import { mayStartNow } from "../../jobs/queue/timing/schedule.ts";
import type { FileFacts } from "./file_facts.ts";
import type { ListedPolicy, Policy } from "./model.ts";

/** Files that a policy has already queued today, with their total size. */
export interface Used {
  files: number;
  bytes: number;
}

/** Hours and daily limits of one policy at one time. */
export interface Budget {
  /** Returns the reason for which a file of this size has to wait. Undefined if it may be queued now. */
  waitReason(sizeBytes: number): "outside_hours" | "daily_limit" | undefined;
  /** Counts a queued file. */
  count(sizeBytes: number): void;
}

/** Creates the budget of a policy. A file that is larger than the limit per day never fits. Auto transcode has none. */
export function createBudget(policy: ListedPolicy, used: Used, now: Date): Budget {
  if (policy.builtIn) return { waitReason: () => undefined, count: () => {} };
  const { bounds: { filesPerDay, bytesPerDay }, hours } = policy;
  const isOpen = hours === null || mayStartNow({ enabled: true, ...hours, days: [] }, now);
  let { files, bytes } = used;
  return {
    waitReason(sizeBytes) {
      if (!isOpen) return "outside_hours";
      const isFull = filesPerDay > 0 && files >= filesPerDay || bytesPerDay > 0 && bytes + sizeBytes > bytesPerDay;
      return isFull ? "daily_limit" : undefined;
    },
    count(sizeBytes) {
      files++;
      bytes += sizeBytes;
    },
  };
}

/** Returns the start of the day, local time, in milliseconds. */
export const startOfDay = (now: Date): number => new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();

const ORDERS: Record<Policy["orderBy"], (a: FileFacts, b: FileFacts) => number> = {
  largest: (a, b) => b.sizeBytes - a.sizeBytes,
  oldest: (a, b) => a.addedAt - b.addedAt,
  newest: (a, b) => b.addedAt - a.addedAt,
};

/** Compares files in the order in which a policy queues them. Equal files are ordered by their key. */
export function queueOrder(policy: ListedPolicy): (a: FileFacts, b: FileFacts) => number {
  const compare = ORDERS[policy.builtIn ? "newest" : policy.orderBy];
  return (a, b) => compare(a, b) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}
