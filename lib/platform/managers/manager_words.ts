/** Spellings of the managers that requests and settings may use besides the neutral word. */
export const MANAGER_SPELLINGS = {
  movie: ["movie-manager", "radarr"],
  series: ["series-manager", "sonarr"],
  music: ["music-manager", "lidarr"],
  indexer: ["indexer-manager", "prowlarr"],
  soulseek: ["soulseek-client", "slskd"],
} as const;

/** The neutral word of any spelling; what is none stays as it is, for the schema to refuse. */
export function neutralWord(word: unknown): unknown {
  if (typeof word !== "string") return word;
  const lower = word.toLowerCase();
  const found = Object.entries(MANAGER_SPELLINGS).find(([kind, spellings]) =>
    kind === lower || spellings.some((spelling) => spelling === lower)
  );
  return found?.[0] ?? word;
}
