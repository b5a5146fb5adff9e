import { eventRepository } from "../../../db/platform/events.ts";
import type { Store } from "../../../db/store.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Log } from "../../kit/log.ts";
import { VERSION } from "../../kit/version.ts";
import type { ToolSearch } from "../../media/tools/tools.ts";
import { createEventLog, type EventLog } from "../../platform/events/event_log.ts";
import type { HttpClient } from "../../platform/http_client/model.ts";
import { currentRedactor } from "../../platform/logs/log_setup.ts";
import { createNotify, type Notify } from "../../platform/notifications/service.ts";
import type { StoredSettings } from "../../platform/settings/store.ts";
import type { InstanceBusEvents } from "../instance_events.ts";

/** What tells people of what happened. */
export interface MessageServices {
  events: EventLog;
  notify: Notify;
  /** Targets that could not be told the last time, by id. */
  failedTargets: Map<string, { name: string; detail: string }>;
}

/** What the events list and notifications are built from. */
export interface MessageDeps {
  settings: StoredSettings;
  store: Store;
  http: HttpClient;
  programSearch: ToolSearch;
  bus: Bus<InstanceBusEvents>;
  clock: Clock;
  log: Log;
}

/** Builds the list of events and the notifications. */
export function createMessageServices(deps: MessageDeps): MessageServices {
  const { settings, store, http, programSearch, bus, clock, log } = deps;
  const redact = currentRedactor(settings.secrets);
  const events = createEventLog({ repository: eventRepository(store), bus, clock, log, redact });
  const failedTargets: MessageServices["failedTargets"] = new Map();
  const notify = createNotify({
    settings,
    http,
    clock,
    version: VERSION,
    judgeScript: programSearch.judge,
    onOutcome: ({ id, name }, message, outcome) => {
      if (outcome.ok) return void failedTargets.delete(id);
      failedTargets.set(id, { name, detail: outcome.detail });
      events.record({
        level: "warning",
        source: "notify",
        message: `${name} was not told: ${message.title}`,
        details: outcome.detail,
      });
    },
  });
  return { events, notify, failedTargets };
}
