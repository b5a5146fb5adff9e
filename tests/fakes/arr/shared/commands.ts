import { z } from "zod";
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

/** What a command does. What it throws becomes its `exception`; only "unsuccessful" makes it that. */
export type Execute = (body: Fields) => Promise<void | "unsuccessful">;

export interface Commands {
  push(name: string, body?: Fields): Command;
  /** What was started is orphaned, as after a restart of the manager. */
  orphan(): void;
  routes: Routes;
}

const DAY_MS = 86_400_000;

/** Commands that run one after another, each for `takesMs`. `known` is keyed by class name without `Command`. */
export function commandsOf(
  { clock, known, takesMs }: { clock: Clock; known: Record<string, Execute>; takesMs: number },
): Commands {
  let commands: Command[] = [];
  let last = 0;
  let running: Command | undefined;

  function pump(): void {
    const next = commands.find(({ status }) => status === "queued");
    if (running !== undefined || next === undefined) return;
    running = next;
    next.status = "started";
    next.startedAt = clock.now();
    clock.after(takesMs, async () => {
      if (next.status === "started") await run(next);
      if (running === next) running = undefined;
      pump();
    });
  }

  async function run(command: Command): Promise<void> {
    try {
      const said = await known[command.name]?.(command.body);
      command.status = "completed";
      command.result = said ?? "successful";
      command.message = "Completed";
    } catch (error) {
      command.status = "failed";
      command.result = "unsuccessful";
      command.message = "Failed";
      command.exception = String(error);
    }
    command.endedAt = clock.now();
  }

  function push(name: string, body: Fields = {}): Command {
    const equal = (one: Command) =>
      one.name === name && ["queued", "started"].includes(one.status) &&
      JSON.stringify(one.body) === JSON.stringify(body);
    const same = commands.find(equal);
    if (same !== undefined) return same;
    const command: Command = { id: ++last, name, body, status: "queued", result: "unknown", queuedAt: clock.now() };
    commands.push(command);
    clock.after(0, pump);
    return command;
  }

  function current(): Command[] {
    commands = commands.filter(({ endedAt }) => endedAt === undefined || endedAt > clock.now() - DAY_MS);
    return commands;
  }

  function one(id: string | undefined): Command {
    const found = current().find((command) => String(command.id) === id);
    if (found === undefined) throw missing("CommandModel", id ?? "");
    return found;
  }

  return {
    push,
    orphan() {
      for (const command of commands.filter(({ status }) => status === "started")) {
        command.status = "orphaned";
        command.endedAt = clock.now();
      }
      running = undefined;
      pump();
    },
    routes: {
      "GET /command": () => json(current().map(resource)),
      "GET /command/:id": ({ params }) => json(resource(one(params.id))),
      "POST /command": ({ body }) => {
        const { name, ...rest } = bodyAs(z.looseObject({ name: z.string() }), body);
        const full = Object.keys(known).find((key) => key.toLowerCase() === name.toLowerCase());
        if (full === undefined) {
          throw failed(500, "Sequence contains no matching element", "System.InvalidOperationException");
        }
        return json(resource(push(full, rest)), 201);
      },
      "DELETE /command/:id": ({ params }) => {
        const command = one(params.id);
        if (command.status !== "queued") throw failed(409, "Unable to cancel task");
        command.status = "cancelled";
        command.endedAt = clock.now();
        return json({});
      },
    },
  };
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

/** `00:12:30`, as .NET writes a time span. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const parts = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  const days = Math.floor(seconds / 86400);
  return `${days > 0 ? `${days}.` : ""}${parts.map((part) => String(part).padStart(2, "0")).join(":")}`;
}
