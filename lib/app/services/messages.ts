import { isDeepStrictEqual } from "node:util";
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
import type { Target } from "../../platform/notifications/message.ts";
import { createNotify, type Notify } from "../../platform/notifications/service.ts";
import type { StoredSettings } from "../../platform/settings/store.ts";
import type { InstanceBusEvents } from "../instance_events.ts";

/** What tells people of what happened. */
export interface MessageServices {
  events: EventLog;
  notify: Notify;
  /** Targets of the settings as they are that could not be told the last time, by id. */
  failedTargets: ReadonlyMap<string, FailedTarget>;
}

/** A target that could not be told, as it was then. */
export interface FailedTarget {
  name: string;
  detail: string;
  target: Target;
}

/** What the events list and notifications are built from. */
export interface MessageDeps {
  settings: Pick<StoredSettings, "current" | "onChange" | "secrets">;
  store: Store;
  http: Pick<HttpClient, "send">;
  programSearch: Pick<ToolSearch, "judge">;
  bus: Bus<InstanceBusEvents>;
  clock: Clock;
  log: Log;
}

/** Builds the list of events and the notifications. */
export function createMessageServices(deps: MessageDeps): MessageServices {
  const { settings, store, http, programSearch, bus, clock, log } = deps;
  const redact = currentRedactor(settings.secrets);
  const events = createEventLog({ repository: eventRepository(store), bus, clock, log, redact });
  const failedTargets = new Map<string, FailedTarget>();
  const storedAs = (id: string) => settings.current().notifications.targets.find((one) => one.id === id && one.enabled);
  settings.onChange(() => {
    for (const [id, { target }] of failedTargets) if (!isSame(storedAs(id), target)) failedTargets.delete(id);
  });
  const notify = createNotify({
    settings,
    http,
    clock,
    version: VERSION,
    judgeScript: programSearch.judge,
    onOutcome: (target, message, outcome) => {
      const { id, name } = target;
      if (outcome.ok) return void failedTargets.delete(id);
      // It may have been changed while it was waited for.
      if (isSame(storedAs(id), target)) failedTargets.set(id, { name, detail: outcome.detail, target });
      events.record({
        level: "warning",
        source: "notify",
        message: `${name} was not told: ${message.title}`,
        details: outcome.detail,
      });
    },
  });
  const test: Notify["test"] = async (target) => {
    const outcome = await notify.test(target);
    // What is entered and not saved may be tried too: that says nothing of what is saved.
    if (outcome.ok && isSame(failedTargets.get(target.id)?.target, target, WHERE)) failedTargets.delete(target.id);
    return outcome;
  };
  return { events, notify: { ...notify, test }, failedTargets };
}

/** What a test is sent to. */
const WHERE = ["kind", "url", "token", "target", "path"] as const satisfies (keyof Target)[];

/** Whether two targets are set alike; in the named settings, or in all. */
const isSame = (one: Target | undefined, other: Target, keys?: readonly (keyof Target)[]): boolean =>
  one !== undefined && isDeepStrictEqual(picked(one, keys), picked(other, keys));

const picked = (target: Target, keys = Object.keys(target) as readonly (keyof Target)[]) =>
  keys.map((key) => [key, target[key]]);
