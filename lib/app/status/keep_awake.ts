import type { Bus } from "../../kit/bus.ts";
import { count } from "../../kit/format.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { InstanceBusEvents } from "../instance_events.ts";
import type { SleepInhibitor } from "../../jobs/power/sleep_inhibitor.ts";

/** Sources of events that indicate work, and the service that keeps the machine awake. */
export interface KeepAwakeOptions {
  bus: Pick<Bus<InstanceBusEvents>, "on">;
  settings: Pick<SettingsService, "current">;
  sleep: Pick<SleepInhibitor, "keep">;
}

/**
 * Keeps the machine awake while encodes run or discs are read, if enabled in the settings. Returns a function that
 * stops this.
 */
export function keepAwake({ bus, settings, sleep }: KeepAwakeOptions): () => void {
  const work = { encodes: 0, discs: 0 };
  const apply = (): void => {
    const reasons = [
      ...(work.encodes > 0 ? [`${count(work.encodes, "encode")} running`] : []),
      ...(work.discs > 0 ? [`${count(work.discs, "disc")} in progress`] : []),
    ];
    sleep.keep(settings.current().preventSleep && reasons.length > 0 ? reasons.join(", ") : undefined);
  };
  const stop = [
    bus.on("queue", ({ running }) => {
      work.encodes = running;
      apply();
    }),
    bus.on("rips-working", (discs) => {
      work.discs = discs.count;
      apply();
    }),
  ];
  return () => stop.forEach((off) => off());
}
