import type { HttpClient } from "../../platform/http_client/model.ts";
import { createJellyfinClient } from "./jellyfin.ts";
import type { PlayerAddress, PlayerClient } from "./player_client.ts";
import { createPlexClient } from "./plex.ts";

/** Creates the client of a player. No request is sent. */
export function createPlayerClient(http: Pick<HttpClient, "send">, address: PlayerAddress): PlayerClient {
  const { kind } = address;
  return kind === "plex" ? createPlexClient(http, address) : createJellyfinClient(http, { ...address, kind });
}
