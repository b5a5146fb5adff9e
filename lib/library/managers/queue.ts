import type { LibraryKind } from "../../platform/managers/kinds.ts";
import type { ManagerClient } from "./client.ts";
import { QueuePage, type QueueRecord } from "./wire/queue.ts";

const PAGE = 1000;
const PAGES_MAX = 10;
/** Query parameters that include downloads for titles that are not in the manager. By default, they are omitted. */
const UNKNOWN: Record<LibraryKind, string> = {
  movie: "includeUnknownMovieItems",
  series: "includeUnknownSeriesItems",
  music: "includeUnknownArtistItems",
};

/** Returns a manager's whole queue. Throws `ManagerProblem`. */
export async function readQueue(
  manager: ManagerClient<LibraryKind>,
): Promise<QueueRecord[]> {
  const all: QueueRecord[] = [];
  for (let page = 1; page <= PAGES_MAX; page++) {
    const query = { page, pageSize: PAGE, [UNKNOWN[manager.kind]]: true };
    const { totalRecords, records } = await manager.get("/queue", QueuePage, { query });
    all.push(...records);
    if (records.length === 0 || all.length >= (totalRecords ?? 0)) break;
  }
  return all;
}
