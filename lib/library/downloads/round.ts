import type { GrabRow } from "../../../db/schema/library.ts";
import { withFullStop } from "../../kit/format.ts";
import { historySince } from "../managers/history.ts";
import { type LibraryKind, type ManagerKind, MANAGERS, notConnected } from "../../platform/managers/kinds.ts";
import { readQueue } from "../managers/queue.ts";
import { cancelDownload } from "./cancel_download.ts";
import type { ManagerSnapshot } from "./decide.ts";
import type { GrabDeps } from "./deps.ts";
import type { ManagerClient } from "../managers/client.ts";
import { expected, followGrab, type Step } from "./follow.ts";
import type { GrabRound } from "./model.ts";
import { followImport, followTransfers } from "./soulseek.ts";
import { jobOfGrab } from "./waiting_job.ts";

interface RoundOptions {
  /** True for a grab that is being sent at this moment, which is handled elsewhere. */
  skip: (jobId: string) => boolean;
  /** True while the service is closing. Grabs that have not been checked yet are then followed after the next start. */
  isClosing: () => boolean;
}

/** Follows all grabs. Queue and history are read once per manager, regardless of the number of grabs. */
export async function followAll(deps: GrabDeps, { skip, isClosing }: RoundOptions): Promise<GrabRound> {
  const round: GrabRound = { waiting: 0, queued: 0, failed: 0, silent: [] };
  const open: GrabRow[] = [];
  for (const row of await deps.grabs.all()) {
    if (skip(row.jobId)) continue;
    const job = await jobOfGrab(deps, row);
    if (job === undefined || job.status === "cancelled") await cancelDownload(deps, row);
    // The previous round ended after the files were queued and before the row was removed.
    else if (job.status !== "waiting") await deps.grabs.end(row.jobId);
    else open.push(row.state === "sending" ? { ...row, state: "unsure" } : row);
  }
  await Promise.all(
    [...Map.groupBy(open, managerOf)].map(([kind, rows]) => followManager(deps, kind, rows, round, isClosing)),
  );
  return round;
}

/** Returns the manager that has the state of a grab. */
const managerOf = ({ source, state }: GrabRow): Exclude<ManagerKind, "indexer"> =>
  source === "soulseek" && state === "importing" ? "music" : source;

async function followManager(
  deps: GrabDeps,
  kind: Exclude<ManagerKind, "indexer">,
  rows: GrabRow[],
  round: GrabRound,
  isClosing: () => boolean,
): Promise<void> {
  const { app } = MANAGERS[kind];
  const manager = deps.managers.connected(kind);
  let follow: ((row: GrabRow) => Promise<Step>) | string;
  if (manager === undefined) follow = notConnected(kind);
  else if (manager.kind === "soulseek") follow = (row) => followTransfers(deps, row, manager);
  else follow = await following(deps, manager, rows).catch(expected);
  if (typeof follow === "string") round.silent.push(app);
  for (const row of rows) {
    if (isClosing()) return;
    const step = typeof follow === "string"
      ? follow
      : await follow(row).catch((error) => failureText(deps, row, error));
    if (step === "waiting" || step === "queued" || step === "failed") round[step]++;
    else {
      await deps.jobs.waitingMessage(row.jobId, `${withFullStop(step)} The job keeps waiting.`);
      round.waiting++;
    }
  }
}

/**
 * Returns a function that follows the grabs of a manager, which is read once for all of them. Throws `ManagerProblem`.
 */
async function following(
  deps: GrabDeps,
  manager: ManagerClient<LibraryKind>,
  rows: GrabRow[],
): Promise<(row: GrabRow) => Promise<Step>> {
  const since = rows.map((row) => row.since).sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? "";
  const [queue, history] = await Promise.all([
    readQueue(manager),
    historySince(manager, since),
  ]);
  const snapshot: ManagerSnapshot = { queue, history };
  return (row) => row.source === "soulseek" ? followImport(deps, row, history) : followGrab(deps, row, snapshot);
}

/** Returns the message for the job of a grab that could not be followed. Other grabs are not affected. */
function failureText({ log }: GrabDeps, row: GrabRow, error: unknown): string {
  try {
    return expected(error);
  } catch {
    log("error", "A grabbed release could not be checked.", { job: row.jobId, error: String(error) });
    return "An internal error occurred; see the log for details.";
  }
}
