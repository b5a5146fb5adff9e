import type { RipChange } from "../../../db/discs/rips.ts";
import type { RipRow } from "../../../db/schema/discs.ts";
import { Fault } from "../../kit/fault.ts";
import type { RipsState, Working } from "./deps.ts";
import { ENDED_STATES, WORKING_STATES } from "../rip_states.ts";
import { toRip } from "./rip_view.ts";

/** Reads, changes and publishes rips. All changes of rips are made here. */

/** Returns a rip. Throws `not_found`. */
export async function existingRip({ repository }: Pick<RipsState, "repository">, id: string): Promise<RipRow> {
  const row = await repository.get(id);
  if (row === undefined) throw new Fault("not_found", "There is no such rip; it may have been removed.");
  return row;
}

/**
 * Applies a change and publishes the rip. Undefined if the rip no longer exists or its state does not allow the event.
 */
export async function changeRip(state: RipsState, id: string, change: RipChange): Promise<RipRow | undefined> {
  const row = await state.repository.change(id, change);
  if (row === undefined) return undefined;
  announceRip(state, row);
  const ended = change.event !== undefined && ENDED_STATES.some((one) => one === row.status);
  if (ended) state.bus.publish("rip-ended", { rip: toRip(row, { log: [] }) });
  const working = state.working.get(id);
  if (working !== undefined) {
    working.changed.resolve();
    working.changed = Promise.withResolvers();
  }
  return row;
}

/**
 * Same as `changeRip`, but throws `not_found`, or `bad_state` with the current state if it does not allow the event.
 */
export async function requireChange(state: RipsState, id: string, change: RipChange): Promise<RipRow> {
  const row = await changeRip(state, id, change);
  if (row !== undefined) return row;
  const { status } = await existingRip(state, id);
  throw new Fault("bad_state", `This disc is ${status}, so this is not possible now.`);
}

/** Publishes the current state of a rip. */
export function announceRip({ bus, working }: Pick<RipsState, "bus" | "working">, row: RipRow): void {
  bus.publish("rip", { rip: toRip(row, { log: [], progress: working.get(row.id)?.progress }) });
}

/** Appends lines to the log of a rip. An error while writing the log does not stop the rip. */
export async function logRip({ repository, log }: RipsState, id: string, ...lines: string[]): Promise<void> {
  try {
    // Programs, file names and discs may contain control characters that a terminal would interpret, so these are
    // removed.
    await repository.log(id, lines.map((line) => line.replace(/\p{Cc}+/gu, " ").slice(0, 4000)));
  } catch (error) {
    log("warn", "The log of a rip could not be written.", { error: String(error) });
  }
}

/** Buffers log lines, because programs print lines faster than they can be written individually. */
export function logBuffer(state: RipsState, id: string): { add(line: string): void; flush(): Promise<void> } {
  let waiting: string[] = [];
  let writing = Promise.resolve();
  const flush = (): Promise<void> => {
    const lines = waiting;
    waiting = [];
    if (lines.length > 0) writing = writing.then(() => logRip(state, id, ...lines));
    return writing;
  };
  return {
    add(line) {
      waiting.push(line);
      if (waiting.length >= 50) void flush();
    },
    flush,
  };
}

/** Waits for the final steps of a task whose result is already visible. Throws `not_found`. */
export async function settleRip(state: RipsState, id: string): Promise<RipRow> {
  for (;;) {
    const row = await existingRip(state, id);
    const working = state.working.get(id);
    if (working === undefined || WORKING_STATES.some((one) => one === row.status)) return row;
    await Promise.race([working.done, working.changed.promise]);
  }
}

/**
 * Changes a rip and continues working on it in the background. Returns the changed rip. Throws `not_found`, or
 * `bad_state` if the rip is already being processed or its state does not allow the event.
 */
export async function beginWork(
  state: RipsState,
  id: string,
  change: RipChange,
  work: (row: RipRow, working: Working) => Promise<void>,
): Promise<RipRow> {
  const { status } = await settleRip(state, id);
  if (state.working.has(id)) throw new Fault("bad_state", `This disc is ${status}, so this is not possible now.`);
  const begun = Promise.withResolvers<RipRow>();
  workOn(state, id, async (working) => {
    const row = await requireChange(state, id, change).catch(begun.reject);
    if (row === undefined) return;
    begun.resolve(row);
    await work(row, working);
  });
  return await begun.promise;
}

/** Processes a rip in the background. Must not be called for a rip that is already being processed. */
export function workOn(state: RipsState, id: string, work: (working: Working) => Promise<void>): void {
  const controller = new AbortController();
  const abort = () => controller.abort();
  state.ending.signal.addEventListener("abort", abort);
  const working: Working = { controller, done: Promise.resolve(), changed: Promise.withResolvers() };
  state.working.set(id, working);
  publishWorkingCount(state);
  working.done = work(working)
    .catch((error) => state.log("error", "A rip ended with an internal error.", { rip: id, error: String(error) }))
    .finally(() => {
      state.working.delete(id);
      publishWorkingCount(state);
      state.ending.signal.removeEventListener("abort", abort);
    });
}

const publishWorkingCount = ({ bus, working }: RipsState): void => bus.publish("rips-working", { count: working.size });
