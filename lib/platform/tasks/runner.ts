import type { TaskRunRow } from "../../../db/schema/platform.ts";
import type { TaskRunRepository } from "../../../db/platform/task_runs.ts";
import type { Log } from "../../kit/log.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { remembered } from "../../kit/lazy.ts";
import type { PlatformBusEvents } from "../events/bus_events.ts";
import type { Task } from "../model.ts";
import { intervalSeconds, nextRun, type Schedule } from "./schedule.ts";

/** One row of the table of tasks. */
export interface TaskDefinition {
  id: string;
  name: string;
  /** Asked each time: settings may change it. */
  schedule: () => Schedule;
  /** Why the task does not run by itself, in a sentence; undefined when it does. */
  disabled?: () => string | undefined;
  /** Answers what came of it in one line. */
  run: (signal: AbortSignal) => Promise<string>;
}

/** What happens by itself. */
export interface Tasks {
  list(): Promise<Task[]>;
  /** Starts a task now and answers it running. Throws `not_found`, and `conflict` when it runs already. */
  runNow(id: string): Promise<Task>;
  /** Looks for what is due; called by the timer, and by tests. Resolves when what it started has ended. */
  tick(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export interface TasksOptions {
  definitions: TaskDefinition[];
  repository: TaskRunRepository;
  bus: Pick<Bus<PlatformBusEvents>, "publish">;
  clock: Clock;
  log: Log;
  timeZone?: string;
}

/** The longest sleep between two looks: a machine that was asleep, or a clock that jumped, is noticed by then. */
const LONGEST_SLEEP_MS = 20_000;

const NEVER_RUN = { durationMs: 0, result: null, error: null };

export function createTasks({ definitions, repository, bus, clock, log, timeZone }: TasksOptions): Tasks {
  const running = new Map<string, { since: number; work: Promise<void> }>();
  const ending = new AbortController();
  const since = clock.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer looks again, by the clock of `now()`. */
  let nextLookAt: number | undefined;
  const { get: runs } = remembered(async () => new Map((await repository.all()).map((row) => [row.id, row])));

  const dueAt = (definition: TaskDefinition, row: TaskRunRow | undefined): Date | undefined =>
    definition.disabled?.() !== undefined ? undefined : nextRun(definition.schedule(), {
      lastRun: row && new Date(row.lastRunAt),
      since,
      now: clock.now(),
      timeZone,
    });

  /** When it starts the next time: what is due already starts with the next look, and what runs now counts as run. */
  function startsAt(definition: TaskDefinition, row: TaskRunRow | undefined): Date | undefined {
    const begun = running.get(definition.id)?.since;
    const due = dueAt(
      definition,
      begun === undefined ? row : { ...NEVER_RUN, ...row, id: definition.id, lastRunAt: begun },
    );
    // A clock that was set back does not put it off.
    const now = clock.now().getTime();
    const look = Math.min(nextLookAt ?? now, now + LONGEST_SLEEP_MS);
    return due && new Date(Math.max(due.getTime(), look, now));
  }

  async function view(definition: TaskDefinition): Promise<Task> {
    const row = (await runs()).get(definition.id);
    const because = definition.disabled?.();
    const next = startsAt(definition, row);
    return {
      id: definition.id,
      name: definition.name,
      intervalSeconds: intervalSeconds(definition.schedule()),
      enabled: because === undefined,
      ...(because === undefined ? {} : { disabledBecause: because }),
      ...(row === undefined ? {} : {
        lastRun: new Date(row.lastRunAt).toISOString(),
        lastDurationMs: row.durationMs,
        ...(row.result === null ? {} : { lastResult: row.result }),
        ...(row.error === null ? {} : { lastError: row.error }),
      }),
      running: running.has(definition.id),
      ...(next === undefined ? {} : { nextRun: next.toISOString() }),
    };
  }

  /** Begins a task at once; resolves when it has ended. One failing task never stops another. */
  function begin(definition: TaskDefinition): Promise<void> {
    const { id, name } = definition;
    const work = (async () => {
      const at = clock.now().getTime();
      const started = clock.monotonicMs();
      const outcome = await (async () => await definition.run(ending.signal))().then(
        (result) => ({ result: result.slice(0, 500), error: null }),
        (error) => {
          log("warn", `The task "${name}" failed.`, { error });
          return { result: null, error: (error instanceof Error ? error.message : String(error)).slice(0, 500) };
        },
      );
      const row = { id, lastRunAt: at, durationMs: Math.round(clock.monotonicMs() - started), ...outcome };
      try {
        (await runs()).set(id, row);
        await repository.set(row);
      } catch (error) {
        log("warn", "A task's run could not be stored.", { error });
      }
      running.delete(id);
      if (ending.signal.aborted) return;
      await view(definition).then(
        (task) => bus.publish("task", { task }),
        (error) => log("warn", "A task's run could not be announced.", { error }),
      );
    })();
    running.set(id, { since: clock.now().getTime(), work });
    return work;
  }

  async function tick(): Promise<void> {
    const rows = await runs();
    const now = clock.now().getTime();
    // Runs in the future are from before the clock was set back: from here on they count as now.
    for (const row of rows.values()) row.lastRunAt = Math.min(row.lastRunAt, now);
    const due = definitions.filter((definition) => {
      const at = dueAt(definition, rows.get(definition.id));
      return !running.has(definition.id) && at !== undefined && at.getTime() <= now;
    });
    await Promise.all(due.map(begin));
  }

  const loop = (): void => {
    tick().catch((error) => log("error", "The tasks could not be looked at.", { error }));
    nextLookAt = clock.now().getTime() + LONGEST_SLEEP_MS;
    timer = setTimeout(loop, LONGEST_SLEEP_MS);
  };

  return {
    list: () => Promise.all(definitions.map(view)),
    async runNow(id) {
      const definition = definitions.find((one) => one.id === id);
      if (definition === undefined) throw new Fault("not_found", `There is no task ${id}.`);
      if (running.has(id)) throw new Fault("conflict", `The task "${definition.name}" is running already.`);
      await runs();
      // Somebody else may have been faster.
      if (running.has(id)) throw new Fault("conflict", `The task "${definition.name}" is running already.`);
      const work = begin(definition);
      const task = await view(definition);
      bus.publish("task", { task });
      void work;
      return task;
    },
    tick,
    start: loop,
    async stop() {
      clearTimeout(timer);
      ending.abort(new Fault("shutting_down", "Lathe is going down."));
      await Promise.allSettled(running.values().map(({ work }) => work));
    },
  };
}
