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

/** What the runs need. */
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

/** What the runs hold. */
interface RunsState extends Required<EstimateRunsDeps> {
  /** By id: waiting ones in the order of their start, finished ones in the order of their end. */
  readonly entries: Map<string, Entry>;
  active: Entry | undefined;
  stopped: boolean;
}

/** Runs measurements one after the other: an encode of a piece keeps every core busy. */
export function createEstimateRuns({ limits = LIMITS, ...deps }: EstimateRunsDeps): EstimateRuns {
  const state: RunsState = { ...deps, limits, entries: new Map(), active: undefined, stopped: false };
  return {
    start: (work) => startRun(state, work),
    get: (id) => entryOf(state, id).run,
    async cancel(id) {
      const entry = entryOf(state, id);
      await cancelEntry(state, entry);
      return entry.run;
    },
    async stop() {
      state.stopped = true;
      await Promise.all([...state.entries.values()].map((entry) => cancelEntry(state, entry)));
    },
  };
}

function startRun(state: RunsState, work: Entry["work"]): EstimateRun {
  const { entries, limits, clock } = state;
  if (state.stopped) throw new Fault("shutting_down", "Lathe is shutting down.");
  if ([...entries.values()].filter(isOpen).length >= limits.open) {
    throw new Fault("busy", "Too many measurements wait; cancel some or try again later.", { retryAfterSeconds: 30 });
  }
  const run: EstimateRun = {
    id: newId(),
    status: "running",
    progress: 0,
    message: state.active ? "Waiting for another measurement to end." : "Reading the files.",
    startedAt: clock.now().toISOString(),
  };
  const entry: Entry = { run, work, controller: new AbortController() };
  entries.set(run.id, entry);
  executeNext(state);
  return entry.run;
}

/** Executes the first entry that waits, and the others after it. */
function executeNext(state: RunsState): void {
  if (state.active || state.stopped) return;
  const entry = [...state.entries.values()].find((waiting) => isOpen(waiting) && !waiting.ended);
  if (!entry) return;
  state.active = entry;
  entry.ended = execute(state, entry).finally(() => {
    state.active = undefined;
    executeNext(state);
  });
}

/** Never throws: how it went is in the run. */
async function execute(state: RunsState, entry: Entry): Promise<void> {
  const { signal } = entry.controller;
  const report = (progress: number, message: string) => {
    if (signal.aborted) return;
    // Never backwards, and never finished before the result is there.
    update(state, entry, { progress: Math.min(0.99, Math.max(entry.run.progress, progress)), message });
  };
  try {
    const result = await entry.work({ signal, report });
    signal.throwIfAborted();
    finish(state, entry, { status: "done", progress: 1, message: "Measured.", result });
  } catch (error) {
    if (signal.aborted) finish(state, entry, { status: "cancelled", message: "Cancelled." });
    else finish(state, entry, { status: "failed", message: "Failed.", error: failureOf(error) });
  }
}

async function cancelEntry(state: RunsState, entry: Entry): Promise<void> {
  if (!isOpen(entry)) return;
  entry.controller.abort();
  if (entry.ended) await entry.ended;
  else finish(state, entry, { status: "cancelled", message: "Cancelled." });
}

/** Ends an entry, and forgets the oldest finished ones beyond the limit. */
function finish(state: RunsState, entry: Entry, change: Partial<EstimateRun>): void {
  const { entries, limits, clock } = state;
  update(state, entry, { ...change, finishedAt: clock.now().toISOString() });
  // Re-inserted, so that the map's order is the order in which they finished.
  entries.delete(entry.run.id);
  entries.set(entry.run.id, entry);
  const finished = [...entries.values()].filter((other) => !isOpen(other));
  for (const old of finished.slice(0, Math.max(0, finished.length - limits.kept))) entries.delete(old.run.id);
}

function update({ changed }: RunsState, entry: Entry, change: Partial<EstimateRun>): void {
  entry.run = { ...entry.run, ...change };
  changed(entry.run);
}

function entryOf({ entries }: RunsState, id: string): Entry {
  const entry = entries.get(id);
  if (!entry) throw new Fault("not_found", "There is no such measurement, or it is no longer kept.");
  return entry;
}

const isOpen = ({ run }: Entry): boolean => run.status === "running";

/** The words of an expected failure; the details of any other stay inside. */
function failureOf(error: unknown): { code: string; message: string } {
  if (error instanceof Fault || error instanceof JobFailure) return { code: error.code, message: error.message };
  return { code: "internal", message: "The measurement failed for a reason that is not the file's." };
}
