import type { Log } from "../../kit/log.ts";
import { withTimeout } from "../../kit/async.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import type { PlatformBusEvents } from "../events/bus_events.ts";
import type { HealthCheck } from "../model.ts";
import { checksOf, type Finding, type HealthProbe } from "./probe.ts";

/** How the instance is. */
export interface Health {
  /** The newest result; looks when there is none yet. */
  current(): Promise<HealthCheck[]>;
  /** The newest result, if there is one yet. */
  known(): HealthCheck[] | undefined;
  /** Looks now. Looks that are asked for at once are one. */
  look(): Promise<HealthCheck[]>;
}

/** `probes` are the checks to run; tests give a short `timeoutMs`. */
export interface HealthOptions {
  probes: HealthProbe[];
  bus: Pick<Bus<PlatformBusEvents>, "publish">;
  clock: Clock;
  log: Log;
  /** A probe that takes longer, on a share that hangs for one, is a finding itself. */
  timeoutMs?: number;
}

/** Runs all probes side by side; one that fails or hangs becomes a finding and does not stop the others. */
export function createHealth({ probes, bus, clock, log, timeoutMs = 20_000 }: HealthOptions): Health {
  const firstSeen = new Map<string, string>();
  let newest: HealthCheck[] | undefined;
  let looking: Promise<HealthCheck[]> | undefined;

  async function findings(probe: HealthProbe): Promise<Finding[]> {
    try {
      return await withTimeout(timeoutMs, probe.look()) ?? [hangs(probe)];
    } catch (error) {
      log("error", "A health check failed.", { source: probe.source, error });
      return [{
        id: `check ${probe.source}`,
        type: "warning",
        code: "check_failed",
        message: `The check of ${probe.source} itself failed; the log says why.`,
        link: "/system/logs",
      }];
    }
  }

  async function look(): Promise<HealthCheck[]> {
    const now = clock.now().toISOString();
    const all = await Promise.all(probes.map(async (probe) => ({ probe, found: await findings(probe) })));
    const ids = new Set(all.flatMap(({ found }) => found.map(({ id }) => id)));
    for (const id of firstSeen.keys()) if (!ids.has(id)) firstSeen.delete(id);
    for (const id of ids) if (!firstSeen.has(id)) firstSeen.set(id, now);
    const checks = all.flatMap(({ probe, found }) => checksOf(probe, found, (id) => firstSeen.get(id) ?? now));
    checks.sort((a, b) => ORDER[a.type] - ORDER[b.type]);
    if (JSON.stringify(checks) !== JSON.stringify(newest)) bus.publish("health", { checks });
    newest = checks;
    return checks;
  }
  const lookOnce = (): Promise<HealthCheck[]> => looking ??= look().finally(() => looking = undefined);

  return { known: () => newest, current: async () => newest ?? await lookOnce(), look: lookOnce };
}

const ORDER = { error: 0, warning: 1, ok: 2 };

const hangs = ({ source }: HealthProbe): Finding => ({
  id: `check ${source}`,
  type: "warning",
  code: "check_hangs",
  message: `The check of ${source} does not come back: a network share or a program may hang.`,
  link: "/system",
});
