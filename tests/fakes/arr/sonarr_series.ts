import * as z from "zod";
import { showsLike } from "./data_series.ts";
import { type Series, seriesFolder } from "./series_model.ts";
import type { Desk } from "./shared/desk.ts";
import { removed } from "./shared/disk.ts";
import { bodyAs, invalid, nameOf, type ValidationError } from "./shared/errors.ts";
import { boolOf, type Call, intOf, json, jsonArray, type Routes, valueOf } from "./shared/http.ts";
import { placed, profileError } from "./shared/validators.ts";
import type { Shows } from "./sonarr_library.ts";

const MONITOR = [
  ...["unknown", "all", "future", "missing", "existing", "firstSeason", "lastSeason", "latestSeason", "pilot"] as const,
  ...["recent", "monitorSpecials", "unmonitorSpecials", "none", "skip"] as const,
] as const;

const Body = z.looseObject({
  title: z.string().nullish(),
  tvdbId: z.number().int().default(0),
  qualityProfileId: z.number().int().default(0),
  path: z.string().nullish(),
  rootFolderPath: z.string().nullish(),
  seriesType: nameOf(["standard", "daily", "anime"]).default("standard"),
  seasonFolder: z.boolean().default(false),
  monitored: z.boolean().default(false),
  monitorNewItems: nameOf(["all", "none"]).default("all"),
  seasons: z.array(z.looseObject({ seasonNumber: z.number().int(), monitored: z.boolean().default(false) })).nullish(),
  tags: z.array(z.number().int()).nullish(),
  addOptions: z.looseObject({
    monitor: nameOf(MONITOR).optional(),
    searchForMissingEpisodes: z.boolean().optional(),
    searchForCutoffUnmetEpisodes: z.boolean().optional(),
  }).nullish(),
});

const monitoredOnes = (seasons: z.output<typeof Body>["seasons"]): number[] =>
  (seasons ?? []).filter(({ monitored }) => monitored).map(({ seasonNumber }) => seasonNumber);

type AskedSeries = z.output<typeof Body>;

/** Series routes: list, look up, add, change, remove. A new series has no episodes until it is refreshed. */
export function seriesRoutes(
  desk: Desk,
  shows: Shows,
  { added, deleted }: { added: (series: Series) => void; deleted: (series: Series) => Promise<void> },
): Routes {
  return {
    "GET /series": ({ query }) => {
      const tvdbId = intOf(query, "tvdbId");
      const found = shows.all().filter((series) => tvdbId === undefined || series.tvdbId === tvdbId);
      return jsonArray(found.map((series) => shows.resource(series)));
    },
    "GET /series/:id": ({ params }) => json(shows.resource(shows.get(params.id))),
    "GET /series/lookup": ({ query }) =>
      json(showsLike((valueOf(query, "term") ?? "").trim()).map((show) => shows.known(show))),
    "POST /series": ({ body }) => {
      const series = addSeries(desk, shows, bodyAs(Body, body));
      added(series);
      return json(shows.resource(series), 201);
    },
    "PUT /series/:id": async (call) => json(shows.resource(await changeSeries(desk, shows, call)), 202),
    "DELETE /series/:id": async ({ params, query }) => {
      const series = shows.get(params.id);
      if (boolOf(query, "deleteFiles")) await removed(desk.paths.toDisk(series.path));
      shows.delete(series);
      await deleted(series);
      return json({});
    },
  };
}

/** Adds a series from the catalogue. Rejects invalid requests like Sonarr. */
function addSeries(desk: Desk, shows: Shows, asked: AskedSeries): Series {
  const errors = errorsOf(desk, shows, asked);
  if (errors.length > 0) throw invalid(...errors);
  const show = shows.show(asked.tvdbId);
  if (show === undefined) {
    throw invalid({
      propertyName: "TvdbId",
      errorMessage: "A series with this ID was not found",
      attemptedValue: asked.tvdbId,
    });
  }
  const root = (asked.rootFolderPath ?? desk.root).replace(/[\\/]+$/, "");
  const none = asked.addOptions?.monitor === "none";
  return shows.add({
    ...show,
    seriesType: asked.seriesType,
    path: asked.path ?? desk.paths.join(root, seriesFolder(show)),
    qualityProfileId: asked.qualityProfileId,
    seasonFolder: asked.seasonFolder,
    monitored: asked.monitored,
    monitorNewItems: asked.monitorNewItems,
    tags: asked.tags ?? [],
    added: desk.clock.date().toISOString(),
    monitoredSeasons: none
      ? []
      : asked.seasons?.length
      ? monitoredOnes(asked.seasons)
      : show.plan.map((_, season) => season).slice(1),
  });
}

const errorsOf = (desk: Desk, shows: Shows, asked: AskedSeries): ValidationError[] => [
  ...placed(desk, asked),
  ...profileError(desk, asked.qualityProfileId),
  ...((asked.title ?? "") === ""
    ? [{ propertyName: "Title", errorMessage: "'Title' must not be empty.", errorCode: "NotEmptyValidator" }]
    : []),
  ...(asked.tvdbId > 0 ? [] : [{
    propertyName: "TvdbId",
    errorMessage: "'Tvdb Id' must be greater than '0'.",
    attemptedValue: asked.tvdbId,
    errorCode: "GreaterThanValidator",
  }]),
  ...(shows.byTvdb(asked.tvdbId) === undefined ? [] : [{
    propertyName: "TvdbId",
    errorMessage: "This series has already been added",
    attemptedValue: asked.tvdbId,
    errorCode: "SeriesExistsValidator",
  }]),
];

async function changeSeries(desk: Desk, shows: Shows, { params, body, query }: Call): Promise<Series> {
  const series = shows.get(params.id);
  const asked = bodyAs(Body, body);
  const path = asked.path ?? "";
  const empty = { propertyName: "Path", errorMessage: "'Path' must not be empty.", errorCode: "NotEmptyValidator" };
  const errors = [...(path === "" ? [empty] : []), ...profileError(desk, asked.qualityProfileId)];
  if (errors.length > 0) throw invalid(...errors);
  if (boolOf(query, "moveFiles") && path !== series.path) {
    await Deno.rename(desk.paths.toDisk(series.path), desk.paths.toDisk(path))
      .catch((error) => desk.log.push(String(error)));
  }
  const { qualityProfileId, seriesType, seasonFolder, monitored, monitorNewItems, tags, seasons } = asked;
  Object.assign(series, { path, qualityProfileId, seriesType, seasonFolder, monitored, monitorNewItems });
  return Object.assign(series, { tags: tags ?? [], monitoredSeasons: monitoredOnes(seasons) });
}
