import * as z from "zod";
import type { LibraryKind } from "../../platform/managers/kinds.ts";
import type { ManagerClient } from "./client.ts";
import { HistoryPage, HistoryRecord } from "./wire/history.ts";

/** A position in a manager's history, on the clock of the manager. Later entries are newer. */
export interface HistoryMark {
  afterId: number;
  since: string;
}

const BEGINNING = "1970-01-01T00:00:00Z";

/** Returns the newest entry. Throws `ManagerProblem`. */
export async function historyMark(
  manager: ManagerClient<LibraryKind>,
): Promise<HistoryMark> {
  const query = { page: 1, pageSize: 1, sortKey: "date", sortDirection: "descending" };
  const [newest] = (await manager.get("/history", HistoryPage, { query })).records;
  return newest === undefined ? { afterId: 0, since: BEGINNING } : { afterId: newest.id, since: newest.date };
}

/** Returns the entries since a time, oldest first. Throws `ManagerProblem`. */
export async function historySince(
  manager: ManagerClient<LibraryKind>,
  since: string,
): Promise<HistoryRecord[]> {
  const records = await manager.get("/history/since", z.array(HistoryRecord), { query: { date: since } });
  return records.sort((a, b) => a.id - b.id);
}
