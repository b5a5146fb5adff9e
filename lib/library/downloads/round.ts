import type { GrabRow } from "../../../db/schema/library.ts";
import type { Job } from "../../jobs/schema.ts";
import { historySince } from "../managers/history.ts";
import { type LibraryKind, type ManagerKind, MANAGERS, notConnected } from "../../platform/managers/kinds.ts";
import { readQueue } from "../managers/queue.ts";
import type { Sight } from "./decide.ts";
import type { GrabDeps } from "./deps.ts";
import type { ManagerClient } from "../managers/client.ts";
import { expected, followGrab, type Step } from "./follow.ts";
import { letGo } from "./let_go.ts";
import type { GrabRound } from "./model.ts";
import { followImport, followTransfers } from "./soulseek.ts";

interface RoundOptions {
  /** A grab that is being sent at this moment is nobody else's business. */
  skip: (jobId: string) => boolean;
  jobOf: (row: GrabRow) => Promise<Job | undefined>;
  /** Whether the service ends: what was not looked at yet waits for the next start. */
  isClosing: () => boolean;
}

/** Looks at every grab: one reading of queue and history for each manager, however many wait for it. */
export async function lookAtAll(deps: GrabDeps, { skip, jobOf, isClosing }: RoundOptions): Promise<GrabRound> {
  const round: GrabRound = { waiting: 0, queued: 0, failed: 0, silent: [] };
  const open: GrabRow[] = [];
  for (const row of await deps.grabs.all()) {
    if (skip(row.jobId)) continue;
    const job = await jobOf(row);
    if (job === undefined || job.status === "cancelled") await letGo(deps, row);
    // Queued by a look that ended before it could say so.
    else if (job.status !== "waiting") await deps.grabs.end(row.jobId);
    else open.push(row.state === "sending" ? { ...row, state: "unsure" } : row);
  }
  await Promise.all([...Map.groupBy(open, askedOf)].map(([kind, rows]) => lookAt(deps, kind, rows, round, isClosing)));
  return round;
}

/** Who knows how a grab stands. */
const askedOf = ({ source, state }: GrabRow): Exclude<ManagerKind, "indexer"> =>
  source === "soulseek" && state === "importing" ? "music" : source;

async function lookAt(
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
    const step = typeof follow === "string" ? follow : await follow(row).catch((error) => told(deps, row, error));
    if (step === "waiting" || step === "queued" || step === "failed") round[step]++;
    else {
      await deps.jobs.waitingMessage(row.jobId, `${/[.!?]$/.test(step) ? step : `${step}.`} The job waits on.`);
      round.waiting++;
    }
  }
}

/** Reads the manager once for all of them. Throws `ManagerProblem`. */
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
  const sight: Sight = { queue, history };
  return (row) => row.source === "soulseek" ? followImport(deps, row, history) : followGrab(deps, row, sight);
}

/** One grab that cannot be looked at stops none of the others. */
function told({ log }: GrabDeps, row: GrabRow, error: unknown): string {
  try {
    return expected(error);
  } catch {
    log("error", "A grabbed release could not be looked at.", { job: row.jobId, error: String(error) });
    return "Something went wrong on our side; the log has the details.";
  }
}
