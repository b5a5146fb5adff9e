import type { TitleRepository } from "../../../db/library/titles.ts";
import type { Log } from "../../kit/log.ts";
import type { AnimeLookup } from "../anime/model.ts";
import type { AnimeData } from "../anime/service.ts";
import { Fault } from "../../kit/fault.ts";
import type { Movie, Series } from "../video_model.ts";
import type { Library } from "../video/service.ts";
import { addMovie, addSeries } from "../managers/add.ts";
import { MANAGERS, notConnected } from "../../platform/managers/kinds.ts";
import { type LookupTitle, lookupTitles } from "../managers/search/lookup.ts";
import { type ManagerOptions, managerOptions } from "../managers/options.ts";
import type { ManagerClient } from "../managers/client.ts";
import type { ManagerClients, Managers } from "../managers/managers.ts";
import { ManagerProblem } from "../managers/request.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { createFollowing, type Following } from "../releases/following.ts";
import type { AddTitle } from "../search_model.ts";
import { type Placement, placementOf } from "./placement.ts";
import { faultOf } from "../ask_sources.ts";

type Kind = AddTitle["kind"];
const ONE: Record<Kind, string> = { movie: "movie", series: "series" };

/** Root folders and profiles for a new title, and the defaults. */
export interface AddOffer extends ManagerOptions {
  chosen: Partial<Placement>;
}

/** Services for adding movies and series. `titles` provides the root folders and profiles of existing titles. */
export interface AddOptions {
  settings: Pick<SettingsService, "current">;
  managers: Pick<Managers, "connected">;
  library: Library;
  titles: TitleRepository;
  /** Determines whether a title is anime, if enabled. */
  anime?: Pick<AnimeData, "lookup">;
  log: Log;
  /** Delays between checks for the episodes of a new series. Sonarr fetches them after it has responded. */
  episodeWaitsMs?: readonly number[];
}

const EPISODE_WAITS_MS = [2_000, 3_000, 5_000, 10_000, 20_000, 40_000];

