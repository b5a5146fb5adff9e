import type { LibraryKind } from "../../platform/managers/kinds.ts";
import type { ManagerClient } from "./client.ts";
import { QueuePage, type QueueRecord } from "./wire/queue.ts";

const PAGE = 1000;
const PAGES_MAX = 10;
/** What came in for titles the manager does not know is listed when asked for. */
const UNKNOWN: Record<LibraryKind, string> = {
  movie: "includeUnknownMovieItems",
  series: "includeUnknownSeriesItems",
  music: "includeUnknownArtistItems",
};

/** Everything a manager has under way. Throws `ManagerProblem`. */
export async function readQueue(
  manager: ManagerClient<LibraryKind>,
): Promise<QueueRecord[]> {
  const all: QueueRecord[] = [];
  for (let page = 1; page <= PAGES_MAX; page++) {
    const path = `/queue?page=${page}&pageSize=${PAGE}&${UNKNOWN[manager.kind]}=true`;
    const { totalRecords, records } = await manager.get(path, QueuePage);
    all.push(...records);
    if (records.length === 0 || all.length >= (totalRecords ?? 0)) break;
  }
  return all;
}
