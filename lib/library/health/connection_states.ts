import { withTimeout } from "../../kit/async.ts";
import { type ConnectionTest, testConnection } from "../managers/connection.ts";
import type { Managers } from "../managers/managers.ts";
import { MANAGER_KINDS, type ManagerKind, MANAGERS } from "../../platform/managers/kinds.ts";
import type { SettingsService } from "../../platform/settings/service.ts";

/** How an application beside us is, as the status shows it. */
export interface NamedConnection extends ConnectionTest {
  name: string;
  configured: boolean;
}

/** How the applications beside us are. */
export interface ConnectionStates {
  /** Each is asked anew; one that does not answer within moments is as it was the last time. `refresh` waits longer. */
  current(options?: { refresh?: boolean }): Promise<NamedConnection[]>;
}

const PATIENCE_MS = 100;
/** A test of a connection takes no longer. */
const TEST_MS = 5_000;

/** Tests connections in the background; answers at once with the last state when a manager is slow. */
export function createConnectionStates(
  { settings, managers }: { settings: Pick<SettingsService, "current">; managers: Pick<Managers, "at"> },
): ConnectionStates {
  /** By address and key, so that another address starts afresh. */
  const known = new Map<ManagerKind, { address: string; state: ConnectionTest }>();
  const running = new Map<string, Promise<void>>();

  async function stateOf(kind: ManagerKind, patienceMs: number): Promise<NamedConnection> {
    const { enabled, url, apiKey } = settings.current().connections[kind];
    const name = MANAGERS[kind].app;
    if (!enabled) return { name, configured: false, ok: false };
    const address = JSON.stringify([kind, url, apiKey]);
    const work = running.get(address) ?? testConnection(managers.at(kind, { url, apiKey }), { totalMs: TEST_MS })
      .then(({ date: _, ...state }) => void known.set(kind, { address, state }))
      .finally(() => running.delete(address));
    running.set(address, work);
    await withTimeout(patienceMs, work);
    const last = known.get(kind);
    const state = last?.address === address ? last.state : { ok: false, error: `${name} has not responded yet.` };
    return { name, configured: true, ...state };
  }

  return {
    current: ({ refresh = false } = {}) =>
      Promise.all(MANAGER_KINDS.map((kind) => stateOf(kind, refresh ? TEST_MS : PATIENCE_MS))),
  };
}
