import type { Clock } from "../../kit/clock.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";

/** Control of a running measurement. */
export interface RunControl<T = unknown> {
  signal: AbortSignal;
  /** Reports progress from 0 to 1 with a status line and, optionally, the results so far. */
  report(progress: number, message: string, known?: T): void;
}

/** Background measurement with sample encodes, running or finished. */
export interface MeasurementRun<T> {
  id: string;
  status: "running" | "done" | "failed" | "cancelled";
  /** Progress from 0 to 1. */
  progress: number;
  message: string;
  startedAt: string;
  finishedAt?: string;
  result?: T;
  error?: { code: string; message: string };
}

/** Background measurements. They are kept only in memory and end with the service. */
export interface MeasurementRuns<T> {
  /** Queues a measurement. Throws `Fault` `busy` if too many are waiting, `shutting_down` after `stop`. */
  start(work: (control: RunControl<T>) => Promise<T>): MeasurementRun<T>;
  /** Returns a measurement. Throws `Fault` `not_found` if it was never started or has been dropped. */
  get(id: string): MeasurementRun<T>;
  /**
   * Stops a measurement and resolves when its processes have exited. A finished measurement is not changed. Throws
   * `Fault` `not_found`.
   */
  cancel(id: string): Promise<MeasurementRun<T>>;
  /** Cancels all measurements and waits for their processes. */
  stop(): Promise<void>;
}

/** Allows only one measurement at a time, for all kinds that share this object. */
export interface RunTurns {
  active: boolean;
  /** Functions that start the next waiting measurement of one kind. Each returns true if it started a measurement. */
  readonly begin: (() => boolean)[];
}

/** Creates the queue for several kinds of measurements, which runs one measurement at a time. */
export const createRunTurns = (): RunTurns => ({ active: false, begin: [] });

/** Services and options of the runs. */
export interface MeasurementRunsDeps<T> {
  clock: Clock;
  /** Called with every change of a run. */
  changed?(run: MeasurementRun<T>): void;
  /**
   * Queue that is shared with other kinds of measurements. If absent, only measurements of the same kind wait for each
   * other.
   */
  turns?: RunTurns;
  limits?: { open: number; kept: number };
}

/** Maximum number of unfinished runs, and of finished runs that can still be queried. */
const LIMITS = { open: 16, kept: 50 };

interface Entry<T> {
  run: MeasurementRun<T>;
  controller: AbortController;
  work: (control: RunControl<T>) => Promise<T>;
  /** Resolves when the run has ended. Undefined while it waits. */
  ended?: Promise<void>;
}

/** State of the runs. */
interface RunsState<T> extends Required<MeasurementRunsDeps<T>> {
  /** Runs by ID: waiting runs in start order, finished runs in the order in which they ended. */
  readonly entries: Map<string, Entry<T>>;
  stopped: boolean;
}

/** Runs measurements one after another, because encoding a sample uses all CPU cores. */
export function createMeasurementRuns<T>(
  { limits = LIMITS, turns = createRunTurns(), changed = () => {}, clock }: MeasurementRunsDeps<T>,
): MeasurementRuns<T> {
  const state: RunsState<T> = { clock, changed, turns, limits, entries: new Map(), stopped: false };
  turns.begin.push(() => executeNext(state));
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

function startRun<T>(state: RunsState<T>, work: Entry<T>["work"]): MeasurementRun<T> {
  const { entries, limits, clock, turns } = state;
  if (state.stopped) throw new Fault("shutting_down", "Lathe is shutting down.");
  if ([...entries.values()].filter(isOpen).length >= limits.open) {
    throw new Fault("busy", "Too many measurements are waiting. Cancel some or try again later.", {
      retryAfterSeconds: 30,
    });
  }
  const run: MeasurementRun<T> = {
    id: newId(),
    status: "running",
    progress: 0,
    message: turns.active ? "Waiting for another measurement to finish." : "Reading the files.",
    startedAt: clock.now().toISOString(),
  };
  const entry: Entry<T> = { run, work, controller: new AbortController() };
  entries.set(run.id, entry);
  executeNext(state);
  return entry.run;
}

/** Runs the first waiting measurement, and then the remaining ones. Returns true if a measurement was started. */
function executeNext<T>(state: RunsState<T>): boolean {
  const { turns, entries, stopped } = state;
  if (turns.active || stopped) return false;
  const entry = [...entries.values()].find((waiting) => isOpen(waiting) && !waiting.ended);
  if (!entry) return false;
  turns.active = true;
  entry.ended = execute(state, entry).finally(() => {
    turns.active = false;
    turns.begin.some((begin) => begin());
  });
  return true;
}

/** Runs a measurement. Never throws. The run contains the outcome. */
async function execute<T>(state: RunsState<T>, entry: Entry<T>): Promise<void> {
  const { signal } = entry.controller;
  const report = (progress: number, message: string, known?: T) => {
    if (signal.aborted) return;
    // Progress never decreases, and is less than 1 until the result is available.
    const part = Math.min(0.99, Math.max(entry.run.progress, progress));
    update(state, entry, { progress: part, message, ...(known === undefined ? {} : { result: known }) });
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

async function cancelEntry<T>(state: RunsState<T>, entry: Entry<T>): Promise<void> {
  if (!isOpen(entry)) return;
  entry.controller.abort();
  if (entry.ended) await entry.ended;
  else finish(state, entry, { status: "cancelled", message: "Cancelled." });
}

/** Ends a measurement, and drops the oldest finished measurements above the limit. */
function finish<T>(state: RunsState<T>, entry: Entry<T>, change: Partial<MeasurementRun<T>>): void {
  const { entries, limits, clock } = state;
  update(state, entry, { ...change, finishedAt: clock.now().toISOString() });
  // The entry is inserted again, so that the map is in the order in which entries finished.
  entries.delete(entry.run.id);
  entries.set(entry.run.id, entry);
  const finished = [...entries.values()].filter((other) => !isOpen(other));
  for (const old of finished.slice(0, Math.max(0, finished.length - limits.kept))) entries.delete(old.run.id);
}

function update<T>({ changed }: RunsState<T>, entry: Entry<T>, change: Partial<MeasurementRun<T>>): void {
  entry.run = { ...entry.run, ...change };
  changed(entry.run);
}

function entryOf<T>({ entries }: RunsState<T>, id: string): Entry<T> {
  const entry = entries.get(id);
  if (!entry) throw new Fault("not_found", "This measurement does not exist or is no longer available.");
  return entry;
}

const isOpen = ({ run }: Entry<unknown>): boolean => run.status === "running";

/** Returns the message of an expected failure. The details of other errors are not shown. */
function failureOf(error: unknown): { code: string; message: string } {
  if (error instanceof Fault || error instanceof JobFailure) return { code: error.code, message: error.message };
  return { code: "internal", message: "The measurement failed for a reason unrelated to the file." };
}
