import { z } from "zod";
import type { HttpClient } from "../../platform/http_client/model.ts";
import type { LibraryKind } from "../../platform/managers/kinds.ts";
import { type ManagerAddress, readManager } from "./request.ts";
import { HistoryPage, HistoryRecord } from "./wire/history.ts";

/** A place in a manager's history, by its own clock: what follows is newer. */
export interface HistoryMark {
  afterId: number;
  since: string;
}

const BEGINNING = "1970-01-01T00:00:00Z";

/** The newest entry. Throws `ManagerProblem`. */
export async function historyMark(
  http: Pick<HttpClient, "send">,
  kind: LibraryKind,
  address: ManagerAddress,
): Promise<HistoryMark> {
  const path = "/history?page=1&pageSize=1&sortKey=date&sortDirection=descending";
  const [newest] = (await readManager(http, kind, address, path, HistoryPage)).records;
  return newest === undefined ? { afterId: 0, since: BEGINNING } : { afterId: newest.id, since: newest.date };
}

/** What happened since a moment, oldest first. Throws `ManagerProblem`. */
export async function historySince(
  http: Pick<HttpClient, "send">,
  kind: LibraryKind,
  address: ManagerAddress,
  since: string,
): Promise<HistoryRecord[]> {
  const path = `/history/since?date=${encodeURIComponent(since)}`;
  return (await readManager(http, kind, address, path, z.array(HistoryRecord))).sort((a, b) => a.id - b.id);
}
