import type { Log } from "../../kit/log.ts";
import { withTimeout } from "../../kit/async.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import type { PlatformBusEvents } from "../events/bus_events.ts";
import type { HealthCheck } from "../model.ts";
import { Fault } from "../../kit/fault.ts";
import { createDismissals, type StoredValues } from "./dismissals.ts";
import { checksOf, type Finding, type HealthProbe } from "./probe.ts";

/** Runs the health checks and keeps their latest results. */
export interface Health {
  /** Returns the latest results. If there are none yet, runs the checks. */
  current(): Promise<HealthCheck[]>;
  /** Returns the latest results. Undefined before the first run. */
  known(): HealthCheck[] | undefined;
  /** Runs the checks. Concurrent calls share one run. */
  check(): Promise<HealthCheck[]>;
  /** Dismisses a finding, or restores it. Throws `not_found`. */
  dismiss(id: string, dismissed: boolean): Promise<HealthCheck[]>;
}

/** Options of the health checks. `probes` are the checks to run. Tests use a shorter `timeoutMs`. */
export interface HealthOptions {
  probes: HealthProbe[];
  /** Stores the dismissed findings. */
  keyValues: StoredValues;
  bus: Pick<Bus<PlatformBusEvents>, "publish">;
  clock: Clock;
  log: Log;
  /** Timeout in milliseconds. A check that takes longer, for example because a share hangs, becomes a finding. */
  timeoutMs?: number;
}

/**
 * Creates the health service. Checks run at the same time. A check that fails or hangs becomes a finding, and the
 * others continue.
 */
export function createHealth({ probes, keyValues, bus, clock, log, timeoutMs = 20_000 }: HealthOptions): Health {
  const dismissals = createDismissals(keyValues);
  const firstSeen = new Map<string, string>();
  let newest: HealthCheck[] | undefined;
  let pending: Promise<HealthCheck[]> | undefined;

  async function findings(probe: HealthProbe): Promise<Finding[]> {
    try {
      return await withTimeout(timeoutMs, probe.check()) ?? [hangs(probe)];
    } catch (error) {
      log("error", "A health check failed.", { source: probe.source, error });
      return [{
        id: `check ${probe.source}`,
        type: "warning",
        code: "check_failed",
        message: `The ${probe.source} health check could not be run. See the log for the reason.`,
        link: "/system/logs",
      }];
    }
  }

  async function checkAll(): Promise<HealthCheck[]> {
    const now = clock.now().toISOString();
    const all = await Promise.all(probes.map(async (probe) => ({ probe, found: await findings(probe) })));
    const ids = new Set(all.flatMap(({ found }) => found.map(({ id }) => id)));
    for (const id of firstSeen.keys()) if (!ids.has(id)) firstSeen.delete(id);
    for (const id of ids) if (!firstSeen.has(id)) firstSeen.set(id, now);
    const checks = all.flatMap(({ probe, found }) => checksOf(probe, found, (id) => firstSeen.get(id) ?? now));
    checks.sort((a, b) => ORDER[a.type] - ORDER[b.type]);
    return keep(await dismissals.mark(checks));
  }

  function keep(checks: HealthCheck[]): HealthCheck[] {
    if (JSON.stringify(checks) !== JSON.stringify(newest)) bus.publish("health", { checks });
    newest = checks;
    return checks;
  }

  async function dismiss(id: string, dismissed: boolean): Promise<HealthCheck[]> {
    const checks = newest ?? await checkOnce();
    const check = checks.find((one) => one.id === id && one.type !== "ok");
    if (check === undefined) throw new Fault("not_found", "This problem no longer exists.");
    await dismissals.set(check, dismissed);
    return keep(await dismissals.mark(checks));
  }

  const checkOnce = (): Promise<HealthCheck[]> => pending ??= checkAll().finally(() => pending = undefined);

  return { known: () => newest, current: async () => newest ?? await checkOnce(), check: checkOnce, dismiss };
}

const ORDER = { error: 0, warning: 1, ok: 2 };

const hangs = ({ source }: HealthProbe): Finding => ({
  id: `check ${source}`,
  type: "warning",
  code: "check_hangs",
  message: `The ${source} health check has not finished. A network share or a program may not be responding.`,
  link: "/system",
});
