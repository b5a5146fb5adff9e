import * as z from "zod";
import type { ExpectedDiscRepository } from "../../../db/library/barcodes/expected_discs.ts";
import { createShared } from "../../kit/async.ts";
import type { Clock } from "../../kit/clock.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { requireExperiment } from "../barcodes/experiment.ts";
import type { ExpectedDisc } from "../barcodes/model.ts";
import type { ManagerClient } from "../managers/client.ts";
import type { Managers } from "../managers/managers.ts";
import { ManagerProblem } from "../managers/request.ts";
import { RadarrMovie } from "../managers/wire/radarr.ts";
import { SonarrEpisode, SonarrSeries } from "../managers/wire/sonarr.ts";
import { VideoFile } from "../managers/wire/common.ts";
import type { WantedDisc, WantedDiscs } from "./model.ts";
import { type JudgedFile, QualityProfile, rankOf, upgradeOf } from "./upgrade.ts";

/** Finds titles for which a better disc would be useful. */
export interface Wanted {
  /**
   * Queries the connected managers for wanted discs. The result lists the managers that failed. Throws
   * `experiment_off`, or the signal's reason if aborted.
   */
  list(signal: AbortSignal): Promise<WantedDiscs>;
}

/** Services for the list of wanted discs. */
export interface WantedOptions {
  settings: Pick<SettingsService, "current">;
  managers: Pick<Managers, "connected">;
  expected: Pick<ExpectedDiscRepository, "list">;
  clock: Clock;
}

const PAGE_SIZE = 500;
/** Maximum number of pages, for libraries with very many episodes below the cutoff. */
const MAX_PAGES = 40;

/** Creates the service that lists wanted discs. Concurrent calls share one query. */
export function createWanted({ settings, managers, expected, clock }: WantedOptions): Wanted {
  const shared = createShared<WantedDiscs>();
  async function read(signal: AbortSignal): Promise<WantedDiscs> {
    const errors: WantedDiscs["errors"] = [];
    const answers = await Promise.all((["movie", "series"] as const).map(async (kind) => {
      const manager = managers.connected(kind);
      if (manager === undefined) return [];
      try {
        return manager.kind === "movie" ? await wantedMovies(manager, signal) : await wantedSeasons(manager, signal);
      } catch (error) {
        if (!(error instanceof ManagerProblem)) throw error;
        errors.push({ source: kind, message: error.message });
        return [];
      }
    }));
    const scanned = await expected.list();
    const items = answers.flat().map((item) => ({ ...item, onShelf: scanned.some((disc) => isOf(disc, item)) }));
    return { items: items.toSorted(byShelf), checkedAt: clock.now().toISOString(), errors };
  }
  return {
    list(signal) {
      requireExperiment(settings, "wanted");
      return shared("", signal, read);
    },
  };
}

type Found = Omit<WantedDisc, "onShelf">;

const isOf = ({ kind, arrId, externalId, seasonNumber: season }: ExpectedDisc, item: Found): boolean =>
  kind === item.kind &&
  (arrId !== undefined ? arrId === item.arrId : externalId !== undefined && externalId === item.externalId) &&
  (season === undefined || season === item.seasonNumber);

const byShelf = (a: WantedDisc, b: WantedDisc): number =>
  Number(b.onShelf) - Number(a.onShelf) || a.title.localeCompare(b.title, "en") ||
  (a.year ?? 0) - (b.year ?? 0) || (a.seasonNumber ?? 0) - (b.seasonNumber ?? 0);

async function wantedMovies(radarr: ManagerClient<"movie">, signal: AbortSignal): Promise<Found[]> {
  const [profiles, movies] = await Promise.all([
    profilesOf(radarr, signal),
    belowCutoff(radarr, RadarrMovie, {}, signal),
  ]);
  return movies.flatMap(({ id, title, year, tmdbId, movieFile, qualityProfileId }) => {
    const profile = profiles.get(qualityProfileId ?? 0);
    if (!movieFile || profile === undefined) return [];
    const upgradeWith = upgradeOf(movieFile, profile);
    if (upgradeWith === undefined) return [];
    return [{
      kind: "movie" as const,
      arrId: id,
      ...(tmdbId > 0 ? { externalId: `tmdb:${tmdbId}` } : {}),
      title,
      ...(year ? { year } : {}),
      quality: movieFile.quality.quality.name,
      upgradeWith,
    }];
  });
}

const Episode = SonarrEpisode.extend({
  series: SonarrSeries.pick({ title: true, year: true, tvdbId: true, qualityProfileId: true }),
  episodeFile: VideoFile,
});

interface Season {
  found: Found;
  /** Rank of the episode with the lowest quality. */
  rank: number;
  episodes: number;
}

async function wantedSeasons(sonarr: ManagerClient<"series">, signal: AbortSignal): Promise<Found[]> {
  const also = { includeSeries: true, includeEpisodeFile: true };
  const [profiles, episodes] = await Promise.all([
    profilesOf(sonarr, signal),
    belowCutoff(sonarr, Episode, also, signal),
  ]);
  const seasons = new Map<string, Season>();
  for (const { seriesId, seasonNumber, series, episodeFile } of episodes) {
    const profile = profiles.get(series.qualityProfileId ?? 0);
    const upgradeWith = profile && upgradeOf(episodeFile, profile);
    if (profile === undefined || upgradeWith === undefined) continue;
    const key = `${seriesId} ${seasonNumber}`;
    const known = seasons.get(key);
    const rank = rankOf(episodeFile, profile);
    const count = (known?.episodes ?? 0) + 1;
    if (known !== undefined && known.rank <= rank) known.episodes = count;
    else {
      seasons.set(key, {
        rank,
        episodes: count,
        found: {
          kind: "series",
          arrId: seriesId,
          ...(series.tvdbId > 0 ? { externalId: `tvdb:${series.tvdbId}` } : {}),
          title: series.title,
          ...(series.year ? { year: series.year } : {}),
          seasonNumber,
          quality: qualityName(episodeFile),
          upgradeWith,
        },
      });
    }
  }
  return [...seasons.values()].map(({ found, episodes }) => ({ ...found, episodes }));
}

const qualityName = ({ quality }: JudgedFile): string => quality.quality.name;

type Video = ManagerClient<"movie"> | ManagerClient<"series">;

async function profilesOf(manager: Video, signal: AbortSignal): Promise<Map<number, QualityProfile>> {
  const rows = await manager.getList("/qualityprofile", QualityProfile, { signal });
  return new Map(rows.map((profile) => [profile.id, profile]));
}

/** Reads all pages. Invalid rows are skipped. */
async function belowCutoff<T extends z.ZodType>(
  manager: Video,
  row: T,
  also: Record<string, boolean>,
  signal: AbortSignal,
): Promise<z.infer<T>[]> {
  const Page = z.object({ totalRecords: z.int().default(0), records: z.array(z.unknown()) });
  const found: z.infer<T>[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = { page, pageSize: PAGE_SIZE, monitored: true, ...also };
    const { totalRecords, records } = await manager.get("/wanted/cutoff", Page, { query, signal });
    found.push(...records.flatMap((one) => row.safeParse(one).data ?? []));
    if (records.length === 0 || page * PAGE_SIZE >= totalRecords) break;
  }
  return found;
}