/** Adds titles to Radarr and Sonarr. */
export interface Adding {
  /** Returns the options for a title. Throws `bad_state` and `upstream_failed`. */
  offer(kind: Kind, anime: boolean): Promise<AddOffer>;
  /**
   * Adds a title. Throws `conflict` with the ID of the existing title, `not_found`, `invalid` and `upstream_failed`.
   */
  add(wanted: AddTitle): Promise<Movie | Series>;
  /** Resolves when no new title is being followed. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Fields that identify a title as anime. */
type TitleIds = Pick<LookupTitle, "tmdbId" | "tvdbId" | "imdbId" | "seriesType">;

interface AddDeps extends AddOptions {
  readonly follow: Following["follow"];
}

/**
 * Creates the service that adds titles. Errors of managers are converted to `Fault`s. The episodes of a new series are
 * read in the background.
 */
export function createAdding(options: AddOptions): Adding {
  const { follow, settled, close } = createFollowing(options.library, options.log);
  const deps: AddDeps = { ...options, follow };
  return {
    offer: (kind, anime) => offerOf(deps, kind, anime).catch(throwFault),
    add: (wanted) => addTitle(deps, wanted).catch(throwFault),
    settled,
    close,
  };
}

function throwFault(error: unknown): never {
  throw error instanceof ManagerProblem ? faultOf(error) : error;
}

function clientOf<K extends Kind>({ managers }: AddDeps, kind: K): ManagerClients[K] {
  const client = managers.connected(kind);
  if (client !== undefined) return client;
  throw new Fault("bad_state", notConnected(kind));
}

async function offerOf(deps: AddDeps, kind: Kind, anime: boolean): Promise<AddOffer> {
  const manager = clientOf(deps, kind);
  const { series, anime: animeSeries, movie, animeMovie } = deps.settings.current().disc.addTargets;
  const [offered, placed] = await Promise.all([
    managerOptions(manager),
    deps.titles.placements(kind),
  ]);
  const target = kind === "movie" ? (anime ? animeMovie : movie) : (anime ? animeSeries : series);
  return { ...offered, chosen: placementOf({ ...offered, titles: placed, anime, target }) };
}

/** True if a title is anime according to Sonarr or AniDB. `known`: absent while anime data is disabled. */
export function isAnimeTitle(
  known: AnimeLookup | undefined,
  kind: Kind,
  { seriesType, tmdbId = 0, tvdbId = 0, imdbId }: TitleIds,
): boolean {
  if (kind === "series" && seriesType === "anime") return true;
  return (kind === "movie" ? known?.movie({ tmdbId, imdbId }) : known?.series({ tvdbId })) !== undefined;
}

/** Returns the root folder and quality profile for a new title, with defaults for omitted values. */
async function choosePlacement(deps: AddDeps, wanted: AddTitle, anime: boolean): Promise<Placement> {
  const { kind, rootFolderPath, qualityProfileId } = wanted;
  if (rootFolderPath !== undefined && qualityProfileId !== undefined) return { rootFolderPath, qualityProfileId };
  const { chosen } = await offerOf(deps, kind, anime);
  const { app } = MANAGERS[kind];
  const root = rootFolderPath ?? chosen.rootFolderPath;
  const profile = qualityProfileId ?? chosen.qualityProfileId;
  if (root === undefined) throw new Fault("bad_state", `${app} has no usable root folder. Add one there.`);
  if (profile === undefined) throw new Fault("bad_state", `${app} has no quality profile. Add one there.`);
  return { rootFolderPath: root, qualityProfileId: profile };
}

async function lookUpTitle(manager: ManagerClient<Kind>, { kind, externalId }: AddTitle): Promise<LookupTitle> {
  const [title] = await lookupTitles(manager, externalId);
  if (title) return title;
  throw new Fault("not_found", `${MANAGERS[kind].app} found no ${ONE[kind]} with the ID ${externalId}.`);
}

/** The library is refreshed, so that the page of the existing title can be opened. */
async function refuseHeld({ library }: AddDeps, kind: Kind, { id, title, year }: LookupTitle): Promise<void> {
  if (id === undefined) return;
  await library.refreshTitle(kind, id);
  const named = year === undefined ? title : `${title} (${year})`;
  throw new Fault("conflict", `${MANAGERS[kind].app} already has ${named} (ID ${id}).`, {
    fields: [{ path: "arrId", message: String(id) }],
  });
}

async function addTitle(deps: AddDeps, wanted: AddTitle): Promise<Movie | Series> {
  const { library, log } = deps;
  const { kind } = wanted;
  const manager = clientOf(deps, kind);
  const found = await lookUpTitle(manager, wanted);
  await refuseHeld(deps, kind, found);
  const id = await sendToManager(deps, manager, wanted, found);
  log("info", "A title was added.", { app: MANAGERS[kind].app, title: found.title });
  await library.refreshTitle(kind, id);
  const isComplete = async () => {
    await library.refreshTitle(kind, id);
    return kind === "movie" || (await library.episodes(id)).length > 0;
  };
  deps.follow(id, isComplete, kind === "movie" ? [] : deps.episodeWaitsMs ?? EPISODE_WAITS_MS);
  return kind === "movie" ? await library.movie(id) : await library.oneSeries(id);
}

/** Adds the title to its manager. Returns the ID in the manager. */
async function sendToManager(
  deps: AddDeps,
  manager: ManagerClients[Kind],
  wanted: AddTitle,
  found: LookupTitle,
): Promise<number> {
  const { kind, monitored, search } = wanted;
  const { title, year, tmdbId, tvdbId } = found;
  const seriesType = wanted.seriesType ?? found.seriesType ?? "standard";
  const anime = isAnimeTitle(await deps.anime?.lookup(), kind, { ...found, seriesType });
  const placement = await choosePlacement(deps, wanted, anime);
  const placed = { ...placement, title, year, monitored, search };
  const sent = manager.kind === "movie"
    ? addMovie(manager, { ...placed, tmdbId: tmdbId ?? 0 })
    : addSeries(manager, { ...placed, tvdbId: tvdbId ?? 0, seriesType });
  return await sent.catch(async (error) => {
    // The title was added meanwhile, or the request was sent twice.
    if (error instanceof ManagerProblem && error.status === 400) {
      await refuseHeld(deps, kind, await lookUpTitle(manager, wanted));
    }
    throw error;
  });
}
