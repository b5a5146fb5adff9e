import { withTimeout } from "../../kit/async.ts";
import type { NamedConnection } from "../../library/health/connection_states.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { Players } from "../../players/player_services.ts";

/** Maximum time in milliseconds to wait for players, for the status page and for a refresh. */
const PATIENCE_MS = 1_000;
const REFRESH_MS = 5_000;

/** Returns the enabled players in the same form as other applications. */
export async function playerConnections(
  { players, settings }: { players: Pick<Players, "list">; settings: Pick<SettingsService, "current"> },
  { refresh }: { refresh: boolean },
): Promise<NamedConnection[]> {
  const used = settings.current().players.servers.filter(({ enabled }) => enabled);
  if (used.length === 0) return [];
  const states = await withTimeout(refresh ? REFRESH_MS : PATIENCE_MS, players.list());
  return used.map(({ id, name }) => {
    const state = states?.find((one) => one.id === id);
    const { reachable: ok, version, error } = state ??
      { reachable: false, version: undefined, error: `${name} has not responded yet.` };
    return { name, configured: true, ok, version, error };
  });
}
