import { MANAGER_SPELLINGS } from "./manager_words.ts";

/** Supported external applications, by their neutral words. */
export const MANAGER_KINDS = ["movie", "series", "music", "indexer", "soulseek"] as const;
/** The neutral word for an application, as the API, the settings and the database use it. */
export type ManagerKind = (typeof MANAGER_KINDS)[number];
/** Applications that manage a library. */
export const LIBRARY_KINDS = ["movie", "series", "music"] as const;
/** Kinds that manage library files. The indexer manager and Soulseek do not. */
export type LibraryKind = (typeof LIBRARY_KINDS)[number];

interface ManagerFacts {
  /** Name known to users, which the application also reports. */
  app: string;
  /** Spellings that requests may use in place of the neutral word. */
  spellings: readonly string[];
  /** API path below the application's address. */
  api: string;
  /** Path that returns name and version. */
  statusPath: string;
}

/** Names and API paths of each application. */
export const MANAGERS: Record<ManagerKind, ManagerFacts> = {
  movie: { app: "Radarr", spellings: MANAGER_SPELLINGS.movie, api: "/api/v3", statusPath: "/system/status" },
  series: { app: "Sonarr", spellings: MANAGER_SPELLINGS.series, api: "/api/v3", statusPath: "/system/status" },
  music: { app: "Lidarr", spellings: MANAGER_SPELLINGS.music, api: "/api/v1", statusPath: "/system/status" },
  indexer: {
    app: "Prowlarr",
    spellings: MANAGER_SPELLINGS.indexer,
    api: "/api/v1",
    statusPath: "/system/status",
  },
  soulseek: { app: "slskd", spellings: MANAGER_SPELLINGS.soulseek, api: "/api/v0", statusPath: "/application" },
};

/** Returns the kind for a neutral word or a name. */
export const managerKind = (word: string): ManagerKind | undefined =>
  MANAGER_KINDS.find((kind) =>
    kind === word.toLowerCase() || MANAGERS[kind].spellings.some((spelling) => spelling === word.toLowerCase())
  );

/** Message for a manager that is not configured. */
export const notConnected = (kind: ManagerKind): string =>
  `${MANAGERS[kind].app} is not connected. Set it up in Settings.`;
