import { toRemote } from "../library/managers/paths/path_mapping.ts";
import type { Player } from "../platform/settings/sections/players.ts";

/** Returns the path of a local file in the player. The longest matching mapping is used. Pure. */
export const pathInPlayer = (path: string, { mappings }: Pick<Player, "mappings">): string =>
  toRemote(path, "movie", mappings.map((mapping) => ({ ...mapping, app: "all" as const })));
