interface ManagerFacts {
  /** Display name, as the application itself reports it. */
  app: string;
  /** Short description of what the application provides, for the settings page. */
  provides: string;
  /** Spellings in lower case that requests and settings may use instead of the neutral name. */
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

/** The neutral name of an application, as used by the API, the settings and the database. */
export type ManagerKind = keyof typeof ROWS;
/** Names and API paths of each application, by neutral name. */
export const MANAGERS: Readonly<Record<ManagerKind, ManagerFacts>> = ROWS;
/** Supported external applications, by neutral name. */
export const MANAGER_KINDS = Object.keys(ROWS) as ManagerKind[];
/** Applications that manage a library. */
export const LIBRARY_KINDS = ["movie", "series", "music"] as const;
/** Kinds that manage the files of a library. The indexer manager and Soulseek do not. */
export type LibraryKind = (typeof LIBRARY_KINDS)[number];

/** Returns the kind for a neutral name or a display name. */
export function managerKind(word: string): ManagerKind | undefined {
  const lower = word.toLowerCase();
  return MANAGER_KINDS.find((kind) => kind === lower || MANAGERS[kind].spellings.includes(lower));
}

/** Returns the neutral name for any spelling. Unknown values are returned unchanged, and the schema rejects them. */
export const neutralWord = (word: unknown): unknown => typeof word === "string" ? managerKind(word) ?? word : word;

/** Returns the message for a manager that is not configured. */
export const notConnected = (kind: ManagerKind): string =>
  `${MANAGERS[kind].app} is not connected. Set it up in Settings.`;
