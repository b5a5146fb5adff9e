import { answered, isFile } from "../../../kit/disk/disk_reads.ts";
import type { RescanRow } from "../../../../db/schema/library.ts";
import { type Clock, DAY_MS } from "../../../kit/clock.ts";
import { Fault } from "../../../kit/fault.ts";
import type { Log } from "../../../kit/log.ts";
import type { Job } from "../../../jobs/schema.ts";
import type { Jobs } from "../../../jobs/service.ts";
import { commandState, rescanCommand, startCommand } from "../../managers/commands/command.ts";
import type { ManagerClient } from "../../managers/client.ts";
import { LIBRARY_KINDS, type LibraryKind, MANAGERS } from "../../../platform/managers/kinds.ts";
import { ManagerProblem } from "../../managers/request.ts";
import { type HeldDeps, heldFiles } from "../held_files.ts";
import { checkRestored, checkResult } from "./result_check.ts";

/** Services and options of one step of a rescan. */
export interface RescanDeps extends HeldDeps {
  jobs: Pick<Jobs, "get">;
  clock: Clock;
  log: Log;
  /** Interval in milliseconds at which the state of a running command is requested. */
  pollMs: number;
}

/** Final message of a rescan, for the job and the events. */
export type RescanResult = { message: string } | { warning: string } | undefined;

/** Changes to store after a step, or `over` with the final message. */
export type RescanChange = Partial<RescanRow> | { over: RescanResult };

/** Initial delay in milliseconds. If a manager does not respond, this is retried for a day, with increasing delays. */
const FIRST_RETRY_MS = 15_000;
const LONGEST_RETRY_MS = 30 * 60_000;
/** Timeout in milliseconds for a rescan, and then for the new file to appear. */
const RESCAN_TIMEOUT_MS = 10 * 60_000;
const RECHECK_MS = 30_000;

/**
 * Advances a row by one step: `ask` starts a rescan, `wait` requests its state, `verify` checks that the manager has
 * the file. Throws `ManagerProblem` if the manager does not respond.
 */
export async function rescanStep(row: RescanRow, deps: RescanDeps): Promise<RescanChange> {
  const { jobs, managers, clock, pollMs } = deps;
  const job = await jobs.get(row.jobId);
  const { kind, arrId } = titleOf(job);
  if (kind === undefined || arrId === undefined) return { over: undefined };
  const manager = managers.connected(kind);
  if (manager === undefined) {
    const { app } = MANAGERS[kind];
    return { over: { warning: `${app} was not notified of the file: it is no longer connected in Settings.` } };
  }
  if (row.state === "wait") return await waitForCommand(row, manager, deps);
  if (row.state !== "ask") return await verifyFile(row, job, manager, deps);
  const { id } = await startCommand(manager, rescanCommand(kind, arrId));
  const now = clock.now().getTime();
  return { state: "wait", commandId: id, since: now, nextAt: now + pollMs };
}

async function waitForCommand(
  row: RescanRow,
  manager: ManagerClient<LibraryKind>,
  { clock, pollMs }: RescanDeps,
): Promise<RescanChange> {
  const state = await commandState(manager, row.commandId ?? 0);
  const now = clock.now().getTime();
  if (state === "lost") {
    const { app } = MANAGERS[manager.kind];
    if (now - row.createdAt >= DAY_MS) return { over: { warning: `${app} did not finish scanning for the new file.` } };
    return { state: "ask", tries: row.tries + 1, nextAt: now + retryMs(row.tries) };
  }
  const patient = state === "running" && now - row.since < RESCAN_TIMEOUT_MS;
  return patient ? { nextAt: now + pollMs } : { state: "verify", since: now, nextAt: now };
}

async function verifyFile(
  row: RescanRow,
  { outputPath, outputSizeBytes = 0, inputSizeBytes = 0, source }: Job,
  manager: ManagerClient<LibraryKind>,
  deps: RescanDeps,
): Promise<RescanChange> {
  const { files, folder } = await heldFiles(deps, manager, source);
  const { app } = MANAGERS[manager.kind];
  const path = source.localPath ?? "";
  const kept = path !== outputPath && answered(path, await deps.disks.read(path, isFile));
  const verdict = outputPath === undefined
    ? checkRestored({ path, sizeBytes: inputSizeBytes }, files, app)
    : checkResult({ path: outputPath, sizeBytes: outputSizeBytes, source: { path, kept } }, files, folder, app);
  if (verdict.kind === "elsewhere") return { over: undefined };
  const now = deps.clock.now().getTime();
  if (verdict.kind === "missing" && now - row.since < RESCAN_TIMEOUT_MS) return { nextAt: now + RECHECK_MS };
  return { over: "message" in verdict ? { message: verdict.message } : { warning: verdict.warning } };
}

/**
 * Returns the change after a failed step: a retry if the manager does not respond, or the end if the title no longer
 * exists.
 */
export function afterFailedStep(
  row: RescanRow,
  error: unknown,
  { undone, clock, log }: { undone: boolean; clock: Clock; log: Log },
): RescanChange {
  const what = undone ? "original" : "encode";
  if (error instanceof ManagerProblem || error instanceof Fault) {
    if (error.status === 404) {
      return { over: { warning: `The ${what} is in place, but its manager was not notified: ${error.message}` } };
    }
    const now = clock.now().getTime();
    if (now - row.createdAt < DAY_MS) return { tries: row.tries + 1, nextAt: now + retryMs(row.tries) };
    return { over: { warning: `The manager could not be notified of the ${what} for a day: ${error.message}` } };
  }
  log("error", "A manager could not be notified of an encode.", { job: row.jobId, error: String(error) });
  return {
    over: { warning: `Notifying the manager of the ${what} failed with an internal error; see the log for details.` },
  };
}

const retryMs = (tries: number): number => Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(tries, 20));

function titleOf({ source: { arr, arrId } }: Job): { kind?: LibraryKind; arrId?: number } {
  const kind = LIBRARY_KINDS.find((one) => one === arr);
  return { ...(kind === undefined ? {} : { kind }), ...(arrId === undefined ? {} : { arrId }) };
}
