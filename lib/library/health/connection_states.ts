import { withTimeout } from "../../kit/async.ts";
import { type ConnectionTest, testConnection } from "../managers/connection.ts";
import type { Managers } from "../managers/managers.ts";
import { MANAGER_KINDS, type ManagerKind, MANAGERS } from "../../platform/managers/kinds.ts";
import type { SettingsService } from "../../platform/settings/service.ts";

/** State of a connected application on the status page. */
export interface NamedConnection extends ConnectionTest {
  name: string;
  configured: boolean;
}

/** States of the connected applications. */
export interface ConnectionStates {
  /**
   * Tests each connection. Returns the last known state of an application that does not respond immediately. `refresh`
   * waits longer.
   */
  current(options?: { refresh?: boolean }): Promise<NamedConnection[]>;
}

const PATIENCE_MS = 100;
/** Timeout of one connection test. */
const TEST_MS = 5_000;

/** Tests connections in the background. Returns the last known state if a manager is slow. */
export function createConnectionStates(
  { settings, managers }: { settings: Pick<SettingsService, "current">; managers: Pick<Managers, "at"> },
): ConnectionStates {
  /** Each state applies to one address and API key, so that it is not used after the address has changed. */
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
