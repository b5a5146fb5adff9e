import type { Clock } from "../../kit/clock.ts";
import type { HttpClient } from "../../platform/http_client/model.ts";
import { MANAGER_KINDS, type ManagerKind, notConnected } from "../../platform/managers/kinds.ts";
import type { Settings } from "../../platform/settings/schema.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { createManagerClient, type ManagerClient } from "./client.ts";
import { createOutages, type Outages } from "./outages.ts";
import { type ManagerAddress, ManagerProblem } from "./request.ts";

/** API clients by kind of application. */
export type ManagerClients = { [K in ManagerKind]: ManagerClient<K> };

/** External applications that are configured in the settings. */
export interface Managers {
  /**
   * Returns the client of a connected application, or undefined if it is not connected. The address of the client does
   * not change with the settings, so that a task always uses one library. Each task must get a new client.
   */
  connected<K extends ManagerKind>(kind: K): ManagerClients[K] | undefined;
  /** Same as `connected`, but throws `ManagerProblem` if the application is not connected. */
  require<K extends ManagerKind>(kind: K): ManagerClients[K];
  /** Returns a client for an address that need not be in the settings. */
  at<K extends ManagerKind>(kind: K, address: ManagerAddress): ManagerClient<K>;
  /** Returns the time at which a connected application became unavailable, or undefined if it is available. */
  downSince(kind: ManagerKind): Date | undefined;
}

/** HTTP client, clock and settings. Only the connections are used. */
export interface ManagersDeps {
  http: Pick<HttpClient, "send" | "open">;
  clock: Pick<Clock, "now">;
  settings: Pick<SettingsService, "current">;
}

/** Creates the clients of all applications, and replaces them when the settings change. No request is sent. */
export function createManagers({ http, clock, settings }: ManagersDeps): Managers {
  const outages = createOutages(clock);
  let made: { connections: Settings["connections"]; clients: ManagerClients } | undefined;
  const connected = <K extends ManagerKind>(kind: K): ManagerClients[K] | undefined => {
    const { connections } = settings.current();
    if (made?.connections !== connections) {
      outages.clear();
      made = { connections, clients: clientsOf(http, connections, outages) };
    }
    return connections[kind].enabled ? made.clients[kind] : undefined;
  };
  return {
    connected,
    require(kind) {
      const client = connected(kind);
      if (client === undefined) throw new ManagerProblem("unreachable", notConnected(kind));
      return client;
    },
    at: (kind, address) => createManagerClient(http, kind, address),
    downSince: (kind) => outages.since(kind),
  };
}

const clientsOf = (
  http: ManagersDeps["http"],
  connections: Settings["connections"],
  outages: Outages,
): ManagerClients =>
  Object.fromEntries(
    MANAGER_KINDS.map((kind) => [kind, createManagerClient(outages.watch(kind, http), kind, connections[kind])]),
  ) as ManagerClients;
