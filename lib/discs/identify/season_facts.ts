import * as z from "zod";
import type { CatalogueRepository } from "../../../db/library/catalogue.ts";
import type { TitleRepository } from "../../../db/library/titles.ts";
import type { Managers } from "../../library/managers/managers.ts";
import { ManagerProblem } from "../../library/managers/request.ts";
import { Episode } from "../../library/video_model.ts";
import type { RipMedia } from "../rip_schema.ts";
import type { SeasonFacts } from "./model.ts";

/** Services for looking up episodes. */
export interface SeasonDeps {
  managers: Pick<Managers, "connected">;
  catalogue: Pick<CatalogueRepository, "episodes">;
  titles: Pick<TitleRepository, "idsOf">;
}

const TIMEOUT_MS = 15_000;
const WireEpisode = z.object({
  seasonNumber: z.int(),
  episodeNumber: z.int(),
  title: z.string().nullish(),
  runtime: z.number().nullish(),
});

/**
 * Returns the episodes of a season in order, from Sonarr with their lengths, or otherwise as last stored. Undefined if
 * the series is not in the library or its season is unknown.
 */
export async function seasonFacts(
  deps: SeasonDeps,
  media: RipMedia,
  signal: AbortSignal,
): Promise<SeasonFacts | undefined> {
  const { kind, seasonNumber, externalId } = media;
  if (kind !== "series" || seasonNumber === undefined) return undefined;
  const byId = externalId === undefined ? [] : await deps.titles.idsOf("series", { tvdbId: externalId });
  const seriesId = byId[0] ?? media.arrId;
  if (seriesId === undefined) return undefined;
  const episodes = await fromSonarr(deps, seriesId, seasonNumber, signal) ??
    await fromCatalogue(deps, seriesId, seasonNumber);
  const known = episodes.filter(({ number }) => number >= 0).toSorted((a, b) => a.number - b.number);
  return known.length === 0 ? undefined : { episodes: known };
}

async function fromSonarr(
  { managers }: SeasonDeps,
  seriesId: number,
  season: number,
  signal: AbortSignal,
): Promise<SeasonFacts["episodes"] | undefined> {
  const sonarr = managers.connected("series");
  if (sonarr === undefined) return undefined;
  try {
    const path = `/episode?seriesId=${seriesId}&seasonNumber=${season}`;
    const found = await sonarr.getList(path, WireEpisode, { totalMs: TIMEOUT_MS, signal });
    const own = found.filter(({ seasonNumber }) => seasonNumber === season);
    return own.length === 0 ? undefined : own.map(({ episodeNumber, title, runtime }) => ({
      number: episodeNumber,
      ...(title ? { title } : {}),
      ...(runtime ? { runtimeMinutes: runtime } : {}),
    }));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ManagerProblem) return undefined;
    throw error;
  }
}

const fromCatalogue = async (
  { catalogue }: SeasonDeps,
  seriesId: number,
  season: number,
): Promise<SeasonFacts["episodes"]> =>
  (await catalogue.episodes(seriesId, season)).map(({ episodeNumber, record }) => {
    const title = Episode.safeParse(record).data?.title;
    return { number: episodeNumber, ...(title ? { title } : {}) };
  });
