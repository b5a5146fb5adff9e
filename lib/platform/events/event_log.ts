import type { EventRepository } from "../../../db/platform/events.ts";
import type { NewEventRow } from "../../../db/schema/platform.ts";
import type { Log } from "../../kit/log.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import type { PlatformBusEvents } from "./bus_events.ts";
import { logText, type Redact } from "../logs/log_line.ts";
import type { EventQuery, InstanceEvent } from "../model.ts";

/** Event as passed by the caller. Time and ID are added. */
export interface NewEvent extends Pick<NewEventRow, "level" | "source" | "message"> {
  details?: string;
  ref?: { kind: string; id: string };
}

/** Important events for the user, without the details of the log. */
export interface EventLog {
  /** Records an event. Returns immediately. An event that cannot be stored is written to the log. */
  record(event: NewEvent): void;
  list(query: EventQuery): Promise<{ items: InstanceEvent[]; total: number; nextCursor?: string }>;
  /** Clears the list and records this as a new event. */
  clear(): Promise<void>;
  /** Resolves when all events recorded so far have been stored. */
  settled(): Promise<void>;
}

/** Outputs of the event log: the table, the bus for open pages, and the log for failures. */
export interface EventLogOptions {
  repository: EventRepository;
  bus: Pick<Bus<PlatformBusEvents>, "publish">;
  clock: Clock;
  log: Log;
  /** Returns a function that redacts the current secrets. */
  redact: () => Redact;
}

/**
 * Creates an event log that stores events in the order of the calls. `record` returns immediately, and a failure to
 * store is only logged.
 */
export function createEventLog({ repository, bus, clock, log, redact }: EventLogOptions): EventLog {
  let turn: Promise<unknown> = Promise.resolve();

  function record({ level, source, message, details, ref }: NewEvent): void {
    const clean = redact();
    const row: NewEventRow = {
      time: clock.now().getTime(),
      level,
      source,
      message: logText(message, {}, clean).slice(0, 1000),
      details: details === undefined ? null : clean(details.toWellFormed()).slice(0, 4000),
      refKind: ref?.kind ?? null,
      refId: ref?.id ?? null,
    };
    turn = turn.then(async () => {
      try {
        bus.publish("event", { event: await repository.add(row) });
      } catch (error) {
        log("warn", "An event could not be stored.", { event: row.message, error: String(error) });
      }
    });
  }

  return {
    record,
    async list(query) {
      await turn;
      const { items, total } = await repository.list(query);
      const last = items.at(-1);
      const more = items.length === query.limit && last !== undefined && last.id > 1;
      return { items, total, ...(more ? { nextCursor: String(last.id) } : {}) };
    },
    async clear() {
      await turn;
      await repository.clear();
      record({ level: "info", source: "system", message: "The event list was cleared." });
      await turn;
    },
    settled: async () => void await turn,
  };
}
