import * as z from "zod";
import { type Episode, type EpisodeFile, episodePath } from "./series_model.ts";
import type { Desk } from "./shared/desk.ts";
import { removed } from "./shared/disk.ts";
import { bodyAs, failed, missing } from "./shared/errors.ts";
import { boolOf, intOf, intsOf, json, jsonArray, type Routes } from "./shared/http.ts";
import { paged } from "./shared/paging.ts";
import type { Shows } from "./sonarr_library.ts";

/** Episode and episode file routes. */
export function episodeRoutes(desk: Desk, shows: Shows, deleted: (file: EpisodeFile) => Promise<void>): Routes {
  return {
    "GET /episode": ({ query }) => {
      const also = { file: boolOf(query, "includeEpisodeFile"), series: boolOf(query, "includeSeries") };
      return jsonArray(askedEpisodes(shows, query).map((episode) => shows.episodeResource(episode, also)));
    },
    "GET /episode/:id": ({ params }) =>
      json(shows.episodeResource(episodeOf(shows, params.id), { file: true, series: true })),
    "PUT /episode/:id": ({ params, body }) => {
      const episode = episodeOf(shows, params.id);
      episode.monitored = bodyAs(z.looseObject({ monitored: z.boolean().default(false) }), body).monitored;
      return json(shows.episodeResource(episode), 202);
    },
    "GET /episodefile": ({ query }) => {
      const seriesId = intOf(query, "seriesId");
      const ids = intsOf(query, "episodeFileIds");
      if (seriesId === undefined && ids.length === 0) throw failed(400, "seriesId or episodeFileIds must be provided");
      const found = seriesId === undefined ? ids.flatMap((id) => shows.files.get(id) ?? []) : shows.filesOf(seriesId);
      return json(found.map((file) => shows.fileResource(file)));
    },
    "GET /episodefile/:id": ({ params }) => json(shows.fileResource(fileOf(shows, params.id))),
    "DELETE /episodefile/:id": async ({ params }) => {
      const found = fileOf(shows, params.id);
      await removed(desk.paths.toDisk(episodePath(shows.get(found.seriesId), found)));
      await deleted(found);
      return json({});
    },
    "GET /wanted/cutoff": ({ query }) => belowCutoff(shows, query),
  };
}

function episodeOf(shows: Shows, id: string | undefined): Episode {
  const episode = shows.episode(Number(id));
  if (episode === undefined) throw missing("Episode", id ?? 0);
  return episode;
}

function fileOf(shows: Shows, id: string | undefined): EpisodeFile {
  const found = shows.files.get(Number(id));
  if (found === undefined) throw missing("EpisodeFile", id ?? 0);
  return found;
}

/** Returns the episodes of a series, a season or a file, or the episodes with the given IDs. */
function askedEpisodes(shows: Shows, query: URLSearchParams): Episode[] {
  const [seriesId, fileId] = [intOf(query, "seriesId"), intOf(query, "episodeFileId")];
  const ids = intsOf(query, "episodeIds");
  if (seriesId !== undefined) {
    const season = intOf(query, "seasonNumber");
    return shows.episodesOf(seriesId).filter((episode) => season === undefined || episode.seasonNumber === season);
  }
  if (ids.length > 0) return ids.flatMap((id) => shows.episode(id) ?? []);
  if (fileId !== undefined) return [...shows.allEpisodes().filter((episode) => episode.episodeFileId === fileId)];
  throw failed(400, "seriesId or episodeIds must be provided");
}

function belowCutoff(shows: Shows, query: URLSearchParams): Response {
  const monitored = boolOf(query, "monitored", true);
  const also = { file: boolOf(query, "includeEpisodeFile"), series: boolOf(query, "includeSeries") };
  const found = [
    ...shows.allEpisodes().filter((episode) => {
      const [series, file] = [shows.find(episode.seriesId), shows.files.get(episode.episodeFileId)];
      return series !== undefined && file !== undefined && shows.cutoffNotMet(series, file) &&
        (episode.monitored && series.monitored) === monitored;
    }),
  ];
  return paged(query, found, {
    resource: (episode) => shows.episodeResource(episode, also),
    sortKey: "episodes.airDateUtc",
    keys: { "episodes.airDateUtc": ({ airDate, id }) => `${airDate}/${id}` },
  });
}
