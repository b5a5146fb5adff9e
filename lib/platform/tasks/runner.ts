import type { TaskRunRow } from "../../../db/schema/platform.ts";
import type { TaskRunRepository } from "../../../db/platform/task_runs.ts";
import type { Log } from "../../kit/log.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { type Remembered, remembered } from "../../kit/lazy.ts";
import type { PlatformBusEvents } from "../events/bus_events.ts";
import type { Task } from "../model.ts";
import type { FirstStarts } from "./first_starts.ts";
import { intervalSeconds, nextRun, type Schedule } from "./schedule.ts";

/** Seconds per day, for intervals. */
export const DAY_SECONDS = 86_400;
/** Local time of day for tasks that should run when the machine is not used. */
export const QUIET_HOUR = "4:10";

/** Definition of a task. */
export interface TaskDefinition {
  id: string;
  name: string;
  /** Called each time it is needed, because settings may change the schedule. */
  schedule: () => Schedule;
  /** Returns the reason why the task does not run automatically, as a sentence. Undefined if it does. */
  disabled?: () => string | undefined;
  /** Runs the task and returns its result in one line. */
  run: (signal: AbortSignal) => Promise<string>;
}

/** Scheduled tasks. */
export interface Tasks {
  list(): Promise<Task[]>;
  /** Starts a task and returns its running state. Throws `not_found`, or `conflict` if it is already running. */
  runNow(id: string): Promise<Task>;
  /**
   * Runs the tasks that are due. Called by the timer and by tests. Resolves when the tasks that it has started have
   * finished.
   */
  tick(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/**
 * Services and options of the tasks. `timeZone` is an IANA name for daily tasks and defaults to the time zone of the
 * machine.
 */
export interface TasksOptions {
  definitions: TaskDefinition[];
  repository: TaskRunRepository;
  firstStarts: FirstStarts;
  bus: Pick<Bus<PlatformBusEvents>, "publish">;
  clock: Clock;
  log: Log;
  timeZone?: string;
}

/**
 * Maximum time in milliseconds between two checks. It limits how late the end of standby or a change of the clock is
 * detected.
 */
const LONGEST_SLEEP_MS = 20_000;

/** State of the tasks while the service is open. */
interface RunnerState extends TasksOptions {
  readonly running: Map<string, { since: number; work: Promise<void> }>;
  readonly ending: AbortController;
  /** Last run of each task, and the time at which the task first existed. It was not due before that time. */
  readonly stored: Remembered<{ rows: Map<string, TaskRunRow>; since: Map<string, Date> }>;
  timer?: ReturnType<typeof setTimeout>;
  /** Time of the next check by the timer, on the clock of `now()`. */
  nextPollAt?: number;
}

const NEVER_RUN = { durationMs: 0, result: null, error: null };

/** Creates the service. Nothing runs before `start`, `tick` or `runNow`. */
export function createTasks(options: TasksOptions): Tasks {
  const { definitions, repository, firstStarts } = options;
  const state: RunnerState = {
    ...options,
    running: new Map(),
    ending: new AbortController(),
    stored: remembered(async () => ({
      rows: new Map((await repository.all()).map((row) => [row.id, row])),
      since: await firstStarts.of(definitions.map(({ id }) => id)),
    })),
  };
  return {
    list: () => Promise.all(definitions.map((definition) => showTask(state, definition))),
    runNow: (id) => runNow(state, id),
    tick: () => runDue(state),
    start: () => pollTasks(state),
    async stop() {
      clearTimeout(state.timer);
      state.ending.abort(new Fault("shutting_down", "Lathe is shutting down."));
      await Promise.allSettled(state.running.values().map(({ work }) => work));
    },
  };
}

function pollTasks(state: RunnerState): void {
  runDue(state).catch((error) => state.log("error", "Due tasks could not be checked.", { error }));
  state.nextPollAt = state.clock.now().getTime() + LONGEST_SLEEP_MS;
  state.timer = setTimeout(pollTasks, LONGEST_SLEEP_MS, state);
}

async function runDue(state: RunnerState): Promise<void> {
  const { rows, since } = await state.stored.get();
  const now = state.clock.now().getTime();
  // Runs in the future were recorded before the clock was set back. They are treated as runs at the current time.
  for (const row of rows.values()) row.lastRunAt = Math.min(row.lastRunAt, now);
  const due = state.definitions.filter((definition) => {
    const at = dueAt(state, definition, { row: rows.get(definition.id), since: since.get(definition.id) });
    return !state.running.has(definition.id) && at !== undefined && at.getTime() <= now;
  });
  await Promise.all([...due.map((definition) => begin(state, definition)), state.firstStarts.keep()]);
}

async function runNow(state: RunnerState, id: string): Promise<Task> {
  const definition = state.definitions.find((one) => one.id === id);
  if (definition === undefined) throw new Fault("not_found", `There is no task ${id}.`);
  refuseRunning(state, definition);
  await state.stored.get();
  // Another call may have started the task since the first check.
  refuseRunning(state, definition);
  void begin(state, definition);
  const task = await showTask(state, definition);
  state.bus.publish("task", { task });
  return task;
}

function refuseRunning({ running }: RunnerState, { id, name }: TaskDefinition): void {
  if (running.has(id)) throw new Fault("conflict", `The task "${name}" is already running.`);
}

/** Starts a task immediately. Resolves when it has finished. If a task fails, this does not affect others. */
function begin(state: RunnerState, definition: TaskDefinition): Promise<void> {
  const work = runAndRecord(state, definition);
  state.running.set(definition.id, { since: state.clock.now().getTime(), work });
  return work;
}

async function runAndRecord(state: RunnerState, definition: TaskDefinition): Promise<void> {
  const { clock, ending, stored, repository, running, bus, log } = state;
  const { id } = definition;
  const at = clock.now().getTime();
  const started = clock.monotonicMs();
  const outcome = await outcomeOf(state, definition);
  const row = { id, lastRunAt: at, durationMs: Math.round(clock.monotonicMs() - started), ...outcome };
  // A run that was aborted by the shutdown is not recorded, so the task is due again at the next start.
  if (ending.signal.aborted && outcome.error !== null) return void running.delete(id);
  try {
    (await stored.get()).rows.set(id, row);
    await repository.set(row);
  } catch (error) {
    log("warn", "A task's run could not be stored.", { error });
  }
  running.delete(id);
  if (ending.signal.aborted) return;
  await showTask(state, definition).then(
    (task) => bus.publish("task", { task }),
    (error) => log("warn", "A task's run could not be published.", { error }),
  );
}

async function outcomeOf(
  { ending, log }: RunnerState,
  { name, run }: TaskDefinition,
): Promise<Pick<TaskRunRow, "result" | "error">> {
  try {
    return { result: (await run(ending.signal)).slice(0, MAX_TEXT), error: null };
  } catch (error) {
    log("warn", `The task "${name}" failed.`, { error });
    return { result: null, error: (error instanceof Error ? error.message : String(error)).slice(0, MAX_TEXT) };
  }
}

/** Maximum number of characters that are kept of a result or error. */
const MAX_TEXT = 500;

async function showTask(state: RunnerState, definition: TaskDefinition): Promise<Task> {
  const { id, name, schedule, disabled } = definition;
  const { rows, since } = await state.stored.get();
  const row = rows.get(id);
  const because = disabled?.();
  const next = startsAt(state, definition, { row, since: since.get(id) });
  return {
    id,
    name,
    intervalSeconds: intervalSeconds(schedule()),
    enabled: because === undefined,
    ...(because === undefined ? {} : { disabledBecause: because }),
    ...(row === undefined ? {} : {
      lastRun: new Date(row.lastRunAt).toISOString(),
      lastDurationMs: row.durationMs,
      ...(row.result === null ? {} : { lastResult: row.result }),
      ...(row.error === null ? {} : { lastError: row.error }),
    }),
    running: state.running.has(id),
    ...(next === undefined ? {} : { nextRun: next.toISOString() }),
  };
}

/** Stored data of a task. `row` is absent if it has never run. */
interface StoredFacts {
  row: TaskRunRow | undefined;
  since: Date | undefined;
}

/**
 * Returns the next start time. A task that is due starts at the next check. A running task is treated as if it had just
 * run.
 */
function startsAt(state: RunnerState, definition: TaskDefinition, { row, since }: StoredFacts): Date | undefined {
  const begun = state.running.get(definition.id)?.since;
  const due = dueAt(state, definition, {
    row: begun === undefined ? row : { ...NEVER_RUN, id: definition.id, lastRunAt: begun },
    since,
  });
  // Setting the clock back does not delay the task.
  const now = state.clock.now().getTime();
  const poll = Math.min(state.nextPollAt ?? now, now + LONGEST_SLEEP_MS);
  return due && new Date(Math.max(due.getTime(), poll, now));
}

function dueAt(
  { clock, timeZone }: RunnerState,
  { disabled, schedule }: TaskDefinition,
  { row, since }: StoredFacts,
): Date | undefined {
  if (disabled?.() !== undefined) return undefined;
  const now = clock.now();
  return nextRun(schedule(), {
    lastRun: row && new Date(row.lastRunAt),
    lastFailed: row !== undefined && row.error !== null,
    since: since ?? now,
    now,
    timeZone,
  });
}
