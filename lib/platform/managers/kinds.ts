interface ManagerFacts {
  /** Name known to users, which the application also reports. */
  app: string;
  /** Contents, as the settings page shows them. */
  provides: string;
  /** Spellings that requests and settings may use in place of the neutral word, in lower case. */
  spellings: readonly string[];
  /** API path below the application's address. */
  api: string;
  /** Path that returns name and version. */
  statusPath: string;
}

const ROWS = {
  movie: {
    app: "Radarr",
    provides: "Movies",
    spellings: ["movie-manager", "radarr"],
    api: "/api/v3",
    statusPath: "/system/status",
  },
  series: {
    app: "Sonarr",
    provides: "Series",
    spellings: ["series-manager", "sonarr"],
    api: "/api/v3",
    statusPath: "/system/status",
  },
  music: {
    app: "Lidarr",
    provides: "Music",
    spellings: ["music-manager", "lidarr"],
    api: "/api/v1",
    statusPath: "/system/status",
  },
  indexer: {
    app: "Prowlarr",
    provides: "Indexers",
    spellings: ["indexer-manager", "prowlarr"],
    api: "/api/v1",
    statusPath: "/system/status",
  },
  soulseek: {
    app: "slskd",
    provides: "Soulseek",
    spellings: ["soulseek-client", "slskd"],
    api: "/api/v0",
    statusPath: "/application",
  },
} satisfies Record<string, ManagerFacts>;

/** The neutral word for an application, as the API, the settings and the database use it. */
export type ManagerKind = keyof typeof ROWS;
/** Names and API paths of each application, by its neutral word. */
export const MANAGERS: Readonly<Record<ManagerKind, ManagerFacts>> = ROWS;
/** Supported external applications, by their neutral words. */
export const MANAGER_KINDS = Object.keys(ROWS) as ManagerKind[];
/** Applications that manage a library. */
export const LIBRARY_KINDS = ["movie", "series", "music"] as const;
/** Kinds that manage library files. The indexer manager and Soulseek do not. */
export type LibraryKind = (typeof LIBRARY_KINDS)[number];

/** Returns the kind for a neutral word or a name. */
export function managerKind(word: string): ManagerKind | undefined {
  const lower = word.toLowerCase();
  return MANAGER_KINDS.find((kind) => kind === lower || MANAGERS[kind].spellings.includes(lower));
}

/** Returns the neutral word for any spelling. Unknown values are returned unchanged, to be rejected by the schema. */
export const neutralWord = (word: unknown): unknown => typeof word === "string" ? managerKind(word) ?? word : word;

/** Message for a manager that is not configured. */
export const notConnected = (kind: ManagerKind): string =>
  `${MANAGERS[kind].app} is not connected. Set it up in Settings.`;
