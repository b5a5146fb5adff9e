import { answered, isFile } from "../../../kit/disk/disk_reads.ts";
import type { RescanRepository } from "../../../../db/library/grabs.ts";
import type { RescanRow } from "../../../../db/schema/library.ts";
import type { Log } from "../../../kit/log.ts";
import { jobName } from "../../../jobs/job_name.ts";
import type { Job } from "../../../jobs/schema.ts";
import type { JobBusEvents, Jobs } from "../../../jobs/service.ts";
import type { Bus } from "../../../kit/bus.ts";
import type { Clock } from "../../../kit/clock.ts";
import { Fault } from "../../../kit/fault.ts";
import { commandState, rescanCommand, startCommand } from "../../managers/command.ts";
import { LIBRARY_KINDS, type LibraryKind, MANAGERS } from "../../../platform/managers/kinds.ts";
import { ManagerProblem } from "../../managers/request.ts";
import { type HeldDeps, heldFiles } from "../held_files.ts";
import { checkRestored, checkResult } from "./result_check.ts";

/** Tells managers of finished encodes and sees that they took them (behaviour.md, section 1, rules 11 and 12). */
export interface AfterEncode {
  /** Goes on with whatever is due; looks that are asked for at once are one. Answers how many are still open. */
  look(): Promise<number>;
  close(): Promise<void>;
}

export interface AfterEncodeOptions extends HeldDeps {
  jobs: Pick<Jobs, "get" | "recordManagerResult">;
  rescans: RescanRepository;
  events: {
    record(event: {
      level: "info" | "warning";
      source: "import";
      message: string;
      details?: string;
      ref?: { kind: string; id: string };
    }): void;
  };
  bus: Pick<Bus<JobBusEvents>, "on">;
  clock: Clock;
  log: Log;
  /** How often a running command is asked about. */
  pollMs?: number;
}

const POLL_MS = 3000;
/** A manager that does not answer is asked again, more and more rarely, for a day. */
const FIRST_RETRY_MS = 15_000;
const LONGEST_RETRY_MS = 30 * 60_000;
const DAY_MS = 86_400_000;
/** So long a rescan may take, and so long afterwards the new file may take to show. */
const PATIENCE_MS = 10 * 60_000;
const LOOK_AGAIN_MS = 30_000;
const LOOKED_AT = ["ask", "wait", "verify"] as const;

type Said = { message: string } | { warning: string } | undefined;
/** What is to be written after a step; `over` with what is said about it. */
type Next = Partial<RescanRow> | { over: Said };

/**
 * Every finished encode of a manager's file is a row: it survives a restart, holds no slot of the queue, and goes from
 * `ask` over `wait` (for the command) and `verify` to `over`.
 */
