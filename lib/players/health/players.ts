import { count } from "../../kit/format.ts";
import type { HealthProbe } from "../../platform/health/probe.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { PlayerState } from "../model.ts";

/** Checks that each enabled player responds, and that it accepted the latest rescan. One warning per player. */
export const playersProbe = ({ settings, players }: {
  settings: Pick<SettingsService, "current">;
  players: () => Promise<PlayerState[]>;
}): HealthProbe => ({
  source: "players",
  fine: "Every connected player responds.",
  async check() {
    if (!settings.current().players.servers.some(({ enabled }) => enabled)) return [];
    return (await players()).flatMap(({ id, name, enabled, reachable, error, rescans }) => {
      if (!enabled) return [];
      const message = !reachable
        ? error ?? `${name} does not respond.`
        : rescans.failed > 0
        ? `${name} did not rescan ${count(rescans.failed, "changed file")}: ${rescans.error ?? ""} Scan its libraries.`
        : undefined;
      if (message === undefined) return [];
      const code = reachable ? "player_rescan_failed" : "no_answer";
      return [{ id: `player ${id}`, type: "warning", code, message, link: "/settings/players" }];
    });
  },
});
