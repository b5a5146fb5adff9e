import type { Bus } from "../../../kit/bus.ts";
import type { Log } from "../../../kit/log.ts";
import type { SettingsService } from "../../../platform/settings/service.ts";
import type { RipBusEvents } from "../../rip_bus_events.ts";
import { contributionToAsk } from "./sharedb_contribution.ts";

/**
 * Submits discs after delivery if the setting is `always`. The returned function stops this and waits for pending
 * submissions.
 */
export function contributeDelivered(
  { share, settings, bus, log }: {
    share: (ripId: string) => Promise<unknown>;
    settings: Pick<SettingsService, "current">;
    bus: Pick<Bus<RipBusEvents>, "on">;
    log: Log;
  },
): () => Promise<void> {
  const underway = new Set<Promise<void>>();
  const off = bus.on("rip-ended", ({ rip }) => {
    const { sharedb } = settings.current();
    if (sharedb.contribute !== "always" || contributionToAsk(rip, sharedb) === undefined) return;
    const work = share(rip.id)
      .then(() => {}, (error) => log("warn", "A disc was not shared with the index.", { error: String(error) }))
      .finally(() => underway.delete(work));
    underway.add(work);
  });
  return async () => {
    off();
    await Promise.all(underway);
  };
}
