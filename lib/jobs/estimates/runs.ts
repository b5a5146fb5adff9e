import type { Clock } from "../../kit/clock.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import type { EstimateRun, Estimates } from "./schema.ts";

/** What a measurement is given while it runs. */
export interface RunControl {
  signal: AbortSignal;
  /** `progress` from 0 to 1, with one line about what is being done. */
  report(progress: number, message: string): void;
}

/** Sampled estimates in the background. Kept in memory: they end with the service. */
export interface EstimateRuns {
  /** Puts a measurement in the queue. Throws `Fault` `busy` when too many wait, `shutting_down` after `stop`. */
  start(work: (control: RunControl) => Promise<Estimates>): EstimateRun;
  /** Throws `Fault` `not_found`: never started, or so long finished that it was forgotten. */
  get(id: string): EstimateRun;
  /**
   * Stops a measurement; resolves when its processes have ended. One that has finished stays as it is. Throws `Fault`
   * `not_found`.
   */
  cancel(id: string): Promise<EstimateRun>;
  /** Cancels all of them and waits for their processes. */
  stop(): Promise<void>;
}

export interface EstimateRunsDeps {
  clock: Clock;
  /** Called with every change of a run. */
  changed(run: EstimateRun): void;
  limits?: { open: number; kept: number };
}

/** Unfinished ones, and finished ones that can still be asked for. */
const LIMITS = { open: 16, kept: 50 };

interface Entry {
  run: EstimateRun;
  controller: AbortController;
  work: (control: RunControl) => Promise<Estimates>;
  /** Resolves when the work has ended; undefined while it waits. */
  ended?: Promise<void>;
}

/** Runs measurements one after the other: an encode of a piece keeps every core busy. */
export function createEstimateRuns({ clock, changed, limits = LIMITS }: EstimateRunsDeps): EstimateRuns {
  const entries = new Map<string, Entry>();
  let active: Entry | undefined;
  let stopped = false;

  const isOpen = ({ run }: Entry): boolean => run.status === "running";
  const update = (entry: Entry, change: Partial<EstimateRun>): void => {
    entry.run = { ...entry.run, ...change };
    changed(entry.run);
  };
  const finish = (entry: Entry, change: Partial<EstimateRun>): void => {
    update(entry, { ...change, finishedAt: clock.now().toISOString() });
    // Re-inserted, so that the map's order is the order in which they finished.
    entries.delete(entry.run.id);
    entries.set(entry.run.id, entry);
    const finished = [...entries.values()].filter((other) => !isOpen(other));
    for (const old of finished.slice(0, Math.max(0, finished.length - limits.kept))) entries.delete(old.run.id);
  };

  const execute = async (entry: Entry): Promise<void> => {
    const { signal } = entry.controller;
    const report = (progress: number, message: string) => {
      if (signal.aborted) return;
      // Never backwards, and never finished before the result is there.
      update(entry, { progress: Math.min(0.99, Math.max(entry.run.progress, progress)), message });
    };
    try {
      const result = await entry.work({ signal, report });
      signal.throwIfAborted();
      finish(entry, { status: "done", progress: 1, message: "Measured.", result });
    } catch (error) {
      if (signal.aborted) finish(entry, { status: "cancelled", message: "Cancelled." });
      else finish(entry, { status: "failed", message: "Failed.", error: failureOf(error) });
    }
  };
  const next = (): void => {
    if (active || stopped) return;
    const entry = [...entries.values()].find((waiting) => isOpen(waiting) && !waiting.ended);
    if (!entry) return;
    active = entry;
    entry.ended = execute(entry).finally(() => {
      active = undefined;
      next();
    });
  };
  const find = (id: string): Entry => {
    const entry = entries.get(id);
    if (!entry) throw new Fault("not_found", "There is no such measurement, or it is no longer kept.");
    return entry;
  };
  const cancelEntry = async (entry: Entry): Promise<void> => {
    if (!isOpen(entry)) return;
    entry.controller.abort();
    if (entry.ended) await entry.ended;
    else finish(entry, { status: "cancelled", message: "Cancelled." });
  };

  return {
    start(work) {
      if (stopped) throw new Fault("shutting_down", "Lathe is shutting down.");
      if ([...entries.values()].filter(isOpen).length >= limits.open) {
        throw new Fault("busy", "Too many measurements wait; cancel some or try again later.", {
          retryAfterSeconds: 30,
        });
      }
      const run: EstimateRun = {
        id: newId(),
        status: "running",
        progress: 0,
        message: "Waiting for another measurement to end.",
        startedAt: clock.now().toISOString(),
      };
      const entry: Entry = { run, work, controller: new AbortController() };
      entries.set(run.id, entry);
      if (!active) entry.run = { ...run, message: "Reading the files." };
      next();
      return entry.run;
    },
    get: (id) => find(id).run,
    async cancel(id) {
      const entry = find(id);
      await cancelEntry(entry);
      return entry.run;
    },
    async stop() {
      stopped = true;
      await Promise.all([...entries.values()].map(cancelEntry));
    },
  };
}

/** The words of an expected failure; the details of any other stay inside. */
function failureOf(error: unknown): { code: string; message: string } {
  if (error instanceof Fault || error instanceof JobFailure) return { code: error.code, message: error.message };
  return { code: "internal", message: "The measurement failed for a reason that is not the file's." };
}
