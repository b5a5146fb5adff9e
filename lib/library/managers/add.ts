import type { ManagerClient } from "./client.ts";
import { RadarrMovie } from "./wire/radarr.ts";
import { SonarrSeries } from "./wire/sonarr.ts";

/** How a title is put into a library. */
export interface Placing {
  title: string;
  year?: number | undefined;
  qualityProfileId: number;
  rootFolderPath: string;
  monitored: boolean;
  /** The manager searches by itself. */
  search: boolean;
}

/** The manager reads about the title from the internet before it answers. */
const ADD_MS = 60_000;

/** Adds a film to Radarr; answers its id there. Throws `ManagerProblem`. */
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

/** Adds a series to Sonarr; answers its id there. Its episodes come later. Throws `ManagerProblem`. */
export async function addSeries(
  sonarr: ManagerClient<"series">,
  { search, ...placing }: Placing & { tvdbId: number; seriesType: "standard" | "anime" | "daily" },
): Promise<number> {
  const { id } = await sonarr.post(
    "/series",
    {
      ...placing,
      // Version 3 asks for it, version 4 takes no notice.
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
