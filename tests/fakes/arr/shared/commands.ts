import * as z from "zod";
import type { Clock } from "./clock.ts";
import { bodyAs, failed, missing } from "./errors.ts";
import { json, type Routes } from "./http.ts";
import type { Fields } from "./types.ts";

type Status = "queued" | "started" | "completed" | "failed" | "aborted" | "cancelled" | "orphaned";

interface Command {
  id: number;
  name: string;
  body: Fields;
  status: Status;
  result: "unknown" | "successful" | "unsuccessful";
  message?: string;
  exception?: string;
  queuedAt: number;
  startedAt?: number;
  endedAt?: number;
}

/**
 * Implementation of a command. A thrown error becomes the `exception` of the command. The result of the command is
 * "unsuccessful" only if the function returns this.
 */
export type Execute = (body: Fields) => Promise<void | "unsuccessful">;

export interface Commands {
  push(name: string, body?: Fields): Command;
  /** Orphans running commands, as a restart of the manager does. */
  orphan(): void;
  routes: Routes;
}

const DAY_MS = 86_400_000;

/** Commands of one manager. */
interface CommandState {
  clock: Clock;
  /** Implementations by class name without `Command`. */
  known: Record<string, Execute>;
  takesMs: number;
  commands: Command[];
  lastId: number;
  running: Command | undefined;
}

/** Runs commands sequentially, each for `takesMs`. */
export function commandsOf(options: Pick<CommandState, "clock" | "known" | "takesMs">): Commands {
  const state: CommandState = { ...options, commands: [], lastId: 0, running: undefined };
  return {
    push: (name, body = {}) => push(state, name, body),
    orphan: () => orphan(state),
    routes: {
      "GET /command": () => json(current(state).map(resource)),
      "GET /command/:id": ({ params }) => json(resource(one(state, params.id))),
      "POST /command": ({ body }) => json(resource(pushAsked(state, body)), 201),
      "DELETE /command/:id": ({ params }) => {
        const command = one(state, params.id);
        if (command.status !== "queued") throw failed(409, "Unable to cancel task");
        command.status = "cancelled";
        command.endedAt = state.clock.now();
        return json({});
      },
    },
  };
}

/** Starts the next command if none is running. */
function startNext(state: CommandState): void {
  const { clock, takesMs } = state;
  const next = state.commands.find(({ status }) => status === "queued");
  if (state.running !== undefined || next === undefined) return;
  state.running = next;
  next.status = "started";
  next.startedAt = clock.now();
  clock.after(takesMs, async () => {
    if (next.status === "started") await run(state, next);
    if (state.running === next) state.running = undefined;
    startNext(state);
  });
}

async function run({ clock, known }: CommandState, command: Command): Promise<void> {
  try {
    const result = await known[command.name]?.(command.body);
    command.status = "completed";
    command.result = result ?? "successful";
    command.message = "Completed";
  } catch (error) {
    command.status = "failed";
    command.result = "unsuccessful";
    command.message = "Failed";
    command.exception = String(error);
  }
  command.endedAt = clock.now();
}

/** Queues a command. If a command with the same body is waiting or running, returns it instead. */
function push(state: CommandState, name: string, body: Fields): Command {
  const { clock, commands } = state;
  const equal = (one: Command) =>
    one.name === name && ["queued", "started"].includes(one.status) &&
    JSON.stringify(one.body) === JSON.stringify(body);
  const same = commands.find(equal);
  if (same !== undefined) return same;
  const command: Command = {
    id: ++state.lastId,
    name,
    body,
    status: "queued",
    result: "unknown",
    queuedAt: clock.now(),
  };
  commands.push(command);
  clock.after(0, () => startNext(state));
  return command;
}

function pushAsked(state: CommandState, asked: unknown): Command {
  const { name, ...body } = bodyAs(z.looseObject({ name: z.string() }), asked);
  const full = Object.keys(state.known).find((key) => key.toLowerCase() === name.toLowerCase());
  if (full === undefined) {
    throw failed(500, "Sequence contains no matching element", "System.InvalidOperationException");
  }
  return push(state, full, body);
}

function orphan(state: CommandState): void {
  for (const command of state.commands.filter(({ status }) => status === "started")) {
    command.status = "orphaned";
    command.endedAt = state.clock.now();
  }
  state.running = undefined;
  startNext(state);
}

/** Returns commands that are waiting, are running, or ended within the last day. */
function current(state: CommandState): Command[] {
  const from = state.clock.now() - DAY_MS;
  state.commands = state.commands.filter(({ endedAt }) => endedAt === undefined || endedAt > from);
  return state.commands;
}

function one(state: CommandState, id: string | undefined): Command {
  const found = current(state).find((command) => String(command.id) === id);
  if (found === undefined) throw missing("CommandModel", id ?? "");
  return found;
}

const iso = (at: number | undefined) => at === undefined ? undefined : new Date(at).toISOString();

function resource(
  { id, name, body, status, result, message, exception, queuedAt, startedAt, endedAt }: Command,
): Fields {
  return {
    id,
    name,
    commandName: name.replace(/(?<=[a-z])(?=[A-Z])/g, " "),
    message,
    body: { ...body, name, sendUpdatesToClient: true, updateScheduledTask: true, trigger: "manual" },
    priority: "normal",
    status,
    result,
    queued: iso(queuedAt),
    started: iso(startedAt),
    ended: iso(endedAt),
    duration: startedAt !== undefined && endedAt !== undefined ? span(endedAt - startedAt) : undefined,
    exception,
    trigger: "manual",
    stateChangeTime: iso(endedAt ?? startedAt ?? queuedAt),
    sendUpdatesToClient: true,
    updateScheduledTask: true,
  };
}

/** Formats a duration as a .NET time span, such as `00:12:30`. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const parts = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  const days = Math.floor(seconds / 86400);
  return `${days > 0 ? `${days}.` : ""}${parts.map((part) => String(part).padStart(2, "0")).join(":")}`;
}
