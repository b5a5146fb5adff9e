import { type LocalKind } from "./recognition/model.ts";
import { type LibraryKind, MANAGERS } from "../../platform/managers/kinds.ts";
import type { ManagerAddress } from "../managers/request.ts";
import type { Settings } from "../../platform/settings/schema.ts";
import type { TmdbAccess } from "../metadata/tmdb.ts";

/** Who is asked about titles of a kind: TMDB when it has a key, else the manager of the kind. */
export type MetadataSource =
  | { name: string; tmdb: TmdbAccess }
  | { name: string; address: ManagerAddress };

const MANAGER_OF = { movie: "movie", series: "series", album: "music" } as const satisfies Record<
  LocalKind,
  LibraryKind
>;

/** Undefined when nobody can be asked; `manager` names who could be. */
export function sourceFor(
  kind: LocalKind,
  { localMedia, connections }: Pick<Settings, "localMedia" | "connections">,
): MetadataSource | undefined {
  const { tmdbApiKey, metadataLanguage } = localMedia;
  if (tmdbApiKey !== "" && kind !== "album") {
    return { name: "TMDB", tmdb: { apiKey: tmdbApiKey, language: metadataLanguage } };
  }
  const { enabled, url, apiKey } = connections[MANAGER_OF[kind]];
  return enabled ? { name: managerOf(kind), address: { url, apiKey } } : undefined;
}

/** The name of the manager that could be asked about titles of this kind. */
export const managerOf = (kind: LocalKind): string => MANAGERS[MANAGER_OF[kind]].app;
