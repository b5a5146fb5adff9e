import { MANAGER_SPELLINGS } from "./manager_words.ts";

/** The applications beside us, under their neutral words. */
export const MANAGER_KINDS = ["movie", "series", "music", "indexer", "soulseek"] as const;
/** The neutral word for an application, as the API, the settings and the database use it. */
export type ManagerKind = (typeof MANAGER_KINDS)[number];
/** Those that hold a library. */
export const LIBRARY_KINDS = ["movie", "series", "music"] as const;
/** The kinds that know files of a library; an indexer and Soulseek do not. */
export type LibraryKind = (typeof LIBRARY_KINDS)[number];

interface ManagerFacts {
  /** The name people know it by, which is also what it calls itself. */
  app: string;
  /** Spellings that requests may use besides the neutral word. */
  spellings: readonly string[];
  /** Below the address of the application. */
  api: string;
  /** Answers name and version. */
  statusPath: string;
}

/** One row per application: how it is named, and where its HTTP API lies. */
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

/** The kind a request means, by its neutral word or by name. */
export const managerKind = (word: string): ManagerKind | undefined =>
  MANAGER_KINDS.find((kind) =>
    kind === word.toLowerCase() || MANAGERS[kind].spellings.some((spelling) => spelling === word.toLowerCase())
  );

/** What is said of a manager that nobody set up. */
export const notConnected = (kind: ManagerKind): string =>
  `${MANAGERS[kind].app} is not connected. Set it up in Settings.`;
