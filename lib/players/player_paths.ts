import { toRemote } from "../library/managers/paths/path_mapping.ts";
import type { Player } from "../platform/settings/sections/players.ts";

/** Returns the path at which a player sees a local file. The longest matching mapping is used. Pure. */
export const pathInPlayer = (path: string, { mappings }: Pick<Player, "mappings">): string =>
  toRemote(path, "movie", mappings.map((mapping) => ({ ...mapping, app: "all" as const })));
