/** Alternative spellings of the managers that requests and settings may use. */
export const MANAGER_SPELLINGS = {
  movie: ["movie-manager", "radarr"],
  series: ["series-manager", "sonarr"],
  music: ["music-manager", "lidarr"],
  indexer: ["indexer-manager", "prowlarr"],
  soulseek: ["soulseek-client", "slskd"],
} as const;

/** Returns the neutral word for any spelling. Unknown values are returned unchanged, to be rejected by the schema. */
export function neutralWord(word: unknown): unknown {
  if (typeof word !== "string") return word;
  const lower = word.toLowerCase();
  const found = Object.entries(MANAGER_SPELLINGS).find(([kind, spellings]) =>
    kind === lower || spellings.some((spelling) => spelling === lower)
  );
  return found?.[0] ?? word;
}
