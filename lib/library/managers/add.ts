import type { ManagerClient } from "./client.ts";
import { RadarrMovie } from "./wire/radarr.ts";
import { SonarrSeries } from "./wire/sonarr.ts";

/** Options for adding a title to a library. */
export interface Placing {
  title: string;
  year?: number | undefined;
  qualityProfileId: number;
  rootFolderPath: string;
  monitored: boolean;
  /** True if the manager should automatically search for releases of the title. */
  search: boolean;
}

/** Timeout in milliseconds. The manager fetches metadata from the internet before it responds. */
const ADD_MS = 60_000;

/** Adds a movie to Radarr and returns its ID. Throws `ManagerProblem`. */
export async function addMovie(
  radarr: ManagerClient<"movie">,
  { search, ...placing }: Placing & { tmdbId: number },
): Promise<number> {
  const { id } = await radarr.post(
    "/movie",
    {
      ...placing,
      minimumAvailability: "released",
      tags: [],
      addOptions: { monitor: "movieOnly", searchForMovie: search },
    },
    RadarrMovie.pick({ id: true }),
    { totalMs: ADD_MS },
  );
  return id;
}

/** Adds a series to Sonarr and returns its ID. Its episodes are added later. Throws `ManagerProblem`. */
export async function addSeries(
  sonarr: ManagerClient<"series">,
  { search, ...placing }: Placing & { tvdbId: number; seriesType: "standard" | "anime" | "daily" },
): Promise<number> {
  const { id } = await sonarr.post(
    "/series",
    {
      ...placing,
      // Sonarr 3 requires this field, and Sonarr 4 ignores it.
      languageProfileId: 1,
      seasonFolder: true,
      monitorNewItems: placing.monitored ? "all" : "none",
      seasons: [],
      tags: [],
      addOptions: {
        monitor: placing.monitored ? "all" : "none",
        searchForMissingEpisodes: search,
        searchForCutoffUnmetEpisodes: false,
      },
    },
    SonarrSeries.pick({ id: true }),
    { totalMs: ADD_MS },
  );
  return id;
}
