import type { HttpClient } from "../../platform/http_client/model.ts";
import { type ManagerKind, notConnected } from "../../platform/managers/kinds.ts";
import type { Settings } from "../../platform/settings/schema.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { createManagerClient, type ManagerClient } from "./client.ts";
import { type ManagerAddress, ManagerProblem } from "./request.ts";

/** A client for each application beside us. */
export type ManagerClients = { [K in ManagerKind]: ManagerClient<K> };

/** The applications beside us, as the settings name them. */
export interface Managers {
  /**
   * The client of an application that is connected now, else undefined. It keeps its address when the settings change, so
   * that no work is begun at one library and ended at another: ask for it anew with each piece of work.
   */
  connected<K extends ManagerKind>(kind: K): ManagerClients[K] | undefined;
  /** As `connected`; throws `ManagerProblem` for an application that is not. */
  require<K extends ManagerKind>(kind: K): ManagerClients[K];
  /** The client of an application at an address that need not be in the settings. */
  at<K extends ManagerKind>(kind: K, address: ManagerAddress): ManagerClient<K>;
}

/** The HTTP client and the settings, of which only the connections are read. */
export interface ManagersDeps {
  http: Pick<HttpClient, "send" | "open">;
  settings: Pick<SettingsService, "current">;
}

/** Makes the clients of all applications, and anew when the settings change. Asks nobody. */
export function createManagers({ http, settings }: ManagersDeps): Managers {
  let made: { connections: Settings["connections"]; clients: ManagerClients } | undefined;
  const connected = <K extends ManagerKind>(kind: K): ManagerClients[K] | undefined => {
    const { connections } = settings.current();
    if (made?.connections !== connections) made = { connections, clients: clientsOf(http, connections) };
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
  };
}

const clientsOf = (http: ManagersDeps["http"], connections: Settings["connections"]): ManagerClients => ({
  movie: createManagerClient(http, "movie", connections.movie),
  series: createManagerClient(http, "series", connections.series),
  music: createManagerClient(http, "music", connections.music),
  indexer: createManagerClient(http, "indexer", connections.indexer),
  soulseek: createManagerClient(http, "soulseek", connections.soulseek),
});
