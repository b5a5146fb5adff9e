import { isDeepStrictEqual } from "node:util";
import { eventRepository } from "../../db/platform/events.ts";
import { VERSION } from "../kit/version.ts";
import type { ProgramJudge } from "./settings/program_rules.ts";
import { createEventLog, type EventLog } from "./events/event_log.ts";
import type { Core } from "./core.ts";
import type { HttpClient } from "./http_client/model.ts";
import { currentRedactor } from "./logs/log_setup.ts";
import type { Target } from "./notifications/message.ts";
import { createNotify, type Notify } from "./notifications/service.ts";
import type { StoredSettings } from "./settings/store.ts";
import type { PlatformBusEvents } from "./events/bus_events.ts";

/** The events list and the notifications. */
export interface MessageServices {
  events: EventLog;
  notify: Notify;
  /** Notification targets whose last delivery failed, by ID. A target is removed when it is changed. */
  failedTargets: ReadonlyMap<string, FailedTarget>;
}

/** A target whose last delivery failed, and its settings at the time of this delivery. */
export interface FailedTarget {
  name: string;
  detail: string;
  target: Target;
}

/** Services that events and notifications need. `judgeScript` returns the reason why a script may not be run. */
export interface MessageDeps extends Pick<Core<PlatformBusEvents>, "store" | "bus" | "clock" | "log"> {
  settings: Pick<StoredSettings, "current" | "onChange" | "secrets">;
  http: Pick<HttpClient, "send">;
  judgeScript?: ProgramJudge;
}

/** Creates the events list and the notifications. */
export function createMessageServices(deps: MessageDeps): MessageServices {
  const { settings, store, http, judgeScript, bus, clock, log } = deps;
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
    judgeScript,
    onOutcome: (target, message, outcome) => {
      const { id, name } = target;
      if (outcome.ok) return void failedTargets.delete(id);
      // The target may have been changed during the delivery.
      if (isSame(storedAs(id), target)) failedTargets.set(id, { name, detail: outcome.detail, target });
      events.record({
        level: "warning",
        source: "notify",
        message: `The notification "${message.title}" could not be delivered to ${name}.`,
        details: outcome.detail,
      });
    },
  });
  const test: Notify["test"] = async (target) => {
    const outcome = await notify.test(target);
    // A successful test of unsaved settings does not clear the failure of the saved target.
    if (outcome.ok && isSame(failedTargets.get(target.id)?.target, target, WHERE)) failedTargets.delete(target.id);
    return outcome;
  };
  return { events, notify: { ...notify, test }, failedTargets };
}

/** Fields that determine where a test is sent. */
const WHERE = ["kind", "url", "token", "target", "path"] as const satisfies (keyof Target)[];

/** True if two targets are equal in the fields `keys`, or in all fields if `keys` is absent. */
const isSame = (one: Target | undefined, other: Target, keys?: readonly (keyof Target)[]): boolean =>
  one !== undefined && isDeepStrictEqual(picked(one, keys), picked(other, keys));

const picked = (target: Target, keys = Object.keys(target) as readonly (keyof Target)[]) =>
  keys.map((key) => [key, target[key]]);