export function createAfterEncode(options: AfterEncodeOptions): AfterEncode {
  const { jobs, rescans, events, managers, bus, clock, log, pollMs = POLL_MS } = options;
  let looking: Promise<number> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  const now = () => clock.now().getTime();

  const stopListening = bus.on("job-ended", ({ job }) => {
    if (job.status === "done" && job.source.arr !== undefined) arm(0);
  });
  const stopListeningForUndo = bus.on("job", ({ job }) => {
    if (isUndone(job) && job.source.arr !== undefined) arm(0);
  });

  function arm(ms: number): void {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(() => {
      look().catch((error) => log("error", "Telling managers of encodes failed.", { error: String(error) }));
    }, ms);
  }

  async function lookOnce(): Promise<number> {
    await rescans.adopt(now() - DAY_MS, now());
    for (const row of await rescans.due(now())) {
      if (closed) break;
      await goOn(row);
    }
    const { open, nextAt } = await rescans.open();
    if (nextAt !== undefined) arm(Math.max(pollMs, nextAt - now()));
    return open;
  }

  /** Takes one row as far as it goes without waiting. */
  async function goOn(row: RescanRow): Promise<void> {
    let current = row;
    const undone = await jobs.get(row.jobId).then(isUndone, () => false);
    for (const _ of LOOKED_AT) {
      const next = await step(current).catch((error) => troubled(current, error, undone));
      if ("over" in next) return await end(current, next.over, undone);
      await rescans.patch(current.jobId, next);
      const before = current.state;
      current = { ...current, ...next };
      if (current.state === before || current.nextAt > now()) return;
    }
  }

  async function step(row: RescanRow): Promise<Next> {
    const job = await jobs.get(row.jobId);
    const { kind, arrId } = titleOf(job);
    if (kind === undefined || arrId === undefined) return { over: undefined };
    const manager = managers.connected(kind);
    if (manager === undefined) {
      const { app } = MANAGERS[kind];
      return { over: { warning: `${app} was not told of the file: it is no longer connected in Settings.` } };
    }
    switch (row.state) {
      case "ask": {
        const { id } = await startCommand(manager, rescanCommand(kind, arrId));
        return { state: "wait", commandId: id, since: now(), nextAt: now() + pollMs };
      }
      case "wait": {
        const state = await commandState(manager, row.commandId ?? 0);
        if (state === "lost") {
          const given = now() - row.createdAt >= DAY_MS;
          if (given) return { over: { warning: `${MANAGERS[kind].app} did not finish looking for the new file.` } };
          return { state: "ask", tries: row.tries + 1, nextAt: now() + retryMs(row.tries) };
        }
        const patient = state === "running" && now() - row.since < PATIENCE_MS;
        return patient ? { nextAt: now() + pollMs } : { state: "verify", since: now(), nextAt: now() };
      }
      default:
        return await verify(row, job, kind);
    }
  }

  async function verify(row: RescanRow, job: Job, kind: LibraryKind): Promise<Next> {
    const manager = managers.connected(kind);
    const { outputPath, outputSizeBytes = 0, inputSizeBytes = 0, source } = job;
    if (manager === undefined) return { over: undefined };
    const { files, folder } = await heldFiles(options, manager, source);
    const { app } = MANAGERS[kind];
    const path = source.localPath ?? "";
    const kept = path !== outputPath && answered(path, await options.disks.read(path, isFile));
    const verdict = outputPath === undefined
      ? checkRestored({ path, sizeBytes: inputSizeBytes }, files, app)
      : checkResult({ path: outputPath, sizeBytes: outputSizeBytes, source: { path, kept } }, files, folder, app);
    if (verdict.kind === "elsewhere") return { over: undefined };
    if (verdict.kind === "missing" && now() - row.since < PATIENCE_MS) return { nextAt: now() + LOOK_AGAIN_MS };
    return { over: "message" in verdict ? { message: verdict.message } : { warning: verdict.warning } };
  }

  /** A manager that does not answer is asked again; a title that it no longer has is the end of it. */
  function troubled(row: RescanRow, error: unknown, undone: boolean): Next {
    const what = undone ? "original" : "encode";
    if (error instanceof ManagerProblem || error instanceof Fault) {
      if (error.status === 404) {
        return { over: { warning: `The ${what} is in its place, but its manager was not told: ${error.message}` } };
      }
      if (now() - row.createdAt < DAY_MS) return { tries: row.tries + 1, nextAt: now() + retryMs(row.tries) };
      return { over: { warning: `The manager could not be told of the ${what} for a day: ${error.message}` } };
    }
    log("error", "A manager could not be told of an encode.", { job: row.jobId, error: String(error) });
    return { over: { warning: `Telling the manager of the ${what} failed on our side; the log has the details.` } };
  }

  /** Said first: a crash in between says the same once more. */
  async function end({ jobId }: RescanRow, said: Said, undone: boolean): Promise<void> {
    if (said !== undefined) {
      await jobs.recordManagerResult(jobId, said);
      const title = await jobs.get(jobId).then(jobName, () => "");
      const bad = "warning" in said;
      events.record({
        level: bad ? "warning" : "info",
        source: "import",
        message: bad ? said.warning : `${said.message}.`,
        details: title,
        ref: { kind: "job", id: jobId },
      });
    }
    await rescans.patch(jobId, { state: undone ? "restored" : "over" });
  }

  const look = (): Promise<number> => looking ??= lookOnce().finally(() => looking = undefined);

  return {
    look,
    async close() {
      closed = true;
      clearTimeout(timer);
      stopListening();
      stopListeningForUndo();
      await Promise.allSettled([looking]);
    },
  };
}

/** Only what had a result is looked after here: without one it was undone. */
const isUndone = ({ status, outputPath }: Job): boolean => status === "done" && outputPath === undefined;

const retryMs = (tries: number): number => Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(tries, 20));

function titleOf({ source: { arr, arrId } }: Job): { kind?: LibraryKind; arrId?: number } {
  const kind = LIBRARY_KINDS.find((one) => one === arr);
  return { ...(kind === undefined ? {} : { kind }), ...(arrId === undefined ? {} : { arrId }) };
}
