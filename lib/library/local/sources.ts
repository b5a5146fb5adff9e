import { type LocalKind } from "./recognition/model.ts";
import { type LibraryKind, MANAGERS } from "../../platform/managers/kinds.ts";
import type { ManagerClients, Managers } from "../managers/managers.ts";
import type { HttpClient } from "../../platform/http_client/model.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { createTmdb, type TmdbClient } from "../metadata/tmdb.ts";

/** Who is asked about titles of a kind: TMDB when it has a key, else the manager of the kind. */
export type MetadataSource =
  | { name: string; tmdb: TmdbClient }
  | { name: string; manager: ManagerClients[LibraryKind] };

const MANAGER_OF = { movie: "movie", series: "series", album: "music" } as const satisfies Record<
  LocalKind,
  LibraryKind
>;

/** The settings have the key of TMDB; the managers are asked when there is none. */
export interface SourceDeps {
  settings: Pick<SettingsService, "current">;
  http: Pick<HttpClient, "send">;
  managers: Pick<Managers, "connected">;
}

/** Undefined when nobody can be asked; `managerOf` names who could be. */
export function sourceFor({ settings, http, managers }: SourceDeps, kind: LocalKind): MetadataSource | undefined {
  const { tmdbApiKey: apiKey, metadataLanguage: language } = settings.current().localMedia;
  if (apiKey !== "" && kind !== "album") return { name: "TMDB", tmdb: createTmdb(http, { apiKey, language }) };
  const manager = managers.connected(MANAGER_OF[kind]);
  return manager && { name: manager.app, manager };
}

/** The name of the manager that could be asked about titles of this kind. */
export const managerOf = (kind: LocalKind): string => MANAGERS[MANAGER_OF[kind]].app;
