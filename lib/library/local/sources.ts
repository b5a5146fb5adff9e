import { type LocalKind } from "../local_title_model.ts";
import { type LibraryKind, MANAGERS } from "../../platform/managers/kinds.ts";
import type { ManagerClients, Managers } from "../managers/managers.ts";
import type { HttpClient } from "../../platform/http_client/model.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { createTmdb, type TmdbClient } from "../metadata/tmdb.ts";

/** Metadata source for a kind of title: TMDB if there is an API key, otherwise the manager for that kind. */
export type MetadataSource =
  | { name: string; tmdb: TmdbClient }
  | { name: string; manager: ManagerClients[LibraryKind] };

const MANAGER_OF = { movie: "movie", series: "series", album: "music" } as const satisfies Record<
  LocalKind,
  LibraryKind
>;

/** Services for choosing a source. The settings contain the TMDB key. Without it, the managers are used. */
export interface SourceDeps {
  settings: Pick<SettingsService, "current">;
  http: Pick<HttpClient, "send">;
  managers: Pick<Managers, "connected">;
}

/**
 * Returns the source for a kind of title, or undefined if none is available, in which case `managerOf` returns the
 * manager to connect.
 */
export function sourceFor({ settings, http, managers }: SourceDeps, kind: LocalKind): MetadataSource | undefined {
  const { tmdbApiKey: apiKey, metadataLanguage: language } = settings.current().localMedia;
  if (apiKey !== "" && kind !== "album") return { name: "TMDB", tmdb: createTmdb(http, { apiKey, language }) };
  const manager = managers.connected(MANAGER_OF[kind]);
  return manager && { name: manager.app, manager };
}

/** Returns the name of the manager for titles of this kind. */
export const managerOf = (kind: LocalKind): string => MANAGERS[MANAGER_OF[kind]].app;
